"""What an archive asks of a database, whichever it is, and how threads share one.

Whoever fails loses the connection, and with it all that was not committed; the next call opens another one. So a database that
was killed, restarted or put back is in use again as soon as it answers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Protocol

from scoring.errors import ScoringError

TURN_S = 10.0
"""Seconds that a thread waits for the others."""

LOCKED_S = 5.0
"""Seconds to wait for another program that writes."""


class ArchiveDown(ScoringError):
    """The club's database does not answer, or takes nothing in; the sentence tells the director what to do."""

    code = "archive-down"


class Unkeepable(ScoringError, ValueError):
    """A value that this database cannot hold: whoever sent it is refused, and all others are taken in."""

    code = "unkeepable"


def down(what: str) -> ArchiveDown:
    """The error that says what is wrong with the database, and what to do."""
    return ArchiveDown(f"The club's database {what}. Tables play on, nothing is lost.")


class Database(Protocol):
    """A database that has been opened. A statement is committed by itself, unless it comes between `begin` and `COMMIT`.

    Statements are those that SQLite and PostgreSQL both know, with `?` for a value. What is committed is on the disk. Raises
    `ArchiveDown` and `Unkeepable`.
    """

    begin: str
    """The statement that begins a transaction which writes."""

    @property
    def is_there(self) -> bool:
        """False where it has gone since the last statement, as far as one sees without asking it."""

    def make(self, table: str) -> None:
        """Make a table where it is not there; `BIGINT` stands for whole numbers."""

    def run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a statement gives."""

    def run_each(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """A statement for each row of values."""

    def close(self) -> None:
        """Give it back; what was not committed is gone."""


class Turns:
    """Any thread may use the database, one after another. `prepare` is called whenever it has been opened."""

    def __init__(self, opened: Callable[[], Database], prepare: Callable[[Database], None]) -> None:
        self._opened, self._prepare = opened, prepare
        self._turn = Lock()
        self._database: Database | None = None

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """The database, while no other thread has it. Raises `ArchiveDown`."""
        if not self._turn.acquire(timeout=TURN_S):
            raise down(f"has been busy for {TURN_S:.0f} seconds: is it running, and is its disk well?")
        try:
            yield self._at_hand()
        except BaseException:
            self._drop()
            raise
        finally:
            self._turn.release()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """The same, and all that is written meanwhile is on the disk at the end, or nothing of it. Raises `ArchiveDown`."""
        with self.reading() as database:
            database.run(database.begin)
            yield database
            database.run("COMMIT")

    def close(self) -> None:
        """Give it back; who uses it again opens it again."""
        with self._turn:
            self._drop()

    def _at_hand(self) -> Database:
        if self._database is not None and not self._database.is_there:
            self._drop()
        if self._database is None:
            self._database = self._opened()
            self._prepare(self._database)
        return self._database

    def _drop(self) -> None:
        if self._database is not None:
            self._database.close()
        self._database = None


@contextmanager
def part(database: Database) -> Iterator[None]:
    """A part of a transaction: where a value in it cannot be kept the part is taken back, and the transaction goes on."""
    database.run("SAVEPOINT part")
    try:
        yield
    except Unkeepable:
        database.run("ROLLBACK TO SAVEPOINT part")
        raise
    database.run("RELEASE SAVEPOINT part")
