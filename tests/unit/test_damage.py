"""Records that nobody played are refused whole, each with a sentence, and never with a traceback or a hang."""

import json
from typing import Any

import pytest

from scoring import Card, Table, fold
from scoring.commands import DealHand, PlayCard, StartSession, Undo
from scoring.decide import decide
from scoring.events import Event
from scoring.ledger import LogDamaged, Recorded
from scoring.ledger.records import export_lines, import_lines, tables
from tests.conftest import NOON


def record() -> list[str]:
    """One trick of Spar and an undo, as JSON Lines: header, start, hand, two plays, confirmation, undo."""
    from scoring.commands import ConfirmTrick

    table, events = Table(), list[Event]()
    commands = (
        StartSession(by="t", game="spar", players=("Ama", "Kofi")),
        DealHand(by="t"),
        PlayCard(by="t", card=Card.parse("AH")),
        PlayCard(by="t", card=Card.parse("7H")),
        ConfirmTrick(by="t", hand=1, trick=1),
        Undo(by="t"),
    )
    for command in commands:
        new = decide(table, command, NOON)
        table, events = fold(new, table), events + new
    return list(export_lines(Recorded("s", seq, event) for seq, event in enumerate(events, start=1)))


def changed(line: int, **data: Any) -> list[str]:
    lines = record()
    value = json.loads(lines[line])
    value["data"] |= data
    lines[line] = json.dumps(value)
    return lines


def read(lines: list[str]) -> list[Table]:
    return tables(import_lines(lines))


def test_a_sound_record_is_read_with_or_without_a_last_blank_line() -> None:
    for lines in (record(), [*record(), "", " "]):
        (table,) = read(lines)
        assert (table.seq, len(table.deals)) == (6, 1)


@pytest.mark.parametrize(
    ("line", "data"),
    [
        (1, {"players": []}),
        (1, {"players": "xy"}),
        (1, {"options": None}),
        (1, {"options": "x"}),
        (1, {"options": {"luck": 1}}),
        (1, {"game": "poker"}),
        (1, {"game": 3}),
        (1, {"first_dealer": "H"}),
        (1, {"first_dealer": "Z"}),
        (1, {"at": "soon"}),
        (1, {"rules": "name = 1"}),
        (1, {"stake": "much"}),
        (1, {"colour": "red"}),
        (2, {"hand": 0}),
        (2, {"hand": 2}),
        (2, {"seats": []}),
        (2, {"seats": ["A", "H"]}),
        (2, {"dealer": "H"}),
        (3, {"seat": "H"}),
        (3, {"card": "YY"}),
        (3, {"card": 7}),
        (3, {"face_down": "no"}),
        (3, {"reading": {"confidence": "high"}}),
        (3, {"reading": {"confidence": True}}),
        (5, {"hand": 7}),
        (5, {"hand": "one"}),
    ],
)
def test_a_value_that_cannot_be_is_refused(line: int, data: dict[str, Any]) -> None:
    with pytest.raises(LogDamaged) as refused:
        read(changed(line, **data))
    assert str(refused.value)


def test_more_than_was_done_cannot_be_confirmed_or_taken_back() -> None:
    lines = record()
    confirm, undo = json.loads(lines[5]), json.loads(lines[6])
    with pytest.raises(LogDamaged, match="event 6 of session s cannot have happened"):
        read([*lines[:6], json.dumps(confirm | {"seq": 6})])
    with pytest.raises(LogDamaged, match="there is nothing to take back"):
        read([*lines, *(json.dumps(undo | {"seq": seq}) for seq in range(7, 12))])


@pytest.mark.parametrize(
    ("place", "text", "words"),
    [
        (0, "{}", "line 1: expected"),
        (0, '{"format": "cardtable-record", "version": 2}', "line 1: version 2"),
        (0, "nonsense", "line 1: not JSON, or cut off"),
        (2, "[]", "line 3: expected an object"),
        (2, '{"session": "s"', "line 3: not JSON, or cut off"),
        (2, '{"session": "s", "seq": 5, "type": "HandStarted", "version": 1, "data": {}}', "line 3: expected event 2"),
        (2, '{"session": 1, "seq": 2, "type": "HandStarted", "version": 1, "data": {}}', "line 3: expected event 1"),
        (2, '{"session": "s", "seq": 2, "type": "Magic", "version": 1, "data": {}}', "line 3: not an event"),
        (2, '{"session": "s", "seq": 2, "type": "HandStarted", "version": 9, "data": {}}', "written by a newer Cardtable"),
        (2, '{"session": "s", "seq": 2, "type": "HandStarted", "version": 1}', "line 3: not an event"),
    ],
)
def test_a_damaged_line_is_named(place: int, text: str, words: str) -> None:
    lines = record()
    lines[place] = text
    with pytest.raises(LogDamaged) as refused:
        read(lines)
    assert words in str(refused.value)


def test_a_start_without_rules_is_read_as_one_of_a_built_in_game() -> None:
    lines = record()
    start = json.loads(lines[1])
    del start["data"]["rules"]
    lines[1] = json.dumps(start | {"version": 1})
    (table,) = read(lines)
    assert table.agreed.rules is None
