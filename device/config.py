"""The box's configuration: one frozen value from a TOML file, checked at the start.

Every error names the file, the key, and what is expected.
"""

import tomllib
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Any

from device.errors import BadInput


class Confirm(Enum):
    """What makes a trick fact."""

    BUTTON = "button"
    NEXT_LEAD = "next-lead"


SOCKET = "box.sock"
"""Name in the data folder of the door through which the page asks the box."""


@dataclass(frozen=True)
class Pins:
    """GPIO numbers (BCM) of the buttons and the lamp's three colours."""

    confirm: int = 17
    undo: int = 27
    dispute: int = 22
    red: int = 5
    green: int = 6
    blue: int = 13


@dataclass(frozen=True)
class Config:
    """Everything an owner may set.

    camera      where frames come from: camera:picamera2, camera:v4l2:/dev/video0, a video file or a folder
    data        folder of the log and the evidence pictures
    host, port  where the phones' page listens
    confirm     button, or next-lead: the first card of the next trick confirms the one before
    buttons     whether buttons and lamp are wired
    bounce_ms   how long a button must be steady, 10 to 20 (longer loses taps)
    hold_s      how long a long press is, 0.5 to 5
    card_width  pixels of a card's width in the picture; 0 finds it from the first cards
    tags        whether NFC readers are watched
    picture_days  days for which pictures of cards are kept; 0 keeps them for ever
    wifi, wifi_password  name and password of the room's network, shown as a code on the TV page; empty: not shown
    """

    camera: str = "camera:picamera2"
    data: Path = Path("/var/lib/cardtable")
    host: str = "0.0.0.0"  # noqa: S104  # phones on the local network are whom the page is for
    port: int = 8000
    confirm: Confirm = Confirm.BUTTON
    buttons: bool = True
    bounce_ms: int = 15
    hold_s: float = 1.0
    card_width: float = 0.0
    tags: bool = True
    picture_days: int = 30
    wifi: str = ""
    wifi_password: str = ""
    pins: Pins = field(default_factory=Pins)


RANGES: dict[str, tuple[float, float]] = {
    "port": (1, 65535),
    "bounce_ms": (10, 20),
    "hold_s": (0.5, 5),
    "card_width": (0, 2000),
    "picture_days": (0, 3650),
}


def load_config(path: Path) -> Config:
    """The configuration in the file; raises `BadInput` naming the file, the key and what is expected."""
    try:
        values = tomllib.loads(path.read_text())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: not TOML: {error}") from None
    pins = values.pop("pins", {})
    if not isinstance(pins, dict):
        raise BadInput(f"{path}: pins is {pins!r}: expected a table of GPIO numbers")
    checked = {key: _check(Config, path, key, value) for key, value in values.items()}
    wired = Pins(**{key: _pin(path, key, value) for key, value in pins.items()})
    numbers = [getattr(wired, f.name) for f in fields(Pins)]
    if len(set(numbers)) < len(numbers):
        raise BadInput(f"{path}: pins: two of them share a GPIO number")
    return Config(**checked, pins=wired)


def _check(cls: type[Config], path: Path, key: str, value: object) -> Any:
    known = {f.name: f.default for f in fields(cls) if f.name != "pins"}
    if key not in known:
        raise BadInput(f"{path}: there is no key {key!r}; known: {', '.join(sorted(known))}, pins")
    default = known[key]
    if isinstance(default, Confirm):
        choices = [choice.value for choice in Confirm]
        if value not in choices:
            raise BadInput(f"{path}: {key} is {value!r}: expected {' or '.join(choices)}")
        return Confirm(value)
    if isinstance(default, bool) or isinstance(value, bool):
        if type(value) is not type(default):
            raise BadInput(f"{path}: {key} is {value!r}: expected {_kind(default)}")
        return value
    if isinstance(default, int | float):
        return _number(path, key, value, default)
    if not isinstance(value, str) or (not value and default):
        raise BadInput(f"{path}: {key} is {value!r}: expected text")
    return Path(value) if isinstance(default, Path) else value


def _number(path: Path, key: str, value: object, default: float) -> float:
    low, high = RANGES[key]
    is_right = isinstance(value, int) if isinstance(default, int) else isinstance(value, int | float)
    if not is_right or not low <= float(str(value)) <= high:
        raise BadInput(f"{path}: {key} is {value!r}: expected {_kind(default)} from {low:g} to {high:g}")
    return type(default)(str(value))


def _kind(default: object) -> str:
    if isinstance(default, bool):
        return "true or false"
    return "a whole number" if isinstance(default, int) else "a number" if isinstance(default, float) else "text"


def _pin(path: Path, key: str, value: object) -> int:
    known = {f.name for f in fields(Pins)}
    if key not in known:
        raise BadInput(f"{path}: pins: there is no key {key!r}; known: {', '.join(sorted(known))}")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 27:
        raise BadInput(f"{path}: pins: {key} is {value!r}: expected a GPIO number from 0 to 27")
    return value
