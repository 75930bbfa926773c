"""A record that is damaged costs what follows the damage in its session, and nothing else."""

import json
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scoring.cards import Card
from scoring.commands import ConfirmTrick, EndSession, PlayCard, StartSession
from scoring.errors import CannotBeDone, RecordDamaged
from scoring.ledger import Ledger, LiveTable, LogDamaged
from scoring.ledger.records import export_lines
from scoring.ledger.replay import replay
from scoring.ledger.salvage import set_log_aside
from scoring.ledger.store import COLUMNS

Clock = Callable[[], datetime]


@pytest.fixture
def live(tmp_path: Path, clock: Clock) -> LiveTable:
    """One ended session, and one with a trick and a card."""
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    live.submit(EndSession(by="t"), clock)
    live.submit(StartSession(by="t", game="spar", players=("Esi", "Yaw")), clock)
    for code in ("AH", "7H"):
        live.submit(PlayCard(by="camera", card=Card.parse(code)), clock)
    live.submit(ConfirmTrick(by="t", hand=1, trick=1), clock)
    live.submit(PlayCard(by="camera", card=Card.parse("KD")), clock)
    return live


def damage(live: LiveTable, statement: str, *values: object) -> LiveTable:
    """The log after that statement, as a program sees it that starts now."""
    with sqlite3.connect(live.ledger.path) as db:
        db.execute(statement, values)
    db.close()
    return LiveTable(Ledger(live.ledger.path))


FOURTH = "WHERE session = (SELECT session FROM events ORDER BY id DESC LIMIT 1) AND seq = 4"


@pytest.mark.parametrize(
    ("statement", "values", "words"),
    [
        (f"UPDATE events SET data = substr(data, 1, 20) {FOURTH}", (), "it is cut off, or no JSON"),
        (f"UPDATE events SET data = ? {FOURTH}", ("[" * 100_000,), "it is cut off, or no JSON"),
        (f"UPDATE events SET data = ? {FOURTH}", ('{"at": ' + "9" * 5000 + "}",), "it is cut off, or no JSON"),
        (f"UPDATE events SET data = '[]' {FOURTH}", (), "not an event"),
        (f"UPDATE events SET type = 'Magic' {FOURTH}", (), "not an event"),
        (f"UPDATE events SET version = 9 {FOURTH}", (), "newer Cardtable"),
        (f"DELETE FROM events {FOURTH}", (), "it is missing"),
    ],
)
def test_a_row_costs_what_follows_it_and_is_named(
    live: LiveTable, clock: Clock, statement: str, values: tuple[str], words: str
) -> None:
    session = live.session
    damaged = damage(live, statement, *values)
    assert damaged.session == session
    assert damaged.table().seq == 3
    assert f"event 4 of session {session}" in damaged.damage()
    assert words in damaged.damage()
    with pytest.raises(RecordDamaged, match="start a new session"):
        damaged.submit(PlayCard(by="camera", card=Card.parse("9D")), clock)
    with pytest.raises(LogDamaged, match="event 4"):
        damaged.ledger.read(str(session))
    assert [item.seq for item in damaged.ledger.excerpt(str(session)).recorded] == [1, 2, 3]
    assert len(list(export_lines(damaged.ledger.excerpt(str(session)).recorded))) == 4


def test_the_other_sessions_and_a_new_one_go_on(live: LiveTable, clock: Clock) -> None:
    damaged = damage(live, f"DELETE FROM events {FOURTH}")
    first = damaged.ledger.sessions()[0]
    assert replay(damaged.ledger.excerpt(first)).table.is_ended
    damaged.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    assert damaged.damage() == ""
    assert damaged.table().agreed.players == ("Ama", "Kofi")
    assert len(damaged.ledger.sessions()) == 3


def test_a_session_whose_beginning_is_lost_is_still_the_one_that_is_played(live: LiveTable) -> None:
    session = live.session
    damaged = damage(live, "DELETE FROM events WHERE session = ? AND seq = 1", session)
    assert damaged.session == session
    assert f"event 1 of session {session} cannot be used: it is missing" in damaged.damage()


MOVE = {"seat": "H", "card": "9H", "action": "trail"}
CALL = {"kind": "bid", "seat": "H", "number": 4}
PLACE = {"hand": 1, "trick": 1, "position": 0}


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("CardPlayed", {"card": "9H", "seat": "H"}),
        ("CallMade", {"call": CALL}),
        ("CallCorrected", {"hand": 1, "index": 0, "was": CALL, "now": CALL}),
        ("MoveMade", {"move": MOVE}),
        ("MoveCorrected", {"hand": 1, "index": 0, "was": MOVE, "now": MOVE}),
        ("SeatCorrected", PLACE | {"was": None, "now": "H"}),
        ("TrickClaimed", {"hand": 1, "trick": 1, "seat": "H"}),
        ("ClaimCorrected", {"hand": 1, "trick": 1, "was": "A", "now": "H"}),
    ],
)
def test_nobody_acts_from_a_seat_in_which_nobody_sits(live: LiveTable, clock: Clock, kind: str, data: dict[str, object]) -> None:
    data = {"at": clock().isoformat(), "by": "t"} | data
    damaged = damage(live, f"UPDATE events SET type = ?, version = 1, data = ? {FOURTH}", kind, json.dumps(data))
    assert "nobody sits in seat H" in damaged.damage()


def test_a_session_begins_once(live: LiveTable) -> None:
    first = "type, version, data) = (SELECT type, version, data FROM events WHERE seq = 1 ORDER BY id DESC LIMIT 1)"
    assert "has one alone" in damage(live, f"UPDATE events SET ({first} {FOURTH}").damage()


def test_a_session_is_found_whose_beginning_was_played_elsewhere(live: LiveTable) -> None:
    session = live.session
    assert damage(live, "UPDATE events SET is_imported = 1 WHERE seq = 1").session == session


def test_an_event_that_cannot_have_happened_is_found_among_thousands_of_good_ones(live: LiveTable, clock: Clock) -> None:
    data = json.dumps({"at": clock().isoformat(), "by": "t", "hand": 7, "trick": 1})
    damaged = damage(live, f"UPDATE events SET type = 'TrickConfirmed', version = 1, data = ? {FOURTH}", data)
    assert "event 4" in damaged.damage()
    assert "cannot have happened" in damaged.damage()
    assert damaged.table().seq == 3


def test_a_session_set_aside_is_kept_and_shown_no_more(live: LiveTable) -> None:
    session = str(live.session)
    live.ledger.set_aside(session)
    assert session not in live.ledger.sessions()
    assert live.session != session
    assert [kept.is_aside for kept in live.ledger.kept()] == [False, True]
    assert len(live.ledger.read(session)) == 6


def test_a_session_is_removed_for_good(live: LiveTable) -> None:
    session = str(live.session)
    assert live.ledger.remove(session) == 6
    assert [kept.session for kept in live.ledger.kept()] == [live.session]
    assert live.table().agreed.players == ("Ama", "Kofi")


def test_a_log_file_with_a_hole_is_set_aside_and_what_can_be_read_goes_on(live: LiveTable, clock: Clock) -> None:
    path = live.ledger.path
    for _ in range(200):
        live.submit(StartSession(by="t", game="spar", players=("Esi", "Yaw")), clock) if live.table().is_ended else None
        live.submit(EndSession(by="t"), clock) if not live.table().is_ended else None
    before = len(live.ledger.kept())
    live.ledger.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    content = bytearray(path.read_bytes())
    content[5 * 4096 : 6 * 4096] = bytes(4096)
    path.write_bytes(content)
    old, rows = set_log_aside(path)
    assert old.read_bytes() == bytes(content)
    kept = Ledger(path).kept()
    assert 0 < len(kept) <= before
    assert sum(item.events for item in kept) == rows


def test_a_log_is_taken_over_past_a_long_session_that_was_removed(live: LiveTable, clock: Clock) -> None:
    first, long = live.ledger.sessions()
    path = live.ledger.path
    with sqlite3.connect(path) as db:
        copied = "session, seq + 10 * n.value, type, version, data, is_imported"
        numbers = "WITH n(value) AS (VALUES(1) UNION ALL SELECT value + 1 FROM n WHERE value < 300)"
        db.execute(f"{numbers} INSERT INTO events ({COLUMNS}) SELECT {copied} FROM events, n WHERE session = ?", (long,))
    db.close()
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    newest = live.session
    live.ledger.remove(long)
    live.ledger.close()
    set_log_aside(path)
    assert Ledger(path).sessions() == [first, newest]


def test_a_row_that_a_damaged_log_has_twice_is_taken_over_once(live: LiveTable) -> None:
    path, sessions = live.ledger.path, live.ledger.sessions()
    before = [live.ledger.read(session) for session in sessions]
    live.ledger.close()
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE copy AS SELECT * FROM events; DROP TABLE events; ALTER TABLE copy RENAME TO events")
        db.execute(f"INSERT INTO events (id, {COLUMNS}) SELECT id + 100, {COLUMNS} FROM events WHERE seq = 2")
    db.close()
    set_log_aside(path)
    ledger = Ledger(path)
    assert [ledger.read(session) for session in sessions] == before


@pytest.mark.parametrize("error", [OSError("no space"), sqlite3.OperationalError("database or disk is full")])
def test_where_no_new_log_can_be_written_the_old_one_is_back(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(_: Path) -> Ledger:
        raise error

    live.ledger.close()
    folder = live.ledger.path.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr("scoring.ledger.salvage.Ledger", fails)
    with pytest.raises(type(error), match=str(error)):
        set_log_aside(live.ledger.path)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("part", ["decide", "table_view"])
def test_a_command_whose_outcome_could_not_be_shown_changes_nothing(
    live: LiveTable, clock: Clock, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def fails(*_: object) -> None:
        raise OverflowError("days=694444444; must have magnitude <= 999999999")

    before = live.ledger.position()
    monkeypatch.setattr(f"scoring.ledger.live.{part}", fails)
    with pytest.raises(CannotBeDone, match="nothing was changed"):
        live.submit(PlayCard(by="camera", card=Card.parse("9D")), clock)
    assert live.ledger.position() == before
