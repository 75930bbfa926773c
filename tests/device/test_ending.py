"""Programs end when they are asked to, whatever they are at in that moment."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from club.joining import Invitation
from device.ending import ASKED, ending
from tests.club.brokers import free_port, needs_broker
from tests.waiting import PATIENCE

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
        assert stop.wait(PATIENCE)
        assert handlers() == before


def test_nobody_is_told_of_an_end_that_nobody_asked_for() -> None:
    stop = threading.Event()
    with ending(stop.set):
        helper = next(thread for thread in threading.enumerate() if thread.name == "end")
    helper.join(PATIENCE)
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


@contextmanager
def started(*words: str, **around: str) -> Iterator[subprocess.Popen[str]]:
    """A program of ours, which is gone afterwards in any case."""
    command = [sys.executable, "-u", "-m", "device", *words]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **around})
    try:
        yield program
    finally:
        program.kill()
        program.communicate()


def ends(program: subprocess.Popen[str], number: signal.Signals) -> bool:
    """Whether it ends well once it is asked to."""
    program.send_signal(number)
    return program.wait(PATIENCE) == 0


@pytest.mark.parametrize("number", ASKED)
@pytest.mark.parametrize("what", ["run", "web", "line", "hub"])
def test_a_service_ends_once_it_is_asked_to(what: str, number: signal.Signals, tmp_path: Path) -> None:
    config = tmp_path / "cardtable.toml"
    if what == "hub":
        needs_broker()
        config.write_text(f'data = "{tmp_path}"\nhost = "127.0.0.1"\nport = {free_port()}\nbroker_port = {free_port()}\n')
    else:
        hub = f"http://127.0.0.1:{free_port()}"
        code = Invitation(hub, "Tuesday", "north", "key", "127.0.0.1", free_port(), "0" * 64).code
        config.write_text(
            f'data = "{tmp_path}"\nhost = "127.0.0.1"\nport = {free_port()}\n'
            f'camera = "camera:v4l2:/dev/video77"\nbuttons = false\ntags = false\n[club]\ncode = "{code}"\n'
        )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "manager"))
        manager.settimeout(PATIENCE)
        with started(what, "--config", str(config), NOTIFY_SOCKET=str(tmp_path / "manager")) as program:
            assert b"READY=1" in manager.recv(100)
            assert ends(program, number)


@pytest.mark.parametrize("number", ASKED)
@pytest.mark.parametrize("what", ["demo", "club"])
def test_a_demonstration_ends_once_it_is_asked_to(what: str, number: signal.Signals) -> None:
    if what == "club":
        needs_broker()
    with started(what, "--host", "127.0.0.1", "--port", str(free_port())) as program:
        assert program.stdout is not None
        assert "http://127.0.0.1:" in program.stdout.readline()
        assert ends(program, number)
