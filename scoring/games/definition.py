"""A game of tricks as data: what a definition can say (docs/house-games.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from scoring.cards import EVERY_CARD, Card, Rank, Suit
from scoring.duties import Duties
from scoring.formulas import CARDS, Formula, Table
from scoring.games.phases.announce import Announce
from scoring.games.phases.dummy import Dummy
from scoring.games.phases.lead import Leads
from scoring.games.phases.talk import Phase
from scoring.games.shapes import Shape
from scoring.packs import Pack, trumps_of
from scoring.seats import Direction, Seat
from scoring.values import kept

OWN = "own"
"""Trumps that are the same cards in every hand, and no suit of the pack."""

TRICK = "trick"
"""What every trick counts beside its cards, among the points of cards."""


AnyPhase = TypeVar("AnyPhase")


class NextDealer(Enum):
    """Who deals the next hand: who won it, the seat after that, or the next one round, with the play or against it."""

    WINNER = "winner"
    LOSER = "loser"
    ROTATE = "rotate"
    ROTATE_BACK = "rotate_back"


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
    last bid must not make the sum of bids equal to the tricks; where they add up to less than `at_least` the hand is thrown in.
    `low_from`: from so many points on, at least so many are bid.
    """

    low: int = 0
    high: int | None = None
    made: Made = Made.EXACT
    bonus: int = 0
    missed: int = 0
    may_not_add_up: bool = False
    at_least: int = 0
    low_from: tuple[tuple[int, int], ...] = ()


class For(Enum):
    """Whose line a formula is: each side's, the declarer's, or that of each side against it."""

    SIDES = "sides"
    DECLARERS = "declarers"
    DEFENDERS = "defenders"


@dataclass(frozen=True)
class Reckoned:
    """A line of the score that a formula says, where `when` holds; `reason` are words with quantities in braces."""

    label: str
    whose: For
    points: Formula
    reason: str
    when: Formula | None = None

    @kept
    def pieces(self) -> tuple[str, ...]:
        """The reason as words and the names of quantities in turn, words first."""
        return tuple(re.split(r"\{(\w+)\}", self.reason))


class KittyTo(Enum):
    """Whose the cards are in the end that lie in the kitty or were laid away; without a declarer the last trick takes them."""

    DECLARER = "declarer"
    LAST = "last"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Way:
    """A way to play that a bid or a choice names: its order of ranks, its trumps (`scoring.packs.trumps_of`), its trump suit.

    What is None is as in the game; `suits` has None for no trumps. `then`: what the declarer chooses after it, where that is no
    suit. With `are_jokers_low` a joker never wins; `is_alone`: no card makes a partner; `is_partners_choice`: not the declarer
    chooses trumps, but who holds the partner's card. `leads` whom it has lead. `leaves`: so many cards of the kitty are not the
    declarer's; with `gives` the first tricks take them. `duties` are those of this way alone.
    """

    ranks: tuple[Rank, ...] | None = None
    trumps: tuple[str, ...] | None = None
    suits: tuple[Suit | None, ...] = ()
    then: tuple[str, ...] = ()
    are_jokers_low: bool = False
    is_alone: bool = False
    is_partners_choice: bool = False
    leads: Leads | None = None
    leaves: int = 0
    gives: bool = False
    duties: Duties | None = None


class Ends(Enum):
    """Who has won when the session ends: most points, fewest, of those over the target the declarer's side first, or it alone.

    `WHOM`: of whom the condition of the end holds.
    """

    HIGHEST = "highest"
    LOWEST = "lowest"
    DECLARER = "declarer"
    DECLARER_ONLY = "declarer_only"
    WHOM = "whom"


@dataclass(frozen=True)
class Ending:
    """When a session ends beside the target: at `floor` points and below, or once `when` holds of a side; and who wins then."""

    wins: Ends = Ends.HIGHEST
    floor: int | None = None
    when: Formula | None = None


@dataclass(frozen=True)
class Option:
    """An option of the game's own; `pack` is played with where it is on."""

    default: Any
    choices: tuple[Any, ...] = ()
    pack: str | None = None
    about: str = ""


@dataclass(frozen=True)
class Definition:
    """What one game of tricks is.

    With `in_front` everybody plays in front of himself and not on a pile. `trump` is a suit, None, `own`, or `turned` (a card is
    shown) or `led` (the first lead makes it). `phases` are what is said before the first lead, `leads` who leads it. `trumps`
    are the trumps from the highest where these are not just the suit (`scoring.packs.trumps_of`); `trump_by` is a formula that
    says the suit before the hand. `ways` are ways to play, by their names. `kitty`: cards that the declarer takes up and lays
    away, in the end `kitty_to`; everybody sees it where it `is_kitty_shown`. The first card of `upset` takes a trick in which all
    the others lie too. `stock`: so many tricks are played while cards are drawn. `card_points`: worth of cards taken, by card,
    rank or suit, and `trump_points` of trumps; `melds` what they are worth, and `shapes` of which cards melds and announcements
    are, where the rules say so. `reckoned` are lines of formulas, `defined` quantities of the game's own, `carried` what goes on
    from hand to hand, 0 at first. `home`, `about` and `source` say where the game is at home, what it is in a sentence, and whose
    rules these are; `rules` tell them. `text` is what a table with other options, or with so many players, is read from; empty
    where all tables play alike.
    """

    name: str
    title: str
    pack: Pack
    scores: tuple[Score, ...]
    hand_sizes: tuple[int, ...]
    players: tuple[int, int] = (2, len(Seat))
    partners: bool = False
    in_front: bool = False
    direction: Direction = Direction.CLOCKWISE
    deals: tuple[int, ...] = ()
    duties: Duties = Duties()
    trump: Suit | str | None = None
    dealer: NextDealer = NextDealer.WINNER
    target: int | None = None
    bids: Bids | None = None
    notation: str = "plain"
    options: Mapping[str, Option] = field(default_factory=dict)
    phases: tuple[Phase, ...] = ()
    leads: Leads = Leads.ELDEST
    trumps: tuple[str, ...] = ()
    trump_by: Formula | None = None
    ways: Mapping[str, Way] = field(default_factory=dict)
    kitty: int = 0
    kitty_to: KittyTo = KittyTo.DECLARER
    is_kitty_shown: bool = False
    stock: int = 0
    upset: tuple[Card, ...] = ()
    card_points: Mapping[str, int] = field(default_factory=dict)
    trump_points: Mapping[str, int] = field(default_factory=dict)
    melds: Mapping[str, int] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    reckoned: tuple[Reckoned, ...] = ()
    defined: Mapping[str, Formula] = field(default_factory=dict)
    carried: Mapping[str, Formula] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    ending: Ending = Ending()
    home: str = ""
    about: str = ""
    source: str = ""
    rules: str = ""
    text: str = ""

    @property
    def drawn(self) -> int:
        """How many cards are not dealt to anybody: the kitty, the stock, and a hand that nobody holds."""
        nobodys = max(self.hand_sizes) if self.phase(Dummy) and not self.partners else 0
        return self.kitty + self.stock * self.players[0] + nobodys

    def phase(self, kind: type[AnyPhase]) -> AnyPhase | None:
        """The phase of that kind; None where the game has none."""
        found: AnyPhase | None = self._phases.get(kind)
        return found

    @kept
    def _phases(self) -> Mapping[type[Any], Any]:
        return {type(phase): phase for phase in reversed(self.phases)}

    @kept
    def announced(self) -> tuple[str, ...]:
        """Everything that can be announced."""
        announce = self.phase(Announce)
        return announce.words if announce else ()

    @kept
    def worths(self) -> Mapping[Suit | None, Mapping[Card, int]]:
        """What every card counts to who takes it, with each trump suit and with none: as a trump, by itself, its rank or suit."""
        return {trump: {card: self._worth(card) for card in EVERY_CARD} | self._trump_worths(trump) for trump in (None, *Suit)}

    def _trump_worths(self, trump: Suit | None) -> dict[Card, int]:
        return {card: points for token, points in self.trump_points.items() for card in trumps_of((token,), trump)}

    def _worth(self, card: Card) -> int:
        names = (str(card), card.rank.value, card.suit.value if card.suit else "")
        return next((self.card_points[name] for name in names if name in self.card_points), 0)

    @kept
    def looks_at_cards(self) -> bool:
        """Whether it matters which cards were taken, and not how many tricks alone."""
        lines = (*(line.points for line in self.reckoned), *(line.when for line in self.reckoned), self.ending.when)
        formulas = (*lines, *self.defined.values(), *self.carried.values())
        asked = frozenset[str]().union(*(formula.names for formula in formulas if formula is not None))
        asked |= {name for line in self.reckoned for name in re.findall(r"\{(?:[a-z]+_)?(points|cards|matadors)\}", line.reason)}
        return not asked.isdisjoint(("points", "cards", "matadors", *CARDS[:-1]))

    @property
    def counts_last_tricks_alone(self) -> bool:
        """Whether nothing but the last tricks is worth points."""
        return not self.reckoned and all(score.trick is Which.LAST for score in self.scores)
