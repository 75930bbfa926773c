"""Plays and tricks: who laid which card, and whose trick it is."""

from dataclasses import dataclass, replace
from functools import cached_property

from scoring.cards import Card, Suit
from scoring.packs import Pack
from scoring.seats import Seat


@dataclass(frozen=True)
class Reading:
    """What the camera said of a card: how sure, what else it might be, and the name of the picture that shows it."""

    confidence: float = 1.0
    alternatives: tuple[tuple[Card, float], ...] = ()
    evidence: str | None = None


@dataclass(frozen=True)
class Play:
    """A card on the table.

    `card` is None while nobody knows it. `seat` is None in the log's form, where it is whose turn it was; a witness (the
    side the hand came from, a zone, a person) makes it explicit. `moment` counts what happened in the hand, from 0.
    """

    card: Card | None
    moment: int
    seat: Seat | None = None
    face_down: bool = False
    reading: Reading = Reading()
    turned_up_at: int | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether it lies face down and has not been turned up."""
        return self.face_down and self.turned_up_at is None

    @property
    def shows(self) -> Card | None:
        """The card as far as the table can see it."""
        return None if self.is_hidden else self.card


@dataclass(frozen=True)
class TrickOrder:
    """How a trick is decided: the highest trump, else the highest card of the led suit.

    With `is_trump_led` the suit of the hand's very first card becomes trump.
    """

    pack: Pack
    trump: Suit | None = None
    is_trump_led: bool = False

    def suit_of(self, card: Card) -> Suit | None:
        """The suit that the card belongs to in play: jokers and raised cards are trumps."""
        return self.trump if card in self.pack.high else card.suit

    def is_trump(self, card: Card) -> bool:
        """Whether the card belongs to the trump suit."""
        return self.trump is not None and self.suit_of(card) is self.trump

    def beats(self, card: Card, best: Card) -> bool:
        """Whether `card`, played later, takes the trick from `best`; of two equal cards the first stays."""
        if self.suit_of(card) is self.suit_of(best):
            return self.pack.strength(card) > self.pack.strength(best)
        return self.is_trump(card)

    def with_lead(self, lead: Card | None) -> "TrickOrder":
        """The order once the hand's first card lies there."""
        if not self.is_trump_led or lead is None:
            return self
        return replace(self, trump=lead.suit, is_trump_led=False)


@dataclass(frozen=True)
class Trick:
    """The plays of one trick in order; `number` counts from 1.

    `claimed_by` is the seat that the table gave the trick to, where nobody saw its cards.
    """

    number: int
    plays: tuple[Play, ...]
    order: TrickOrder
    is_confirmed: bool = False
    claimed_by: Seat | None = None

    @cached_property
    def led(self) -> Suit | None:
        """The suit that was led, or None while the lead is unknown."""
        lead = self.plays[0].card if self.plays and not self.plays[0].face_down else None
        return self.order.suit_of(lead) if lead else None

    @cached_property
    def winning_play(self) -> Play | None:
        """The play that takes the trick; None while an unknown card leaves it open. Face-down cards never win."""
        standing = [play for play in self.plays if not play.face_down]
        if not standing or standing[0] is not self.plays[0] or any(play.card is None for play in standing):
            return None
        if self.claimed_by is not None:
            return None
        best = standing[0]
        for play in standing[1:]:
            if play.card and best.card and self.order.beats(play.card, best.card):
                best = play
        return best

    @property
    def winner(self) -> Seat | None:
        """Whose trick it is."""
        if self.claimed_by is not None:
            return self.claimed_by
        return self.winning_play.seat if self.winning_play else None

    @property
    def winning_card(self) -> Card | None:
        """The card that takes it."""
        return self.winning_play.card if self.winning_play else None

    def played_by(self, seat: Seat) -> Play | None:
        """That seat's card in this trick."""
        return next((play for play in self.plays if play.seat == seat), None)

    def has_followed(self, play: Play) -> bool:
        """Whether the play is known to be of the led suit."""
        return play.shows is not None and self.order.suit_of(play.shows) == self.led


def with_seat(play: Play, seat: Seat | None) -> Play:
    """The play with its seat settled by turn order, unless a witness said whose it is."""
    if play.seat is not None or seat is None:
        return play
    return Play(play.card, play.moment, seat, play.face_down, play.reading, play.turned_up_at)


def best_before(trick: Trick, position: int) -> Card | None:
    """The card that held the trick before the play at `position`; None where an unknown card leaves that open."""
    best: Card | None = None
    for play in trick.plays[:position]:
        if play.face_down:
            continue
        if play.card is None:
            return None
        if best is None or trick.order.beats(play.card, best):
            best = play.card
    return best
