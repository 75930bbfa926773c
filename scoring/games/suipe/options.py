"""Options of Suipe, the numbers of its cards, and how the pack is dealt (docs/rules.md §9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card, Rank, Suit
from scoring.errors import BadSetup

TABLE_CARDS = 4
TO_HANDS = 48


class SuipeCancel(Enum):
    """What Suipes of two sides do to each other."""

    PAIRWISE = "pairwise"
    WIPE_OPPONENT = "wipe_opponent"
    NONE = "none"


class Length(Enum):
    """When a session ends: after two deals, when everybody has dealt, or after one."""

    TWO_DEALS = "two_deals"
    EACH_DEALS = "each_deals"
    ONE_DEAL = "one_deal"


@dataclass(frozen=True)
class SuipeOptions:
    """The table's choices."""

    hand_size: int | None = None
    partners: bool = True
    values13: bool = False
    face_capture_max: int = 1
    allow_pair_sum_build: bool = False
    owner_may_build_other: bool = True
    suipe_cancel: SuipeCancel = SuipeCancel.PAIRWISE
    length: Length = Length.TWO_DEALS

    @property
    def most(self) -> int:
        """The highest number a build may have."""
        return 13 if self.values13 else 10

    def number_of(self, card: Card) -> int | None:
        """What the card counts in sums; None for a face without a number."""
        number = _NUMBERS[card.rank]
        return number if number <= self.most else None


_NUMBERS = {Rank(letter): number for number, letter in enumerate("A23456789TJQK", start=1)}


def check_options(options: SuipeOptions) -> SuipeOptions:
    """The options, if their numbers make sense; raises `BadSetup`."""
    if options.hand_size is not None and not 1 <= options.hand_size <= TO_HANDS // 2:
        raise BadSetup(f"suipe: hand_size is {options.hand_size}: expected 1 to {TO_HANDS // 2}")
    if not 1 <= options.face_capture_max <= 3:
        raise BadSetup(f"suipe: face_capture_max is {options.face_capture_max}: expected 1 to 3")
    return options


def batches(players: int, hand_size: int) -> int | None:
    """How many times hands are dealt so that 48 cards come out even; None where the last batch is short."""
    each = players * hand_size
    return TO_HANDS // each if TO_HANDS % each == 0 else None


def batch_of(turn: int, players: int, hand_size: int) -> int:
    """Which batch the turn (from 0) belongs to, from 0; the last one may be short."""
    return turn // (players * hand_size)


def lesser(one: Card, other: Card, values13: bool = False) -> Card:
    """Of two equal ranks in the first layout, the one that goes back: not the card that scores, else not the spade."""
    scoring = {Card(Rank.TEN, Suit.DIAMONDS), Card(Rank.TWO, Suit.SPADES)}
    if values13:
        scoring |= {Card(rank, Suit.DIAMONDS) for rank in (Rank.JACK, Rank.QUEEN, Rank.KING)}
    return min(one, other, key=lambda card: (card in scoring, card.suit is Suit.SPADES))


def settled_layout(table: Sequence[Card], values13: bool = False) -> Card | None:
    """The card that goes back from a first layout with two of one rank; None where it may stay as it is."""
    for place, card in enumerate(table):
        twins = [other for other in table[:place] if other.rank is card.rank]
        if twins:
            return lesser(twins[0], card, values13)
    return None
