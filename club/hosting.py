"""A hub as it runs: its broker, its archive, its line and its pages, begun and ended together."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from threading import Event, Thread

from club.accounts import NEIGHBOUR, Accounts
from club.api import api_of
from club.archive import archive_at
from club.authority import Authority
from club.broker import HUB, Broker, Place
from club.connection import Access
from club.hub import Hub
from club.neighbours.metrics import metrics_of
from club.neighbours.telling import neighbours_of
from club.pages.app import create_app
from club.settings import HubSettings
from scoring.ledger.keys import KEYS, KeyRing
from web.server import Server, serve
from web.stream import News


@dataclass(frozen=True)
class Hosted:
    """A hub that is ready; `run` does its work, and `server` shows it."""

    hub: Hub
    authority: Authority
    broker: Broker
    server: Server
    keys: KeyRing
    neighbours: tuple[Callable[[Event], None], ...]

    def run(self, stop: Event, alive: Callable[[], object] = lambda: None) -> None:
        """Take in, fold and serve until `stop`; a broker that has died is started again."""
        pages = Thread(target=self.server.run, name="pages", daemon=True)
        pages.start()
        for tell in self.neighbours:
            Thread(target=tell, args=(stop,), name="neighbour", daemon=True).start()

        def look() -> None:
            if not self.broker.is_running:
                self.broker.start()
            if pages.is_alive():
                alive()

        self.hub.run(stop, look)


CERTIFICATES = "certificates"
"""Folder of the club's authority, in the data folder."""


def add_neighbour(settings: HubSettings) -> Access:
    """The account of neighbours at the broker of a hub that runs, with a new key. Raises `NoAccount`, OSError."""
    authority = Authority(settings.data / CERTIFICATES)
    place = Place(settings.data / "broker", settings.host, settings.broker_port)
    access = Access(place.near, settings.broker_port, HUB, Broker(place, authority).key, authority.pem())
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
        authority = Authority(settings.data / CERTIFICATES)
        place = Place(settings.data / "broker", listen or settings.host, settings.broker_port)
        called = (*names, *settings.names, place.near, socket.gethostname(), f"{socket.gethostname()}.local")
        authority.make(settings.club, called)
        broker = Broker(place, authority)
        access = Access(place.near, settings.broker_port, HUB, broker.prepare(), authority.pem())
        broker.start()
        ended.callback(broker.stop)
        archive = archive_at(settings.archive)
        ended.callback(archive.close)
        hub = Hub(settings.club, archive, access, where, names[0] if names else "localhost")
        news, keys = News(hub), KeyRing(settings.data / KEYS)
        app = create_app(hub, keys, news, lambda: where, authority.certificate, (api_of(hub), metrics_of(hub)))
        server = serve(app, news, settings.host, settings.port)
        ended.callback(server.close)
        yield Hosted(hub, authority, broker, server, keys, tuple(neighbours_of(hub, access, settings)))
