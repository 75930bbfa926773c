"""From a box's log to the hub's archive over a line that loses, doubles and delays: nothing is lost, nothing is there twice."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from club.archive import archive_at
from club.outbox import EVENTS, LONGEST_S, POSITION, WINDOW, Outbox, Position, joined, keep_position, read_position
from club.wire import Answer, excerpt_bytes, message_bytes, read_answer, read_excerpt
from scoring.events import Event
from scoring.ledger import Ledger
from scoring.ledger.records import export_lines
from tests.club.places import Places, copy_of
from tests.property.test_written_games import evening

BOX = "table-7"
EVENING = evening("whist", 3).events
HANDS = evening("whist", 4, hands=8).events


@dataclass
class Club:
    """A box, a line with faults by chance, and a hub; `now` is a clock that the test moves."""

    folder: Path
    places: Places
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    loss: float = 0.0
    now: float = 0.0
    sent: int = 0

    def __post_init__(self) -> None:
        self.ledger, self.place = Ledger(self.folder / "log.db"), self.places.new()
        self.archive = archive_at(self.place)
        self.start()

    def start(self) -> None:
        """The box's program, from what it wrote down."""
        self.outbox = Outbox(self.ledger, read_position(self.folder / POSITION, Position()))

    def put_back(self, backup: Path) -> None:
        """The box's log is a copy of before, and its program begins anew."""
        self.ledger.close()
        copy_of(backup, self.ledger.path)
        self.ledger = Ledger(self.ledger.path)
        self.start()

    def play(self, session: str, events: list[Event], already: int = 0) -> None:
        self.ledger.append(session, already, events)

    def deliver(self) -> None:
        """One turn: what is due crosses the line, and so do the answers."""
        excerpts = [excerpt for excerpt in self.outbox.due(self.now) for _ in self.copies()]
        self.sent += sum(len(excerpt.entries) for excerpt in excerpts)
        crossed = [(BOX, read_excerpt(excerpt_bytes(excerpt))) for excerpt in excerpts]
        for answer in self.archive.take(crossed):
            for _ in self.copies():
                self.outbox.answered(read_answer(message_bytes(answer)), self.now)
        keep_position(self.folder / POSITION, self.outbox.position)
        self.now += 1

    def copies(self) -> range:
        return range(0 if self.chance.random() < self.loss else 1 + (self.chance.random() < self.loss))

    def settle(self) -> None:
        """On a line that is well again, until nothing waits."""
        self.loss = 0.0
        for _ in range(200):
            self.deliver()
            if not self.outbox.waiting:
                return
        raise AssertionError(f"{self.outbox.waiting} still wait")

    def lines(self, session: str) -> list[str]:
        return list(export_lines(self.ledger.read(session)))[1:]

    def ways(self, session: str) -> list[list[str]]:
        return [[entry.line for entry in way] for way in self.archive.ways(BOX, session)]

    def backup(self) -> str:
        """Another archive, as the hub's stands now."""
        self.archive.close()
        return self.places.copy(self.place)

    def hub_at(self, place: str) -> None:
        """From now on the hub's archive is that one."""
        self.archive.close()
        self.archive = archive_at(place)

    def close(self) -> None:
        self.ledger.close()
        self.archive.close()


@pytest.fixture
def club(tmp_path: Path, places: Places) -> Iterator[Club]:
    club = Club(tmp_path, places)
    yield club
    club.close()


def test_every_event_arrives_in_order_and_once(club: Club) -> None:
    club.play("one", EVENING)
    club.play("two", HANDS)
    club.settle()
    assert club.ways("one") == [club.lines("one")]
    assert club.ways("two") == [club.lines("two")]
    assert [kept.number for kept in club.archive.after(0, 10_000)] == list(range(1, len(EVENING) + len(HANDS) + 1))


def test_on_a_line_that_is_well_an_event_crosses_once(club: Club) -> None:
    club.play("one", EVENING[:1])
    club.settle()
    club.sent = 0
    for already, event in enumerate(EVENING[1:], start=1):
        club.play("one", [event], already)
        club.deliver()
    assert club.sent == len(EVENING) - 1
    assert club.outbox.waiting == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_line_that_loses_doubles_and_a_box_that_dies_lose_nothing(tmp_path: Path, places: Places, seed: int) -> None:
    chance = random.Random(seed)
    club, at = Club(tmp_path, places, chance, loss=0.4), 0
    while at < len(HANDS):
        more = chance.randint(1, 9)
        club.play("one", HANDS[at : at + more], at)
        at = min(at + more, len(HANDS))
        club.deliver()
        if chance.random() < 0.1:
            club.start()
        if chance.random() < 0.05:
            (tmp_path / POSITION).write_text("{")
    club.play("two", EVENING)
    club.settle()
    assert club.ways("one") == [club.lines("one")]
    assert club.ways("two") == [club.lines("two")]
    club.close()


def test_pauses_grow_while_nobody_answers_and_are_short_again_after_it(club: Club) -> None:
    club.play("one", EVENING)
    club.settle()
    club.play("two", EVENING)
    moments = [float(moment) for moment in range(1000, 1400) if club.outbox.due(float(moment))]
    pauses = [later - earlier for earlier, later in pairwise(moments)]
    assert pauses == sorted(pauses)
    assert pauses[0] <= 4
    assert pauses[-1] == LONGEST_S
    club.now = 1400.0
    club.settle()
    assert club.ways("two") == [club.lines("two")]


def test_only_so_much_is_on_its_way_at_once(club: Club) -> None:
    many = HANDS
    for number in range(6):
        club.play(f"s{number}", many)
    due = club.outbox.due(0.0)
    assert len(due) == WINDOW
    assert all(len(excerpt.entries) <= EVENTS for excerpt in due)
    assert club.outbox.due(0.5) == []


def test_a_table_that_joins_sends_what_is_played_from_then_on_with_the_session_that_is_running(club: Club) -> None:
    club.play("before", EVENING)
    club.play("running", HANDS[:30])
    club.outbox = Outbox(club.ledger, Position(since=club.ledger.position()))
    club.deliver()
    assert club.archive.after(0, 10) == []
    club.play("running", HANDS[30:], 30)
    club.settle()
    assert club.ways("running") == [club.lines("running")]
    assert club.ways("before") == []


def test_another_hub_gets_everything_since_the_table_joined(club: Club) -> None:
    club.play("one", EVENING)
    club.settle()
    club.hub_at(club.places.new())
    club.play("two", EVENING)
    club.settle()
    assert club.ways("one") == [club.lines("one")]
    assert club.ways("two") == [club.lines("two")]


def test_a_hub_that_went_back_gets_the_session_again_from_its_beginning(club: Club) -> None:
    club.play("one", HANDS[:20])
    club.settle()
    backup = club.backup()
    club.play("one", HANDS[20:200], 20)
    club.settle()
    club.hub_at(backup)
    club.play("one", HANDS[200:], 200)
    club.settle()
    assert club.ways("one") == [club.lines("one")]


def test_a_log_that_went_back_shows_as_two_ways_and_both_are_kept(club: Club, tmp_path: Path) -> None:
    club.play("one", HANDS[:20])
    club.settle()
    copy_of(club.ledger.path, tmp_path / "backup.db")
    club.play("one", HANDS[20:30], 20)
    club.settle()
    first = club.lines("one")
    club.put_back(tmp_path / "backup.db")
    other = evening("whist", 5).events
    club.play("one", other[1:31], 20)
    club.play("two", EVENING)
    club.settle()
    assert club.ways("one") == [first, club.lines("one")]
    assert club.ways("two") == [club.lines("two")]


def test_what_cannot_be_read_in_the_log_travels_as_it_stands(club: Club) -> None:
    club.play("one", EVENING)
    with closing(sqlite3.connect(club.ledger.path)) as db, db:
        db.execute("UPDATE events SET data = '{\"at' WHERE seq = 3")
        db.execute("DELETE FROM events WHERE seq = 5")
    club.settle()
    (way,) = club.archive.ways(BOX, "one")
    assert [entry.seq for entry in way] == [1, 2, 3, 4, *range(6, len(EVENING) + 1)]
    assert '"data":"{\\"at"' in way[2].line


def test_a_refusal_is_told_and_nothing_goes_on_until_it_is_over(club: Club) -> None:
    club.play("one", EVENING)
    (excerpt, *_) = club.outbox.due(0.0)
    hub = club.archive.name
    club.outbox.answered(Answer(hub, "one", excerpt.last, refusal="the club's disk is full: make room"), 0.0)
    assert club.outbox.trouble == "the club's disk is full: make room"
    assert club.outbox.waiting == len(EVENING)
    club.now = 100.0
    club.settle()
    assert club.outbox.trouble == ""
    assert club.ways("one") == [club.lines("one")]


def test_a_hub_that_went_back_to_before_a_session_that_has_ended_is_sent_that_too(club: Club) -> None:
    backup = club.backup()
    club.play("one", EVENING)
    club.play("two", EVENING)
    club.settle()
    club.hub_at(backup)
    club.deliver()
    assert club.ways("one") == []
    club.outbox.again()
    club.settle()
    assert club.ways("one") == [club.lines("one")]
    assert club.ways("two") == [club.lines("two")]


def test_a_hub_that_is_back_is_sent_at_once_what_it_has_not_acknowledged_and_nothing_twice(club: Club) -> None:
    club.play("one", EVENING)
    club.settle()
    club.play("two", EVENING)
    for moment in range(1000, 1400):
        club.outbox.due(float(moment))
    club.now, club.sent = 1400.5, 0
    club.outbox.again()
    club.deliver()
    assert club.ways("two") == [club.lines("two")]
    assert (club.sent, club.outbox.waiting) == (len(EVENING), 0)


def test_a_table_that_joins_in_the_middle_of_a_session_sends_it_whole_at_once(club: Club) -> None:
    club.play("before", EVENING)
    club.play("running", HANDS[:30])
    club.outbox = Outbox(club.ledger, joined(club.ledger))
    club.deliver()
    assert club.ways("running") == [club.lines("running")]
    assert club.ways("before") == []


@pytest.mark.parametrize("seed", range(20))
def test_a_log_that_is_put_back_to_a_copy_at_any_moment_leaves_both_ways_for_the_director(
    places: Places, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    club, copied = Club(tmp_path, places, chance, loss=0.2), chance.randint(1, 100)
    lost = chance.randint(1, 60)
    club.play("one", HANDS[:copied])
    club.settle()
    copy_of(club.ledger.path, tmp_path / "backup.db")
    club.play("one", HANDS[copied : copied + lost], copied)
    club.settle()
    first = club.lines("one")
    club.put_back(tmp_path / "backup.db")
    other = evening("whist", 100 + seed, hands=4).events
    club.play("one", other[1 : 1 + chance.randint(1, 60)], copied)
    club.settle()
    assert sorted(club.ways("one")) == sorted([first, club.lines("one")])
    club.ledger.close()
    club.archive.close()


@pytest.mark.parametrize("seed", range(20))
def test_two_boxes_of_one_name_lose_nothing_to_one_another(places: Places, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    (tmp_path / "second").mkdir()
    first = Club(tmp_path, places, chance, loss=0.3)
    second = Club(tmp_path / "second", places, chance, loss=0.3)
    second.archive.close()
    second.archive = first.archive
    played = {"one": (first, HANDS), "two": (second, EVENING)}
    at = dict.fromkeys(played, 0)
    while any(at[session] < len(events) for session, (_, events) in played.items()):
        for session, (box, events) in played.items():
            more = events[at[session] : at[session] + chance.randint(1, 20)]
            box.play(session, more, at[session]) if more else None
            at[session] += len(more)
            box.deliver()
    for box in (first, second):
        box.settle()
    assert first.ways("one") == [first.lines("one")]
    assert first.ways("two") == [second.lines("two")]
    for box in (first, second):
        box.ledger.close()
    first.archive.close()
