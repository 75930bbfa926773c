"""Boxes and hub over a real broker: everything arrives once, whatever is killed, cut off or set back."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from club.archive import Archive, archive_at
from club.broker import HUB
from club.intake import Intake
from club.line import Line
from club.outbox import POSITION, Position, read_position
from club.wire import read_excerpt
from scoring.events import Event as Happened
from scoring.ledger import EvidenceStore, Ledger
from scoring.ledger.records import export_lines
from tests.club.brokers import Club, club_at
from tests.property.test_written_games import evening
from tests.waiting import PATIENCE, until
from web.membership import read_state

EVENING = evening("whist", 3, hands=4).events


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with club_at(tmp_path / "club") as found:
        yield found


class Running:
    """Something that runs in a thread until it is stopped."""

    def __init__(self, work: Line | Intake) -> None:
        self.stop = Event()
        self.thread = Thread(target=work.run, args=(self.stop,))
        self.thread.start()

    def end(self) -> None:
        self.stop.set()
        self.thread.join()


@pytest.fixture(autouse=True)
def kept_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a line writes down is what these tests wait for."""
    monkeypatch.setattr("club.line.KEEP_S", 0.1)


@pytest.fixture
def running() -> Iterator[list[Running]]:
    """What is in this list is ended after the test."""
    found: list[Running] = []
    yield found
    for item in found:
        item.end()


def play(folder: Path, session: str, events: list[Happened], already: int = 0) -> None:
    folder.mkdir(exist_ok=True)
    ledger = Ledger(folder / "log.db")
    ledger.append(session, already, events)
    ledger.close()


def lines(folder: Path, session: str) -> list[str]:
    ledger = Ledger(folder / "log.db")
    try:
        return list(export_lines(ledger.read(session)))[1:]
    finally:
        ledger.close()


def ways(archive: Archive, box: str, session: str) -> list[list[str]]:
    return [[entry.line for entry in way] for way in archive.ways(box, session)]


def state(folder: Path) -> tuple[bool, int, str]:
    found = read_state(folder)
    return found.is_up, found.waiting, found.trouble


def test_what_is_played_is_in_the_archive_and_the_hub_knows_the_box(club: Club, tmp_path: Path, running: list[Running]) -> None:
    archive, north = archive_at(tmp_path / "hub.db"), tmp_path / "north"
    intake = Intake(archive, club.of(HUB), lambda: None)
    play(north, "one", EVENING[:40])
    line = Line(north, club.access("north"), "1.2", lambda: ("the camera is covered",))
    running += [Running(intake), Running(line)]
    until(lambda: ways(archive, "north", "one") == [lines(north, "one")])
    play(north, "one", EVENING[40:], 40)
    until(lambda: ways(archive, "north", "one") == [lines(north, "one")])
    until(lambda: "north" in intake.boxes)
    told = intake.boxes["north"].state
    assert (told.is_there, told.program, told.troubles) == (True, "1.2", ("the camera is covered",))
    until(lambda: state(north) == (True, 0, ""))
    running.pop().end()
    until(lambda: not intake.boxes["north"].state.is_there)


def test_a_picture_comes_when_it_is_asked_for_and_one_that_is_gone_is_none(
    club: Club, tmp_path: Path, running: list[Running]
) -> None:
    north = tmp_path / "north"
    play(north, "one", EVENING)
    name = EvidenceStore(north / "evidence").keep(b"a picture")
    intake = Intake(archive_at(tmp_path / "hub.db"), club.of(HUB), lambda: None)
    running += [Running(intake), Running(Line(north, club.access("north"), "1"))]
    until(lambda: "north" in intake.boxes)
    assert intake.picture("north", name, PATIENCE) == b"a picture"
    assert intake.picture("north", "0" * 64, PATIENCE) is None


def test_a_box_without_a_hub_or_a_broker_says_so_and_the_table_plays_on(
    club: Club, tmp_path: Path, running: list[Running]
) -> None:
    north = tmp_path / "north"
    play(north, "one", EVENING[:40])
    running.append(Running(Line(north, club.access("north"), "1")))
    until(lambda: state(north) == (True, 40, ""))
    club.broker.stop()
    until(lambda: not read_state(north).is_up)
    play(north, "one", EVENING[40:], 40)
    until(lambda: read_state(north).waiting == len(EVENING))
    until(lambda: "does not answer" in read_state(north).trouble)
    club.broker.start()
    archive = archive_at(tmp_path / "hub.db")
    running.append(Running(Intake(archive, club.of(HUB), lambda: None)))
    until(lambda: ways(archive, "north", "one") == [lines(north, "one")])
    until(lambda: state(north) == (True, 0, ""))


def test_two_boxes_of_one_name_are_noticed_and_nothing_of_either_is_lost(
    club: Club, tmp_path: Path, running: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.line.TELL_S", 0.2)
    archive, first, second = archive_at(tmp_path / "hub.db"), tmp_path / "first", tmp_path / "second"
    intake = Intake(archive, club.of(HUB), lambda: None)
    access = club.access("north")
    play(first, "one", EVENING)
    play(second, "two", EVENING)
    running += [Running(intake), Running(Line(first, access, "1")), Running(Line(second, access, "1"))]
    until(lambda: ways(archive, "north", "one") == [lines(first, "one")])
    until(lambda: ways(archive, "north", "two") == [lines(second, "two")])
    until(lambda: "north" in intake.boxes and intake.boxes["north"].is_doubled)


def test_a_record_of_a_newer_cardtable_is_named_at_the_box_and_to_the_director(
    club: Club, tmp_path: Path, running: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    north = tmp_path / "north"
    play(north, "one", EVENING[:5])
    intake = Intake(archive_at(tmp_path / "hub.db"), club.of(HUB), lambda: None)
    running += [Running(intake)]
    monkeypatch.setattr("club.intake.read_excerpt", _newer)
    running += [Running(Line(north, club.access("north"), "1"))]
    until(lambda: "bring the older one up to date" in read_state(north).trouble)
    assert "bring the older one up to date" in intake.boxes["north"].trouble


def _newer(payload: bytes) -> object:
    return read_excerpt(payload.replace(b'"version":1', b'"version":2', 1))


def test_what_only_counts_on_is_written_down_now_and_then_and_at_the_end(
    club: Club, tmp_path: Path, running: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.line.KEEP_S", 1e9)
    north, archive, written = tmp_path / "north", archive_at(tmp_path / "hub.db"), list[Path]()

    def noted(path: Path, content: bytes) -> None:
        written.append(path)
        path.write_bytes(content)

    monkeypatch.setattr("club.outbox.write_file", noted)
    running.append(Running(Intake(archive, club.of(HUB), lambda: None)))
    play(north, "one", EVENING[:40])
    running.append(Running(Line(north, club.access("north"), "1")))
    for at in range(40, len(EVENING), 5):
        play(north, "one", EVENING[at : at + 5], at)
        until(lambda: ways(archive, "north", "one") == [lines(north, "one")])
    assert len(written) <= 1
    running.pop().end()
    assert written[-1] == north / POSITION
    assert read_position(north / POSITION, Position()).done > 40
