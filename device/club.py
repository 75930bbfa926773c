"""A club's hub as a service, and as a demonstration: a club that plays by itself."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from club.demo import play_evening
from club.hosting import CERTIFICATES, add_neighbour, hosted
from club.settings import HubSettings, load_settings
from device.address import addresses
from device.errors import BadInput
from device.notify import notify, warn
from device.serving import interrupt_on_end
from scoring.ledger.keys import KEYS, KeyRing


def serve_hub(path: Path) -> None:
    """Run the hub of that configuration until SIGTERM, telling the service manager that it is well."""
    interrupt_on_end()
    settings = _settings(path)
    for problem in settings.problems:
        warn(problem)
    with _started(settings) as running:
        notify("READY=1")
        running.join()


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
    host = addresses(settings.host, settings.port)[-1].removeprefix("http://").rstrip("/").partition(":")[0]
    click.echo(f"Broker {host}, port {access.port}, with encryption; user {access.account}, password {access.key}")
    click.echo(f"Its certificate is signed by {settings.data / CERTIFICATES / 'ca.pem'}: give the other program that file")
    if not settings.neighbours:
        click.echo(f"Set neighbours = true in {path}, and start the hub again: it tells nobody of its tables now")


def demonstrate(host: str, port: int, tables: int, pace: float, seed: int, database: str) -> None:
    """Run a hub in a folder of its own, and tables that play by themselves, until an interrupt."""
    interrupt_on_end()
    with TemporaryDirectory(prefix="cardtable-club-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        settings = HubSettings("The demonstration club", home / "hub", host, port, database=database)
        settings = replace(settings, broker_port=_free_port())
        stop = threading.Event()
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
            except KeyboardInterrupt:
                click.echo("Stopped.")
            finally:
                stop.set()
                for thread in threads:
                    thread.join()


@contextmanager
def _started(settings: HubSettings) -> Iterator[threading.Thread]:
    """The hub in a thread of its own, ended afterwards."""
    shown, stop = addresses(settings.host, settings.port)[-1], threading.Event()
    name = shown.removeprefix("http://").rstrip("/").partition(":")[0]
    with hosted(settings, shown.rstrip("/"), [name]) as club:
        thread = threading.Thread(target=club.run, args=(stop, lambda: notify("WATCHDOG=1")), name="hub")
        thread.start()
        click.echo(f"The wall board is at {shown} (sudo cardtable hub --key prints the director's address)")
        try:
            yield thread
        except KeyboardInterrupt:
            click.echo("Stopped.")
        finally:
            stop.set()
            thread.join()


def _settings(path: Path) -> HubSettings:
    try:
        return load_settings(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
