"""SQLite behind an archive: one file with a write-ahead log, which is on the disk at each commit."""

import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from club.database import LOCKED_S, Unkeepable, down
from scoring.ledger.files import make_empty

KIND = 0xFF
"""Bits of an error's number that say its kind; the others say more."""


class SQLite:
    """The file, made where there is none. One that was put in its place is another one: this one is not there any more."""

    begin = "BEGIN IMMEDIATE"

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._told():
            make_empty(path)
            self._file = path.stat().st_ino
            self._db = sqlite3.connect(path, timeout=LOCKED_S, isolation_level=None, check_same_thread=False)
            self._close = weakref.finalize(self, self._db.close)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")

    @property
    def is_there(self) -> bool:
        """Whether the file still has its name."""
        try:
            return self._path.stat().st_ino == self._file
        except OSError:
            return False

    def make(self, table: str) -> None:
        """Make a table, whose columns take nothing but what they are for."""
        self.run(f"{table.replace('BIGINT', 'INTEGER')} STRICT")

    def run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a statement gives."""
        with self._told():
            return self._db.execute(statement, values).fetchall()

    def run_each(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """A statement for each row of values."""
        with self._told():
            self._db.executemany(statement, rows)

    def close(self) -> None:
        """Give the file back."""
        self._close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DataError, OverflowError, UnicodeEncodeError) as error:
            raise Unkeepable(str(error)) from error
        except (sqlite3.Error, OSError) as error:
            raise down(self._why(error)) from error

    def _why(self, error: Exception) -> str:
        match getattr(error, "sqlite_errorcode", 0) & KIND:
            case sqlite3.SQLITE_FULL:
                return f"is full: make room on the disk of {self._path}"
            case sqlite3.SQLITE_READONLY:
                return f"may only be read: let the hub write {self._path} and its folder"
            case sqlite3.SQLITE_BUSY:
                return f"is being written by another program: end what else uses {self._path}"
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                return f"is damaged: put a copy of {self._path} back, or give the hub another file ({error})"
        return f"cannot be used: look at {self._path} and its disk ({error})"
