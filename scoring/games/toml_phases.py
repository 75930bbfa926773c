"""The phases of a game out of its rules: from passing cards on and the auction to announcements, melds and who leads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.calls import NO_TRUMP, bid_name, bid_named
from scoring.cards import Card, Suit
from scoring.errors import Unreadable, alike_first
from scoring.formulas import Table
from scoring.games.definition import Way
from scoring.games.phases.announce import Announce, By
from scoring.games.phases.auction import AllPass, Auction
from scoring.games.phases.contra import Contra
from scoring.games.phases.declare import Declare
from scoring.games.phases.dummy import Dummy
from scoring.games.phases.lead import HolderLeads, Leads
from scoring.games.phases.meld import Meld
from scoring.games.phases.partner import Partner
from scoring.games.phases.passing import Passing
from scoring.games.phases.talk import Phase
from scoring.games.phases.talon import Talon
from scoring.games.phases.turned import TurnedUp
from scoring.games.toml_duties import read_duties
from scoring.games.toml_melds import read_melds
from scoring.games.toml_values import Values, last
from scoring.packs import suit_named
from scoring.passed import To
from scoring.seats import Seat

MOST_BIDS = 1000
"""Bids of an auction: what people say at a table."""

TOUR = "CDHSN"
"""Suits as bids and choices of trumps name them, and N for no trump."""


@dataclass(frozen=True)
class PhaseReader:
    """Reads the phases of one game; `tables` and `ways` are those that its rules name. Whether they fit is not asked here."""

    values: Values
    raw: Mapping[str, Any]
    tables: Mapping[str, Table]
    ways: Mapping[str, Way]

    def phases(self) -> tuple[Phase, ...]:
        """In the order in which a hand goes through them."""
        readers: dict[str, Callable[[], Phase]] = {
            "passing": self._passing,
            "auction": self._auction,
            "declare": self._declare,
            "partner": self._partner,
            "contra": self._contra,
            "dummy": self._dummy,
            "announce": self._announce,
            "melds": self._melds,
        }
        found = [read() for key, read in readers.items() if key in self.raw]
        if any(way.leaves or way.gives for way in self.ways.values()):
            found.append(self._talon())
        if self._is_turned():
            found.insert(0, TurnedUp(is_for_bids=True))
        return (*found, *self._holder())

    def _talon(self) -> Talon:
        leaves = tuple((name, way.leaves) for name, way in self.ways.items() if way.leaves)
        gives = tuple(name for name, way in self.ways.items() if way.gives)
        return Talon(self.values.number(self.raw.get("kitty", 0), "kitty", low=0), leaves, gives)

    def leads(self) -> Leads:
        """Whom the rules name; the next after the dealer where a card does."""
        value = self.raw.get("leads", "eldest")
        return Leads(value) if value in [leads.value for leads in Leads] else Leads.ELDEST

    def _is_turned(self) -> bool:
        auction = self.raw.get("auction")
        value = auction.get("turned", False) if isinstance(auction, dict) else False
        return self.values.flag(value, "auction.turned")

    def _passing(self) -> Passing:
        table = self.values.table(self.raw["passing"], "passing")
        self.values.known(table, {"cards", "to"}, "passing")
        cards, to = self.values.number(table.get("cards"), "passing.cards", low=1), table.get("to")
        if not isinstance(to, list) or not to:
            raise self.values.bad(
                "passing.to", f'to is {to!r}: expected whom to, deal by deal, such as ["left", "right", "none"]'
            )
        return Passing(cards, tuple(self.values.choice(whom, "passing.to", To) for whom in to))

    def _auction(self) -> Auction:
        path, table = "auction", self.values.table(self.raw["auction"], "auction")
        flags = {"once": "is_once", "first_takes": "is_first_taken", "double": "may_double", "dealer_must": "must_dealer"}
        flags |= {"dealer_may_match": "may_match", "first_of_side": "is_first_of_side"}
        flags |= {"pass_is_final": "is_final", "dealer_first": "is_dealer_first", "eldest_must": "must_eldest"}
        flags |= {"may_raise": "may_raise"}
        flags |= {"any_order": "is_free", "elder_may_match": "may_hold", "double_ends_bids": "is_closed"}
        self.values.known(
            table, {"turned", "bids", "low", "high", "step", "suits", "rounds", "alone", "all_pass", "if_all_pass", *flags}, path
        )
        chosen = {field: self.values.flag(table[key], f"{path}.{key}") for key, field in flags.items() if key in table}
        rounds = self.values.number(table.get("rounds", 1), f"{path}.rounds", low=1)
        ladder, alone = self._ladder(table), table.get("alone", [])
        if chosen.get("is_free"):
            chosen["is_final"] = True
        for key in ("alone", "if_all_pass"):
            named = table.get(key, [])
            if not isinstance(named, list) or any(bid not in " ".join(ladder).split() for bid in named):
                raise self.values.bad(f"{path}.{key}", f"{key} is {named!r}: expected a list of bids that there are")
        all_pass = self.values.choice(table.get("all_pass", "next"), f"{path}.all_pass", AllPass)
        return Auction(
            ladder, rounds, alone=tuple(alone), all_pass=all_pass, only_last=tuple(table.get("if_all_pass", [])), **chosen
        )

    def _ladder(self, table: Mapping[str, Any]) -> tuple[str, ...]:
        """All bids from the lowest: those of a table or a list in its order, or numbers, each with every suit if any."""
        if "bids" in table:
            if besides := {"low", "high", "step", "suits"} & set(table):
                raise self.values.bad(f"auction.{min(besides)}", f"bids names every bid: leave {min(besides)} out")
            bids, path = table["bids"], "auction.bids"
            if isinstance(bids, str):
                named = [name for name, rows in self.tables.items() if all(isinstance(key, str) for key in rows)]
                if bids not in named:
                    raise self.values.bad(
                        path, f"no table of names is called {bids!r}; known: {alike_first(named, bids) or 'none'}"
                    )
                bids = [str(key) for key in self.tables[bids]]
            names = bids if isinstance(bids, list) and bids and all(isinstance(bid, str) for bid in bids) else []
            if not names:
                raise self.values.bad(path, f'bids is {bids!r}: expected a table\'s name, or a list such as ["7H", "misere"]')
            return self._each_once(names, path)
        if "low" not in table or "high" not in table:
            raise self.values.bad("auction", "expected bids, or low and high")
        low = self.values.number(table["low"], "auction.low", low=0)
        high = self.values.number(table["high"], "auction.high", low=0)
        if high > 9999:
            raise self.values.bad("auction.high", f"high is {high}: nobody bids more than 9999")
        step = self.values.number(table.get("step", 1), "auction.step", low=1)
        suits = self._suits(table["suits"], "auction.suits") if "suits" in table else ("",)
        if high < low:
            raise self.values.bad("auction.high", f"nobody can bid from {low} to {high}")
        if (high - low) // step * len(suits) > MOST_BIDS:
            raise self.values.bad("auction.high", f"more than {MOST_BIDS} bids: expected fewer, or a larger step")
        return tuple(f"{number}{suit}" for number in range(low, high + 1, step) for suit in suits)

    def _each_once(self, names: list[str], path: str) -> tuple[str, ...]:
        every = [bid for name in names for bid in name.split()]
        if not all(map(str.split, names)):
            raise self.values.bad(path, "bids has one without a name")
        for name in every:
            try:
                right = bid_name(bid_named(name, Seat.A))
            except Unreadable as error:
                raise self.values.bad(path, f"bids: {error}") from None
            if right != name:
                raise self.values.bad(path, f"bids: {name!r} is written {right}")
        if len(set(every)) < len(every) or len(every) > MOST_BIDS:
            raise self.values.bad(path, "bids names one twice, or too many")
        return tuple(names)

    def _suits(self, value: Any, path: str) -> tuple[str, ...]:
        if not isinstance(value, str) or not value or set(value) - set(TOUR) or len(set(value)) < len(value):
            raise self.values.bad(path, f"{last(path)} is {value!r}: expected letters of {TOUR}, each once (N: no trump)")
        return tuple(value)

    def _declare(self) -> Declare:
        table = self.values.table(self.raw["declare"], "declare")
        self.values.known(table, {"trump", "ways", "alone"}, "declare")
        suits = self._suits(table["trump"], "declare.trump") if "trump" in table else ()
        ways = words(self.values, table.get("ways", []), "declare.ways")
        if unknown := next((way for way in ways if way not in self.ways), None):
            raise self.values.bad("declare.ways", f"ways names {unknown!r}: expected a table [ways.{unknown}]")
        alone = self.values.flag(table.get("alone", False), "declare.alone")
        settled = tuple(name for name, way in self.ways.items() if way.suits and not way.then)
        other = tuple((name, way.then) for name, way in self.ways.items() if way.then)
        by_partner = tuple(name for name, way in self.ways.items() if way.is_partners_choice)
        return Declare((*suits, *ways), settled, other, alone, by_partner)

    def _partner(self) -> Partner:
        table = self.values.table(self.raw["partner"], "partner")
        self.values.known(table, {"card", "calls", "must_play", "holds_suit"}, "partner")
        if ("card" in table) == ("calls" in table):
            raise self.values.bad("partner", 'expected either card = "JD" or calls = ["AC", "AS"]')
        key = "card" if "card" in table else "calls"
        named = self.values.cards([str(table[key])] if key == "card" else table[key], f"partner.{key}")
        if not named or len(set(named)) < len(named):
            raise self.values.bad("partner.calls", "calls is empty or names a card twice: expected a list of cards")
        alone = tuple(name for name, way in self.ways.items() if way.is_alone)
        trumps = tuple((name, way.suits[0]) for name, way in self.ways.items() if way.suits)
        duties = {name: self.values.flag(table.get(name, False), f"partner.{name}") for name in ("must_play", "holds_suit")}
        card, calls = (named[0], ()) if key == "card" else (None, named)
        return Partner(card, calls, alone, trumps, **duties)

    def _contra(self) -> Contra:
        if not self.values.flag(self.raw["contra"], "contra"):
            raise self.values.bad("contra", "contra is false: leave it out")
        return Contra()

    def _dummy(self) -> Dummy:
        if not self.values.flag(self.raw["dummy"], "dummy"):
            raise self.values.bad("dummy", "dummy is false: leave it out")
        return Dummy()

    def _announce(self) -> Announce:
        table = self.values.table(self.raw["announce"], "announce")
        self.values.known(table, {"words", "by", "cards", "after", "single"}, "announce")
        named = words(self.values, table.get("words", []), "announce.words")
        if not named or len(set(named)) < len(named):
            raise self.values.bad("announce", 'expected words = ["hand"], each once')
        by = self.values.choice(table.get("by", "anybody"), "announce.by", By)
        after = self.values.table(table.get("after", {}), "announce.after")
        if unknown := next((word for word in (*after, *after.values()) if word not in named), None):
            raise self.values.bad(
                "announce.after", f"nobody announces {unknown!r}: expected two of words, such as {{open = 'hand'}}"
            )
        single = self.values.flag(table.get("single", False), "announce.single")
        return Announce(tuple(self.values.said(word, "announce.words") for word in named), by, tuple(after.items()), single)

    def _melds(self) -> Meld:
        return Meld(tuple(read_melds(self.values, self.raw)))

    def _holder(self) -> tuple[HolderLeads, ...]:
        value, words = self.raw.get("leads", "eldest"), [leads.value for leads in Leads]
        if value in words:
            return ()
        try:
            return (HolderLeads(Card.parse(str(value))),)
        except Unreadable:
            raise self.values.bad("leads", f"leads is {value!r}: expected {', '.join(words)}, or a card such as 2C") from None


def words(values: Values, value: Any, path: str) -> list[str]:
    """A list of words."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise values.bad(path, f"{last(path)} is {value!r}: expected a list of words in quotes")
    return value


def read_ways(values: Values, raw: Mapping[str, Any], trumps: Any) -> dict[str, Way]:
    """The ways to play that the rules name, each a table; `trumps` reads their trumps."""
    found = {}
    for name, table in values.table(raw.get("ways", {}), "ways").items():
        path = f"ways.{name}"
        known = {"ranks", "trumps", "trump", "then", "jokers_win", "alone", "by_partner", "leads", "leaves", "gives", "duties"}
        values.known(values.table(table, path), known, path)
        if values.said(name, path) == NO_TRUMP:
            raise values.bad(path, f"{name} is what N stands for: choose another name")
        found[name] = Way(
            values.ranks(values.word(table["ranks"], f"{path}.ranks"), f"{path}.ranks", are_once=True)
            if "ranks" in table
            else None,
            trumps(table["trumps"], f"{path}.trumps") if "trumps" in table else None,
            _suit(values, table["trump"], f"{path}.trump") if "trump" in table else (),
            tuple(words(values, table.get("then", []), f"{path}.then")),
            not values.flag(table.get("jokers_win", True), f"{path}.jokers_win"),
            values.flag(table.get("alone", False), f"{path}.alone"),
            values.flag(table.get("by_partner", False), f"{path}.by_partner"),
            values.choice(table["leads"], f"{path}.leads", Leads) if "leads" in table else None,
            values.number(table.get("leaves", 0), f"{path}.leaves", low=0),
            values.flag(table.get("gives", False), f"{path}.gives"),
            read_duties(values, raw.get("duties", {}) | values.table(table["duties"], f"{path}.duties"), f"{path}.duties")
            if "duties" in table
            else None,
        )
    return found


def _suit(values: Values, value: Any, path: str) -> tuple[Suit | None]:
    if not isinstance(value, str) or value not in TOUR or len(value) != 1:
        raise values.bad(path, f"trump is {value!r}: expected one letter of {TOUR} (N: no trump)")
    return (suit_named(value),)
