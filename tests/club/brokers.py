"""A real broker on loopback, as a hub sets it up: Mosquitto with the club's own certificates and accounts."""

import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from club.accounts import Accounts
from club.authority import Authority
from club.broker import HUB, Broker, NoBroker, Place, find_plugin
from club.connection import Access, Connection, Message
from tests.conftest import skip_tier
from tests.waiting import PATIENCE


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Club:
    """A broker with its accounts; `access` makes the account of a box once and remembers its key."""

    folder: Path
    keys: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.authority = Authority(self.folder / "certificates")
        self.authority.make("The Tuesday Club", ["hub.local"])
        self.broker = Broker(Place(self.folder / "broker", "127.0.0.1", free_port()), self.authority)
        self.keys[HUB] = self.broker.prepare()
        self.broker.start()
        self.accounts = Accounts(self.of(HUB))
        self.accounts.open()

    def of(self, account: str, **other: Any) -> Access:
        """The access of an account, or one that differs from it."""
        values = {"host": "localhost", "port": self.broker.place.port, "account": account, "authority": self.authority.pem()}
        return Access(**{**values, "key": self.keys.get(account, ""), **other})

    def access(self, box: str) -> Access:
        if box not in self.keys:
            self.keys[box] = self.accounts.add(box)
        return self.of(box)

    def close(self) -> None:
        self.accounts.close()
        self.broker.stop()


def needs_broker() -> None:
    """Skip where a club's broker cannot be run."""
    try:
        find_plugin()
    except NoBroker as error:
        skip_tier("broker", str(error))
    if shutil.which("openssl") is None:
        skip_tier("broker", "openssl is not installed")


@contextmanager
def club_at(folder: Path) -> Iterator[Club]:
    """A club whose broker runs, ended afterwards."""
    needs_broker()
    club = Club(folder)
    try:
        yield club
    finally:
        club.close()


class Listener(Connection):
    """A connection that is up when it is handed out; what the broker had kept may be there by then, and is `early`."""

    early: Sequence[Message | None] = ()

    def arrived(self, patience: float) -> list[Message | None]:
        early, self.early = list(self.early), ()
        return early or super().arrived(patience)


@contextmanager
def connected(access: Access, *topics: str, name: str = "", will: Message | None = None) -> Iterator[Connection]:
    """A connection that is up."""
    line = Listener(access, name or f"{access.account}-test", topics, will)
    line.open()
    try:
        came: list[Message | None] = []
        while None not in came:
            more = line.arrived(PATIENCE)
            assert more, line.trouble
            came += more
        line.early = [message for message in came if message]
        yield line
    finally:
        line.close()
