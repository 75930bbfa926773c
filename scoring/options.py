"""Options of a game as a frozen dataclass: read from text or TOML values, checked, with an error that names the key."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.errors import BadSetup


class Dataclass(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


D = TypeVar("D", bound=Dataclass)


def read_options(cls: type[D], values: Mapping[str, object], where: str) -> D:
    """The options that `values` give, defaults for the rest; raises `BadSetup` naming `where`, the key and what is expected."""
    hints = get_type_hints(cls)
    known = {field.name: field for field in fields(cls)}
    for key in values:
        if key not in known:
            raise BadSetup(f"{where}: there is no option {key!r}; known: {', '.join(sorted(known))}")
    for name, field in known.items():
        if name not in values and field.default is MISSING and field.default_factory is MISSING:
            raise BadSetup(f"{where}: {name} is missing")
    return cls(**{key: _convert(hints[key], value, f"{where}: {key}") for key, value in values.items()})


def _convert(hint: Any, value: object, where: str) -> object:
    if get_origin(hint) in (types.UnionType, Union):
        if value is None or str(value).lower() == "none":
            return None
        hint = next(choice for choice in get_args(hint) if choice is not type(None))
    if isinstance(hint, type) and issubclass(hint, Enum):
        choices = [str(member.value) for member in hint]
        if str(value) not in choices:
            raise BadSetup(f"{where} is {value!r}: expected one of {', '.join(choices)}")
        return list(hint)[choices.index(str(value))]
    if hint is bool:
        return flag(value, where)
    if hint is int:
        return whole_number(value, where)
    return value


FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The words of forms and files for a switch."""


def flag(value: object, where: str) -> bool:
    """The switch that the value means; raises `BadSetup` naming `where`."""
    if str(value).lower() not in FLAGS:
        raise BadSetup(f"{where} is {value!r}: expected true or false")
    return FLAGS[str(value).lower()]


def whole_number(value: object, where: str) -> int:
    """The whole number that the value means; raises `BadSetup` naming `where`."""
    if isinstance(value, bool):
        raise BadSetup(f"{where} is {value!r}: expected a whole number")
    try:
        return int(str(value))
    except ValueError:
        raise BadSetup(f"{where} is {value!r}: expected a whole number") from None
