"""Where an archive may be: in a file, or in a database of a server."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Protocol

from tests.club.postgres import Server


class Places(Protocol):
    def new(self) -> str:
        """A place where nothing is yet."""

    def copy(self, place: str) -> str:
        """Another place with the same in it; nobody has either open."""


class Files:
    def __init__(self, folder: Path) -> None:
        self._names = (folder / f"hub{number}.db" for number in count())

    def new(self) -> str:
        return str(next(self._names))

    def copy(self, place: str) -> str:
        target = next(self._names)
        copy_of(Path(place), target)
        return str(target)


class Databases:
    def __init__(self, server: Server) -> None:
        self._server = server

    def new(self) -> str:
        return self._server.new()

    def copy(self, place: str) -> str:
        return self._server.new(f"TEMPLATE {place.rsplit('/', 1)[1]}")


def copy_of(source: Path, target: Path) -> None:
    """A backup, as one makes it of a database that may be open."""
    target.unlink(missing_ok=True)
    for side in ("-wal", "-shm"):
        target.with_name(target.name + side).unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as db:
        db.execute(f"VACUUM INTO '{target}'")
