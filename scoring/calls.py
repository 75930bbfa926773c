"""Calls: what is said or shown at the table and is not a play, such as a bid, a declaration or the card that makes trumps."""

from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card, Rank, Suit
from scoring.seats import Seat


class CallKind(Enum):
    """What kind of thing was said or shown."""

    BID = "bid"
    PASS = "pass"  # noqa: S105  # a pass in an auction is no password
    PASS_CARDS = "pass_cards"  # noqa: S105  # likewise
    TRUMP = "trump"
    LAYOUT = "layout"
    DECLARE = "declare"
    DOST = "dost"
    SHOW_HOLDING = "show_holding"
    TRADE = "trade"
    TAKE_STICKS = "take_sticks"


@dataclass(frozen=True)
class Call:
    """One call.

    `number` is tricks or points bid, how many of a kind are declared, or how many cards are passed on; `rank` what is
    declared; `suit` what is trump where nobody says which card was shown; `cards` what was shown with it. `moment` counts what
    happened in the hand, from 0, as plays count it.
    """

    kind: CallKind
    seat: Seat
    number: int | None = None
    rank: Rank | None = None
    suit: Suit | None = None
    is_blind: bool = False
    cards: tuple[Card, ...] = ()
    moment: int = 0

    @property
    def trump(self) -> Suit | None:
        """The suit that the call makes trumps."""
        return self.cards[0].suit if self.cards else self.suit
