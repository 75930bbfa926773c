"""A hub as it runs: its broker, or the club's, its archive, its line and its pages, begun and ended together."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Thread

from club.accounts import NEIGHBOUR, Accounts
from club.album import Album
from club.api import api_of
from club.archive import archive_at
from club.authority import Authority
from club.broker import HUB, Broker, NoBroker, Place
from club.connection import Access
from club.hub import Hub
from club.neighbours.metrics import metrics_of
from club.neighbours.telling import neighbours_of
from club.pages.app import create_app
from club.settings import HubSettings, split_broker
from scoring.ledger.keys import KEYS, KeyRing
from web.server import Server, serve
from web.stream import News


@dataclass(frozen=True)
class Hosted:
    """A hub that is ready; `run` does its work, and `server` shows it.

    `access` is its own account at the broker, which `keep_up` starts again where it has died; `others` run beside it.
    """

    hub: Hub
    access: Access
    server: Server
    keys: KeyRing
    others: tuple[Callable[[Event], None], ...]
    keep_up: Callable[[], object]

    def run(self, stop: Event, alive: Callable[[], object] = lambda: None) -> None:
        """Take in, fold and serve until `stop`."""
        pages = Thread(target=self.server.run, name="pages", daemon=True)
        pages.start()
        for work in self.others:
            Thread(target=work, args=(stop,), daemon=True).start()

        def look() -> None:
            self.keep_up()
            if pages.is_alive():
                alive()

        self.hub.run(stop, look)


CERTIFICATES = "certificates"
"""Folder of the club's authority, in the data folder."""


def add_neighbour(settings: HubSettings) -> Access:
    """The account of neighbours at the broker of a hub that runs, with a new key. Raises `NoAccount`, `NoBroker`, OSError."""
    access = _of_club(settings) if settings.broker else _of_hub(*_own(settings))
    accounts = Accounts(access)
    accounts.open()
    try:
        return replace(access, account=NEIGHBOUR, key=accounts.add_neighbour())
    finally:
        accounts.close()


@contextmanager
def hosted(settings: HubSettings, where: str, names: Sequence[str] = (), listen: str = "") -> Iterator[Hosted]:
    """Everything of a hub, ended afterwards. `where` is the address of its pages, `names` those by which boxes call it.

    Raises `NoBroker`, `NoAuthority` or OSError where a part cannot be had.
    """
    with ExitStack() as ended:
        settings.data.mkdir(parents=True, exist_ok=True)
        if settings.broker:
            access = _of_club(settings)
            called, keep_up = access.host, _is_kept_up_by_others
        else:
            broker, authority = _own(settings, listen)
            called, keep_up = names[0] if names else "localhost", broker.keep_up
            here = socket.gethostname()
            authority.make(settings.club, (*names, *settings.names, broker.place.near, here, f"{here}.local"))
            broker.prepare()
            broker.start()
            ended.callback(broker.stop)
            access = _of_hub(broker, authority)
        archive = archive_at(settings.archive)
        ended.callback(archive.close)
        album = Album(settings.data / "pictures", settings.pictures * 10**6) if settings.pictures else None
        hub = Hub(settings.club, archive, access, where, called, album)
        news, keys = News(hub), KeyRing(settings.data / KEYS)
        app = create_app(hub, keys, news, lambda: where, access.authority, (api_of(hub), metrics_of(hub)))
        server = serve(app, news, settings.host, settings.port)
        ended.callback(server.close)
        yield Hosted(hub, access, server, keys, (hub.collect, *neighbours_of(hub, access, settings)), keep_up)


def _own(settings: HubSettings, listen: str = "") -> tuple[Broker, Authority]:
    """The hub's own broker, and who signs its certificate."""
    authority = Authority(settings.data / CERTIFICATES)
    return Broker(Place(settings.data / "broker", listen or settings.host, settings.broker_port), authority), authority


def _of_hub(broker: Broker, authority: Authority) -> Access:
    return Access(broker.place.near, broker.place.port, HUB, broker.key, authority.pem())


def _of_club(settings: HubSettings) -> Access:
    """The hub's account at a broker that the club has already. Raises `NoBroker`."""
    account, key, host, port = split_broker(settings.broker)
    try:
        authority = Path(settings.broker_authority).read_text(encoding="ascii")
        access = Access(host, port, account, key, authority)
        _ = access.tls
    except (OSError, ValueError) as error:
        raise NoBroker(
            f"broker_authority is {settings.broker_authority!r}: that is no file with the certificate of whoever signs the "
            f"certificate of {host} ({getattr(error, 'strerror', None) or error})"
        ) from None
    return access


def _is_kept_up_by_others() -> None:
    """A broker that the club has already is not the hub's to start."""
