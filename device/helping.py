"""The file for a friend who is to help, with what the page may not read: settings and journal."""

import socket
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

from device.apt import ran
from device.box import TAGS
from device.config import SOCKET, Config
from device.doctor import examine
from device.errors import BadInput
from device.rescue import open_table
from device.tags import TagBook
from scoring.ledger.files import write_file
from scoring.ledger.keys import KEYS, KeyRing
from web.box import Box
from web.health import of_services, word_of_the_box
from web.services import Services
from web.stream import News

LINES = 1000
"""Lines of the journal at the most."""


def write_bundle(config: Config, file: Path) -> None:
    """Write the file; raises `BadInput` where the log cannot be read, and OSError."""
    live, evidence = open_table(config.data)
    wifi = (config.wifi, config.wifi_password) if config.wifi else None
    keys = KeyRing(config.data / KEYS)
    found = Services(live, evidence, News(live.ledger), keys, None, box=Box(config.data / SOCKET), wifi=wifi)
    parts: dict[str, Any] = {"settings.json": dict(settings_of(config)), "journal.txt": journal()}
    if word_of_the_box(found) is None:
        parts["doctor.json"] = [finding.as_json() for finding in examine(config)]
    tags = TagBook(config.data / TAGS).names()
    try:
        write_file(file, of_services(found, parts, (*tags, *tags.values(), socket.gethostname())))
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from None


def settings_of(config: Config) -> Iterator[tuple[str, object]]:
    """What is chosen out of few, or a number: nothing that somebody wrote."""
    for field in fields(config):
        value = getattr(config, field.name)
        if isinstance(value, Enum):
            yield field.name, value.value
        elif isinstance(value, bool | int | float):
            yield field.name, value


def journal() -> str:
    """What the box's services said last, or why that is not known."""
    command = ["journalctl", "--no-pager", "--output=short-iso", "--no-hostname", f"--lines={LINES}", "--unit=cardtable-*"]
    try:
        done = ran(command)
    except OSError as error:
        return f"There is no journal: {error.strerror}."
    return done.stdout or done.stderr
