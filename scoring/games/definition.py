"""A game of tricks as data: what a definition can say (docs/house-games.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from scoring.cards import Rank, Suit
from scoring.duties import Duties
from scoring.packs import Pack
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
    """What one game of tricks is.

    With `in_front` everybody plays in front of himself and not on a pile. `trump` is a suit, None, or `turned` (a card is
    shown) or `led` (the first lead makes it).
    """

    name: str
    title: str
    pack: Pack
    scores: tuple[Score, ...]
    players: tuple[int, int] = (2, len(Seat))
    partners: bool = False
    in_front: bool = False
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

    @property
    def counts_last_tricks_alone(self) -> bool:
        """Whether nothing but the last tricks is worth points."""
        return all(score.trick is Which.LAST for score in self.scores)
