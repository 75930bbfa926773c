"""The options of every game in plain words: what the new-game form asks, with the default of each."""

import re
import types
from dataclasses import Field, dataclass, fields
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from scoring.games import numbers_for
from scoring.games.game import Game, Setup, side_of
from scoring.games.trick_game import TrickGame
from scoring.games.trick_options import TrickOptions
from scoring.seats import Seat
from web.cards import told
from web.languages import gettext, written
from web.option_words import CHOICES, LABELS, NEVER_ASKED


@dataclass(frozen=True)
class Asked:
    """One field of the form; `choices` are values with their words, empty for a number; `default` as the form writes it.

    With `many` several choices may be ticked.
    """

    name: str
    label: str
    default: str
    choices: tuple[tuple[str, str], ...] = ()
    many: bool = False


def asked_for(game: Game) -> tuple[Asked, ...]:
    """Every option of the game that leaves a choice."""
    defaults = game.read_options({})
    found = [_field(field, _hints(type(defaults))[field.name], defaults, game) for field in fields(defaults)]
    if isinstance(game, TrickGame):
        found += [_extra(name, option) for name, option in game.definition.options.items()]
    return tuple(asked for asked in found if asked is not None and (not asked.choices or asked.many or len(asked.choices) > 1))


def players_for(game: Game) -> tuple[int, int]:
    """The fewest and the most who play the game with its options as they come."""
    fitting = numbers_for(game)
    return fitting[0], fitting[-1]


def sides_for(game: Game) -> dict[int, tuple[int, ...]]:
    """For each number of players of whom some play together, the side of every seat, with the options as they come."""
    found = {}
    for number in numbers_for(game):
        sides = game.sides(Setup(game.name, tuple(map(str, range(number))), game.read_options({})))
        if len(sides) < number:
            found[number] = tuple(side_of(sides, Seat(seat)) for seat in range(number))
    return found


def words_for(option: str, value: str) -> str:
    """A choice in words: that option's own, else those of any option, else the value as it stands."""
    words = CHOICES.get(f"{option}={value}") or CHOICES.get(value)
    return gettext(words) if words else value.replace("_", " ")


def label_of(option: str) -> str:
    """What the form calls the option, without what it says in brackets."""
    return gettext(LABELS.get(option, option)).split(" (")[0]


def rule_words(rule: str) -> str:
    """Where a line of the score comes from; an option that decided it in the words of the form."""

    def words(found: re.Match[str]) -> str:
        option, value = found.groups()
        return gettext("%(name)s: %(words)s") % {"name": label_of(option), "words": words_for(option, value)}

    return re.sub(r"\b([a-z_]+)=(\w+)\b", words, told(rule))


def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _field(field: Field[Any], hint: Any, defaults: Any, game: Game) -> Asked | None:
    if field.name in NEVER_ASKED:
        return None
    name, value = field.name, getattr(defaults, field.name)
    if name == "hand_size" and isinstance(defaults, TrickOptions) and isinstance(game, TrickGame):
        return _asked(name, value, tuple(str(size) for size in game.definition.hand_sizes))
    if name == "pack":
        return _asked(name, value, ("german32", "french32")) if value == "german32" else None
    if get_origin(hint) in (types.UnionType, Union):
        hint = next(choice for choice in get_args(hint) if choice is not type(None))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _asked(name, value, tuple(str(member.value) for member in hint))
    return _asked(name, value, ("false", "true") if hint is bool else ())


def _extra(name: str, option: Any) -> Asked:
    many = isinstance(option.default, list | tuple) and bool(option.choices)
    choices = tuple(str(choice) for choice in option.choices)
    if isinstance(option.default, bool):
        choices = ("false", "true")
    default = " ".join(map(str, option.default)) if isinstance(option.default, list | tuple) else option.default
    label = gettext(LABELS[name]) if name in LABELS else written(option.about) or name.replace("_", " ")
    pairs = tuple((choice, words_for(name, choice)) for choice in choices)
    return Asked(name, label, _text(default), pairs, many)


def _asked(name: str, value: Any, choices: tuple[str, ...]) -> Asked:
    pairs = tuple((choice, words_for(name, choice)) for choice in choices)
    return Asked(name, gettext(LABELS.get(name, name.replace("_", " "))), _text(value), pairs)


def _text(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
