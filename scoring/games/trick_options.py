"""Options of a game that is data: those that every one has, and those that its definition adds."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from scoring.errors import BadSetup, alike_first
from scoring.games.definition import Definition, NextDealer, Option
from scoring.games.penalties import RevokePenalty
from scoring.options import FLAGS, Choosable, choosable, flag, read_options, whole_number, within
from scoring.packs import PACKS, Pack
from scoring.seats import Direction
from scoring.values import kept


class Scoring(Enum):
    """How points are kept."""

    POINTS = "points"
    STONES = "stones"


@dataclass(frozen=True)
class TrickOptions:
    """The table's choices; `extra` are those that the definition adds, by name."""

    direction: Direction = Direction.CLOCKWISE
    hand_size: int = 5
    target: int | None = None
    dealer: NextDealer = NextDealer.WINNER
    revoke_penalty: RevokePenalty = RevokePenalty.REPORT_ONLY
    scoring: Scoring = Scoring.POINTS
    stones: int = within(30, 1, 10_000)
    stones_overflow: str = "take_what_is_left"
    extra: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str) -> Any:
        """The value of an option that the definition adds; None where it adds no such option."""
        return self._extra.get(name)

    @kept
    def _extra(self) -> dict[str, Any]:
        return dict(self.extra)


COMMON = tuple(field.name for field in fields(TrickOptions) if field.name != "extra")


def options_for(game: Definition, values: Mapping[str, object]) -> TrickOptions:
    """The options of that game from plain values; raises `BadSetup` with the key and what is expected."""
    for key in values:
        if key not in COMMON and key not in game.options:
            raise BadSetup(f"{game.name}: there is no option {key!r}; known: {alike_first((*COMMON, *game.options), key)}")
    defaults = {
        "direction": game.direction.value,
        "hand_size": game.hand_sizes[0],
        "target": game.target,
        "dealer": game.dealer.value,
    }
    common = {key: value for key, value in values.items() if key in COMMON}
    extra = {key: _value(game.name, key, option, values.get(key, option.default)) for key, option in game.options.items()}
    options = read_options(TrickOptions, {**defaults, **common, "extra": tuple(extra.items())}, game.name)
    _check(game, options)
    return options


def choosable_in(game: Definition) -> tuple[Choosable, ...]:
    """The options of that game as a form asks for them."""
    sizes = tuple(map(str, game.hand_sizes))
    common = (replace(o, choices=sizes) if o.name == "hand_size" else o for o in choosable(options_for(game, {})))
    return (*common, *(_choosable(name, option) for name, option in game.options.items()))


def _choosable(name: str, option: Option) -> Choosable:
    are_many = isinstance(option.default, list | tuple) and bool(option.choices)
    choices = ("false", "true") if isinstance(option.default, bool) else tuple(map(str, option.choices))
    return Choosable(name, option.default, choices, are_many, about=option.about)


def pack_of(game: Definition, options: TrickOptions) -> Pack:
    """The pack that the options choose."""
    if options.get("pack") is not None:
        return PACKS[options.get("pack")]
    chosen = [option.pack for name, option in game.options.items() if option.pack and options.get(name)]
    return PACKS[chosen[0]] if chosen else game.pack


def _value(game: str, key: str, option: Option, value: object) -> Any:
    """The value of an added option, of the same kind as its default; lists may come as `1 2 3` or `1,2,3`."""
    name, default = f"{game}: {key}", option.default
    where = f"{name} is {value!r}"
    if isinstance(default, bool):
        return flag(value, name)
    if isinstance(default, int):
        return whole_number(value, name)
    if isinstance(default, list | tuple):
        if option.choices and str(value).lower() in FLAGS:
            return option.choices if FLAGS[str(value).lower()] else ()
        items = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(items, list | tuple):
            raise BadSetup(f"{where}: expected a list")
        if option.choices:
            return tuple(_one_of(item, option.choices, where) for item in items)
        if len(items) != len(default):
            raise BadSetup(f"{where}: expected {len(default)} values")
        return tuple(whole_number(item, name) for item in items)
    return _one_of(value, option.choices, where)


def _one_of(value: object, choices: tuple[Any, ...], where: str) -> Any:
    if value not in choices:
        raise BadSetup(f"{where}: expected one of {', '.join(map(str, choices))}")
    return value


def _check(game: Definition, options: TrickOptions) -> None:
    if options.hand_size not in game.hand_sizes:
        sizes = " or ".join(str(size) for size in game.hand_sizes)
        raise BadSetup(f"{game.name}: hand_size is {options.hand_size}: expected {sizes}")
    if options.target is not None and options.target < 1:
        raise BadSetup(f"{game.name}: target is {options.target}: expected a whole number from 1")
    if options.stones < 1:
        raise BadSetup(f"{game.name}: stones is {options.stones}: expected a whole number from 1, such as 10 or 30")
    if options.stones_overflow != "take_what_is_left":
        raise BadSetup(f"{game.name}: stones_overflow is {options.stones_overflow!r}: expected take_what_is_left")
