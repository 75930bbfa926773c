"""Records: a session as JSON Lines, to keep, to send, to read again anywhere.

The first line names the format and its version; every other line is one event with its session and place. The schema
is `record.schema.json` beside this file. Nothing is imported from a record that is damaged anywhere.
"""

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any

from scoring.folding import evolve
from scoring.ledger.codec import DAMAGE, LogDamaged, Recorded, decode, encode
from scoring.ledger.store import Written
from scoring.projections import session_view, table_view
from scoring.table import Table

YEARS = range(1970, 2101)
"""In which something may have happened; clocks of boxes without one begin in 1970."""

FORMAT = "cardtable-record"
VERSION = 1


def schema() -> dict[str, Any]:
    """The published JSON Schema of a line."""
    text = (files("scoring.ledger") / "record.schema.json").read_text()
    document: dict[str, Any] = json.loads(text)
    return document


def export_lines(recorded: Iterable[Recorded]) -> Iterator[str]:
    """The record, line by line, without line ends; the same events give the same bytes."""
    yield json_line({"format": FORMAT, "version": VERSION})
    for item in recorded:
        yield json_line({"session": item.session, "seq": item.seq, **encode(item.event)})


def written_line(written: Written) -> str:
    """An event as it stands in a log as the line of a record; fields that are no JSON stay the text that they are."""
    try:
        data = json.loads(written.data)
    except (ValueError, RecursionError):
        data = written.data
    place = {"session": written.session, "seq": written.seq}
    return json_line({**place, "type": written.type, "version": written.version, "data": data})


def import_lines(lines: Iterable[str]) -> list[Recorded]:
    """The events of a record; raises `LogDamaged` with the number of the line that is not right."""
    numbered = enumerate(lines, start=1)
    number, first = next(numbered, (1, ""))
    header = _parse(first, number)
    if header.get("format") != FORMAT:
        raise LogDamaged(f'line 1: expected {{"format": "{FORMAT}", "version": {VERSION}}}')
    if header.get("version") != VERSION:
        raise LogDamaged(f"line 1: version {header.get('version')!r}: this Cardtable reads version {VERSION}")
    recorded: list[Recorded] = []
    places: dict[str, int] = {}
    for number, line in numbered:
        if not line.strip():
            continue
        record = _parse(line, number)
        session, seq = record.get("session"), record.get("seq")
        if not isinstance(session, str) or seq != places.get(session, 0) + 1:
            raise LogDamaged(f"line {number}: expected event {places.get(str(session), 0) + 1} of its session, found {seq!r}")
        try:
            event = decode(record)
        except LogDamaged as error:
            raise LogDamaged(f"line {number}: {error}") from None
        if event.at.year not in YEARS:
            raise LogDamaged(f"line {number}: it happened in {event.at.year}: expected {YEARS[0]} to {YEARS[-1]}")
        recorded.append(Recorded(session, seq, event))
        places[session] = seq
    return recorded


def tables(recorded: Iterable[Recorded]) -> list[Table]:
    """The table at the end of each session of a record; raises `LogDamaged` for events that cannot have happened."""
    folded: dict[str, Table] = {}
    for item in recorded:
        try:
            folded[item.session] = evolve(folded.get(item.session, Table()), item.event)
        except DAMAGE as error:
            raise LogDamaged(f"event {item.seq} of session {item.session} cannot have happened: {error}") from None
    for session, table in folded.items():
        try:
            table_view(table), session_view(table)
        except DAMAGE as error:
            raise LogDamaged(f"session {session} cannot have happened: {error}") from None
    return list(folded.values())


def json_line(value: dict[str, Any]) -> str:
    """An object as a line of a record: the same values give the same bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
        # A half of a character that stands alone can be written nowhere.
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise LogDamaged(f"line {number}: it has characters that are none") from None
    except (ValueError, RecursionError):
        raise LogDamaged(f"line {number}: not JSON, or cut off") from None
    if not isinstance(value, dict):
        raise LogDamaged(f"line {number}: expected an object")
    return value
