"""A game of tricks as data: what a TOML text may say, read and checked. docs/house-games.md tells how to write one.

A mistake is answered with the line where it stands and what is expected there.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from scoring.cards import Rank, Suit
from scoring.duties import Duties, FaceDown
from scoring.errors import BadRules, Unreadable
from scoring.packs import PACKS, Pack, cards_of, ranks_of
from scoring.seats import Direction, Seat


class NextDealer(Enum):
    """Who deals the next hand."""

    WINNER = "winner"
    LOSER = "loser"
    ROTATE = "rotate"


class Which(Enum):
    """Which tricks a line of the score looks at."""

    LAST = "last"
    EACH = "each"


class Made(Enum):
    """When a bid is made."""

    EXACT = "exact"
    AT_LEAST = "at_least"


@dataclass(frozen=True)
class Score:
    """One line of what tricks are worth; of the lines for the last trick the first that fits counts.

    `won_with`: ranks with which one seat won the last tricks, the very last one last (for each trick: one rank); empty for
    any card. `points` may come from a list among the options: then `points_from` is its name and the place in it.
    `beyond`: so many tricks of a side count nothing first. `option`: the line counts only where that option is on.
    """

    trick: Which
    points: int
    won_with: tuple[Rank, ...] = ()
    points_from: tuple[str, int] | None = None
    beyond: int = 0
    option: str | None = None


@dataclass(frozen=True)
class Bids:
    """Everybody says how many tricks they take: between `low` and `high` (None: as many as there are).

    Points of tricks count only where the bid is made, `bonus` comes on top, `missed` otherwise. With `may_not_add_up` the
    last bid must not make the sum of bids equal to the tricks.
    """

    low: int = 0
    high: int | None = None
    made: Made = Made.EXACT
    bonus: int = 0
    missed: int = 0
    may_not_add_up: bool = False


@dataclass(frozen=True)
class Option:
    """An option of the game's own; `pack` is played with where it is on."""

    default: Any
    choices: tuple[Any, ...] = ()
    pack: str | None = None
    about: str = ""


@dataclass(frozen=True)
class Definition:
    """What one game of tricks is. `trump` is a suit, None, or `turned` (a card is shown) or `led` (the first lead makes it)."""

    name: str
    title: str
    pack: Pack
    scores: tuple[Score, ...]
    players: tuple[int, int] = (2, len(Seat))
    partners: bool = False
    direction: Direction = Direction.CLOCKWISE
    hand_sizes: tuple[int, ...] = (5,)
    deals: tuple[int, ...] = ()
    duties: Duties = Duties()
    trump: Suit | str | None = None
    dealer: NextDealer = NextDealer.WINNER
    target: int | None = None
    bids: Bids | None = None
    notation: str = "plain"
    options: Mapping[str, Option] = field(default_factory=dict)


def read_definition(text: str) -> Definition:
    """The game that a TOML text defines; raises `BadRules` with the line and what is expected there."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRules(f"rules of the game: {error}") from None
    return _Reader(text).definition(values)


@dataclass(frozen=True)
class _Reader:
    """Turns values into a definition and knows on which line each of them stands."""

    text: str

    def definition(self, values: dict[str, Any]) -> Definition:
        known = {f: v for f, v in values.items() if f not in ("score", "hand_size", "options")}
        self._known(known, set(_TOP), "")
        for needed in ("name", "pack", "score"):
            if needed not in values:
                raise BadRules(f"rules of the game: {needed} is missing")
        scores = tuple(self._score(score) for score in self._tables(values["score"], "score"))
        options = {name: self._option(name, option) for name, option in values.get("options", {}).items()}
        fields = {key: _TOP[key](self, value, key) for key, value in known.items()}
        sizes = values.get("hand_size", fields.get("deals") or 5)
        fields["hand_sizes"] = tuple(sizes) if isinstance(sizes, list | tuple) else (sizes,)
        for size in fields["hand_sizes"]:
            self._number(size, "hand_size", low=1)
        fields.setdefault("title", fields["name"].replace("_", " ").capitalize())
        definition = Definition(**fields, scores=scores, options=options)
        self._fits(definition)
        return definition

    def _fits(self, game: Definition) -> None:
        """Checks that the numbers fit one another."""
        low, high = game.players
        largest = game.pack.size // max((*game.hand_sizes, *game.deals)) if game.deals else game.pack.size // min(game.hand_sizes)
        if not 2 <= low <= high <= len(Seat):
            raise self._bad("players", f"expected two numbers from 2 to {len(Seat)}, such as [2, 4]")
        if low > largest:
            raise self._bad("hand_size", f"{low} players need more cards than the {game.pack.size} of the pack")
        if game.partners and (low, high) != (4, 4):
            raise self._bad("partners", "partners need players = [4, 4]")
        for score in game.scores:
            for name in (score.option, score.points_from[0] if score.points_from else None):
                if name is not None and name not in game.options:
                    raise self._bad(name, f"no option {name!r} is defined: add a table [options.{name}]")

    def _bad(self, key: str, words: str) -> BadRules:
        pattern = re.compile(rf"^\s*(\[+\s*)?([\w.]+\.)?{re.escape(key)}\s*(=|\])|\b{re.escape(key)}\s*=|\"{re.escape(key)}")
        lines = [number for number, line in enumerate(self.text.splitlines(), start=1) if pattern.search(line)]
        return BadRules(f"rules of the game, line {lines[0]}: {words}" if lines else f"rules of the game: {words}")

    def _known(self, values: Mapping[str, Any], known: set[str], where: str) -> None:
        for key in values:
            if key not in known:
                raise self._bad(key, f"{where}there is no {key!r}; known: {', '.join(sorted(known))}")

    def _tables(self, value: Any, key: str) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise self._bad(key, f"expected at least one table [[{key}]]")
        return value

    def _number(self, value: Any, key: str, low: int | None = None) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or (low is not None and value < low):
            raise self._bad(key, f"{key} is {value!r}: expected a whole number{'' if low is None else f' from {low}'}")
        return value

    def _numbers(self, value: Any, key: str) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise self._bad(key, f"{key} is {value!r}: expected a list of whole numbers")
        return tuple(self._number(item, key, low=1) for item in value)

    def _pair(self, value: Any, key: str) -> tuple[int, int]:
        numbers = self._numbers(value, key)
        if len(numbers) != 2:
            raise self._bad(key, f"{key} is {value!r}: expected the fewest and the most, such as [2, 4]")
        return numbers[0], numbers[1]

    def _word(self, value: Any, key: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self._bad(key, f"{key} is {value!r}: expected a word in quotes")
        return value

    def _flag(self, value: Any, key: str) -> bool:
        if not isinstance(value, bool):
            raise self._bad(key, f"{key} is {value!r}: expected true or false")
        return value

    def _choice(self, value: Any, key: str, kind: type[Enum]) -> Any:
        choices = [member.value for member in kind]
        if value not in choices:
            raise self._bad(key, f"{key} is {value!r}: expected one of {', '.join(choices)}")
        return kind(value)

    def _pack(self, value: Any, key: str) -> Pack:
        if isinstance(value, str):
            if value not in PACKS:
                raise self._bad(key, f"no pack is called {value!r}; known: {', '.join(sorted(PACKS))}")
            return PACKS[value]
        if not isinstance(value, dict) or "ranks" not in value:
            raise self._bad(key, "expected the name of a pack, or a table [pack] with ranks")
        self._known(value, {"ranks", "without", "jokers"}, "a pack: ")
        jokers = self._number(value.get("jokers", 0), "jokers", low=0)
        try:
            high = cards_of(["BJ", "LJ"][:jokers])
            return Pack("own", ranks_of(self._word(value["ranks"], "ranks")), frozenset(cards_of(value.get("without", []))), high)
        except Unreadable as error:
            raise self._bad("ranks" if "ranks" in str(error) else "without", str(error)) from None

    def _trump(self, value: Any, key: str) -> Suit | str | None:
        choices = {"none": None, "turned": "turned", "led": "led"} | {suit.value: suit for suit in Suit}
        if value not in choices:
            raise self._bad(key, f"trump is {value!r}: expected one of {', '.join(choices)}")
        found: Suit | str | None = choices[value]
        return found

    def _duties(self, value: Any, _key: str) -> Duties:
        flags = ("follow", "beat", "trump", "overtrump", "undertrump")
        self._known(value, {*flags, "face_down"}, "duties: ")
        chosen: dict[str, Any] = {key: self._flag(value[key], key) for key in flags if key in value}
        return Duties(**chosen, face_down=self._choice(value.get("face_down", "never"), "face_down", FaceDown))

    def _bids(self, value: Any, _key: str) -> Bids:
        self._known(value, {"low", "high", "made", "bonus", "missed", "may_not_add_up"}, "bids: ")
        numbers = {key: self._number(value[key], key) for key in ("low", "high", "bonus", "missed") if key in value}
        made = self._choice(value.get("made", "exact"), "made", Made)
        return Bids(**numbers, made=made, may_not_add_up=self._flag(value.get("may_not_add_up", False), "may_not_add_up"))

    def _score(self, value: dict[str, Any]) -> Score:
        self._known(value, {"trick", "won_with", "points", "beyond", "option"}, "score: ")
        points, source = value.get("points"), None
        found = re.fullmatch(r"(\w+)\[(\d+)\]", points) if isinstance(points, str) else None
        if found:
            points, source = 0, (found[1], int(found[2]))
        ranks = value.get("won_with", [])
        if not isinstance(ranks, list):
            raise self._bad("won_with", f'won_with is {ranks!r}: expected a list of ranks, such as ["6", "7"]')
        trick = self._choice(value.get("trick", "last"), "trick", Which)
        try:
            won_with = ranks_of("".join(ranks))
        except (TypeError, Unreadable):
            raise self._bad("won_with", f"won_with is {ranks!r}: expected ranks such as A, T or 7") from None
        option = value.get("option")
        beyond = self._number(value.get("beyond", 0), "beyond", low=0)
        return Score(trick, self._number(points, "points"), won_with, source, beyond, option)

    def _option(self, name: str, value: Any) -> Option:
        if not isinstance(value, dict) or "default" not in value:
            raise self._bad(name, f"option {name}: expected a table with a default")
        self._known(value, {"default", "choices", "pack", "about"}, f"option {name}: ")
        pack = value.get("pack")
        if pack is not None and pack not in PACKS:
            raise self._bad("pack", f"option {name}: no pack is called {pack!r}; known: {', '.join(sorted(PACKS))}")
        return Option(value["default"], tuple(value.get("choices", ())), pack, value.get("about", ""))

    def _notation(self, value: Any, key: str) -> str:
        if value not in ("plain", "threes"):
            raise self._bad(key, f"notation is {value!r}: expected plain or threes")
        return str(value)

    def _direction(self, value: Any, key: str) -> Direction:
        direction: Direction = self._choice(value, key, Direction)
        return direction

    def _dealer(self, value: Any, key: str) -> NextDealer:
        dealer: NextDealer = self._choice(value, key, NextDealer)
        return dealer

    def _target(self, value: Any, key: str) -> int:
        return self._number(value, key, low=1)


_TOP: dict[str, Any] = {
    "name": _Reader._word,
    "title": _Reader._word,
    "pack": _Reader._pack,
    "players": _Reader._pair,
    "partners": _Reader._flag,
    "direction": _Reader._direction,
    "deals": _Reader._numbers,
    "duties": _Reader._duties,
    "trump": _Reader._trump,
    "dealer": _Reader._dealer,
    "target": _Reader._target,
    "bids": _Reader._bids,
    "notation": _Reader._notation,
}
"""How each key at the top of a definition is read."""
