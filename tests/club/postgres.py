"""A real PostgreSQL on loopback; that of the tests loses what was committed unless whoever commits asks for more."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from tests.club.brokers import free_port
from tests.conftest import skip_tier
from tests.waiting import until

AS_POSTGRES = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"] if os.geteuid() == 0 else []
WHERE = {"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
CARELESS = {
    "fsync": "off",  # it outlives a killed server all the same, and no power is cut here
    "synchronous_commit": "off",
    "wal_writer_delay": "10s",
    "autovacuum": "off",
}


@dataclass
class Server:
    """Its data in a folder; `address` of a database in it."""

    programs: Path
    folder: Path
    port: int
    settings: dict[str, str]
    _numbers: Iterator[int] = field(default_factory=count)

    def start(self) -> None:
        options = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        command = [*AS_POSTGRES, str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *options]
        with (self.folder / "log").open("ab") as log:
            self.run = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        until(self._is_up)

    def _is_up(self) -> bool:
        assert self.run.poll() is None, (self.folder / "log").read_text()
        return self._answers()

    def kill(self) -> None:
        """All of it, as a power cut would."""
        while self._signal(signal.SIGKILL):
            pass
        self.run.wait()

    def stop(self) -> None:
        self.run.send_signal(signal.SIGINT)
        self.run.wait()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It says nothing, and hangs up on nobody."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def address(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def new(self, options: str = "") -> str:
        """The address of a database of its own."""
        name = f"club{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} {options}")
        return self.address(name)

    def execute(self, statement: str, address: str = "") -> None:
        with psycopg.connect(address or self.address("postgres"), autocommit=True) as db:
            db.execute(statement)

    def _answers(self) -> bool:
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _signal(self, number: signal.Signals) -> bool:
        """To each of its processes, which all work in its data; False where there are none."""
        found = [int(link.parent.name) for link in Path("/proc").glob("[0-9]*/cwd") if _leads_to(link, self.folder / "data")]
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, number)
        return bool(found)


def _leads_to(link: Path, folder: Path) -> bool:
    try:
        return link.readlink() == folder
    except OSError:
        return False  # it has ended, or is somebody else's


def programs() -> list[Path]:
    """Where servers are, the newest last: Debian keeps them off the path."""
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda found: float(found.parent.name))


@contextmanager
def serving(settings: dict[str, str]) -> Iterator[Server]:
    """A server until the end; skips where none is installed."""
    if not programs():
        skip_tier("postgres", "no server is installed: sudo apt install postgresql")
    where = programs()[-1]
    folder = Path(mkdtemp(prefix="cardtable-postgres-"))  # pytest's own folders are closed to others
    try:
        if AS_POSTGRES:
            shutil.chown(folder, "postgres", "postgres")
        make = [
            str(where / "initdb"),
            "-D",
            str(folder / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        subprocess.run([*AS_POSTGRES, *make, "--no-sync"], check=True, capture_output=True, cwd=folder)
        server = Server(where, folder, free_port(), WHERE | settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with serving(CARELESS) as server:
        yield server
