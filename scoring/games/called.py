"""A card called for a partner, held against what is played: somebody else has it, and the declarer another one of its suit."""

from collections.abc import Iterator

from scoring.cards import Card
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind
from scoring.proofs import showings, shown_at
from scoring.seats import Seat


def false_calls(hand: Hand, declarer: Seat, card: Card, kitty: int = 0) -> Iterator[Offence]:
    """The call, once the declarer plays the card, or has shown a whole hand without any other card of its suit.

    Trumps are not of its suit, whatever stands on them. Where there is a `kitty` that other card may have been laid away.
    """
    order = hand.order_of_play
    shown = [(number, play) for number, play in showings(hand) if play.seat is declarer]
    proof = next((item for item in shown if item[1].shows == card), None)
    if proof is None and not kitty and len(shown) == hand.hand_size:
        suits = [order.suit_of(play.shows) for _, play in shown if play.shows]
        proof = None if order.suit_of(card) in suits else shown[-1]
    if proof is not None:
        number, play = proof
        yield Offence(OffenceKind.FALSE_CALL, declarer, 0, card, shown_at(play), play.shows, number)
