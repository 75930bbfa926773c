"""The second edition of the rules' language: phases, trumps with an order of their own, formulas, and how a session ends."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.calls import bid_named
from scoring.cards import Card, Suit
from scoring.errors import Unreadable
from scoring.formulas import Formula, Table, kind_named, kind_of, known_in, read_formula, split
from scoring.games.definition import Definition, Ending, Ends, For, Option, Reckoned
from scoring.games.phases.auction import AllPass, Auction
from scoring.games.phases.declare import Declare
from scoring.games.phases.lead import HolderLeads, Leads
from scoring.games.phases.talk import Phase
from scoring.games.reckoning import QUANTITIES
from scoring.games.toml_values import Values, last
from scoring.packs import trumps_of
from scoring.seats import Seat

KEYS = frozenset(
    ("edition", "auction", "declare", "leads", "trumps", "kitty", "points", "define", "carry", "tables", "end")
    + ("home", "about", "source", "rules")
)
"""Keys of the second edition at the top of a definition."""

MOST_BIDS = 1000
"""Bids of an auction: what people say at a table."""

TOUR = "CDHSN"
"""Suits as bids and choices of trumps name them, and N for no trump."""


def read_second(
    values: Values, raw: Mapping[str, Any], options: Mapping[str, Option], phases: tuple[Phase, ...]
) -> dict[str, Any]:
    """Fields of the definition that the second edition has; `phases` are those that the first edition knows."""
    return _Second(values, raw, options).fields(phases)


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
        kinds, defined = self._defined(kinds, tables)
        lines = self.raw.get("score", [])
        reckoned = [
            self._reckoned(line, f"score[{place}]", kinds, tables)
            for place, line in enumerate(lines, start=1)
            if is_reckoned(line)
        ]
        own = [self._auction(tables) if "auction" in self.raw else None, self._declare() if "declare" in self.raw else None]
        leads, holder = self._leads(self.raw.get("leads", "eldest"))
        return {
            "phases": (*phases, *filter(None, own), *holder),
            "leads": leads,
            "trumps": self._trumps(self.raw.get("trumps", "")),
            "kitty": self.values.number(self.raw.get("kitty", 0), "kitty", low=0),
            "card_points": self._card_points(self.raw.get("points", {})),
            "reckoned": tuple(reckoned),
            "defined": defined,
            "carried": {name: self._formula(text, f"carry.{name}", kinds, tables, int) for name, text in carried.items()},
            "tables": tables,
            "ending": self._ending(kinds, tables),
            **{key: self._text(key) for key in ("home", "about", "source", "rules") if key in self.raw},
        }

    def _text(self, key: str) -> str:
        value = self.raw[key]
        if not isinstance(value, str) or not value.strip():
            raise self.values.bad(key, f"{key} is {value!r}: expected text in quotes")
        return value.strip()

    def _new(self, name: str, path: str, kinds: Mapping[str, type]) -> str:
        if self.values.name(name, path) in kinds or split(name)[0]:
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
            words = f"{later!r} is itself, or stands further down: expected what stands above" if later else str(error)
            raise self.values.bad(path, f"{last(path)}: {words}") from None
        if wanted is not None and kind_of(formula, kinds, tables) is not wanted:
            raise self.values.bad(path, f"{last(path)} comes to a word: expected a number")
        return formula

    def _reckoned(self, line: Mapping[str, Any], path: str, kinds: Mapping[str, type], tables: Mapping[str, Table]) -> Reckoned:
        self.values.known(line, {"label", "for", "when", "points", "reason"}, path)
        for needed in ("points", "reason"):
            if needed not in line:
                raise self.values.bad(path, f"{needed} is missing")
        reason = self.values.word(line["reason"], f"{path}.reason")
        if reason.count("{") != reason.count("}"):
            raise self.values.bad(f"{path}.reason", "reason: a brace is not closed")
        if unknown := next((name for name in re.findall(r"\{(\w*)\}", reason) if not kind_named(name, kinds)), None):
            raise self.values.bad(f"{path}.reason", f"reason: nothing is called {unknown!r}; known: {known_in(kinds, {})}")
        return Reckoned(
            self.values.word(line.get("label", "hand"), f"{path}.label"),
            self.values.choice(line.get("for", "sides"), f"{path}.for", For),
            self._formula(line["points"], f"{path}.points", kinds, tables, int),
            reason,
            self._formula(line["when"], f"{path}.when", kinds, tables, int) if "when" in line else None,
        )

    def _auction(self, tables: Mapping[str, Table]) -> Auction:
        path, table = "auction", self.values.table(self.raw["auction"], "auction")
        flags = {"once": "is_once", "first_takes": "is_first_taken", "double": "may_double", "dealer_must": "must_dealer"}
        flags |= {"dealer_may_match": "may_match", "first_of_side": "is_first_of_side"}
        flags |= {"pass_is_final": "is_final", "dealer_first": "is_dealer_first"}
        self.values.known(table, {"bids", "low", "high", "step", "suits", "rounds", "alone", "all_pass", *flags}, path)
        chosen = {field: self.values.flag(table[key], f"{path}.{key}") for key, field in flags.items() if key in table}
        rounds = self.values.number(table.get("rounds", 1), f"{path}.rounds", low=1)
        ladder, alone = self._ladder(table, tables), table.get("alone", [])
        if not isinstance(alone, list) or any(bid not in ladder for bid in alone):
            raise self.values.bad(f"{path}.alone", f"alone is {alone!r}: expected a list of bids that there are")
        all_pass = self.values.choice(table.get("all_pass", "next"), f"{path}.all_pass", AllPass)
        return Auction(ladder, rounds, alone=tuple(alone), all_pass=all_pass, **chosen)

    def _ladder(self, table: Mapping[str, Any], tables: Mapping[str, Table]) -> tuple[str, ...]:
        """All bids from the lowest: those of a table or a list in its order, or numbers, each with every suit if any."""
        if "bids" in table:
            if besides := {"low", "high", "step", "suits"} & set(table):
                raise self.values.bad(f"auction.{min(besides)}", f"bids names every bid: leave {min(besides)} out")
            bids, path = table["bids"], "auction.bids"
            if isinstance(bids, str):
                if bids not in tables:
                    raise self.values.bad(path, f"no table is called {bids!r}; known: {', '.join(tables) or 'none'}")
                bids = [str(key) for key in tables[bids]]
            names = bids if isinstance(bids, list) and bids and all(isinstance(bid, str) for bid in bids) else []
            if not names:
                raise self.values.bad(path, f'bids is {bids!r}: expected a table\'s name, or a list such as ["7H", "misere"]')
            return self._each_once(names, path)
        if "low" not in table or "high" not in table:
            raise self.values.bad("auction", "expected bids, or low and high")
        low = self.values.number(table["low"], "auction.low", low=0)
        high = self.values.number(table["high"], "auction.high", low=0)
        step = self.values.number(table.get("step", 1), "auction.step", low=1)
        suits = self._suits(table["suits"], "auction.suits") if "suits" in table else ("",)
        if high < low:
            raise self.values.bad("auction.high", f"nobody can bid from {low} to {high}")
        if (high - low) // step * len(suits) > MOST_BIDS:
            raise self.values.bad("auction.high", f"more than {MOST_BIDS} bids: expected fewer, or a larger step")
        return tuple(f"{number}{suit}" for number in range(low, high + 1, step) for suit in suits)

    def _each_once(self, names: list[str], path: str) -> tuple[str, ...]:
        for name in names:
            try:
                bid_named(name, Seat.A)
            except Unreadable as error:
                raise self.values.bad(path, f"bids: {error}") from None
        if len(set(names)) < len(names) or len(names) > MOST_BIDS:
            raise self.values.bad(path, "bids names one twice, or too many")
        return tuple(names)

    def _suits(self, value: Any, path: str) -> tuple[str, ...]:
        if not isinstance(value, str) or not value or set(value) - set(TOUR) or len(set(value)) < len(value):
            raise self.values.bad(path, f"{last(path)} is {value!r}: expected letters of {TOUR}, each once (N: no trump)")
        return tuple(value)

    def _declare(self) -> Declare:
        table = self.values.table(self.raw["declare"], "declare")
        self.values.known(table, {"trump", "alone"}, "declare")
        letters = self._suits(table["trump"], "declare.trump") if "trump" in table else ()
        alone = self.values.flag(table.get("alone", False), "declare.alone")
        if "auction" not in self.raw:
            raise self.values.bad("declare", "nobody becomes declarer: expected a table [auction]")
        return Declare(tuple(None if letter == "N" else Suit(letter) for letter in letters), alone)

    def _leads(self, value: Any) -> tuple[Leads, tuple[HolderLeads, ...]]:
        words = [leads.value for leads in Leads]
        if value in words:
            return Leads(value), ()
        try:
            return Leads.ELDEST, (HolderLeads(Card.parse(str(value))),)
        except Unreadable:
            raise self.values.bad("leads", f"leads is {value!r}: expected {', '.join(words)}, or a card such as 2C") from None

    def _trumps(self, value: Any) -> tuple[str, ...]:
        tokens = tuple(value.split()) if isinstance(value, str) else ()
        try:
            if isinstance(value, str) and len(set(trumps_of(tokens, Suit.HEARTS))) == len(tokens):
                return tokens
        except Unreadable:
            pass
        raise self.values.bad(
            "trumps", f"trumps is {value!r}: expected the highest first, each once, such as 'BJ J J~ A K Q T 9'"
        )

    def _card_points(self, value: Any) -> dict[str, int]:
        found = {}
        for key, number in self.values.table(value, "points").items():
            path = f"points.{key}"
            if not re.fullmatch(r"[AKQJOUT2-9][CDHS]?|[CDHS]|BJ|LJ", key):
                raise self.values.bad(path, f"{key!r} is no card, rank or suit: expected such as QS, A or H")
            found[key] = self.values.number(number, path)
        return found

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


def misfits(game: Definition) -> Iterator[tuple[str, str]]:
    """What does not fit together in a definition: the key, and what is wrong."""
    auction = next((phase for phase in game.phases if isinstance(phase, Auction)), None)
    has_suits = auction is not None and any(bid[-1] in TOUR for bid in auction.ladder)
    if auction is None:
        if game.leads in (Leads.DECLARER, Leads.AFTER_DECLARER):
            yield "leads", "nobody becomes declarer: expected a table [auction]"
        for place, line in enumerate(game.reckoned, start=1):
            if line.whose is not For.SIDES:
                yield f"score[{place}].for", "nobody becomes declarer: expected a table [auction]"
    if has_suits and game.trump is not None:
        yield "trump", "trumps are in the bids: leave trump out"
    if has_suits and any(isinstance(phase, Declare) and phase.suits for phase in game.phases):
        yield "declare.trump", "trumps are in the bids: leave trump out of [declare]"
    for phase in game.phases:
        if isinstance(phase, HolderLeads) and phase.card not in game.pack:
            yield "leads", f"the pack has no {phase.card}"
    for key in game.card_points:
        if not any(key in (str(card), card.rank.value, card.suit and card.suit.value) for card in game.pack.cards):
            yield f"points.{key}", f"the pack has no {key}"
    yield from _trumps_missing(game)


def _trumps_missing(game: Definition) -> Iterator[tuple[str, str]]:
    for suit in Suit if game.trumps else ():
        found = trumps_of(game.trumps, suit)
        missing = [card for card in game.pack.cards if card not in found and (card.suit is suit or card.suit is None)]
        if missing:
            yield "trumps", f"with {suit.name.lower()} trumps, {missing[0]} is not among them"
        if joker := next((card for card in found if card.suit is None and card not in game.pack), None):
            yield "trumps", f"the pack has no {joker}"
