"""Programs end when they are asked to, whatever they are at in that moment."""

import os
import random
import signal
import threading

import pytest

from device.ending import ASKED, ending

ROUNDS = 1000
"""Of handlers that set the Event themselves one in a few hundred hangs."""


def handlers() -> list[object]:
    return [signal.getsignal(number) for number in ASKED]


def test_whoever_is_asked_to_end_while_it_waits_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.ending.ASKED", (signal.SIGALRM,))  # one that the system sends at any moment
    chance = random.Random(7)
    for _ in range(ROUNDS):
        stop = threading.Event()
        with ending(stop.set):
            signal.setitimer(signal.ITIMER_REAL, chance.uniform(5e-5, 3e-4))
            while not stop.wait(1e-5):
                pass


def test_whoever_asks_twice_is_not_kept_waiting() -> None:
    before, stop = handlers(), threading.Event()
    with ending(stop.set):
        assert handlers() != before
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.wait(20)
        assert handlers() == before


def test_nobody_is_told_of_an_end_that_nobody_asked_for() -> None:
    stop = threading.Event()
    with ending(stop.set):
        helper = next(thread for thread in threading.enumerate() if thread.name == "end")
    helper.join(20)
    assert not helper.is_alive()
    assert not stop.is_set()


def test_a_program_in_a_thread_of_another_leaves_signals_alone() -> None:
    before, found = handlers(), list[list[object]]()

    def program() -> None:
        with ending(lambda: None):
            found.append(handlers())

    thread = threading.Thread(target=program)
    thread.start()
    thread.join()
    assert found == [before]
