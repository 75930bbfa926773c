"""Two tables play while hub, broker, database and box are killed and lines are cut: nothing is lost, nothing is twice."""

import random
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from club.archive import Archive, ArchiveDown, archive_at
from club.broker import HUB
from club.outbox import POSITION, Position, read_position
from club.room import Room
from scoring import fold
from scoring.ledger import Ledger
from scoring.ledger.store import LOG
from scoring.projections import table_view
from tests.club.brokers import Club, club_at
from tests.club.postgres import CARELESS, Server, serving
from tests.club.processes import Program, program
from tests.club.test_line import EVENING, lines, play, ways
from tests.waiting import until

SEEDS = range(20)
CLOCKS = {"north": timedelta(days=3652), "south": timedelta(days=-3652)}
"""By how much each box's clock is wrong."""


class Night:
    """Two boxes whose clocks are ten years off, and a club of processes that can be struck."""

    def __init__(self, club: Club, folder: Path, place: str, server: Server | None, seed: int) -> None:
        self.club, self.folder, self.place, self.server, self.chance = club, folder, place, server, random.Random(seed)
        self.logs = {box: [replace(event, at=event.at + wrong) for event in EVENING] for box, wrong in CLOCKS.items()}
        self.played = dict.fromkeys(self.logs, 0)

    def play_some(self, most: int = 20) -> None:
        for box, events in self.logs.items():
            at = self.played[box]
            more = events[at : at + self.chance.randint(1, most)]
            play(self.folder / box, f"{box}-one", more, at)
            self.played[box] += len(more)

    def run(self) -> None:
        """Play to the end through one fault of each kind, in an order by chance."""
        self.play_some()
        access = {box: self.club.access(box) for box in self.logs}
        with (
            program("hub", self.folder / "hub", self.club.of(HUB), archive=self.place) as hub,
            program("box", self.folder / "north", access["north"]) as north,
            program("box", self.folder / "south", access["south"]),
        ):
            for strike in self.strikes(hub, north):
                Event().wait(self.chance.random() * 0.3)
                strike()
                self.play_some()
            self.play_some(len(EVENING))
            self.play_some(len(EVENING))
            while min(self.played.values()) < len(EVENING):
                self.play_some()
            until(lambda: not any(self.waiting(box) for box in self.logs))

    def waiting(self, box: str) -> bool:
        """Asked of the log itself: what the line last wrote of how it does may be older than the last events."""
        folder = self.folder / box
        return read_position(folder / POSITION, Position()).done < Ledger(folder / LOG).position()

    def strikes(self, hub: Program, north: Program) -> Iterator[Callable[[], None]]:
        def again(struck: Program, forgets: bool = False) -> None:
            struck.kill()
            self.play_some()
            if forgets:
                (self.folder / "north" / POSITION).write_text("{")
            struck.start()

        def broker_dies() -> None:
            process = self.club.broker.process
            assert process is not None
            process.kill()
            process.wait()
            self.play_some()
            self.club.broker.start()

        def line_is_cut() -> None:
            process = self.club.broker.process
            assert process is not None
            process.send_signal(signal.SIGSTOP)
            self.play_some()
            Event().wait(self.chance.random())
            process.send_signal(signal.SIGCONT)

        def database_dies() -> None:
            assert self.server is not None
            self.server.kill()
            self.play_some()
            self.server.start()

        found = [lambda: again(hub), lambda: again(north), lambda: again(north, forgets=True), broker_dies, line_is_cut]
        found += [database_dies] if self.server else []
        self.chance.shuffle(found)
        yield from found


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with club_at(tmp_path / "club") as found:
        yield found


def check(night: Night, archive: Archive) -> None:
    """What is in the archive is what the boxes' logs say, once, and folds to the same tables."""
    for box in night.logs:
        assert ways(archive, box, f"{box}-one") == [lines(night.folder / box, f"{box}-one")]
    assert len(archive.after(0, 10_000)) == 2 * len(EVENING)
    room = Room(archive)
    room.catch_up()
    for box, events in night.logs.items():
        assert table_view(room.current[box].table) == table_view(fold(events))


@pytest.mark.parametrize("seed", SEEDS)
def test_with_a_file_nothing_is_lost_and_nothing_is_twice(club: Club, tmp_path: Path, seed: int) -> None:
    night = Night(club, tmp_path, str(tmp_path / "hub.db"), None, seed)
    night.run()
    archive = archive_at(night.place)
    check(night, archive)
    archive.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_with_postgresql_nothing_is_lost_and_nothing_is_twice(club: Club, tmp_path: Path, seed: int) -> None:
    with serving(CARELESS) as server:
        night = Night(club, tmp_path, server.new(), server, seed)
        night.run()
        archive = opened(night.place)
        check(night, archive)
        archive.close()


def opened(place: str) -> Archive:
    """The archive, once the hub that was ended has given it back."""
    archive = archive_at(place)

    def is_free() -> bool:
        try:
            archive.position()
        except ArchiveDown:
            return False
        return True

    until(is_free)
    return archive
