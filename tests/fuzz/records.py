"""Records that are read and taken in, and logs that are not what was written: everything that pages and exports make of them."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from device.errors import BadInput
from device.records import export_all, export_csv, export_text, import_all, read_record, score_lines
from scoring.errors import ScoringError
from scoring.ledger import Ledger, LiveTable, encode
from scoring.projections import hand_view, session_view, table_view
from scoring.table import Table
from tests.fuzz.door import Door
from tests.fuzz.evenings import EVENINGS, as_lines, as_text, evening
from tests.fuzz.mutator import files, texts
from tests.fuzz.web import Room

REFUSALS = (BadInput, ScoringError)


def _records(folder: Path, corpus: list[bytes]) -> Door:
    """A record that is worked out and taken in makes no trouble in any export, nor on the page."""
    room, path = Room(folder), folder / "record"

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        room.clear()
        for table in read_record(path):
            list(score_lines(table))
        import_all(path, folder)
        _exported(folder)
        for page in ("/past", *(f"/past/{session}" for session in room.page.live.ledger.sessions()[:2])):
            room.visit(f"looker GET {page}".encode())

    return Door(corpus, feed, REFUSALS, texts)


def _exported(folder: Path) -> None:
    for export in (export_all, export_text, export_csv):
        export(folder)


def _log(folder: Path, fill: Callable[[Path, bytes], None], corpus: list[bytes], change: Callable[..., bytes]) -> Door:
    """A log that is read, shown and exported."""

    def feed(data: bytes) -> None:
        for path in folder.glob("log.db*"):
            path.unlink()
        fill(folder / "log.db", data)
        ledger = Ledger(folder / "log.db")
        try:
            _shown(LiveTable(ledger).table())
            _exported(folder)
        finally:
            ledger.close()

    return Door(corpus, feed, (*REFUSALS, sqlite3.Error), change)


def _shown(table: Table) -> None:
    json.dumps([table_view(table), session_view(table), [hand_view(table, deal.hand.number) for deal in table.deals]])


def _insert(path: Path, data: bytes) -> None:
    """Lines of type, version and data become rows."""
    Ledger(path).close()
    insert = "INSERT INTO events (session, seq, type, version, data) VALUES ('s', ?, CAST(? AS TEXT), ?, CAST(? AS TEXT))"
    with sqlite3.connect(path) as db:
        for seq, line in enumerate(data.split(b"\n"), start=1):
            kind, version, values = (*line.split(b" ", 2), b"", b"")[:3]
            db.execute(insert, (seq, kind, int(version) if version.isdigit() and len(version) < 18 else 1, values))
    db.close()


def _rows(name: str) -> bytes:
    found = [encode(event) for event in evening(name)]
    return "\n".join(f"{row['type']} {row['version']} {json.dumps(row['data'])}" for row in found).encode()


def _database(folder: Path, name: str) -> bytes:
    path = folder / f"{name}.db"
    ledger = Ledger(path)
    ledger.append(name, 0, evening(name))
    ledger.close()
    return path.read_bytes()


def _texts() -> list[bytes]:
    return [as_text(name) for name in EVENINGS]


DOORS: dict[str, Callable[[Path], Door]] = {
    "records": lambda folder: _records(folder, [as_lines(name) for name in EVENINGS]),
    "texts": lambda folder: _records(folder, _texts()),
    "log": lambda folder: _log(folder, Path.write_bytes, [_database(folder, n) for n in ("sipa", "suipe")], files),  # type: ignore[arg-type]
    "rows": lambda folder: _log(folder, _insert, [_rows(name) for name in EVENINGS], texts),
}
