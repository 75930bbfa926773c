"""The log on SQLite: append with the expected place, read from a place on, see how far it has come.

Write-ahead log with synchronous=FULL: an event is acknowledged only when it is on the card. `UNIQUE(session, seq)` is
the only lock: who comes second gets a `Clash`, reads again and decides again.
"""

import json
import os
import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.errors import ScoringError
from scoring.events import Event
from scoring.ledger.codec import LogDamaged, Recorded, decode, encode
from scoring.ledger.files import make_empty

LOG = "log.db"
"""Name of the file in the data folder."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    is_imported INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session, seq)
) STRICT
"""

ASIDE = """
CREATE TABLE IF NOT EXISTS aside (
    session TEXT PRIMARY KEY
) STRICT
"""
"""Sessions that are kept and no longer played at or shown: their record is damaged."""

LOCKED_S = 2.0
"""Seconds to wait for another writer; a frame may wait twice, and the table's watchdog for six seconds in all."""

COLUMNS = "session, seq, type, version, data, is_imported"
INSERT = f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608  # our own names

WRITTEN = "SELECT id, session, seq, type, version, data FROM events"

VERSION = 1
"""Of the tables, as `PRAGMA user_version` has it; a log from before has 0."""


class Clash(ScoringError):
    """Somebody else wrote the next event first: read again and decide again."""

    code = "clash"


@dataclass(frozen=True)
class Excerpt:
    """Events of a session as far as they can be read; `damage` is a sentence about what comes next, empty where all is well."""

    recorded: tuple[Recorded, ...]
    damage: str = ""


@dataclass(frozen=True)
class Kept:
    """A session in the log, with its number of events; `began` is as the log has it, empty where that cannot be read."""

    session: str
    events: int
    began: str
    is_imported: bool
    is_aside: bool


@dataclass(frozen=True)
class Written:
    """An event as it stands in the log, unread: `number` is its place over all sessions, `data` its fields as JSON."""

    number: int
    session: str
    seq: int
    type: str
    version: int
    data: str


class Ledger:
    """One log file; threads and processes may share it. Raises `LogDamaged` for a file that is none, sqlite3.Error else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        make_empty(path)
        # One connection stays open: were the last one closed each time, SQLite would make its side files anew each time.
        anchor = self._connect(check_same_thread=False)
        self._close = weakref.finalize(self, anchor.close)
        try:
            anchor.execute("PRAGMA journal_mode=WAL")
            self._bring_up_to_date(anchor)
        except sqlite3.OperationalError:
            raise
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise LogDamaged(f"{path} is not a Cardtable log: {error}") from None

    def _bring_up_to_date(self, db: sqlite3.Connection) -> None:
        """Make the tables, or those that an older Cardtable did not know; its log is copied first. Raises `LogDamaged`."""
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise LogDamaged(f"{self.path} was written by a newer Cardtable: install that to read it")
        if version == VERSION:
            return
        if db.execute("SELECT 1 FROM sqlite_master").fetchone():
            with closing(sqlite3.connect(self.path.with_name(f"log-before-{VERSION}.db"))) as copy:
                db.backup(copy)
        db.execute(SCHEMA)
        db.execute(ASIDE)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.commit()

    def close(self) -> None:
        """Give the file back."""
        self._close()

    def append(self, session: str, expected: int, events: Sequence[Event], position: int | None = None) -> int:
        """Write the events after the first `expected` ones, all or none; the new length. Raises `Clash`, sqlite3.Error.

        With a `position`, only where nothing has come to the whole log since: a session begins where no other one does.
        """
        recorded = [Recorded(session, seq, event) for seq, event in enumerate(events, start=expected + 1)]
        with self._writing() as db:
            length = db.execute("SELECT COUNT(*) FROM events WHERE session = ?", (session,)).fetchone()[0]
            if length != expected:
                raise Clash(f"this session has {length} events and not {expected}")
            if position not in (None, _position(db)):
                raise Clash("the log has gone on since")
            db.executemany(INSERT, [_row(item, is_imported=False) for item in recorded])
        return expected + len(recorded)

    def take_in(self, recorded: Sequence[Recorded]) -> None:
        """Write sessions of a record, all or none; they are kept and shown, and never played on. Raises `Clash`."""
        try:
            with self._writing() as db:
                db.executemany(INSERT, [_row(item, is_imported=True) for item in recorded])
        except sqlite3.IntegrityError:
            raise Clash("a session of this record is in the log already") from None

    def read(self, session: str, after: int = 0) -> list[Recorded]:
        """Events of a session with a greater `seq`, in order; raises `LogDamaged` where one of them cannot be read."""
        found = self.excerpt(session, after)
        if found.damage:
            raise LogDamaged(found.damage)
        return list(found.recorded)

    def excerpt(self, session: str, after: int = 0) -> Excerpt:
        """Events of a session with a greater `seq`, up to the first that is missing, cut, or of a kind that nobody knows here."""
        query = "SELECT seq, type, version, data FROM events WHERE session = ? AND seq > ? ORDER BY seq"
        with self._reading() as db:
            rows = db.execute(query, (session, after)).fetchall()
        recorded: list[Recorded] = []
        for wanted, (seq, kind, version, data) in enumerate(rows, start=after + 1):
            try:
                if seq != wanted:
                    raise LogDamaged("it is missing")
                recorded.append(Recorded(session, seq, decode({"type": kind, "version": version, "data": _values(data)})))
            except LogDamaged as error:
                return Excerpt(tuple(recorded), damage_at(session, wanted, error))
        return Excerpt(tuple(recorded))

    def sessions(self) -> list[str]:
        """Every session that has not been set aside, the oldest first."""
        query = "SELECT session FROM events WHERE session NOT IN (SELECT session FROM aside) GROUP BY session ORDER BY MIN(id)"
        with self._reading() as db:
            return [row[0] for row in db.execute(query)]

    def kept(self) -> list[Kept]:
        """Everything that is in the log, the oldest first."""
        query = (
            "SELECT session, COUNT(*), MAX(is_imported), session IN (SELECT session FROM aside), "
            "(SELECT data FROM events AS first WHERE first.session = events.session AND first.seq = 1) "
            "FROM events GROUP BY session ORDER BY MIN(id)"
        )
        with self._reading() as db:
            rows = db.execute(query).fetchall()
        return [
            Kept(session, count, _began(data), bool(is_imported), bool(is_aside))
            for session, count, is_imported, is_aside, data in rows
        ]

    def set_aside(self, session: str) -> None:
        """Keep the session, and show it no more; whoever plays begins a new one. Raises sqlite3.Error."""
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO aside (session) VALUES (?)", (session,))

    def remove(self, session: str) -> int:
        """Take the session out of the log for good; how many events it had. Raises sqlite3.Error."""
        with self._writing() as db:
            db.execute("DELETE FROM aside WHERE session = ?", (session,))
            return db.execute("DELETE FROM events WHERE session = ?", (session,)).rowcount

    def take_over(self, other: Path) -> int:
        """Sessions of another log file that are not in this one, row by row as they stand; how many. Raises sqlite3.Error.

        Where something is played here already they are kept and shown, and never played on.
        """
        with closing(sqlite3.connect(f"{other.resolve().as_uri()}?mode=ro", uri=True)) as there:
            rows = there.execute(f"SELECT {COLUMNS} FROM events ORDER BY id").fetchall()  # noqa: S608  # our own names
            aside = there.execute("SELECT session FROM aside").fetchall() if _has_aside(there) else []
        with self._writing() as db:
            known = {row[0] for row in db.execute("SELECT DISTINCT session FROM events")}
            taken = [(*row[:-1], 1) if known else row for row in rows if row[0] not in known]
            db.executemany(INSERT, taken)
            db.executemany("INSERT OR IGNORE INTO aside (session) VALUES (?)", [row for row in aside if row[0] not in known])
        return len({row[0] for row in taken})

    def current(self) -> str | None:
        """The session that began last at this table, or None."""
        is_here = "is_imported = 0 AND session NOT IN (SELECT session FROM aside)"
        began = f"SELECT session FROM events WHERE seq = 1 AND {is_here} ORDER BY id DESC LIMIT 1"  # noqa: S608  # no value of anybody's
        # One whose beginning is lost has events all the same.
        played = f"SELECT session FROM events WHERE {is_here} ORDER BY id DESC LIMIT 1"  # noqa: S608
        with self._reading() as db:
            newest = db.execute(played).fetchone()
            if newest is None:
                return None
            has_begun = db.execute("SELECT 1 FROM events WHERE session = ? AND seq = 1", newest).fetchone()
            return str(((has_begun and db.execute(began).fetchone()) or newest)[0])

    def position(self) -> int:
        """Number of the newest event over all sessions: grows with every event, so it can stand for the whole log."""
        with self._reading() as db:
            return _position(db)

    def written(self, after: int, most: int) -> list[Written]:
        """The first events that were written at this table after that position, over all sessions, `most` at the most."""
        query = f"{WRITTEN} WHERE id > ? AND is_imported = 0 AND session NOT IN (SELECT session FROM aside) ORDER BY id LIMIT ?"  # noqa: S608  # our own names
        with self._reading() as db:
            return [Written(*row) for row in db.execute(query, (after, most))]

    def written_of(self, session: str, until: int) -> list[Written]:
        """The events of a session up to that position, in their order."""
        query = f"{WRITTEN} WHERE session = ? AND id <= ? ORDER BY seq"
        with self._reading() as db:
            return [Written(*row) for row in db.execute(query, (session, until))]

    def _connect(self, **options: Any) -> sqlite3.Connection:
        """A connection; to a log on a disk that has become read-only as well, of which only the file itself is left."""
        is_alone = self.path.exists() and not self.path.with_name(f"{self.path.name}-wal").exists()
        is_frozen = is_alone and not os.access(self.path.parent, os.W_OK)
        where = f"{self.path.resolve().as_uri()}?immutable=1" if is_frozen else self.path
        connection: sqlite3.Connection = sqlite3.connect(where, timeout=LOCKED_S, uri=is_frozen, **options)
        return connection

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        db = self._connect(isolation_level=None)
        try:
            db.execute("PRAGMA synchronous=FULL")
            yield db
        finally:
            db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that holds the write lock from its first look on."""
        with self._reading() as db, whole(db):
            yield db


@contextmanager
def whole(db: sqlite3.Connection) -> Iterator[None]:
    """One transaction on a connection that begins none by itself: all that is written in it is on the disk, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _has_aside(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'aside'").fetchone() is not None


def damage_at(session: str, seq: int, why: object) -> str:
    """The sentence that names an event which cannot be read, or cannot have happened."""
    return f"event {seq} of session {session} cannot be used: {why}; what came before it stands"


def _values(data: object) -> Any:
    try:
        return json.loads(str(data))
    except (ValueError, RecursionError):
        raise LogDamaged("it is cut off, or no JSON") from None


def _began(data: object) -> str:
    """When a session began, out of the data of its first event."""
    try:
        values = _values(data)
    except LogDamaged:
        return ""
    return str(values.get("at", "")) if isinstance(values, dict) else ""


def _position(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT COALESCE(MAX(id), 0) FROM events").fetchone()[0])


def _row(item: Recorded, is_imported: bool) -> tuple[str, int, str, int, str, int]:
    record = encode(item.event)
    data = json.dumps(record["data"], sort_keys=True)
    return item.session, item.seq, record["type"], record["version"], data, int(is_imported)
