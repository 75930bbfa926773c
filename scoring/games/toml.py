"""A game's definition out of a TOML text; a mistake is answered with the line where it stands and what is expected there."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scoring.cards import Rank, Suit, SuitSystem
from scoring.errors import BadRules, Unreadable
from scoring.games.definition import OWN, Bids, Definition, Made, NextDealer, Option, Score, Which
from scoring.games.phases.bids import Bids as EverybodyBids
from scoring.games.phases.talk import Phase
from scoring.games.phases.turned import TurnedUp
from scoring.games.toml_duties import read_duties
from scoring.games.toml_misfits import misfits
from scoring.games.toml_second import KEYS, SECOND, is_reckoned, read_second
from scoring.games.toml_values import Values, last
from scoring.games.toml_variants import Case, cases, read_variants, varied
from scoring.packs import Pack, cards_of, pack_named
from scoring.seats import Direction, Seat

LARGEST = 1_000_000
"""No number in the rules of a game comes near it."""

_MENDED = {
    "Illegal character '\\n'": "a quote is not closed on this line",
    "Invalid value": "no value stands behind =: words have straight double quotes, a list has brackets, true is small",
    "Unclosed inline table": "braces are not closed on their line, or a comma or quote is missing; a formula has single quotes",
    "Unclosed array": "a list is not closed, or the comma is missing at the end of the row before",
    "Invalid initial character for a key part": "expected a key and =; what stands in braces stays on one line",
    "Cannot overwrite a value": "this key stands above already",
}
"""What a text that is no TOML lacks, by how Python's reader begins to say it."""


@lru_cache(maxsize=512)
def read_definition(text: str, players: int | None = None, chosen: tuple[tuple[str, Any], ...] = ()) -> Definition:
    """The game that a TOML text defines, as so many play it with the options `chosen`; raises `BadRules` with the line.

    Without players it is the game as it is usually played, and every variant of it is looked at.
    """
    raw = _parsed(text)
    reader = _Reader(Values(_lines(text), frozenset((*_TOP, *KEYS, "score", "hand_size"))))
    options = reader.options(raw)
    reader = _Reader(replace(reader.values, options={name: option.default for name, option in options.items()} | dict(chosen)))
    variants = read_variants(reader.values, raw)

    def as_in(case: Case) -> Definition:
        values, merged = varied(reader.values, raw, variants, case)
        return _Reader(values).definition(merged, options)

    if players is not None:
        return as_in(Case(players, reader.values.options))
    many = reader.values.pair(raw.get("players", [2, len(Seat)]), "players")
    every = tuple(cases(reader.values, variants, many))
    usual = min(every, key=lambda case: sum(variant.is_for(case) for variant in variants))
    games = {case: as_in(case) for case in every}
    return replace(games[usual], players=many, text=text if options or variants else "")


def _parsed(text: str) -> dict[str, Any]:
    text = text.removeprefix("\ufeff")
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error).partition(" (at ")[0]
        words = next((words for begins, words in _MENDED.items() if said.startswith(begins)), said)
        raise BadRules(f"rules of the game, line {_line_of(text, str(error))}: {words}") from None
    except (ValueError, RecursionError) as error:  # a number or a nesting that is no rule of any game
        raise BadRules(f"rules of the game, line 1: {error}") from None
    if wild := next(_wild(raw), None):
        raise Values(_lines(text)).bad(
            wild, f"{wild.rpartition('.')[2]} is a number that nobody plays for: expected {LARGEST} at most"
        )
    return raw


def _wild(value: object, path: str = "") -> Iterator[str]:
    """The paths of whole numbers that no game is played for."""
    if isinstance(value, int) and abs(value) > LARGEST:
        yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _wild(part, f"{path}.{key}" if path else str(key))
    for place, part in enumerate(value if isinstance(value, list) else (), start=1):
        yield from _wild(part, f"{path}[{place}]" if isinstance(part, dict) else path)


def _line_of(text: str, error: str) -> int:
    """The line that a TOML error names; its last line where it stopped at the end."""
    found = re.search(r"at line (\d+)", error)
    return int(found[1]) if found else max(1, len(text.splitlines()))


def _lines(text: str) -> dict[str, int]:
    """On which line each key stands, by its path: `target`, `duties.follow`, `score[2].points`, and each table by its own.

    What a table holds that is written on one line stands there as well, as the row of a list or on its key's.
    """
    lines: dict[str, int] = {}
    table, rows, counts = "", "", dict[str, int]()
    for number, line in enumerate(text.split("\n"), start=1):
        if header := re.match(r"\s*(\[\[?)\s*([\w.]+)\s*\]", line):
            path = _placed(header[2], counts)
            if header[1] == "[[":
                counts[path] = counts.get(path, 0) + 1
                path += f"[{counts[path]}]"
            table, rows = f"{path}.", ""
            lines[path] = number
        elif key := re.match(r"\s*\"?([\w.]+)\"?\s*=", line):
            rows = table + key[1]
            lines.setdefault(rows, number)
        elif rows and re.match(r"\s*\{", line):
            counts[rows] = counts.get(rows, 0) + 1
            lines[f"{rows}[{counts[rows]}]"] = number
    return lines


def _placed(header: str, counts: Mapping[str, int]) -> str:
    """The path of a table: of tables that it lies in, and of which there are several, the last one."""
    path = ""
    for part in header.split(".")[:-1]:
        path += part
        path += f"[{counts[path]}]." if path in counts else "."
    return path + header.rpartition(".")[2]


@dataclass(frozen=True)
class _Reader:
    """Turns values into a definition; every value is named by its path, whose line is known."""

    values: Values

    def options(self, raw: dict[str, Any]) -> dict[str, Option]:
        """The options that the rules define."""
        added = self.values.table(raw.get("options", {}), "options")
        return {key: self._option(value, f"options.{key}") for key, value in added.items()}

    def definition(self, values: dict[str, Any], options: dict[str, Option]) -> Definition:
        """The game; raises `BadRules`."""
        edition = values.get("edition", 1)
        if edition not in (1, 2) or isinstance(edition, bool):
            raise self.values.bad("edition", f"edition is {edition!r}: expected 1 or 2")
        known = KEYS if edition == 2 else frozenset({"edition"})
        if newer := next((key for key in values if key in KEYS - known), None):
            raise self.values.bad(newer, f"{newer} belongs to the second edition: begin with edition = 2")
        self.values.known(values, {*_TOP, *known, "score", "hand_size", "options"}, "")
        for needed in ("name", "pack", "score"):
            if needed not in values:
                if table := next((name for name, part in values.items() if isinstance(part, dict) and needed in part), None):
                    raise self.values.misplaced(needed, table)
                raise BadRules(f"rules of the game: {needed} is missing")
        fields = {key: _TOP[key](self, value, key) for key, value in values.items() if key in _TOP}
        tables = enumerate(self._tables(values["score"]), start=1)
        scores = tuple(self._score(value, f"score[{place}]") for place, value in tables if edition == 1 or not is_reckoned(value))
        fields.setdefault("title", fields["name"].replace("_", " ").capitalize())
        for key in ("made", "bonus", "missed") if edition == 2 else ():
            if key in values.get("bids", {}):
                raise self.values.bad(f"bids.{key}", f"in the second edition a [[score]] says what {key!r} said: leave it out")
        is_again = self.values.flag(values.get("turn_again", False), "turn_again")
        phases = self._phases(fields.get("trump"), fields.get("bids"), is_again)
        fields |= read_second(self.values, values, options, phases) if edition == 2 else {"phases": phases}
        game = Definition(**fields, hand_sizes=self._hand_sizes(values), scores=scores, options=options)
        self._fits(game, values)
        return game

    def _phases(self, trump: Suit | str | None, bids: Bids | None, is_again: bool) -> tuple[Phase, ...]:
        """What the first edition knows: a card turned up, and bids of everybody's own."""
        turned = (TurnedUp(is_again),) if trump == "turned" else ()
        return (
            *turned,
            *((EverybodyBids(bids.low, bids.high, bids.may_not_add_up, bids.at_least, bids.low_from),) if bids else ()),
        )

    def _hand_sizes(self, values: dict[str, Any]) -> tuple[int, ...]:
        if "deals" in values and "hand_size" in values:
            raise self.values.bad("hand_size", "deals says how many cards: leave hand_size out")
        sizes = values.get("hand_size", values.get("deals", 5))
        return self.values.numbers(sizes if isinstance(sizes, list) else [sizes], "hand_size")

    def _fits(self, game: Definition, values: dict[str, Any]) -> None:
        """Checks that the numbers fit one another."""
        low, high = game.players
        if not 2 <= low <= high <= len(Seat):
            raise self.values.bad("players", f"expected two numbers from 2 to {len(Seat)}, such as [2, 4]")
        size = "deals" if game.deals else "hand_size"
        most = max(game.hand_sizes)
        if low * most + game.drawn > game.pack.size:
            beside = f" and {game.drawn} to the table" if game.drawn else ""
            words = f"{low} players with {most} cards each{beside} need more than the {game.pack.size} of the pack"
            raise self.values.bad(size, words)
        for path, words in misfits(game):
            raise self.values.bad(path, words)
        kinds = [kind for phase in game.phases for kind in phase.kinds]
        if len(set(kinds)) < len(kinds):
            raise self.values.bad("auction", "two phases take the same calls: expected bids or an auction")
        if game.partners and (low, high) != (4, 4):
            raise self.values.bad("partners", "partners need players = [4, 4]")
        if game.trump is None and not game.phases and (game.duties.trump or game.duties.overtrump):
            raise self.values.bad("duties.trump", "there are no trumps in this game: say which suit is trump")
        if game.bids and not game.bids.low <= (game.bids.high if game.bids.high is not None else min(game.hand_sizes)):
            raise self.values.bad("bids.low", f"nobody can bid {game.bids.low} or more")
        for place, score in enumerate(game.scores, start=1):
            self._score_fits(game, score, f"score[{place}]")
        for name in set(game.options) & {*_COMMON_OPTIONS, *values}:
            if name != "pack":
                raise self.values.bad(f"options.{name}", f"{name} is an option of every game: choose another name")

    def _score_fits(self, game: Definition, score: Score, path: str) -> None:
        if score.option is not None and score.option not in game.options:
            raise self.values.bad(
                f"{path}.option", f"no option {score.option!r} is defined: add a table [options.{score.option}]"
            )
        if score.points_from is not None:
            name, place = score.points_from
            found = game.options.get(name)
            if found is None or not isinstance(found.default, list) or found.choices or place >= len(found.default):
                raise self.values.bad(f"{path}.points", f"{name}[{place}] is no number in a list among the options")
        if any(rank not in game.pack.ranks for rank in score.won_with):
            raise self.values.bad(f"{path}.won_with", "won_with names a rank that the pack does not have")
        if len(score.won_with) > (1 if score.trick is Which.EACH else min(game.hand_sizes)):
            raise self.values.bad(f"{path}.won_with", "won_with names more ranks than there are tricks to win")

    def _tables(self, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise self.values.bad("score", "expected at least one table [[score]]")
        return value

    def _pack(self, value: Any, path: str) -> Pack:
        if isinstance(value, str):
            return self._pack_named(value, path)
        if not isinstance(value, dict) or "ranks" not in value:
            raise self.values.bad(path, "expected the name of a pack, or a table [pack] with ranks")
        self.values.known(value, {"ranks", "without", "jokers", "jokers_win", "suits", "copies"}, path)
        ranks = self.values.ranks(value["ranks"], f"{path}.ranks", are_once=True)
        without = self.values.cards(value.get("without", []), f"{path}.without")
        jokers = self.values.number(value.get("jokers", 0), f"{path}.jokers", low=0)
        if jokers > 2:
            raise self.values.bad(f"{path}.jokers", f"jokers is {jokers}: expected 0, 1 or 2")
        if any(card.rank not in ranks for card in without):
            raise self.values.bad(f"{path}.without", "without names a card that the pack does not have anyway")
        usual = SuitSystem.GERMAN if Rank.OVER in ranks else SuitSystem.FRENCH
        suits = self.values.choice(value.get("suits", usual.value), f"{path}.suits", SuitSystem)
        copies = self.values.number(value.get("copies", 1), f"{path}.copies", low=1)
        if copies > 2:
            raise self.values.bad(f"{path}.copies", f"copies is {copies}: expected 1 or 2")
        kept, is_high = cards_of(["BJ", "LJ"][:jokers]), self.values.flag(value.get("jokers_win", True), f"{path}.jokers_win")
        return Pack("own", ranks, frozenset(without), kept if is_high else (), copies, suits, () if is_high else kept)

    def _pack_named(self, value: Any, path: str) -> Pack:
        try:
            return pack_named(value)
        except Unreadable as error:
            raise self.values.bad(path, str(error)) from None

    def _trump(self, value: Any, path: str) -> Suit | str | None:
        choices: dict[str, Suit | str | None] = {"none": None, "turned": "turned", "led": "led", OWN: OWN}
        choices |= {suit.value: suit for suit in Suit}
        if not isinstance(value, str) or value not in choices:
            raise self.values.bad(path, f"trump is {value!r}: expected one of {', '.join(choices)}")
        return choices[value]

    def _bids(self, value: Any, path: str) -> Bids:
        lowest = {"low": 0, "high": 0, "bonus": None, "missed": None, "at_least": 0}
        self.values.known(self.values.table(value, path), {*lowest, "made", "may_not_add_up", "low_from"}, path)
        numbers = {key: self.values.number(value[key], f"{path}.{key}", low) for key, low in lowest.items() if key in value}
        made = self.values.choice(value.get("made", "exact"), f"{path}.made", Made)
        may_not_add_up = self.values.flag(value.get("may_not_add_up", False), f"{path}.may_not_add_up")
        return Bids(**numbers, made=made, may_not_add_up=may_not_add_up, low_from=self._low_from(value, f"{path}.low_from"))

    def _low_from(self, value: dict[str, Any], path: str) -> tuple[tuple[int, int], ...]:
        """Points from which on a side bids at least so many."""
        found = self.values.table(value.get("low_from", {}), path)
        if not all(points.isdecimal() for points in found):
            raise self.values.bad(path, "low_from: expected points and the lowest bid from there on, such as {30 = 3, 40 = 4}")
        return tuple((int(points), self.values.number(low, path, low=0)) for points, low in found.items())

    def _score(self, value: dict[str, Any], path: str) -> Score:
        if newer := next((key for key in value if key in SECOND), None):
            raise self.values.bad(path, f"{newer} belongs to the second edition: begin with edition = 2")
        self.values.known(value, {"trick", "won_with", "points", "beyond", "option"}, path)
        if "points" not in value:
            raise self.values.bad(path, "points is missing")
        points, source = value["points"], None
        found = re.fullmatch(r"(\w+)\[(\d+)\]", points) if isinstance(points, str) else None
        if found:
            points, source = 0, (found[1], int(found[2][:9]))
        ranks = value.get("won_with", [])
        if not isinstance(ranks, list):
            raise self.values.bad(f"{path}.won_with", f'won_with is {ranks!r}: expected a list of ranks, such as ["6", "7"]')
        won_with = self.values.ranks(ranks, f"{path}.won_with") if ranks else ()
        trick = self.values.choice(value.get("trick", "last"), f"{path}.trick", Which)
        option = self.values.word(value["option"], f"{path}.option") if "option" in value else None
        beyond = self.values.number(value.get("beyond", 0), f"{path}.beyond", low=0)
        return Score(trick, self.values.number(points, f"{path}.points"), won_with, source, beyond, option)

    def _option(self, value: Any, path: str) -> Option:
        if not isinstance(value, dict) or "default" not in value:
            raise self.values.bad(path, f"option {last(path)}: expected a table with a default")
        self.values.known(value, {"default", "choices", "pack", "about"}, path)
        self.values.name(last(path), path)
        choices = value.get("choices", [])
        if not isinstance(choices, list) or not all(isinstance(choice, str) for choice in choices):
            raise self.values.bad(f"{path}.choices", f"choices is {choices!r}: expected a list of words")
        if "pack" in value:
            self._pack_named(value["pack"], f"{path}.pack")
        default = value["default"]
        wrong = self.values.bad(
            f"{path}.default", f"default is {default!r}: expected true, false, a whole number, a list, or a choice"
        )
        if choices and isinstance(default, bool | int):
            raise wrong
        if isinstance(default, list):
            if not all(item in choices if choices else isinstance(item, int) for item in default):
                raise wrong
        elif not isinstance(default, int) and default not in choices:
            raise wrong
        if last(path) == "pack":
            for name in (default, *choices):
                self._pack_named(name, f"{path}.choices")
        about = self.values.word(value["about"], f"{path}.about") if "about" in value else ""
        return Option(default, tuple(choices), value.get("pack"), about)

    def _notation(self, value: Any, path: str) -> str:
        if value not in ("plain", "threes"):
            raise self.values.bad(path, f"notation is {value!r}: expected plain or threes")
        return str(value)

    def _direction(self, value: Any, path: str) -> Direction:
        direction: Direction = self.values.choice(value, path, Direction)
        return direction

    def _dealer(self, value: Any, path: str) -> NextDealer:
        dealer: NextDealer = self.values.choice(value, path, NextDealer)
        return dealer

    def _target(self, value: Any, path: str) -> int:
        return self.values.number(value, path, low=1)


_COMMON_OPTIONS = ("direction", "hand_size", "target", "dealer", "revoke_penalty", "scoring", "stones", "stones_overflow")
"""Options that every game of tricks has (`scoring.games.trick_options`)."""

_TOP: dict[str, Any] = {
    "name": lambda reader, value, path: reader.values.name(value, path),
    "title": lambda reader, value, path: reader.values.word(value, path),
    "pack": _Reader._pack,
    "players": lambda reader, value, path: reader.values.pair(value, path),
    "partners": lambda reader, value, path: reader.values.flag(value, path),
    "in_front": lambda reader, value, path: reader.values.flag(value, path),
    "direction": _Reader._direction,
    "deals": lambda reader, value, path: reader.values.numbers(value, path),
    "duties": lambda reader, value, path: read_duties(reader.values, value, path),
    "trump": _Reader._trump,
    "dealer": _Reader._dealer,
    "target": _Reader._target,
    "bids": _Reader._bids,
    "notation": _Reader._notation,
    **dict.fromkeys(("home", "about", "source", "rules"), lambda reader, value, path: reader.values.text(value, path)),
}
"""How each key at the top of a definition is read."""
