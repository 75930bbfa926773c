"""What the table asks of a game: how a hand starts, what it proves, and what it is worth."""

from dataclasses import dataclass
from typing import Any, Protocol

from scoring.cards import Card
from scoring.hands import Hand
from scoring.offences import Offence, Suspicion
from scoring.seats import Seat
from scoring.sheet import ScoreLine


@dataclass(frozen=True)
class Setup:
    """One session's agreement: who sits where, which game with which options, what a point costs."""

    game: str
    players: tuple[str, ...]
    options: Any
    first_dealer: Seat = Seat.A
    stake: int = 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that are taken."""
        return tuple(Seat)[: len(self.players)]

    def name_of(self, seat: Seat | None) -> str:
        """The player in that seat, or `nobody`."""
        return "nobody" if seat is None else self.players[seat]


@dataclass(frozen=True)
class HandResult:
    """What a hand came to: points a seat, who pays whom, who deals next, and the reasons."""

    points: tuple[int, ...]
    settlement: tuple[int, ...]
    next_dealer: Seat
    lines: tuple[ScoreLine, ...]
    winner: Seat | None = None
    winning_card: Card | None = None


@dataclass(frozen=True)
class Standing:
    """Where the session stands: totals a seat, who has won, who alone plays on, and what is still needed in words."""

    totals: tuple[int, ...]
    winner: Seat | None = None
    playing: tuple[Seat, ...] = ()
    needed: str = ""
    pool: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None


class Game(Protocol):
    """Logic of one game; the same object serves every session."""

    name: str

    def read_options(self, values: dict[str, object]) -> Any:
        """The game's options from plain values; raises `BadSetup` with the key and what is expected."""
        ...

    def check(self, setup: Setup) -> None:
        """Raises `BadSetup` where the number of players does not fit."""
        ...

    def start_hand(self, setup: Setup, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand for the seats that play."""
        ...

    def offences(self, hand: Hand) -> tuple[Offence, ...]:
        """Everything that the cards prove."""
        ...

    def suspicions(self, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        ...

    def result(self, setup: Setup, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """What the hand came to; None while it is being played or a card that decides is unknown."""
        ...

    def standing(self, setup: Setup, results: tuple[HandResult, ...]) -> Standing:
        """Where the session stands after these hands."""
        ...

    def notation(self, _setup: Setup, points: int) -> str:
        """A total as the game writes it."""
        ...
