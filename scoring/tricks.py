"""Plays and tricks: who laid which card, and whose trick it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from scoring.cards import Card, Suit
from scoring.packs import Pack
from scoring.seats import Seat
from scoring.values import kept


@dataclass(frozen=True)
class Reading:
    """What the camera said of a card: how sure, what else it might be, and the name of the picture that shows it.

    `outline` are the card's corners in that picture, from (0, 0) at its top left to (1, 1); empty where nobody knows them.
    """

    confidence: float = 1.0
    alternatives: tuple[tuple[Card, float], ...] = ()
    evidence: str | None = None
    outline: tuple[tuple[float, float], ...] = ()


class Play(NamedTuple):
    """A card on the table; a tuple, since nothing is made as often.

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
        return None if self.face_down and self.turned_up_at is None else self.card


class Own(Enum):
    """The suit of trumps where no suit of the pack is trumps, such as the four jacks of a grand."""

    TRUMPS = "trumps"


@dataclass(frozen=True)
class TrickOrder:
    """How a trick is decided: the highest trump, else the highest card of the led suit.

    With `is_trump_led` the suit of the hand's very first card becomes trump. `trumps` are all trumps from the highest where these
    are not just the cards of the suit; without a trump suit they are a suit of their own. The first card of `upset` takes a trick
    in which all the others lie too.
    """

    pack: Pack
    trump: Suit | None = None
    is_trump_led: bool = False
    trumps: tuple[Card, ...] = ()
    upset: tuple[Card, ...] = ()

    @kept
    def _heights(self) -> dict[Card, int]:
        return {card: -place for place, card in enumerate(self.trumps)}

    @kept
    def _suits(self) -> dict[Card, Suit | Own | None]:
        return {}

    @kept
    def _beats(self) -> dict[tuple[Card, Card], bool]:
        return {}

    @kept
    def _trump_suit(self) -> Suit | Own | None:
        return self.trump or (Own.TRUMPS if self.trumps else None)

    def suit_of(self, card: Card) -> Suit | Own | None:
        """The suit that the card belongs to in play: jokers and raised cards are trumps."""
        if card not in self._suits:
            raised = self.trump if card in self.pack.high else card.suit
            self._suits[card] = self._trump_suit if card in self._heights else raised
        return self._suits[card]

    def is_trump(self, card: Card) -> bool:
        """Whether the card belongs to the trump suit."""
        return self._trump_suit is not None and self.suit_of(card) is self._trump_suit

    @kept
    def all_trumps(self) -> tuple[Card, ...]:
        """Every trump of the pack, the highest first."""
        of_suit = filter(self.is_trump, self.pack.cards)
        return self.trumps or tuple(sorted(of_suit, key=self.pack.strength, reverse=True))

    def beats(self, card: Card, best: Card) -> bool:
        """Whether `card`, played later, takes the trick from `best`; of two equal cards the first stays.

        Without trumps a joker beats what is no joker.
        """
        pair = (card, best)
        if pair not in self._beats:
            self._beats[pair] = self._is_better(card, best)
        return self._beats[pair]

    def _is_better(self, card: Card, best: Card) -> bool:
        if best in self.pack.low or card in self.pack.low:
            return card not in self.pack.low
        suit = self.suit_of(card)
        if suit is self.suit_of(best):
            heights = self._heights if card in self._heights and best in self._heights else None
            return heights[card] > heights[best] if heights else self.pack.strength(card) > self.pack.strength(best)
        return suit is self._trump_suit and (suit is not None or card in self.pack.high)

    def reply(self, lead: Card, laid: Sequence[Card]) -> Card | None:
        """Of cards laid at once on a lead the first that takes the trick, None where none does (docs/rules.md §3)."""
        return next((card for card in laid if self.beats(card, lead)), None)

    def with_lead(self, lead: Card | None) -> "TrickOrder":
        """The order once the hand's first card lies there."""
        if not self.is_trump_led or lead is None:
            return self
        return trick_order(self.pack, lead.suit, trumps=self.trumps, upset=self.upset)


@lru_cache(maxsize=256)
def trick_order(
    pack: Pack,
    trump: Suit | None = None,
    is_trump_led: bool = False,
    trumps: tuple[Card, ...] = (),
    upset: tuple[Card, ...] = (),
) -> TrickOrder:
    """How tricks are decided: one order for all hands that are played so, which compares no two cards twice."""
    return TrickOrder(pack, trump, is_trump_led, trumps, upset)


@dataclass(frozen=True)
class Claim:
    """What the table says of a trick that nobody saw: who took it, and with which card; None where nobody said.

    With `is_counted` only the number of tricks that each seat took is known: this one stands for any of them.
    """

    seat: Seat | None
    card: Card | None = None
    is_counted: bool = False


@dataclass(frozen=True)
class Trick:
    """One trick; `number` counts from 1, `laid` are its plays as the log has them, in order, and `seats` says whose each is.

    `claim` is what the table says of it where nobody saw its cards.
    """

    number: int
    laid: tuple[Play, ...]
    seats: tuple[Seat | None, ...]
    order: TrickOrder
    is_confirmed: bool = False
    claim: Claim | None = None

    @kept
    def plays(self) -> tuple[Play, ...]:
        """The plays in order, each with its seat."""
        return tuple(map(_with_seat, self.laid, self.seats))

    @kept
    def led(self) -> Suit | Own | None:
        """The suit that was led, or None while the lead is unknown; a joker that wins nothing leads what comes after it."""
        if not self.laid or self.laid[0].face_down or self.lead_place >= len(self.laid):
            return None
        lead = self.laid[self.lead_place].card
        return self.order.suit_of(lead) if lead else None

    @kept
    def lead_place(self) -> int:
        """Where the card lies, from 0, that the others must follow; beyond the last while there is none."""
        low = self.order.pack.low
        return next((place for place, play in enumerate(self.laid) if play.card not in low), len(self.laid)) if low else 0

    @kept
    def _winning_place(self) -> int | None:
        """Where the card lies that takes the trick; None while an unknown card leaves it open. Face-down cards never win."""
        if self.claim is not None or not self.laid or self.laid[0].face_down:
            return None
        return best_place(self.laid, self.order)

    @property
    def winning_play(self) -> Play | None:
        """The play that takes the trick; None where nobody or nothing seen has taken it."""
        return None if self._winning_place is None else self.plays[self._winning_place]

    @kept
    def winner(self) -> Seat | None:
        """Whose trick it is."""
        if self.claim is not None:
            return self.claim.seat
        return None if self._winning_place is None else self.seats[self._winning_place]

    @property
    def winning_card(self) -> Card | None:
        """The card that takes it."""
        if self.claim is not None:
            return self.claim.card
        return None if self._winning_place is None else self.laid[self._winning_place].card

    @property
    def is_counted(self) -> bool:
        """Whether it stands for any of those of which only the number is known."""
        return self.claim is not None and self.claim.is_counted

    def played_by(self, seat: Seat) -> Play | None:
        """That seat's card in this trick."""
        return self.plays[self.seats.index(seat)] if seat in self.seats else None

    def has_followed(self, play: Play) -> bool:
        """Whether the play is known to be of the led suit."""
        return play.shows is not None and self.order.suit_of(play.shows) == self.led


def _with_seat(play: Play, seat: Seat | None) -> Play:
    return play if play.seat is seat else play._replace(seat=seat)


def best_before(trick: Trick, position: int) -> Card | None:
    """The card that held the trick before the play at `position`; None where an unknown card leaves that open."""
    place = best_place(trick.laid[:position], trick.order)
    return None if place is None else trick.laid[place].card


def best_place(laid: tuple[Play, ...], order: TrickOrder) -> int | None:
    """Where the best of the cards lies; None where an unknown one leaves that open. Face-down cards hold nothing."""
    place, best = None, None
    for other, play in enumerate(laid):
        if play.face_down:
            continue
        if play.card is None:
            return None
        if best is None or order.beats(play.card, best):
            place, best = other, play.card
    shown = [play.shows for play in laid] if order.upset else []
    return shown.index(order.upset[0]) if shown and set(order.upset).issubset(shown) else place
