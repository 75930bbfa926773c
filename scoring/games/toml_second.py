"""The second edition of the rules' language: trumps with an order of their own, formulas, and how a session ends."""

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.cards import Suit
from scoring.errors import Unreadable
from scoring.formulas import Formula, Table, kind_named, kind_of, known_in, read_formula, split
from scoring.games.definition import TRICK, Ending, Ends, For, KittyTo, Option, Reckoned
from scoring.games.phases.announce import Announce
from scoring.games.phases.talk import Phase
from scoring.games.reckoning import QUANTITIES
from scoring.games.toml_melds import read_melds, read_shapes
from scoring.games.toml_phases import PhaseReader, read_ways
from scoring.games.toml_values import Values, last
from scoring.packs import is_token, suit_named, ten, trumps_of

KEYS = frozenset(
    ("edition", "variant", "turn_again", "auction", "declare", "partner", "contra", "dummy", "announce", "melds", "leads")
    + ("trumps", "trump_by", "upset", "passing", "ways", "kitty", "kitty_to", "kitty_shown", "stock", "points", "trump_points")
    + ("define", "carry", "tables", "end")
)
"""Keys of the second edition at the top of a definition."""


BEFORE = ("deal", "side", "total")
"""Quantities that are there before a hand begins, beside options and what is carried."""


def read_second(
    values: Values, raw: Mapping[str, Any], options: Mapping[str, Option], phases: tuple[Phase, ...]
) -> dict[str, Any]:
    """Fields of the definition that the second edition has; `phases` are those that the first edition knows."""
    return _Second(values, raw, options).fields(phases)


SECOND = ("label", "for", "when", "reason")
"""Keys of a line of the score beside its points that are a formula."""


def is_reckoned(line: Mapping[str, Any]) -> bool:
    """Whether a line of the score is a formula, and not one of the first edition."""
    return "trick" not in line and "won_with" not in line


@dataclass(frozen=True)
class _Second:
    values: Values
    raw: Mapping[str, Any]
    options: Mapping[str, Option]

    def fields(self, phases: tuple[Phase, ...]) -> dict[str, Any]:
        tables = self._tables(self.raw.get("tables", {}))
        for name in self.options:
            self._new(name, f"options.{name}", QUANTITIES)
        kinds = QUANTITIES | {name: _kind(option) for name, option in self.options.items() if _kind(option)}
        carried = self.values.table(self.raw.get("carry", {}), "carry")
        kinds |= {self._new(name, f"carry.{name}", kinds): int for name in carried}
        early = {name: kind for name, kind in kinds.items() if name not in QUANTITIES or name in BEFORE}
        ways = read_ways(self.values, self.raw, self._trumps)
        reader = PhaseReader(self.values, self.raw, tables, ways)
        own = reader.phases()
        said = (word for phase in own if isinstance(phase, Announce) for word in phase.words)
        kinds |= {self._new(word, "announce.words", kinds): int for word in said}
        kinds, defined = self._defined(kinds, tables)
        lines = self.raw.get("score", [])
        reckoned = [
            self._reckoned(line, f"score[{place}]", kinds, tables)
            for place, line in enumerate(lines, start=1)
            if is_reckoned(line)
        ]
        trump_by = self.raw.get("trump_by")
        return {
            "phases": (*own, *phases) if "auction" not in self.raw else (*phases, *own),
            "leads": reader.leads(),
            "trumps": self._trumps(self.raw.get("trumps", ""), "trumps"),
            "trump_by": None if trump_by is None else self._formula(trump_by, "trump_by", early, tables, str),
            "ways": ways,
            "kitty": self.values.number(self.raw.get("kitty", 0), "kitty", low=0),
            "kitty_to": self.values.choice(self.raw.get("kitty_to", "declarer"), "kitty_to", KittyTo),
            "upset": self.values.cards(self.raw.get("upset", []), "upset"),
            "is_kitty_shown": self.values.flag(self.raw.get("kitty_shown", False), "kitty_shown"),
            "stock": self.values.number(self.raw.get("stock", 0), "stock", low=0),
            "card_points": self._card_points(),
            "trump_points": self._trump_points(),
            "melds": read_melds(self.values, self.raw),
            "shapes": read_shapes(self.values, self.raw),
            "reckoned": tuple(reckoned),
            "defined": defined,
            "carried": {name: self._formula(text, f"carry.{name}", kinds, tables, int) for name, text in carried.items()},
            "tables": tables,
            "ending": self._ending(kinds, tables),
        }

    def _new(self, name: str, path: str, kinds: Mapping[str, type]) -> str:
        if self.values.name(name, path) in kinds or split(name)[0] or keyword.iskeyword(name):
            raise self.values.bad(path, f"{name} is the name of something else: choose another")
        return name

    def _tables(self, value: Any) -> dict[str, Table]:
        found: dict[str, Table] = {}
        for name, rows in self.values.table(value, "tables").items():
            path = f"tables.{name}"
            self._new(name, path, QUANTITIES)
            if isinstance(rows, list) and rows:
                found[name] = {place: self.values.number(number, path) for place, number in enumerate(rows)}
            elif isinstance(rows, dict) and rows:
                found[name] = {key: self.values.number(number, f"{path}.{key}") for key, number in rows.items()}
            else:
                raise self.values.bad(path, f"{name} is {rows!r}: expected a list of numbers, or names with numbers")
        return found

    def _defined(self, kinds: dict[str, type], tables: Mapping[str, Table]) -> tuple[dict[str, type], dict[str, Formula]]:
        """Quantities of the game's own; each may use those above it, so that none can run in a circle."""
        defined, texts = dict[str, Formula](), self.values.table(self.raw.get("define", {}), "define")
        for name, text in texts.items():
            path = f"define.{name}"
            self._new(name, path, kinds)
            formula = self._formula(text, path, kinds, tables, below=set(texts) - set(defined))
            defined[name], kinds = formula, kinds | {name: kind_of(formula, kinds, tables)}
        return kinds, defined

    def _formula(
        self,
        text: Any,
        path: str,
        kinds: Mapping[str, type],
        tables: Mapping[str, Table],
        wanted: type | None = None,
        below: set[str] | None = None,
    ) -> Formula:
        written = str(text) if isinstance(text, int) and not isinstance(text, bool) else self.values.word(text, path)
        try:
            formula = read_formula(written, kinds, tables)
        except Unreadable as error:
            later = next((name for name in sorted(below or ()) if re.search(rf"\b{name}\b", written)), None)
            words = f"{later!r} is defined by itself, or further down: expected what stands above" if later else str(error)
            raise self.values.bad(path, f"{last(path)}: {words}") from None
        if wanted is not None and kind_of(formula, kinds, tables) is not wanted:
            expected = "a word: expected a number" if wanted is int else "a number: expected a word, such as 'H'"
            raise self.values.bad(path, f"{last(path)} comes to {expected}")
        return formula

    def _reckoned(self, line: Mapping[str, Any], path: str, kinds: Mapping[str, type], tables: Mapping[str, Table]) -> Reckoned:
        self.values.known(line, {*SECOND, "points"}, path)
        for needed in ("points", "reason"):
            if needed not in line:
                raise self.values.bad(path, f"{needed} is missing")
        reason = self.values.word(line["reason"], f"{path}.reason")
        if reason.count("{") != reason.count("}"):
            raise self.values.bad(f"{path}.reason", "reason: a brace is not closed")
        if unknown := next((name for name in re.findall(r"\{([^{}]*)\}", reason) if not kind_named(name, kinds)), None):
            where = ": in braces stand names, a formula has one in [define]" if "(" in unknown else ""
            known = known_in(kinds, {}, unknown)
            raise self.values.bad(f"{path}.reason", f"reason: nothing is called {unknown!r}{where}; known: {known}")
        return Reckoned(
            self.values.word(line.get("label", "hand"), f"{path}.label"),
            self.values.choice(line.get("for", "sides"), f"{path}.for", For),
            self._formula(line["points"], f"{path}.points", kinds, tables, int),
            reason,
            self._formula(line["when"], f"{path}.when", kinds, tables, int) if "when" in line else None,
        )

    def _trumps(self, value: Any, path: str) -> tuple[str, ...]:
        tokens = tuple(value.split()) if isinstance(value, str) else ()
        try:
            if isinstance(value, str) and len(set(trumps_of(tokens, Suit.HEARTS))) == len(tokens):
                return tokens
        except Unreadable:
            pass
        expected = "expected the highest first, each once, such as 'BJ J J~ A K Q T 9'"
        raise self.values.bad(path, f"trumps is {value!r}: {expected}{ten(str(value))}")

    def _card_points(self) -> dict[str, int]:
        points = self._points("points")
        for key in points:
            if key != TRICK and suit_named(key) is None and (not is_token(key) or key.endswith("~")):
                expected = f"expected such as QS, A or H, or {TRICK}{ten(key)}"
                raise self.values.bad(f"points.{key}", f"{key!r} is no card, rank or suit: {expected}")
        return points

    def _trump_points(self) -> dict[str, int]:
        points = self._points("trump_points")
        for key in points:
            if not is_token(key):
                raise self.values.bad(f"trump_points.{key}", f"{key!r} is no trump: expected such as J, 5~ or BJ{ten(key)}")
        return points

    def _points(self, table: str) -> dict[str, int]:
        entries = self.values.table(self.raw.get(table, {}), table)
        if key := next((key for key in entries if key in self.values.top), None):
            raise self.values.misplaced(key, table)
        return {key: self.values.number(number, f"{table}.{key}") for key, number in entries.items()}

    def _ending(self, kinds: Mapping[str, type], tables: Mapping[str, Table]) -> Ending:
        table = self.values.table(self.raw.get("end", {}), "end")
        self.values.known(table, {"wins", "floor", "when"}, "end")
        return Ending(
            self.values.choice(table.get("wins", "highest"), "end.wins", Ends),
            self.values.number(table["floor"], "end.floor") if "floor" in table else None,
            self._formula(table["when"], "end.when", kinds, tables, int) if "when" in table else None,
        )


def _kind(option: Option) -> Any:
    """What a formula may take an option for; nothing where it is a list."""
    return None if isinstance(option.default, list | tuple) else str if isinstance(option.default, str) else int
