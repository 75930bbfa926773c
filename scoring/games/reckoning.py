"""What a hand is worth by the formulas of its rules, side by side, and what goes on from it to the next hand."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring.calls import CallKind, bid_name, bid_words
from scoring.formulas import WHOSE, Formula, Value, split
from scoring.games.definition import Definition, For, Reckoned
from scoring.games.game import Standing
from scoring.games.haul import Haul
from scoring.games.phases.talk import Talk
from scoring.hands import Hand
from scoring.sheet import ScoreLine
from scoring.values import kept


@dataclass(frozen=True)
class TrickStanding(Standing):
    """Adds the numbers that each side carries from hand to hand, in the order of their `names`."""

    carried: tuple[tuple[int, ...], ...] = ()
    names: tuple[str, ...] = ()

    per_side: ClassVar[tuple[str, ...]] = ("carried",)

    @property
    def carries(self) -> dict[str, tuple[int, ...]]:
        """Each of them for every side, by the name that the rules give it."""
        return dict(zip(self.names, zip(*self.carried, strict=True), strict=True))


@dataclass(frozen=True)
class Reckoning:
    """One hand that has been played out, with what was said of it."""

    game: Definition
    before: Standing
    hand: Hand
    talk: Talk
    haul: Haul
    gained: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    after: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @kept
    def _worked_out(self) -> dict[tuple[str, int], Value]:
        return {}

    def is_known(self) -> bool:
        """Whether everything has been seen that the formulas look at."""
        return self.haul.is_known()

    def lines(self) -> tuple[ScoreLine, ...]:
        """Every line whose condition holds, side by side."""
        found = []
        for side in range(len(self.talk.sides)):
            for line in self.game.reckoned:
                if self._is_for(line, side) and (line.when is None or self.number(line.when, side)):
                    reason = self._reason(line, side)
                    found.append(
                        ScoreLine(self.hand.number, side, line.label, self.number(line.points, side), reason, self._rule)
                    )
        return tuple(found)

    def carried(self, points: tuple[int, ...], totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What each side carries on, by its points of the hand and its total after it."""
        later = replace(self, gained=points, totals=totals)
        sides = range(len(self.talk.sides))
        return tuple(tuple(later.number(formula, side) for formula in self.game.carried.values()) for side in sides)

    def holding(self, formula: Formula, standing: TrickStanding) -> tuple[int, ...]:
        """The sides of which it holds once the hand is counted."""
        rows = zip(*standing.carried, strict=True)
        after = dict(zip(self.game.carried, rows, strict=True)) if self.game.carried else {}
        later = replace(self, totals=standing.totals, after=after)
        return tuple(side for side in range(len(self.talk.sides)) if later.number(formula, side))

    def number(self, formula: Formula, side: int) -> int:
        """What the formula comes to for that side."""
        return int(self.value(formula, side))

    def value(self, formula: Formula, side: int) -> Value:
        """The number or the word that the formula comes to for that side."""
        return formula.value(lambda name: self.quantity(name, side), self.game.tables)

    def quantity(self, name: str, side: int) -> Value:
        """What a name stands for: the game's own, an option, what the side carries, or what the hand came to."""
        asked, known = (name, side), self._worked_out
        if asked not in known:
            known[asked] = self._quantity(name, side)
        return known[asked]

    def _quantity(self, name: str, side: int) -> Value:
        whose, plain = split(name)
        if whose:
            numbers = [int(self.quantity(plain, other)) for other in range(len(self.talk.sides))]
            return WHOSE[whose](numbers, side, self._together(side))
        if " " in name:
            function, token = name.split(" ")
            return _OF_A_CARD[function](self.haul, token, side)
        if name in self.game.defined:
            return self.game.defined[name].value(lambda other: self.quantity(other, side), self.game.tables)
        if name in self.game.carried:
            return self._carries(name, side)
        if name in _QUANTITIES:
            return _QUANTITIES[name](self, side)
        if name in self.game.announced:
            said = self.talk.of(CallKind.ANNOUNCE)
            return int(any(call.word == name and self.talk.side_of(call.seat) == side for call in said))
        value: Value = self.talk.setup.options.get(name)
        return int(value) if isinstance(value, bool) else value

    def _carries(self, name: str, side: int) -> int:
        if name in self.after:
            return self.after[name][side]
        carried = self.before.carried if isinstance(self.before, TrickStanding) else ()
        row = carried[side] if carried else ()
        return row[list(self.game.carried).index(name)] if row else 0

    def _is_for(self, line: Reckoned, side: int) -> bool:
        if line.whose is For.SIDES:
            return True
        return self.talk.declarer is not None and (self._declares(side) == (line.whose is For.DECLARERS))

    def _declares(self, side: int) -> bool:
        return side in self.haul.team

    def _together(self, side: int) -> Collection[int]:
        """The sides that play together with this one: the declarer's team, or all that play against it."""
        team = self.haul.team
        if not team:
            return (side,)
        return [other for other in range(len(self.talk.sides)) if (other in team) == (side in team)]

    def _melds(self, side: int) -> int:
        said = (call for call in self.talk.of(CallKind.MELD) if self.talk.side_of(call.seat) == side)
        return sum(self.game.melds[call.word or ""] for call in said)

    @property
    def _rule(self) -> str:
        return f"{self.game.title}: score"

    def _reason(self, line: Reckoned, side: int) -> str:
        words = list(line.pieces)
        words[1::2] = [self._in_words(self.quantity(name, side)) for name in words[1::2]]
        return "".join(words)

    def _in_words(self, value: Value) -> str:
        return bid_words(value) if isinstance(value, str) else str(value)

    @property
    def bid(self) -> str:
        """The contract in short; empty where there is none."""
        return bid_name(self.talk.contract) if self.talk.contract else ""

    def _number_bid(self, side: int) -> int:
        if self.talk.bidding is not None:
            return (self.talk.contract.number or 0) if self.talk.contract else 0
        bids = self.talk.of(CallKind.BID)
        return sum(call.number or 0 for call in bids if self.talk.side_of(call.seat) == side)


def _trump(hand: Reckoning, _side: int) -> str:
    trump = hand.hand.order_of_play.trump
    return trump.value if trump else "N"


def _members(hand: Reckoning, side: int) -> tuple[Any, ...]:
    return hand.talk.sides[side]


_QUANTITIES: dict[str, Callable[[Reckoning, int], Value]] = {
    "tricks": lambda hand, side: hand.haul.tricks[side],
    "drawn": lambda hand, side: hand.haul.drawn[side],
    "last": lambda hand, side: int(hand.haul.last == side),
    "melds": lambda hand, side: hand._melds(side),
    "matadors": lambda hand, _: hand.haul.matadors,
    "size": lambda hand, _: hand.hand.hand_size,
    "points": lambda hand, side: hand.haul.points[side],
    "cards": lambda hand, side: hand.haul.cards[side],
    "bid": lambda hand, side: hand._number_bid(side),
    "call": lambda hand, _: hand.bid,
    "word": lambda hand, _: hand.talk.word,
    "trump": _trump,
    "doubled": lambda hand, _: hand.talk.times,
    "alone": lambda hand, _: int(hand.talk.alone is not None),
    "declares": lambda hand, side: int(hand._declares(side)),
    "plays": lambda hand, side: int(hand.talk.declarer in _members(hand, side)),
    "deals": lambda hand, side: int(hand.hand.dealer in _members(hand, side)),
    "deal": lambda hand, _: hand.before.hands + 1,
    "side": lambda _, side: side,
    "total": lambda hand, side: (hand.totals or hand.before.totals)[side],
    "gained": lambda hand, side: hand.gained[side] if hand.gained else 0,
}

_OF_A_CARD: dict[str, Callable[[Haul, str, int], int]] = {
    "took": Haul.took,
    "ended": Haul.ended,
    "played": Haul.played,
    "left": Haul.left,
    "turned": Haul.turned,
}
"""What formulas ask of a card, by the names of `scoring.formulas.CARDS`."""

_WORDS = ("call", "word", "trump")

QUANTITIES: dict[str, type] = {name: str if name in _WORDS else int for name in _QUANTITIES}
"""Quantities that every formula may name (docs/house-games.md), and whether they are numbers or words."""
