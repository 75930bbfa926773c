"""Neighbours at a real broker: what tables show reaches an account that may read, and may do nothing else."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from prometheus_client import generate_latest

from club.accounts import NEIGHBOUR
from club.archive import archive_at
from club.broker import HUB
from club.connection import Message
from club.hosting import add_neighbour
from club.hub import Hub
from club.line import Line
from club.neighbours.homeassistant import discovery
from club.neighbours.telling import neighbours_of
from club.settings import HubSettings
from club.wire import Topics
from tests.club.brokers import Club, club_at, connected
from tests.club.receivers import SECRET, Receiver
from tests.club.test_line import EVENING, play
from tests.waiting import PATIENCE, until
from tests.web.metric_names import values_of
from web.metrics import Collected

TOLD = ("homeassistant/#", Topics("+").table)


@contextmanager
def a_night(folder: Path, club: Club, **more: Any) -> Iterator[Hub]:
    """A hub with its neighbours, and a box with an evening of whist; `more` are settings of the hub."""
    access = club.access("north")
    play(folder / "north", "one", EVENING)
    hub, stop = Hub("The Club", archive_at(folder / "hub.db"), club.of(HUB)), Event()
    settings = HubSettings(data=folder, **more)
    works = [hub.run, Line(folder / "north", access, "1").run, *neighbours_of(hub, club.of(HUB), settings)]
    threads = [Thread(target=work, args=(stop,)) for work in works]
    for thread in threads:
        thread.start()
    try:
        until(lambda: "north" in hub.view.current and hub.view.current["north"].table.seq == len(EVENING))
        yield hub
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_home_assistant_hears_of_tables_and_again_from_a_broker_that_was_started_anew(tmp_path: Path) -> None:
    with club_at(tmp_path / "club") as club:
        club.keys[NEIGHBOUR] = club.accounts.add_neighbour()
        with a_night(tmp_path, club, neighbours=True) as hub:
            for _ in range(2):
                _hear(club)
                club.broker.stop()
                club.broker.start()
        counted = values_of(generate_latest(Collected(hub.intake.counts.collect())).decode())
        assert counted["cardtable_hub_events_total"] >= len(EVENING)


def _hear(club: Club) -> None:
    """What Home Assistant hears: the table as a device, and what it shows."""
    heard: dict[str, bytes] = {}
    with connected(club.of(NEIGHBOUR), *TOLD) as line:

        def is_told() -> bool:
            heard.update({message.topic: message.payload for message in line.arrived(0.05) if message})
            shown = json.loads(heard.get(Topics("north").table, b"{}"))
            return shown.get("game") == "whist" and heard.get(discovery("north", "1").topic) == discovery("north", "1").payload

        until(is_told)


def test_hands_of_a_table_reach_a_webhook_and_nothing_goes_to_the_broker_unasked(
    tmp_path: Path, receiver: Callable[..., Receiver]
) -> None:
    server = receiver()
    with club_at(tmp_path / "club") as club, connected(club.of(HUB), *TOLD, name="hub-test") as line:
        with a_night(tmp_path, club, webhook=server.address, webhook_secret=SECRET) as hub:
            hands = [server.next() for _ in hub.view.current["north"].table.deals]
            assert [(hand["box"], hand["hand"]) for hand in hands] == [("north", number) for number in range(1, len(hands) + 1)]
            assert hands[-1]["totals"] == list(hub.view.current["north"].table.standing.totals)
        assert line.arrived(0) == []


def test_a_webhook_that_cannot_be_is_said_to_the_director_and_costs_nothing_else(tmp_path: Path) -> None:
    with club_at(tmp_path / "club") as club, a_night(tmp_path, club, webhook="http://localhost/", webhook_secret="short") as hub:
        assert any("16 characters" in trouble for trouble in hub.troubles())


@pytest.mark.parametrize("topic", ["homeassistant/device/cardtable-north/config", Topics("north").table, Topics("north").state])
def test_a_neighbour_can_say_nothing_of_a_table(tmp_path: Path, topic: str) -> None:
    with club_at(tmp_path / "club") as club:
        club.keys[NEIGHBOUR] = club.accounts.add_neighbour()
        with connected(club.of(HUB), topic, name="hub-test") as hub, connected(club.of(NEIGHBOUR)) as neighbour:
            neighbour.send(Message(topic, b"not so"))
            hub.send(Message(topic, b"so"))
            assert [message.payload for message in hub.arrived(PATIENCE) if message] == [b"so"]


def test_an_account_for_neighbours_is_given_while_the_hub_runs_and_home_assistant_s_own_last_words_do_no_harm(
    tmp_path: Path,
) -> None:
    with club_at(tmp_path / "club") as club:
        access = add_neighbour(HubSettings(data=club.folder, broker_port=club.broker.place.port))
        birth = Message("homeassistant/status", b"offline")
        with connected(access, *TOLD, will=birth) as line:
            line.send(Message(birth.topic, b"online"))
            assert line.is_up
        assert access.account == NEIGHBOUR
