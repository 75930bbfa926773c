"""The log on SQLite: append with the expected place, read from a place on, wait for news.

Write-ahead log with synchronous=FULL: an event is acknowledged only when it is on the card. `UNIQUE(session, seq)` is
the only lock: who comes second gets a `Clash`, reads again and decides again.
"""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from scoring.errors import ScoringError
from scoring.events import Event
from scoring.ledger.codec import LogDamaged, Recorded, decode, encode

SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (session, seq)
) STRICT
"""


class Clash(ScoringError):
    """Somebody else wrote the next event first: read again and decide again."""

    code = "clash"


class Ledger:
    """One log file. Every call opens the database anew for its thread, so that threads and processes may share a path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self._open() as db:
                db.execute(SCHEMA)
        except sqlite3.DatabaseError as error:
            raise LogDamaged(f"{path} is not a Cardtable log: {error}") from None

    def append(self, session: str, expected: int, events: Sequence[Event]) -> int:
        """Write the events after the first `expected` ones, all or none; the new length. Raises `Clash`, sqlite3.Error."""
        rows = []
        for seq, event in enumerate(events, start=expected + 1):
            record = encode(event)
            rows.append((session, seq, record["type"], record["version"], json.dumps(record["data"], sort_keys=True)))
        try:
            with self._open() as db:
                db.executemany("INSERT INTO events (session, seq, type, version, data) VALUES (?, ?, ?, ?, ?)", rows)
        except sqlite3.IntegrityError:
            raise Clash(f"event {expected + 1} of this session is already written") from None
        return expected + len(rows)

    def read(self, session: str, after: int = 0) -> list[Recorded]:
        """Events of a session with a greater `seq`, in order."""
        query = "SELECT seq, type, version, data FROM events WHERE session = ? AND seq > ? ORDER BY seq"
        with self._open() as db:
            rows = db.execute(query, (session, after)).fetchall()
        return [
            Recorded(session, seq, decode({"type": kind, "version": version, "data": json.loads(data)}))
            for seq, kind, version, data in rows
        ]

    def sessions(self) -> list[str]:
        """Every session, the oldest first."""
        with self._open() as db:
            return [row[0] for row in db.execute("SELECT session FROM events GROUP BY session ORDER BY MIN(id)")]

    def current(self) -> str | None:
        """The session that began last, or None in an empty log."""
        with self._open() as db:
            row = db.execute("SELECT session FROM events WHERE seq = 1 ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else str(row[0])

    def position(self) -> int:
        """Number of the newest event over all sessions: grows with every event, so it can stand for the whole log."""
        with self._open() as db:
            return int(db.execute("SELECT COALESCE(MAX(id), 0) FROM events").fetchone()[0])

    def _open(self) -> "_Connection":
        return _Connection(self.path)


class _Connection:
    """A connection that commits or rolls back at the end and is always closed."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, timeout=10)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")

    def __enter__(self) -> sqlite3.Connection:
        return self._db.__enter__()

    def __exit__(self, *error: object) -> None:
        try:
            self._db.__exit__(*error)  # type: ignore[arg-type]  # passed through as it came
        finally:
            self._db.close()
