"""Moves of a fishing game: one card a turn that captures, builds or trails (Suipe)."""

from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card
from scoring.seats import Seat


class Action(Enum):
    """What a card does on its turn."""

    CAPTURE = "capture"
    BUILD = "build"
    RAISE = "raise"
    ADD = "add"
    TRAIL = "trail"


@dataclass(frozen=True)
class Move:
    """One turn. Builds are named by their place on the table, the oldest 0, as it was before the move.

    A capture takes the loose cards in `take` and the builds in `builds`. A build announces `value` and groups the cards
    into `sets`, the played card among them. Raise joins `extra` loose cards to the sum of `build` for a new `value`, with
    `also` loose sets of that value beside it. Add lays `sets` to `build`.
    """

    seat: Seat
    card: Card
    action: Action
    take: tuple[Card, ...] = ()
    builds: tuple[int, ...] = ()
    value: int | None = None
    sets: tuple[tuple[Card, ...], ...] = ()
    build: int | None = None
    extra: tuple[Card, ...] = ()
    also: tuple[tuple[Card, ...], ...] = ()
    moment: int = 0


@dataclass(frozen=True)
class Pointed:
    """What somebody points at for a turn: the card, what it does, loose cards, builds by their places, a build's number."""

    seat: Seat
    card: Card
    action: Action
    chosen: tuple[Card, ...] = ()
    builds: tuple[int, ...] = ()
    value: int | None = None
