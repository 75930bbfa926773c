"""The hub's copy of every table's log: taken in once, whatever comes twice, late or never.

An event is known by the sum over itself and all before it. Two events after the same one are two ways in which a session went
on: both are kept, and people decide which counts. What the director does is kept beside them, line by line.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from club.database import ArchiveDown, Database, Turns, Unkeepable, down, part
from club.sqlite import SQLite
from club.wire import NOTHING, Answer, Entry, Excerpt

__all__ = ["Archive", "ArchiveDown", "Kept", "archive_at"]

TABLES = (
    "CREATE TABLE IF NOT EXISTS hub (name TEXT NOT NULL)",
    """
    CREATE TABLE IF NOT EXISTS entries (
        number BIGINT PRIMARY KEY,
        box TEXT NOT NULL,
        session TEXT NOT NULL,
        seq BIGINT NOT NULL,
        sum TEXT NOT NULL,
        after TEXT NOT NULL,
        line TEXT NOT NULL,
        UNIQUE (box, session, sum)
    )
    """,
    "CREATE TABLE IF NOT EXISTS notes (number BIGINT PRIMARY KEY, line TEXT NOT NULL)",
)

NEW_ENTRY = """
INSERT INTO entries (number, box, session, seq, sum, after, line)
VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM entries), ?, ?, ?, ?, ?, ?)
ON CONFLICT (box, session, sum) DO NOTHING
"""
NEW_NOTE = "INSERT INTO notes (number, line) VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM notes), ?) RETURNING number"
# Nobody else writes meanwhile, so numbers grow in the order of commits: what a reader finds later has a greater one.

POSTGRES = ("postgresql://", "postgres://")
"""How an address of PostgreSQL begins."""


@dataclass(frozen=True)
class Kept:
    """An event as it was taken in; `number` counts over all boxes, in the order in which they came."""

    number: int
    box: str
    session: str
    entry: Entry


class Archive:
    """What is answered or returned is on the disk. Any thread may use it, one after another; raises `ArchiveDown`.

    The first call opens the database, and so does the next after each that failed. `name` is the archive's, empty until it has
    been opened: boxes begin anew where it is another one.
    """

    def __init__(self, opened: Callable[[], Database]) -> None:
        self.name = ""
        self._turns = Turns(opened, self._prepare)

    def take(self, excerpts: Sequence[tuple[str, Excerpt]]) -> list[Answer]:
        """Take in excerpts of boxes by their names; an answer to each, in the same order. Where it raises all may be sent again.

        One that holds what the database cannot keep is refused, and all others are taken in.
        """
        with self._turns.writing() as db:
            return [self._answer(db, box, excerpt) for box, excerpt in excerpts]

    def after(self, number: int, most: int) -> list[Kept]:
        """What was taken in after that number, in the order in which it came, `most` at the most."""
        query = "SELECT number, box, session, seq, line, sum FROM entries WHERE number > ? ORDER BY number LIMIT ?"
        with self._turns.reading() as db:
            rows = db.run(query, number, most)
        return [Kept(place, box, session, Entry(*entry)) for place, box, session, *entry in rows]

    def position(self) -> int:
        """The number of what was taken in last; 0 at first."""
        with self._turns.reading() as db:
            return int(db.run("SELECT COALESCE(MAX(number), 0) FROM entries")[0][0])

    def ways(self, box: str, session: str) -> list[tuple[Entry, ...]]:
        """Each way in which a session of a box went on, from its beginning: one, where all is well."""
        query = "SELECT after, seq, line, sum FROM entries WHERE box = ? AND session = ? ORDER BY number"
        with self._turns.reading() as db:
            rows = db.run(query, box, session)
        before = {row[3]: row[0] for row in rows}
        entries = {row[3]: Entry(*row[1:]) for row in rows}
        followed = set(before.values())
        return [_way(end, before, entries) for end in before if end not in followed]

    def note(self, line: str) -> int:
        """Write an act of the director's down; its number. Where it raises, `notes` tells whether it is there all the same."""
        with self._turns.writing() as db:
            return int(db.run(NEW_NOTE, line)[0][0])

    def notes(self, after: int = 0) -> list[tuple[int, str]]:
        """The director's acts with a greater number, in their order."""
        with self._turns.reading() as db:
            return [(number, line) for number, line in db.run("SELECT * FROM notes WHERE number > ? ORDER BY number", after)]

    def close(self) -> None:
        """Give the database back."""
        self._turns.close()

    def _prepare(self, db: Database) -> None:
        for table in TABLES:
            db.make(table)
        if not db.run("SELECT name FROM hub"):
            db.run("INSERT INTO hub (name) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM hub)", uuid.uuid4().hex)
        self.name = db.run("SELECT name FROM hub")[0][0]

    def _answer(self, db: Database, box: str, excerpt: Excerpt) -> Answer:
        try:
            with part(db):
                return Answer(self.name, excerpt.session, excerpt.last, _is_taken(db, box, excerpt))
        except Unkeepable as error:
            why = f"The club's database cannot keep what the table sends: begin a new session there ({error})."
            return Answer(self.name, excerpt.session, excerpt.last, refusal=why)


def archive_at(place: str | Path) -> Archive:
    """The archive in a file, or at an address `postgresql://…`; made where there is none."""
    if str(place).startswith(POSTGRES):
        return Archive(partial(_postgresql, str(place)))
    return Archive(partial(SQLite, Path(place)))


def _postgresql(address: str) -> Database:
    """The database at an address. Raises `ArchiveDown`."""
    try:
        from club.postgres import PostgreSQL
    except ImportError:
        raise down("needs psycopg: pip install 'psycopg[binary]' where the hub is installed") from None
    return PostgreSQL(address)


def _is_taken(db: Database, box: str, excerpt: Excerpt) -> bool:
    """Take in an excerpt whose beginning is known."""
    query = "SELECT 1 FROM entries WHERE box = ? AND session = ? AND sum = ?"
    if excerpt.after != NOTHING and not db.run(query, box, excerpt.session, excerpt.after):
        return False
    befores = (excerpt.after, *(entry.sum for entry in excerpt.entries))
    rows = [
        (box, excerpt.session, entry.seq, entry.sum, before, entry.line)
        for before, entry in zip(befores, excerpt.entries, strict=False)
    ]
    if rows:
        db.run_each(NEW_ENTRY, rows)
    return True


def _way(end: str, before: dict[str, str], entries: dict[str, Entry]) -> tuple[Entry, ...]:
    """The events that lead to one, in their order."""
    way, at = list[Entry](), end
    while at != NOTHING:
        way.append(entries[at])
        at = before[at]
    return tuple(reversed(way))
