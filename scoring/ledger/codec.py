"""Events as JSON and back, with a version, so that old logs stay readable for ever.

An event is written as its name, its version and its fields. A change of an event's fields raises its version and
adds an upcaster, which turns the older form into the next one.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from scoring.cards import Card
from scoring.errors import ScoringError
from scoring.events import EVENTS, Event
from scoring.seats import Seat

Json = dict[str, Any]


class LogDamaged(ScoringError, ValueError):
    """A record that is not one of ours, or is cut off."""

    code = "log-damaged"


@dataclass(frozen=True)
class Recorded:
    """An event with its place in the log of a session; `seq` counts from 1."""

    session: str
    seq: int
    event: Event


VERSIONS: dict[str, int] = {"SessionStarted": 2, "CardPlayed": 2, "CardShown": 2, "DisputeOpened": 2}
"""Version of each event's fields where it is not 1."""

UPCASTERS: dict[tuple[str, int], Callable[[Json], Json]] = {
    ("SessionStarted", 1): lambda data: data | {"rules": None},  # house games came with version 2
    ("CardPlayed", 1): lambda data: data,  # a reading without an outline has none
    ("CardShown", 1): lambda data: data,  # nor was it said where the card lay
    ("DisputeOpened", 1): lambda data: data,  # and no picture was kept of what came before
}
"""For (event, version): the fields as version + 1 has them."""


def encode(event: Event) -> Json:
    """The event as JSON values: `type`, `version`, `data`."""
    name = type(event).__name__
    data = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    return {"type": name, "version": VERSIONS.get(name, 1), "data": data}


def decode(
    record: Json,
    versions: Mapping[str, int] = VERSIONS,
    upcasters: Mapping[tuple[str, int], Callable[[Json], Json]] = UPCASTERS,
) -> Event:
    """The event that `encode` wrote, of this version or an older one; raises `LogDamaged`."""
    try:
        name, version, data = record["type"], int(record["version"]), dict(record["data"])
        kind = EVENTS[name]
        while version < versions.get(name, 1):
            data, version = upcasters[name, version](data), version + 1
        if version > versions.get(name, 1):
            raise LogDamaged(f"{name} version {version} was written by a newer Cardtable: install that to read it")
        hints = get_type_hints(kind)
        return kind(**{key: _typed(hints[key], value) for key, value in data.items()})
    except LogDamaged:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, ScoringError) as error:
        raise LogDamaged(f"not an event of a Cardtable log: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Card | Seat):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def _typed(hint: Any, value: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (types.UnionType, Union):
        if value is None:
            return None
        return _typed(next(choice for choice in arguments if choice is not type(None)), value)
    if origin is tuple:
        if not isinstance(value, list):
            raise LogDamaged(f"{value!r} where a list is expected")
        inner = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        return tuple(_typed(choice, item) for choice, item in zip(inner, value, strict=True))
    if hint is datetime:
        return datetime.fromisoformat(value)
    if hint is Card or hint is Seat:
        return hint.parse(value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{key: _typed(hints[key], item) for key, item in value.items()})  # type: ignore[operator]  # a dataclass is called
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(hint, type) and hint in (str, int, float, bool) and not isinstance(value, hint):
        raise LogDamaged(f"{value!r} where {hint.__name__} is expected")
    return value
