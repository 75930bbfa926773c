"""Tables as the hub folds them: what the box's own log says, whatever way it came."""

import random
from pathlib import Path

import pytest

from club.archive import Archive, archive_at
from club.room import Room
from club.wire import NOTHING, Excerpt, chain
from scoring import fold
from scoring.events import Event
from scoring.ledger import Recorded
from scoring.ledger.records import export_lines, json_line
from scoring.projections import table_view
from tests.property.test_written_games import evening

WHIST = evening("whist", 3).events
OTHER = evening("whist", 4).events


def lines(events: list[Event], session: str = "one", first: int = 1) -> list[tuple[int, str]]:
    recorded = (Recorded(session, seq, event) for seq, event in enumerate(events, first))
    return list(enumerate(list(export_lines(recorded))[1:], first))


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return archive_at(tmp_path / "hub.db")


def test_a_table_that_comes_in_pieces_is_the_table_at_the_box(archive: Archive) -> None:
    room, chance, after, rest = Room(archive), random.Random(1), NOTHING, lines(WHIST)
    while rest:
        count = chance.randint(1, 7)
        excerpt = chain("one", after, rest[:count])
        archive.take([("north", excerpt)])
        after, rest = excerpt.last, rest[count:]
        if chance.random() < 0.7:
            room.catch_up()
    room.catch_up()
    [session] = room.sessions
    assert table_view(session.table) == table_view(fold(WHIST))
    assert (session.damage, session.is_forked, session.last) == ("", False, after)
    assert room.catch_up() == ()


def test_tables_are_told_apart_by_box_and_the_session_that_began_last_is_the_current_one(archive: Archive) -> None:
    room = Room(archive)
    for box, session, events in (("north", "one", WHIST), ("south", "one", OTHER), ("north", "two", OTHER[:9])):
        archive.take([(box, chain(session, NOTHING, lines(events, session)))])
    assert {(found.box, found.session) for found in room.catch_up()} == {("north", "one"), ("south", "one"), ("north", "two")}
    assert [(found.box, found.session) for found in room.sessions] == [("north", "one"), ("south", "one"), ("north", "two")]
    assert {box: found.session for box, found in room.current.items()} == {"north": "two", "south": "one"}


def test_an_evening_begins_where_it_was_opened_with_what_goes_on_then(archive: Archive) -> None:
    archive.take([("north", chain("before", NOTHING, lines(OTHER, "before")))])
    first = chain("one", NOTHING, lines(WHIST[:20]))
    archive.take([("north", first)])
    room = Room(archive, since=len(OTHER) + 20)
    archive.take([("north", chain("one", first.last, lines(WHIST[20:], first=21)))])
    [session] = room.catch_up()
    assert table_view(session.table) == table_view(fold(WHIST))
    assert room.sessions == (session,)


def test_a_log_that_went_on_in_two_ways_is_a_question_and_the_director_says_which_counts(archive: Archive) -> None:
    room = Room(archive)
    start = chain("one", NOTHING, lines(WHIST[:20]))
    first = chain("one", start.last, lines(WHIST[20:], first=21))
    second = chain("one", start.last, lines([*OTHER[20:40]], first=21))
    archive.take([("north", start), ("north", first)])
    room.catch_up()
    archive.take([("north", second)])
    [session] = room.catch_up()
    assert session.is_forked
    assert set(session.ends) == {first.last, second.last}
    for counting, events in ((first, WHIST), (second, [*WHIST[:20], *OTHER[20:40]]), (first, WHIST)):
        room.choose({("north", "one"): counting.last})
        [session] = room.sessions
        assert session.last == counting.last
        if not session.damage:
            assert table_view(session.table) == table_view(fold(events))


def test_what_cannot_be_used_costs_what_follows_it_in_that_session_and_nothing_else(archive: Archive) -> None:
    room, found = Room(archive), lines(WHIST)
    newer = (30, json_line({"session": "one", "seq": 30, "type": "CardPlayed", "version": 99, "data": {}}))
    archive.take([("north", chain("one", NOTHING, [*found[:29], newer, *found[30:]]))])
    archive.take([("south", chain("two", NOTHING, lines(OTHER, "two")))])
    room.catch_up()
    damaged, well = room.sessions
    assert "event 30 of session one" in damaged.damage
    assert "newer Cardtable" in damaged.damage
    assert table_view(damaged.table) == table_view(fold(WHIST[:29]))
    assert (well.damage, table_view(well.table)) == ("", table_view(fold(OTHER)))


@pytest.mark.parametrize("cut", [10, 5])
def test_a_gap_in_a_log_is_named(archive: Archive, cut: int) -> None:
    room, found = Room(archive), lines(WHIST)
    whole = chain("one", NOTHING, [*found[:10], *found[12:20]])
    archive.take([("north", Excerpt("one", NOTHING, whole.entries[:cut]))])
    room.catch_up()
    archive.take([("north", Excerpt("one", whole.entries[cut - 1].sum, whole.entries[cut:]))])
    [session] = room.catch_up()
    assert session.damage == "event 11 of session one cannot be used: it is missing; what came before it stands"


def test_a_question_whether_an_event_is_known_touches_nothing(archive: Archive) -> None:
    room, excerpt = Room(archive), chain("one", NOTHING, lines(WHIST[:5]))
    archive.take([("north", excerpt)])
    room.catch_up()
    [answer, unknown] = archive.take([("north", Excerpt("one", excerpt.last)), ("north", Excerpt("one", "0" * 64))])
    assert (answer.is_known, unknown.is_known) == (True, False)
    assert room.catch_up() == ()
