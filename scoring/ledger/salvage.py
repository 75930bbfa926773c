"""A log file that is damaged: set aside under another name, and what can be read of it taken into a new one."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from scoring.ledger.store import COLUMNS, INSERT, Ledger

SIDE_FILES = ("", "-wal", "-shm")
TRIES = 1000
"""Rows in a row that cannot be read after which no more are looked for, where the log does not tell how far it went."""

ROW = f"SELECT {COLUMNS} FROM events WHERE id = ?"  # noqa: S608  # our own names


def set_log_aside(path: Path) -> tuple[Path, int]:
    """Rename the log and begin a new one with every row that can be read; the old one's new name, and how many rows those were.

    Nothing is deleted. Raises OSError or sqlite3.Error where the new one cannot be written; then the old one is back in place.
    """
    old = next(name for number in count(1) if not (name := path.with_name(f"log-damaged-{number}.db")).exists())
    _move(path, old)
    try:
        return old, _take_over(old, Ledger(path))
    except (OSError, sqlite3.Error):
        _move(old, path)
        raise


def _take_over(old: Path, ledger: Ledger) -> int:
    rows = _readable(old)
    with closing(sqlite3.connect(ledger.path)) as db, db:
        db.executemany(INSERT.replace("INSERT", "INSERT OR IGNORE", 1), rows)
    ledger.close()
    return len(rows)


def _readable(old: Path) -> list[tuple[object, ...]]:
    """Rows by their numbers: one that cannot be read costs itself alone."""
    found: list[tuple[object, ...]] = []
    number = missing = 0
    with closing(sqlite3.connect(old)) as db:
        last = _last(db)
        while number < last or missing < TRIES:
            number += 1
            try:
                row = db.execute(ROW, (number,)).fetchone()
            except sqlite3.Error:
                row = None
            missing = 0 if row else missing + 1
            found += [row] if row else []
    return found


def _last(db: sqlite3.Connection) -> int:
    """The number of the newest row that the log ever had, as removed sessions leave gaps; 0 where that is lost."""
    try:
        return int(db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()[0])
    except (sqlite3.Error, TypeError, ValueError):
        return 0


def _move(path: Path, to: Path) -> None:
    for ending in SIDE_FILES:
        file = path.with_name(path.name + ending)
        if file.exists():
            file.replace(to.with_name(to.name + ending))
