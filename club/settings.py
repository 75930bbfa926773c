"""The hub's configuration: one frozen value from a TOML file. A mistake is named with its key, which keeps what it was."""

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

LARGEST = {"port": 65535, "broker_port": 65535}
"""The largest number of a key."""

LONGEST = 400
"""Letters of a text at the most."""


@dataclass(frozen=True)
class HubSettings:
    """Everything that a club may set.

    club           its name, as boxes and pages show it
    data           folder of the archive, the certificates and the keys
    host, port     where the pages listen
    broker_port    where the broker listens, for boxes
    names          further names and addresses by which boxes call the hub; its own are known
    database       postgresql://…; empty: a file in the data folder
    webhook        address that hears of every hand that has ended; empty: none
    webhook_secret  by which a receiver knows that it was the hub
    neighbours     whether Home Assistant and others find the tables at the broker
    problems       what the file says that could not be used; nobody sets this
    """

    club: str = "Our club"
    data: Path = Path("/var/lib/cardtable-hub")
    host: str = "0.0.0.0"  # noqa: S104  # phones on the local network are whom the pages are for
    port: int = 80
    broker_port: int = 8883
    names: tuple[str, ...] = ()
    database: str = ""
    webhook: str = ""
    webhook_secret: str = ""
    neighbours: bool = False
    problems: tuple[str, ...] = ()

    @property
    def archive(self) -> str:
        """Where the archive is."""
        return self.database or str(self.data / "hub.db")


def load_settings(path: Path) -> HubSettings:
    """What the file says; what cannot be used of it is named in `problems`, and everything else counts. Raises OSError."""
    settings = HubSettings()
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return replace(settings, problems=(f"{path}: not TOML: {error}",))
    known = {field.name: getattr(settings, field.name) for field in fields(HubSettings) if field.name != "problems"}
    for key, value in values.items():
        if key not in known:
            why = f"there is no key {key!r}; known: {', '.join(sorted(known))}"
        else:
            why = _mistake(key, value, known[key])
        if why:
            settings = replace(settings, problems=(*settings.problems, f"{path}: {why}"))
        else:
            settings = replace(settings, **{key: type(known[key])(value)})
    return settings


def _mistake(key: str, value: object, default: object) -> str:
    """What is wrong with a value; empty where it can be used."""
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else f"{key} is {value!r}: expected true or false"
    if isinstance(default, int):
        is_right = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST[key]
        return "" if is_right else f"{key} is {value!r}: expected a whole number from 1 to {LARGEST[key]}"
    if isinstance(default, tuple):
        is_right = isinstance(value, list) and all(isinstance(item, str) and 0 < len(item) <= LONGEST for item in value)
        return "" if is_right else f"{key} is {value!r}: expected a list of names"
    if not isinstance(value, str) or len(value) > LONGEST or (not value and bool(default)):
        return f"{key} is {value!r}: expected text of {LONGEST} letters at the most"
    if key == "webhook" and value and urlsplit(value).scheme not in ("http", "https"):
        return f"{key} is {value!r}: expected an address that begins with http:// or https://"
    if key == "database" and value and not value.startswith(("postgresql://", "postgres://")):
        return f"{key} is {value.partition('@')[2] or value!r}: expected postgresql://USER@HOST/NAME, or nothing"
    return ""
