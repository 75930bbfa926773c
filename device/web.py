"""The page as a service: up in whatever state disk, log and configuration are, and saying what is wrong with them."""

from collections.abc import Callable

import click

from device.address import addresses
from device.config import Config
from device.errors import BadInput
from device.notify import warn
from device.rescue import Rescue
from device.serving import ANYWHERE, make_server, serve_alone
from web.server import Server


def serve_page(config: Config) -> None:
    """Serve until SIGTERM; raises `BadInput` where nobody can listen at that port."""
    wifi = (config.wifi, config.wifi_password) if config.wifi else None
    rescue = Rescue(config.data)
    if not rescue.is_open():
        warn(str(rescue.trouble))
        if serve_alone(_bound(lambda host: rescue.server(host, config.port), config), rescue.is_open):
            return
    assert rescue.table is not None
    live, evidence = rescue.table
    server = _bound(lambda host: make_server(live, evidence, host, config.port, wifi), config)
    for address in addresses(config.host, server.port):
        click.echo(f"The page is at {address} (sudo cardtable key prints the keys)")
    serve_alone(server)


def _bound(make: Callable[[str], Server], config: Config) -> Server:
    """The server at the host of the configuration; where that is none of this machine's, at every address that it has."""
    try:
        return make(config.host)
    except OSError as error:
        warn(f"host {config.host!r}: cannot listen there ({error.strerror or error}): the page is served at every address")
    try:
        return make(ANYWHERE)
    except OSError as error:
        raise BadInput(f"port {config.port}: cannot listen there: {error.strerror or error}") from None
