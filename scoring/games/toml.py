"""A game's definition out of a TOML text; a mistake is answered with the line where it stands and what is expected there."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scoring.cards import Card, Rank, Suit, SuitSystem
from scoring.duties import Duties, FaceDown
from scoring.errors import BadRules, Unreadable
from scoring.games.definition import Bids, Definition, Made, NextDealer, Option, Score, Which
from scoring.packs import PACKS, Pack, cards_of, ranks_of
from scoring.seats import Direction, Seat

LARGEST = 1_000_000
"""No number in the rules of a game comes near it."""


def read_definition(text: str) -> Definition:
    """The game that a TOML text defines; raises `BadRules` with the line and what is expected there."""
    text = text.removeprefix("\ufeff")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRules(f"rules of the game, line {_line_of(text, str(error))}: {str(error).partition(' (at ')[0]}") from None
    except (ValueError, RecursionError) as error:  # a number or a nesting that is no rule of any game
        raise BadRules(f"rules of the game, line 1: {error}") from None
    if wild := next(_wild(values), None):
        raise BadRules(f"rules of the game, line 1: a number of {wild} bits: expected what people play for")
    return _Reader(_lines(text)).definition(values)


def _wild(value: object) -> Iterator[int]:
    """Bits of every whole number that no game is played for."""
    if isinstance(value, int) and abs(value) > LARGEST:
        yield value.bit_length()
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _wild(part)


def _line_of(text: str, error: str) -> int:
    """The line that a TOML error names; its last line where it stopped at the end."""
    found = re.search(r"at line (\d+)", error)
    return int(found[1]) if found else max(1, len(text.splitlines()))


def _lines(text: str) -> dict[str, int]:
    """On which line each key stands, by its path: `target`, `duties.follow`, `score[2].points`, and each table by its own."""
    lines: dict[str, int] = {}
    table, counts = "", dict[str, int]()
    for number, line in enumerate(text.split("\n"), start=1):
        if header := re.match(r"\s*\[\[\s*([\w.]+)\s*\]\]", line):
            counts[header[1]] = counts.get(header[1], 0) + 1
            table = f"{header[1]}[{counts[header[1]]}]."
            lines[table[:-1]] = number
        elif header := re.match(r"\s*\[\s*([\w.]+)\s*\]", line):
            table = f"{header[1]}."
            lines[table[:-1]] = number
        elif key := re.match(r"\s*\"?([\w.]+)\"?\s*=", line):
            lines.setdefault(table + key[1], number)
    return lines


@dataclass(frozen=True)
class _Reader:
    """Turns values into a definition; every value is named by its path, whose line is known."""

    lines: dict[str, int]

    def definition(self, values: dict[str, Any]) -> Definition:
        self._known(values, {*_TOP, "score", "hand_size", "options"}, "")
        for needed in ("name", "pack", "score"):
            if needed not in values:
                raise BadRules(f"rules of the game: {needed} is missing")
        fields = {key: _TOP[key](self, value, key) for key, value in values.items() if key in _TOP}
        added = self._table(values.get("options", {}), "options")
        options = {key: self._option(value, f"options.{key}") for key, value in added.items()}
        tables = enumerate(self._tables(values["score"]), start=1)
        scores = tuple(self._score(value, f"score[{place}]") for place, value in tables)
        fields.setdefault("title", fields["name"].replace("_", " ").capitalize())
        game = Definition(**fields, hand_sizes=self._hand_sizes(values), scores=scores, options=options)
        self._fits(game, values)
        return game

    def _hand_sizes(self, values: dict[str, Any]) -> tuple[int, ...]:
        if "deals" in values and "hand_size" in values:
            raise self._bad("hand_size", "deals says how many cards: leave hand_size out")
        sizes = values.get("hand_size", values.get("deals", 5))
        return self._numbers(sizes if isinstance(sizes, list) else [sizes], "hand_size")

    def _fits(self, game: Definition, values: dict[str, Any]) -> None:
        """Checks that the numbers fit one another."""
        low, high = game.players
        if not 2 <= low <= high <= len(Seat):
            raise self._bad("players", f"expected two numbers from 2 to {len(Seat)}, such as [2, 4]")
        size = "deals" if game.deals else "hand_size"
        most = max(game.hand_sizes)
        if low * most > game.pack.size:
            raise self._bad(size, f"{low} players with {most} cards each need more than the {game.pack.size} of the pack")
        if game.partners and (low, high) != (4, 4):
            raise self._bad("partners", "partners need players = [4, 4]")
        if game.trump is None and (game.duties.trump or game.duties.overtrump):
            raise self._bad("duties.trump", "there are no trumps in this game: say which suit is trump")
        if game.bids and not game.bids.low <= (game.bids.high if game.bids.high is not None else min(game.hand_sizes)):
            raise self._bad("bids.low", f"nobody can bid {game.bids.low} or more")
        for place, score in enumerate(game.scores, start=1):
            self._score_fits(game, score, f"score[{place}]")
        for name in set(game.options) & {*_COMMON_OPTIONS, *values}:
            if name != "pack":
                raise self._bad(f"options.{name}", f"{name} is an option of every game: choose another name")

    def _score_fits(self, game: Definition, score: Score, path: str) -> None:
        if score.option is not None and score.option not in game.options:
            raise self._bad(f"{path}.option", f"no option {score.option!r} is defined: add a table [options.{score.option}]")
        if score.points_from is not None:
            name, place = score.points_from
            found = game.options.get(name)
            if found is None or not isinstance(found.default, list) or found.choices or place >= len(found.default):
                raise self._bad(f"{path}.points", f"{name}[{place}] is no number in a list among the options")
        if any(rank not in game.pack.ranks for rank in score.won_with):
            raise self._bad(f"{path}.won_with", "won_with names a rank that the pack does not have")
        if len(score.won_with) > (1 if score.trick is Which.EACH else min(game.hand_sizes)):
            raise self._bad(f"{path}.won_with", "won_with names more ranks than there are tricks to win")

    def _bad(self, path: str, words: str) -> BadRules:
        """The error, with the line of the value, or of the table that it should stand in."""
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        return BadRules(f"rules of the game, line {self.lines[path]}: {words}" if path else f"rules of the game: {words}")

    def _known(self, values: Mapping[str, Any], known: set[str], table: str) -> None:
        for key in values:
            if key not in known:
                path = f"{table}.{key}" if table else key
                if table and key in _TOP:
                    raise self._bad(path, f"there is no {key!r} in this table: it belongs above all tables")
                raise self._bad(path, f"there is no {key!r}; known: {', '.join(sorted(known))}")

    def _table(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._bad(path, f"expected a table [{path}]")
        return value

    def _tables(self, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise self._bad("score", "expected at least one table [[score]]")
        return value

    def _number(self, value: Any, path: str, low: int | None = None) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or (low is not None and value < low):
            expected = f"a whole number{'' if low is None else f' from {low}'}"
            raise self._bad(path, f"{_last(path)} is {value!r}: expected {expected}")
        return value

    def _numbers(self, value: Any, path: str) -> tuple[int, ...]:
        if not isinstance(value, list) or not value:
            raise self._bad(path, f"{_last(path)} is {value!r}: expected a list of whole numbers, such as [2, 4]")
        return tuple(self._number(item, path, low=1) for item in value)

    def _pair(self, value: Any, path: str) -> tuple[int, int]:
        numbers = self._numbers(value, path)
        if len(numbers) != 2:
            raise self._bad(path, f"{_last(path)} is {value!r}: expected the fewest and the most, such as [2, 4]")
        return numbers[0], numbers[1]

    def _word(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self._bad(path, f"{_last(path)} is {value!r}: expected a word in quotes")
        return value

    def _name(self, value: Any, path: str) -> str:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self._word(value, path)):
            raise self._bad(path, f"{_last(path)} is {value!r}: expected small letters, digits and _, such as oh_hell")
        return str(value)

    def _flag(self, value: Any, path: str) -> bool:
        if not isinstance(value, bool):
            raise self._bad(path, f"{_last(path)} is {value!r}: expected true or false")
        return value

    def _choice(self, value: Any, path: str, kind: type[Enum]) -> Any:
        choices = [member.value for member in kind]
        if value not in choices:
            raise self._bad(path, f"{_last(path)} is {value!r}: expected one of {', '.join(choices)}")
        return kind(value)

    def _pack(self, value: Any, path: str) -> Pack:
        if isinstance(value, str):
            return self._pack_named(value, path)
        if not isinstance(value, dict) or "ranks" not in value:
            raise self._bad(path, "expected the name of a pack, or a table [pack] with ranks")
        self._known(value, {"ranks", "without", "jokers", "suits"}, path)
        ranks = self._ranks(value["ranks"], f"{path}.ranks")
        without = self._cards(value.get("without", []), f"{path}.without")
        jokers = self._number(value.get("jokers", 0), f"{path}.jokers", low=0)
        if jokers > 2:
            raise self._bad(f"{path}.jokers", f"jokers is {jokers}: expected 0, 1 or 2")
        if any(card.rank not in ranks for card in without):
            raise self._bad(f"{path}.without", "without names a card that the pack does not have anyway")
        usual = SuitSystem.GERMAN if Rank.OVER in ranks else SuitSystem.FRENCH
        suits = self._choice(value.get("suits", usual.value), f"{path}.suits", SuitSystem)
        return Pack("own", ranks, frozenset(without), cards_of(["BJ", "LJ"][:jokers]), suits=suits)

    def _pack_named(self, value: Any, path: str) -> Pack:
        if not isinstance(value, str) or value not in PACKS:
            raise self._bad(path, f"no pack is called {value!r}; known: {', '.join(sorted(PACKS))}")
        return PACKS[value]

    def _ranks(self, value: Any, path: str) -> tuple[Rank, ...]:
        letters = "".join(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else value
        try:
            ranks = ranks_of(self._word(letters, path))
        except Unreadable as error:
            raise self._bad(path, str(error)) from None
        if len(set(ranks)) < len(ranks) and path.endswith("ranks"):
            raise self._bad(path, f"{letters!r} names a rank twice")
        return ranks

    def _cards(self, value: Any, path: str) -> tuple[Card, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._bad(path, f'{_last(path)} is {value!r}: expected a list of cards, such as ["AS"]')
        try:
            return cards_of(value)
        except Unreadable as error:
            raise self._bad(path, str(error)) from None

    def _trump(self, value: Any, path: str) -> Suit | str | None:
        choices: dict[str, Suit | str | None] = {"none": None, "turned": "turned", "led": "led"}
        choices |= {suit.value: suit for suit in Suit}
        if not isinstance(value, str) or value not in choices:
            raise self._bad(path, f"trump is {value!r}: expected one of {', '.join(choices)}")
        return choices[value]

    def _duties(self, value: Any, path: str) -> Duties:
        flags = ("follow", "beat", "trump", "overtrump", "undertrump")
        self._known(self._table(value, path), {*flags, "face_down"}, path)
        chosen: dict[str, Any] = {key: self._flag(value[key], f"{path}.{key}") for key in flags if key in value}
        return Duties(**chosen, face_down=self._choice(value.get("face_down", "never"), f"{path}.face_down", FaceDown))

    def _bids(self, value: Any, path: str) -> Bids:
        self._known(self._table(value, path), {"low", "high", "made", "bonus", "missed", "may_not_add_up"}, path)
        lowest = {"low": 0, "high": 0, "bonus": None, "missed": None}
        numbers = {key: self._number(value[key], f"{path}.{key}", low) for key, low in lowest.items() if key in value}
        made = self._choice(value.get("made", "exact"), f"{path}.made", Made)
        return Bids(**numbers, made=made, may_not_add_up=self._flag(value.get("may_not_add_up", False), f"{path}.may_not_add_up"))

    def _score(self, value: dict[str, Any], path: str) -> Score:
        self._known(value, {"trick", "won_with", "points", "beyond", "option"}, path)
        if "points" not in value:
            raise self._bad(path, "points is missing")
        points, source = value["points"], None
        found = re.fullmatch(r"(\w+)\[(\d+)\]", points) if isinstance(points, str) else None
        if found:
            points, source = 0, (found[1], int(found[2][:9]))
        ranks = value.get("won_with", [])
        if not isinstance(ranks, list):
            raise self._bad(f"{path}.won_with", f'won_with is {ranks!r}: expected a list of ranks, such as ["6", "7"]')
        won_with = self._ranks(ranks, f"{path}.won_with") if ranks else ()
        trick = self._choice(value.get("trick", "last"), f"{path}.trick", Which)
        option = self._word(value["option"], f"{path}.option") if "option" in value else None
        beyond = self._number(value.get("beyond", 0), f"{path}.beyond", low=0)
        return Score(trick, self._number(points, f"{path}.points"), won_with, source, beyond, option)

    def _option(self, value: Any, path: str) -> Option:
        if not isinstance(value, dict) or "default" not in value:
            raise self._bad(path, f"option {_last(path)}: expected a table with a default")
        self._known(value, {"default", "choices", "pack", "about"}, path)
        self._name(_last(path), path)
        choices = value.get("choices", [])
        if not isinstance(choices, list) or not all(isinstance(choice, str) for choice in choices):
            raise self._bad(f"{path}.choices", f"choices is {choices!r}: expected a list of words")
        if "pack" in value:
            self._pack_named(value["pack"], f"{path}.pack")
        default = value["default"]
        wrong = self._bad(f"{path}.default", f"default is {default!r}: expected true, false, a whole number, a list, or a choice")
        if isinstance(default, list):
            if not all(item in choices if choices else isinstance(item, int) for item in default):
                raise wrong
        elif not isinstance(default, int) and default not in choices:
            raise wrong
        if _last(path) == "pack":
            for name in (default, *choices):
                self._pack_named(name, f"{path}.choices")
        about = self._word(value["about"], f"{path}.about") if "about" in value else ""
        return Option(default, tuple(choices), value.get("pack"), about)

    def _notation(self, value: Any, path: str) -> str:
        if value not in ("plain", "threes"):
            raise self._bad(path, f"notation is {value!r}: expected plain or threes")
        return str(value)

    def _direction(self, value: Any, path: str) -> Direction:
        direction: Direction = self._choice(value, path, Direction)
        return direction

    def _dealer(self, value: Any, path: str) -> NextDealer:
        dealer: NextDealer = self._choice(value, path, NextDealer)
        return dealer

    def _target(self, value: Any, path: str) -> int:
        return self._number(value, path, low=1)


def _last(path: str) -> str:
    return path.rpartition(".")[2]


_COMMON_OPTIONS = ("direction", "hand_size", "target", "dealer", "revoke_penalty", "scoring", "stones", "stones_overflow")
"""Options that every game of tricks has (`scoring.games.trick_options`)."""

_TOP: dict[str, Any] = {
    "name": _Reader._name,
    "title": _Reader._word,
    "pack": _Reader._pack,
    "players": _Reader._pair,
    "partners": _Reader._flag,
    "in_front": _Reader._flag,
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
