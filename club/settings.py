"""The hub's configuration: one frozen value from a TOML file. A mistake is named with its key, which keeps what it was."""

import re
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from scoring.errors import alike_first

RANGES = {"port": (1, 65535), "broker_port": (1, 65535), "pictures": (0, 1_000_000)}
"""The smallest and the largest number of a key."""

LONGEST = 400
"""Letters of a text at the most."""

NAME = re.compile(r"[A-Za-z0-9.:-]{1,253}")
"""What a machine is called: a name or an address, and nothing that a certificate would read as more."""


BROKER = re.compile(r"mqtts://([^:@/]+):([^@/]+)@([A-Za-z0-9.-]+):([0-9]{1,5})")
"""A broker's address with an account: account, key, host, port."""


@dataclass(frozen=True)
class HubSettings:
    """Everything that a club may set.

    club           its name, as boxes and pages show it
    data           folder of the archive, the certificates and the keys
    host, port     where the pages listen
    broker_port    where the hub's own broker listens, for boxes
    names          further names and addresses by which boxes call the hub; its own are known
    broker         mqtts://ACCOUNT:KEY@HOST:PORT of a broker that the club has already; empty: the hub's own
    broker_authority  file with the certificate of whoever signs that broker's
    pictures       megabytes of pictures of disputes that the hub keeps; 0: none, it asks the boxes
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
    broker: str = ""
    broker_authority: str = ""
    pictures: int = 0
    database: str = ""
    webhook: str = ""
    webhook_secret: str = ""
    neighbours: bool = False
    problems: tuple[str, ...] = ()

    @property
    def archive(self) -> str:
        """Where the archive is."""
        return self.database or str(self.data / "hub.db")


def split_broker(address: str) -> tuple[str, str, str, int]:
    """Account, key, host and port of a broker's address that can be used."""
    found = BROKER.fullmatch(address)
    assert found, address
    account, key, host, port = found.groups()
    return unquote(account), unquote(key), host, int(port)


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
            why = f"there is no key {key!r}; known: {alike_first(known, key)}"
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
        least, most = RANGES[key]
        is_right = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return "" if is_right else f"{key} is {value!r}: expected a whole number from {least} to {most}"
    if isinstance(default, tuple):
        is_right = isinstance(value, list) and all(isinstance(item, str) and NAME.fullmatch(item) for item in value)
        return "" if is_right else f"{key} is {value!r}: expected a list of names and addresses, such as 192.168.1.20"
    if not isinstance(value, str) or len(value) > LONGEST or (not value and bool(default)):
        return f"{key} is {value!r}: expected text of {LONGEST} letters at the most"
    if key == "broker" and value and not BROKER.fullmatch(value):
        return f"{key} is {value.rpartition('@')[2]!r}: expected mqtts://ACCOUNT:KEY@HOST:PORT, or nothing"
    if key == "webhook" and value and urlsplit(value).scheme not in ("http", "https"):
        return f"{key} is {value!r}: expected an address that begins with http:// or https://"
    if key == "database" and value and not value.startswith(("postgresql://", "postgres://")):
        return f"{key} is {value.partition('@')[2] or value!r}: expected postgresql://USER@HOST/NAME, or nothing"
    return ""
