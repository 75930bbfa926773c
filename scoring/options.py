"""Options of a game as a frozen dataclass: read from text or TOML values, checked, with an error that names the key."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.errors import BadSetup, alike_first


class Dataclass(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True)
class Choosable:
    """An option as a form asks for it: its value as it comes, and what may be chosen, as text; without `choices` it is a number.

    With `is_many` several may be chosen, and where it `may_lack` none at all is an answer as well. `about` says what it is, where
    the game's own page of rules does.
    """

    name: str
    default: Any
    choices: tuple[str, ...] = ()
    is_many: bool = False
    may_lack: bool = False
    about: str = ""


def within(default: Any, low: int, high: int) -> Any:
    """A field of options for a whole number that people choose between these two (`scoring.ranges`)."""
    return field(default=default, metadata={RANGE: (low, high)})


def one_of(*choices: str) -> Any:
    """A field of options for one of these words, the first if nothing is said."""
    return field(default=choices[0], metadata={CHOICES: choices})


RANGE, CHOICES = "range", "choices"
"""What fields of options say of themselves beside their types."""


D = TypeVar("D", bound=Dataclass)


def read_options(cls: type[D], values: Mapping[str, object], where: str) -> D:
    """The options that `values` give, defaults for the rest; raises `BadSetup` naming `where`, the key and what is expected."""
    hints = get_type_hints(cls)
    known = {option.name: option for option in fields(cls)}
    for key in values:
        if key not in known:
            raise BadSetup(f"{where}: there is no option {key!r}; known: {alike_first(known, key)}")
    for name, option in known.items():
        if name not in values and option.default is MISSING and option.default_factory is MISSING:
            raise BadSetup(f"{where}: {name} is missing")
    return cls(**{key: _convert(hints[key], known[key], value, f"{where}: {key}") for key, value in values.items()})


def choosable(options: Dataclass) -> tuple[Choosable, ...]:
    """Those of the options that a form can ask for: switches, whole numbers, and whatever says its choices."""
    hints = get_type_hints(type(options))
    found = list[Choosable]()
    for option in fields(options):
        hint, kind = hints[option.name], _kind(hints[option.name])
        choices = _choices(kind, option)
        if kind is int or choices:
            found.append(Choosable(option.name, getattr(options, option.name), choices, may_lack=kind is not hint))
    return tuple(found)


def _kind(hint: Any) -> Any:
    """The type of an option that may be left out."""
    if get_origin(hint) in (types.UnionType, Union):
        return next(choice for choice in get_args(hint) if choice is not type(None))
    return hint


def _choices(kind: Any, option: Field[Any]) -> tuple[str, ...]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return ("false", "true") if kind is bool else option.metadata.get(CHOICES, ())


def _convert(hint: Any, option: Field[Any], value: object, where: str) -> object:
    kind = _kind(hint)
    if kind is not hint and (value is None or str(value).lower() == "none"):
        return None
    if kind is bool:
        return flag(value, where)
    if kind is int:
        return whole_number(value, where)
    choices = _choices(kind, option)
    if choices and str(value) not in choices:
        raise BadSetup(f"{where} is {value!r}: expected one of {', '.join(choices)}")
    return list(kind)[choices.index(str(value))] if choices and kind is not str else value


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
