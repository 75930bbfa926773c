"""Serve the page beside whatever work there is, and say where it is found."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import click

from device.address import addresses
from device.config import SOCKET
from device.errors import BadInput
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from web import create_app, serve
from web.box import Box
from web.drawings import printed_qr
from web.stream import News


def run_with_page(
    live: LiveTable,
    evidence: EvidenceStore,
    host: str,
    port: int,
    work: Callable[[], None] | None = None,
    stop: Callable[[], None] | None = None,
    ready: Callable[[], object] = lambda: None,
    house: Path | None = None,
    wifi: tuple[str, str] | None = None,
) -> None:
    """Serve the page in a thread and do the work here, until an interrupt."""

    def outward() -> str | None:
        """Asked each time: a network may come up after the page."""
        found = [address for address in addresses(host, port) if port and "127.0.0.1" not in address]
        return found[-1] if found else None

    news, keys = News(live.ledger), KeyRing(live.ledger.path.with_name(KEYS))
    try:
        server = serve(
            create_app(
                live, evidence, news, keys, house=house, address=outward, box=Box(live.ledger.path.with_name(SOCKET)), wifi=wifi
            ),
            news,
            host,
            port,
        )
    except OSError as error:
        raise BadInput(f"--port {port}: cannot listen there: {error.strerror or error}") from None
    threading.Thread(target=server.run, name="web", daemon=True).start()
    shown = addresses(host, server.port)
    for address in shown:
        click.echo(f"The page is at {address}key/{keys.keys().table} (to score; without the key, to look on)")
    if sys.stdout.isatty() and "127.0.0.1" not in shown[-1]:
        click.echo(printed_qr(f"{shown[-1]}key/{keys.keys().table}"))
    click.echo(f"To set the box up, open {shown[-1]}key/{keys.keys().owner}")
    ready()
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        if work is not None:
            work()
        while work is None:
            time.sleep(3600)
    except KeyboardInterrupt:
        click.echo("Stopped.")
    finally:
        if stop is not None:
            stop()
        server.close()


def _interrupt(_number: int, _frame: object) -> None:
    """Ending the service is like pressing Ctrl-C: everything is put away."""
    raise KeyboardInterrupt
