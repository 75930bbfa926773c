"""Neighbours at a real broker: what tables show reaches an account that may read, and may do nothing else."""

import json
from pathlib import Path
from threading import Event, Thread

import pytest
from prometheus_client import generate_latest

from club.accounts import NEIGHBOUR
from club.archive import archive_at
from club.broker import HUB
from club.connection import Connection, Message
from club.hub import Hub
from club.line import Line
from club.neighbours.homeassistant import discovery
from club.neighbours.telling import Telling
from club.wire import Topics
from tests.club.brokers import PATIENCE, club_at, connected, until
from tests.club.test_line import EVENING, play
from tests.web.metric_names import values_of
from web.metrics import Collected

TOLD = ("homeassistant/#", Topics("+").table)


def test_home_assistant_hears_of_tables_and_again_from_a_broker_that_was_started_anew(tmp_path: Path) -> None:
    with club_at(tmp_path / "club") as club:
        access = club.access("north")
        club.keys[NEIGHBOUR] = club.accounts.add_neighbour()
        play(tmp_path / "north", "one", EVENING)
        hub, stop = Hub("The Club", archive_at(tmp_path / "hub.db"), club.of(HUB)), Event()
        works = [hub.run, Line(tmp_path / "north", access, "1").run, Telling(hub, club.of(HUB)).run]
        threads = [Thread(target=work, args=(stop,)) for work in works]
        for thread in threads:
            thread.start()
        try:
            until(lambda: "north" in hub.view.current and hub.view.current["north"].table.seq == len(EVENING))
            for _ in range(2):
                with connected(club.of(NEIGHBOUR), *TOLD) as line:
                    heard: dict[str, bytes] = {}

                    def hears(line: Connection = line, heard: dict[str, bytes] = heard) -> bool:
                        heard.update({message.topic: message.payload for message in line.arrived(0.05) if message})
                        shown = json.loads(heard.get(Topics("north").table, b"{}"))
                        return shown.get("game") == "whist" and discovery("north", "1").topic in heard

                    until(hears)
                    assert heard[discovery("north", "1").topic] == discovery("north", "1").payload
                club.broker.stop()
                club.broker.start()
            counted = values_of(generate_latest(Collected(hub.intake.counts.collect())).decode())
            assert counted["cardtable_hub_events_total"] >= len(EVENING)
        finally:
            stop.set()
            for thread in threads:
                thread.join()


@pytest.mark.parametrize("topic", ["homeassistant/device/cardtable-north/config", Topics("north").table, Topics("north").state])
def test_a_neighbour_can_say_nothing_of_a_table(tmp_path: Path, topic: str) -> None:
    with club_at(tmp_path / "club") as club:
        club.keys[NEIGHBOUR] = club.accounts.add_neighbour()
        with connected(club.of(HUB), topic, name="hub-test") as hub, connected(club.of(NEIGHBOUR)) as neighbour:
            neighbour.send(Message(topic, b"not so"))
            hub.send(Message(topic, b"so"))
            assert [message.payload for message in hub.arrived(PATIENCE) if message] == [b"so"]
