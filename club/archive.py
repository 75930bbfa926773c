"""The hub's copy of every table's log, on SQLite: taken in once, whatever comes twice, late or never.

An event is known by the sum over itself and all before it. Two events after the same one are two ways in which a session went
on: both are kept, and people decide which counts.
"""

import sqlite3
import uuid
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from club.wire import NOTHING, Answer, Entry, Excerpt
from scoring.errors import ScoringError
from scoring.ledger.store import whole

SCHEMA = """
CREATE TABLE IF NOT EXISTS hub (
    name TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    box TEXT NOT NULL,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    sum TEXT NOT NULL,
    after TEXT NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (box, session, sum)
) STRICT;
"""

LOCKED_S = 5.0
"""Seconds to wait for another program that writes."""


class ArchiveDown(ScoringError):
    """The club's database does not answer, or takes nothing in; the sentence tells the director what to do."""

    code = "archive-down"


@dataclass(frozen=True)
class Kept:
    """An event as it was taken in; `number` counts over all boxes, in the order in which they came."""

    number: int
    box: str
    session: str
    entry: Entry


class Archive:
    """One file; what `take` has answered is on the disk. Raises sqlite3.Error where it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with closing(self._connect()) as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(SCHEMA)
            with whole(db):
                if db.execute("SELECT 1 FROM hub").fetchone() is None:
                    db.execute("INSERT INTO hub (name) VALUES (?)", (uuid.uuid4().hex,))
            self.name: str = db.execute("SELECT name FROM hub").fetchone()[0]
            """The name of this archive: boxes begin anew where it is another one."""

    def take(self, excerpts: Sequence[tuple[str, Excerpt]]) -> list[Answer]:
        """Take in excerpts of boxes by their names, all or none; an answer to each, in the same order."""
        with closing(self._connect()) as db, whole(db):
            return [self._taken(db, box, excerpt) for box, excerpt in excerpts]

    def after(self, number: int, most: int) -> list[Kept]:
        """What was taken in after that number, in the order in which it came, `most` at the most."""
        query = "SELECT number, box, session, seq, line, sum FROM entries WHERE number > ? ORDER BY number LIMIT ?"
        with closing(self._connect()) as db:
            return [Kept(place, box, session, Entry(*entry)) for place, box, session, *entry in db.execute(query, (number, most))]

    def ways(self, box: str, session: str) -> list[tuple[Entry, ...]]:
        """Each way in which a session of a box went on, from its beginning: one, where all is well."""
        query = "SELECT after, seq, line, sum FROM entries WHERE box = ? AND session = ? ORDER BY number"
        with closing(self._connect()) as db:
            rows = db.execute(query, (box, session)).fetchall()
        before = {row[3]: row[0] for row in rows}
        entries = {row[3]: Entry(*row[1:]) for row in rows}
        return [_way(end, before, entries) for end in before if end not in set(before.values())]

    def _taken(self, db: sqlite3.Connection, box: str, excerpt: Excerpt) -> Answer:
        session, after = excerpt.session, excerpt.after
        if after != NOTHING and not _has(db, box, session, after):
            return Answer(self.name, session, excerpt.last, is_known=False)
        for entry in excerpt.entries:
            db.execute(
                "INSERT INTO entries (box, session, seq, sum, after, line) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (box, session, entry.seq, entry.sum, after, entry.line),
            )
            after = entry.sum
        return Answer(self.name, session, excerpt.last)

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=LOCKED_S, isolation_level=None)
        db.execute("PRAGMA synchronous=FULL")
        return db


def _has(db: sqlite3.Connection, box: str, session: str, total: str) -> bool:
    query = "SELECT 1 FROM entries WHERE box = ? AND session = ? AND sum = ?"
    return db.execute(query, (box, session, total)).fetchone() is not None


def _way(end: str, before: dict[str, str], entries: dict[str, Entry]) -> tuple[Entry, ...]:
    """The events that lead to one, in their order."""
    way, at = list[Entry](), end
    while at != NOTHING:
        way.append(entries[at])
        at = before[at]
    return tuple(reversed(way))
