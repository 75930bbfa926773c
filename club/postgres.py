"""PostgreSQL behind an archive. One hub at a time has it, or numbers would not be in the order of commits.

Imports psycopg, so nothing imports this before an address asks for it.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from select import POLLIN, poll
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from club.database import LOCKED_S, Unkeepable, down

CONNECT_S = 5
"""Seconds to wait for the server at first."""

STATEMENT_S = 10
"""Seconds that the server may take for a statement."""

SILENCE_S = 15.0
"""Seconds after which a server that says nothing is given up; a network that was cut would have us wait for ever."""

HUB = int.from_bytes(b"cardtabl")
"""The name of the one hub's lock."""

SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": f"{STATEMENT_S}s",
    "lock_timeout": f"{LOCKED_S:.0f}s",
    # The lock of a hub whose machine lost its power is free once the server misses it: by itself after two hours.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""Of this connection, whatever the server's own are."""

TAKEN = "is another hub's: end that one, or use another database; a hub that died is forgotten in half a minute"
"""What is said to a hub that does not get the lock."""

Result = TypeVar("Result")


class PostgreSQL:
    """A connection that has the lock of the one hub, which is gone with it."""

    begin = "BEGIN"

    def __init__(self, address: str) -> None:
        with _told():
            _check(address)
            self._db = _Impatient.connect(address, autocommit=True, connect_timeout=CONNECT_S, client_encoding="utf8")
        try:
            self._settle()
        except BaseException:
            self._db.close()
            raise

    @property
    def is_there(self) -> bool:
        """Whether the server has hung up: it says nothing unasked but that."""
        if self._db.closed:
            return False
        heard = poll()
        heard.register(self._db.fileno(), POLLIN)
        return not heard.poll(0)

    def make(self, table: str) -> None:
        """Make a table."""
        self.run(table)

    def run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a statement gives."""
        with _told():
            cursor = self._db.execute(statement.replace("?", "%s"), values)
            return cursor.fetchall() if cursor.description else []

    def run_each(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """A statement for each row of values; all are on their way at once."""
        with _told(), self._db.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def close(self) -> None:
        """Hang up."""
        self._db.close()

    def _settle(self) -> None:
        """Make the connection the one hub's."""
        for name, value in SETTINGS.items():
            self.run("SELECT set_config(?, ?, false)", name, value)
        (encoding,) = self.run("SHOW server_encoding")[0]
        if encoding != "UTF8":
            raise down(f"keeps text as {encoding}: make one with the encoding UTF8")
        with _told():
            try:
                self._db.execute("SELECT pg_advisory_lock(%s)", [HUB])
            except errors.LockNotAvailable:
                raise down(TAKEN) from None


class _Impatient(psycopg.Connection[tuple[Any, ...]]):
    """A connection that does not wait for ever."""

    def wait(self, gen: Generator[Any, Any, Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        return super().wait(gen, interval, timeout or SILENCE_S)


def _check(address: str) -> None:
    try:
        conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        # Its own words may show the password.
        raise down("has an address that cannot be read: expected postgresql://USER:PASSWORD@HOST/NAME") from None


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (psycopg.DataError, UnicodeEncodeError) as error:
        raise Unkeepable(_first_line(error)) from error
    except psycopg.Error as error:
        raise down(f"{_why(error)} ({_first_line(error)})") from error


def _why(error: psycopg.Error) -> str:
    match error:
        case errors.DiskFull():
            return "is full: make room on its disk"
        case errors.ReadOnlySqlTransaction():
            return "may only be read: give the hub one that it may write"
        case errors.InsufficientPrivilege():
            return "refuses the hub: make the user of its address the owner"
        case psycopg.OperationalError():
            return "does not answer: is it running, and is its address right?"
    return "cannot be used: look at what it says"


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
