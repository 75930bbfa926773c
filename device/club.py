"""A club's hub as a service, and as a demonstration: a club that plays by itself."""

import socket
import threading
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from club.demo import play_evening
from club.hosting import CERTIFICATES, add_neighbour, hosted
from club.settings import HubSettings, load_settings
from device.address import addresses
from device.ending import ending
from device.errors import BadInput
from device.notify import notify, warn
from scoring.ledger.keys import KEYS, KeyRing


def serve_hub(path: Path) -> None:
    """Run the hub of that configuration until SIGTERM, telling the service manager that it is well."""
    settings, stop = _settings(path), threading.Event()
    for problem in settings.problems:
        warn(problem)
    shown = addresses(settings.host, settings.port)[-1]
    with ending(stop.set), hosted(settings, shown.rstrip("/"), [_name_in(shown)]) as club:
        click.echo(f"The wall board is at {shown} (sudo cardtable hub --key prints the director's address)")
        notify("READY=1")
        club.run(stop, lambda: notify("WATCHDOG=1"))


def print_director(path: Path) -> None:
    """The address with the director's key."""
    settings = _settings(path)
    file = settings.data / KEYS
    if not file.exists():
        raise BadInput(f"{file}: there is no key yet: the hub makes it when it first runs")
    click.echo(f"To direct: {addresses(settings.host, settings.port)[-1]}key/{KeyRing(file).keys().owner}")


def print_neighbour(path: Path) -> None:
    """The account at the broker for those who read what tables show, with a new key; the hub must be running."""
    settings = _settings(path)
    try:
        access = add_neighbour(settings)
    except OSError:
        raise BadInput(f"{settings.data}: the hub has made no broker there yet: start it first") from None
    host = _name_in(addresses(settings.host, settings.port)[-1])
    click.echo(f"Broker {host}, port {access.port}, with encryption; user {access.account}, password {access.key}")
    click.echo(f"Its certificate is signed by {settings.data / CERTIFICATES / 'ca.pem'}: give the other program that file")
    if not settings.neighbours:
        click.echo(f"Set neighbours = true in {path}, and start the hub again: it tells nobody of its tables now")


def demonstrate(host: str, port: int, tables: int, pace: float, seed: int, database: str) -> None:
    """Run a hub in a folder of its own, and tables that play by themselves, until somebody ends it."""
    stop = threading.Event()
    with ending(stop.set), TemporaryDirectory(prefix="cardtable-club-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        settings = HubSettings("The demonstration club", home / "hub", host, port, database=database)
        settings = replace(settings, broker_port=_free_port())
        with hosted(settings, addresses(host, port)[-1].rstrip("/"), listen="127.0.0.1") as club:
            shown = addresses(host, club.server.port)
            hub = threading.Thread(target=club.run, args=(stop,), name="hub")
            hub.start()
            threads = [hub]
            try:
                threads += play_evening(club, home, tables, pace, seed, stop)
                for address in shown:
                    click.echo(f"The wall board is at {address}")
                click.echo(f"To direct, open {shown[-1]}key/{club.keys.keys().owner}")
                hub.join()
            finally:
                stop.set()
                for thread in threads:
                    thread.join()
    click.echo("Stopped.")


def _settings(path: Path) -> HubSettings:
    try:
        return load_settings(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def _name_in(address: str) -> str:
    """The machine's name, or its number, in the address of a page."""
    return address.removeprefix("http://").rstrip("/").partition(":")[0]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
