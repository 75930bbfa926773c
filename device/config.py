"""The box's configuration: one frozen value from TOML files, checked at the start.

Every mistake names the file, the key, and what is expected; it costs that key alone, which keeps what it was.
"""

import ipaddress
import tomllib
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from device.errors import BadInput
from scoring.errors import alike_first


class Confirm(Enum):
    """What makes a trick fact."""

    BUTTON = "button"
    NEXT_LEAD = "next-lead"


class Voice(Enum):
    """In which language the box speaks."""

    SILENT = ""
    ENGLISH = "en"
    FRENCH = "fr"


BOOT = Path("/boot/firmware/cardtable.toml")
"""On a Pi's boot partition, which any computer shows when the card is put into it: what stands there goes first."""

SOCKET = "box.sock"
"""Name in the data folder of the door through which the page asks the box."""


@dataclass(frozen=True)
class Pins:
    """GPIO numbers (BCM) of the buttons, the lamp's three colours and the buzzer."""

    confirm: int = 17
    undo: int = 27
    dispute: int = 22
    red: int = 5
    green: int = 6
    blue: int = 13
    buzzer: int = 19


@dataclass(frozen=True)
class Club:
    """The club that the table is in: `code` is the address in the QR of the hub; empty: none, or the one of the set-up page."""

    code: str = ""


@dataclass(frozen=True)
class Config:
    """Everything an owner may set.

    camera      where frames come from: camera:picamera2, camera:v4l2:/dev/video0, a video file or a folder
    data        folder of the log and the evidence pictures
    host, port  where the phones' page listens
    confirm     button, or next-lead: the first card of the next trick confirms the one before
    buttons     whether buttons, lamp and buzzer are wired
    quiet       whether the buzzer is silent
    voice       en or fr: the language in which the box says what happens, where it has a loudspeaker; empty: it does not
    bounce_ms   how long a button must be steady, 10 to 20 (longer loses taps)
    hold_s      how long a long press is, 0.5 to 5
    card_width  pixels of a card's width in the picture; 0 finds it from the first cards
    tags        whether NFC readers are watched
    picture_days  days for which pictures of cards are kept; 0 keeps them for ever
    picture_mb  megabytes that pictures may take; the oldest go first
    wifi, wifi_password  name and password of the room's network, shown as a code on the TV page; empty: not shown
    club        the club that the table joins by itself, with its code
    pins        GPIO numbers of what is wired
    problems    what the files say that could not be used; nobody sets this
    """

    camera: str = "camera:picamera2"
    data: Path = Path("/var/lib/cardtable")
    host: str = "0.0.0.0"  # noqa: S104  # phones on the local network are whom the page is for
    port: int = 80
    confirm: Confirm = Confirm.BUTTON
    buttons: bool = True
    quiet: bool = False
    voice: Voice = Voice.SILENT
    bounce_ms: int = 15
    hold_s: float = 1.0
    card_width: float = 0.0
    tags: bool = True
    picture_days: int = 30
    picture_mb: int = 2000
    wifi: str = ""
    wifi_password: str = ""
    club: Club = Club()
    pins: Pins = field(default_factory=Pins)
    problems: tuple[str, ...] = ()


NARROWEST = 10
"""Pixels of the narrowest card that can be read."""

RANGES: dict[str, tuple[float, float]] = {
    "port": (1, 65535),
    "bounce_ms": (10, 20),
    "hold_s": (0.5, 5),
    "card_width": (0, 2000),
    "picture_days": (0, 3650),
    "picture_mb": (1, 1_000_000),
}


LONGEST = {"wifi": 32, "wifi_password": 63, "camera": 255, "code": 2000}
"""Bytes of a text: of names and passwords of a Wi-Fi as IEEE 802.11 has them."""


def load_config(path: Path, boot: Path = BOOT) -> Config:
    """What the file says, and over it what the owner wrote on the boot partition; raises `BadInput` where `path` is not there.

    What cannot be used is named in `problems`, and everything else counts: a typing error keeps no table from being played at.
    """
    try:
        config = _with_file(Config(), path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    try:
        return _with_file(config, boot)
    except FileNotFoundError:
        return config
    except OSError as error:
        return _with_problem(config, f"{boot}: {error.strerror}")


def _with_file(config: Config, path: Path) -> Config:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return _with_problem(config, f"{path}: not TOML: {error}")
    for key, value in values.items():
        try:
            config = TABLES.get(key, partial(_with_key, key=key))(config, path, value)
        except BadInput as error:
            config = _with_problem(config, str(error))
        except ValueError as error:  # a number that cannot even be written
            config = _with_problem(config, f"{path}: {key}: {error}")
    return config


def _with_key(config: Config, path: Path, value: object, key: str) -> Config:
    change: Any = _check(path, key, value)
    return replace(config, **{key: change})


def _with_pins(config: Config, path: Path, values: object) -> Config:
    """A pin with a mistake keeps its number; where two share one in the end, all do."""
    if not isinstance(values, dict):
        raise BadInput(f"{path}: pins is {values!r}: expected a table of GPIO numbers")
    wired = config.pins
    for key, value in values.items():
        try:
            wired = replace(wired, **{key: _pin(path, key, value)})
        except BadInput as error:
            config = _with_problem(config, str(error))
    numbers = [getattr(wired, f.name) for f in fields(Pins)]
    if len(set(numbers)) < len(numbers):
        return _with_problem(config, f"{path}: pins: two of them share a GPIO number")
    return replace(config, pins=wired)


def _with_club(config: Config, path: Path, values: object) -> Config:
    if not isinstance(values, dict):
        raise BadInput(f"{path}: club is {values!r}: expected a table with a code")
    for key, value in values.items():
        if key != "code":
            config = _with_problem(config, f"{path}: club: there is no key {key!r}; known: code")
        elif not isinstance(value, str) or len(value) > LONGEST["code"]:
            config = _with_problem(config, f"{path}: club: code is no text of {LONGEST['code']} letters at the most")
        else:
            config = replace(config, club=Club(value))
    return config


TABLES = {"pins": _with_pins, "club": _with_club}
"""What reads a table of the file."""


def _with_problem(config: Config, problem: str) -> Config:
    return replace(config, problems=(*config.problems, problem))


def _check(path: Path, key: str, value: object) -> Any:
    known = {f.name: f.default for f in fields(Config) if f.name not in (*TABLES, "problems")}
    if key not in known:
        raise BadInput(f"{path}: there is no key {key!r}; known: {alike_first((*known, *TABLES), key)}")
    default = known[key]
    if isinstance(default, Enum):
        choices = [choice.value or '""' for choice in type(default)]
        if value not in [choice.value for choice in type(default)]:
            raise BadInput(f"{path}: {key} is {value!r}: expected {' or '.join(choices)}")
        return type(default)(value)
    if isinstance(default, bool) or isinstance(value, bool):
        if type(value) is not type(default):
            raise BadInput(f"{path}: {key} is {value!r}: expected {_kind(default)}")
        return value
    if isinstance(default, int | float):
        return _number(path, key, value, default)
    if not isinstance(value, str) or (not value and default) or "\0" in value:
        raise BadInput(f"{path}: {key} is {value!r}: expected text")
    if key == "host":
        _check_host(path, value)
    if len(value.encode()) > LONGEST.get(key, 4096):
        raise BadInput(f"{path}: {key} is too long: expected {LONGEST.get(key, 4096)} bytes at the most")
    return Path(value) if isinstance(default, Path) else value


def _check_host(path: Path, value: str) -> None:
    try:
        is_right = value == "localhost" or bool(ipaddress.ip_address(value))
    except ValueError:
        is_right = False
    if not is_right:
        raise BadInput(f"{path}: host is {value!r}: expected an address of numbers, such as 0.0.0.0 (every one), or localhost")


def _number(path: Path, key: str, value: object, default: float) -> float:
    low, high = RANGES[key]
    is_right = isinstance(value, int) if isinstance(default, int) else isinstance(value, int | float)
    if not is_right or not low <= float(str(value)) <= high:
        raise BadInput(f"{path}: {key} is {value!r}: expected {_kind(default)} from {low:g} to {high:g}")
    if key == "card_width" and 0 < float(str(value)) < NARROWEST:
        raise BadInput(f"{path}: card_width is {value!r}: expected 0, or a number from {NARROWEST} to {high:g}")
    return type(default)(str(value))


def _kind(default: object) -> str:
    if isinstance(default, bool):
        return "true or false"
    return "a whole number" if isinstance(default, int) else "a number" if isinstance(default, float) else "text"


def _pin(path: Path, key: str, value: object) -> int:
    known = {f.name for f in fields(Pins)}
    if key not in known:
        raise BadInput(f"{path}: pins: there is no key {key!r}; known: {alike_first(known, key)}")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 27:
        raise BadInput(f"{path}: pins: {key} is {value!r}: expected a GPIO number from 0 to 27")
    return value
