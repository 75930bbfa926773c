"""Serve the page beside whatever work there is, say where it is found, and end where it cannot be served any more."""

import http.client
import os
import sys
import threading
from collections.abc import Callable

import click

from device.address import addresses
from device.config import SOCKET
from device.ending import ending
from device.errors import BadInput, CardtableError
from device.notify import notify
from device.updating import FOLDER, STATE
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from web import create_app, serve
from web.box import Box
from web.drawings import printed_qr
from web.server import Server
from web.stream import News

ANYWHERE = "0.0.0.0"  # noqa: S104  # phones in the room are the point
LOOK_S = 5.0
"""Seconds between two looks whether the page answers."""

PATIENCE_S = 4.0
"""Seconds that the page may take to answer this program itself."""

ENDED_BY_ITSELF = "the page's server has ended by itself: start again"


def make_server(
    live: LiveTable,
    evidence: EvidenceStore,
    host: str,
    port: int,
    wifi: tuple[str, str] | None = None,
) -> Server:
    """The page of a log, bound and ready to run; raises OSError where nobody can listen there."""

    def outward() -> str | None:
        """Asked each time: a network may come up after the page."""
        found = [address for address in addresses(host, port) if port and "127.0.0.1" not in address]
        return found[-1] if found else None

    news, folder = News(live.ledger), live.ledger.path.parent
    box, keys = Box(folder / SOCKET), KeyRing(folder / KEYS)
    updates = FOLDER / STATE if FOLDER.exists() else None
    app = create_app(live, evidence, news, keys, house=folder / "games", address=outward, box=box, wifi=wifi, updates=updates)
    return serve(app, news, host, port)


def run_with_page(
    live: LiveTable,
    evidence: EvidenceStore,
    host: str,
    port: int,
    work: Callable[[], None],
    stop: Callable[[], None],
) -> None:
    """Serve the page in a thread, print the ways in, and do the work here until somebody ends it, or until the page has died.

    `stop` lets the work return.
    """
    try:
        server = make_server(live, evidence, host, port)
    except OSError as error:
        raise BadInput(f"--port {port}: cannot listen there: {error.strerror or error}") from None
    with ending(stop):
        _say_where(server, host, live)
        page = _started(server, stop)
        try:
            work()
        finally:
            stop()
            is_alive = page.is_alive()
            server.close()
    if not is_alive:
        raise CardtableError(ENDED_BY_ITSELF)
    click.echo("Stopped.")


def serve_alone(server: Server, is_over: Callable[[], bool] = lambda: False) -> bool:
    """Serve the page for a service manager: tells it when the page answers, and goes on telling while it does.

    Until `is_over`, which is looked at every few seconds, or until somebody ends it, in which case the answer is True. Raises
    `CardtableError` where the server's thread has ended by itself, so that the manager starts the program anew.
    """
    asked, wake = threading.Event(), threading.Event()

    def end() -> None:
        asked.set()
        wake.set()

    every = min(LOOK_S, int(os.environ.get("WATCHDOG_USEC", "0")) / 3_000_000 or LOOK_S)
    with ending(end):
        page = _started(server, wake.set)
        notify("READY=1")
        try:
            while page.is_alive() and not asked.is_set() and not is_over():
                if answers(server.host, server.port) and (server.news is None or server.news.is_watching):
                    notify("WATCHDOG=1")
                wake.wait(every)
            if not page.is_alive():
                raise CardtableError(ENDED_BY_ITSELF)
            return asked.is_set()
        finally:
            server.close()
            page.join()


def answers(host: str, port: int) -> bool:
    """Whether a page of ours answers there, with whatever it has to say."""
    line = http.client.HTTPConnection(
        "127.0.0.1" if host in (ANYWHERE, "::", "", "localhost") else host, port, timeout=PATIENCE_S
    )
    try:
        line.request("GET", "/", headers={"Host": "localhost"})
        return line.getresponse().getheader("Server", "").startswith("Cardtable")
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def _started(server: Server, ended: Callable[[], None]) -> threading.Thread:
    """The thread in which the page is served; where it ends, `ended` is called."""

    def run() -> None:
        try:
            server.run()
        finally:
            ended()

    page = threading.Thread(target=run, name="web", daemon=True)
    page.start()
    return page


def _say_where(server: Server, host: str, live: LiveTable) -> None:
    """The ways in, with their keys: for a terminal, and not for a journal that others read."""
    keys = KeyRing(live.ledger.path.with_name(KEYS)).keys()
    shown = addresses(host, server.port)
    for address in shown:
        click.echo(f"The page is at {address}key/{keys.table} (to score; without the key, to look on)")
    if sys.stdout.isatty() and "127.0.0.1" not in shown[-1]:
        click.echo(printed_qr(f"{shown[-1]}key/{keys.table}"))
    click.echo(f"To set the box up, open {shown[-1]}key/{keys.owner}")
