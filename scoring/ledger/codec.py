"""Events as JSON and back, with a version, so that old logs stay readable for ever.

An event is written as its name, its version and its fields. A change of an event's fields raises its version and
adds an upcaster, which turns the older form into the next one.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from math import isfinite
from typing import Any, Union, get_args, get_origin, get_type_hints

from scoring.cards import Card
from scoring.errors import ScoringError
from scoring.events import EVENTS, Event
from scoring.seats import Seat

Json = dict[str, Any]


DAMAGE = (Exception,)
"""What values that no Cardtable wrote can lead to: anything."""

WILD = 10**18
"""A whole number from which on nobody can have meant it."""


class LogDamaged(ScoringError, ValueError):
    """A record that is not one of ours, or is cut off."""

    code = "log-damaged"


@dataclass(frozen=True)
class Recorded:
    """An event with its place in the log of a session; `seq` counts from 1."""

    session: str
    seq: int
    event: Event


VERSIONS: dict[str, int] = {"SessionStarted": 2, "CardPlayed": 2, "CardShown": 2, "DisputeOpened": 2, "HandVoided": 2}
"""Version of each event's fields where it is not 1."""

UPCASTERS: dict[tuple[str, int], Callable[[Json], Json]] = {
    ("SessionStarted", 1): lambda data: data | {"rules": None},  # house games came with version 2
    ("CardPlayed", 1): lambda data: data,  # a reading without an outline has none
    ("CardShown", 1): lambda data: data,  # nor was it said where the card lay
    ("DisputeOpened", 1): lambda data: data,  # and no picture was kept of what came before
    ("HandVoided", 1): lambda data: data,  # a hand was void for whatever reason
}
"""For (event, version): the fields as version + 1 has them."""


def encode(event: Event) -> Json:
    """The event as JSON values: `type`, `version`, `data`."""
    name = type(event).__name__
    data = {field.name: plain(getattr(event, field.name)) for field in fields(event)}
    return {"type": name, "version": VERSIONS.get(name, 1), "data": data}


def decode(
    record: Json,
    versions: Mapping[str, int] = VERSIONS,
    upcasters: Mapping[tuple[str, int], Callable[[Json], Json]] = UPCASTERS,
) -> Event:
    """The event that `encode` wrote, of this version or an older one; raises `LogDamaged`."""
    try:
        name, version, data = record["type"], int(record["version"]), dict(record["data"])
        kind: Any = EVENTS[name]
        while version < versions.get(name, 1):
            data, version = upcasters[name, version](data), version + 1
        if version > versions.get(name, 1):
            raise LogDamaged(f"{name} version {version} was written by a newer Cardtable: install that to read it")
        event: Event = reader(kind)(data)
        return event
    except LogDamaged:
        raise
    except DAMAGE as error:
        raise LogDamaged(f"not an event of a Cardtable log: {error}") from None


def plain(value: Any) -> Any:
    """A value of an event as JSON has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Card | Seat):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


Reader = Callable[[Any], Any]
"""Makes a typed value out of a JSON one, or raises one of `DAMAGE`."""


@cache
def reader(hint: Any) -> Reader:
    """What reads values of that type back. Made once for each type: looking types up takes longer than all the rest."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (types.UnionType, Union):
        inner = reader(next(choice for choice in arguments if choice is not type(None)))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple_reader(arguments)
    if hint is datetime:
        return _moment
    if hint is Card or hint is Seat:
        # Every queen of spades of an evening is one object: it costs less room, and less time.
        return cache(hint.parse)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if is_dataclass(hint):
        readers = {name: reader(part) for name, part in get_type_hints(hint).items()}
        make: Any = hint
        return lambda value: make(**{key: readers[key](item) for key, item in value.items()})
    if hint in (str, int, float, bool):
        return _simple_reader(hint)
    return lambda value: value


def _tuple_reader(arguments: tuple[Any, ...]) -> Reader:
    if arguments[-1] is Ellipsis:
        inner = reader(arguments[0])
        return lambda value: tuple(inner(item) for item in _listed(value))
    readers = [reader(choice) for choice in arguments]
    return lambda value: tuple(read(item) for read, item in zip(readers, _listed(value), strict=True))


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise LogDamaged(f"{value!r} where a list is expected")
    return value


def _moment(value: str) -> datetime:
    """A moment; one that does not say in which zone is taken for UTC, since moments are compared."""
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _simple_reader(hint: type) -> Reader:
    accepted = (int, float) if hint is float else (hint,)

    def read(value: Any) -> Any:
        is_right = isinstance(value, accepted) and (hint is bool or not isinstance(value, bool))
        is_wild = (isinstance(value, float) and not isfinite(value)) or (isinstance(value, int) and abs(value) >= WILD)
        if not is_right or is_wild:
            raise LogDamaged(f"{value!r} where {hint.__name__} is expected")
        return value

    return read
