"""Declarations of Stovkahra: what may be declared, and the cards that prove one false (docs/rules.md §7)."""

from collections.abc import Iterator

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.errors import BadCall
from scoring.games.game import Setup
from scoring.games.stovkahra_score import TRICKS, combination
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind
from scoring.proofs import showings, shown_at
from scoring.seats import Seat


def check_declaration(setup: Setup, hand: Hand, call: Call) -> None:
    """Raises `BadCall` unless it is three or four of a rank, before the opening lead, and nobody else's."""
    if hand.laid:
        raise BadCall("combinations are declared before the opening lead")
    if call.rank is None or call.rank not in hand.order.pack.ranks or call.number not in (3, 4):
        raise BadCall("a declaration is three or four of one rank of the pack")
    for other in hand.called(CallKind.DECLARE):
        if other.rank is call.rank:
            raise BadCall(f"{setup.name_of(other.seat)} has declared {combination(other)} already")


def false_declarations(hand: Hand) -> tuple[Offence, ...]:
    """Declarations that the cards disprove, each with the first that does."""
    disproved = ((call, disproof(hand, call)) for call in hand.called(CallKind.DECLARE))
    return tuple(Offence(OffenceKind.FALSE_DECLARATION, call.seat, 0, None, *proof) for call, proof in disproved if proof)


def disproof(hand: Hand, call: Call) -> tuple[int, Card] | None:
    """The moment and the card from which on the seat can no longer show what it declared; None while it still may.

    What it has shown of the rank and what may come are too few, or cards of the rank that others have shown leave too few: one
    that everybody has seen proves at once.
    """
    holders, own, laid = dict[Card, Seat](), 0, 0
    for moment, seat, card, is_play in _seen(hand, call):
        holders[card] = seat
        if seat == call.seat and is_play:
            laid, own = laid + 1, own + (card.rank is call.rank)
        others = sum(other.rank is call.rank and holder != call.seat for other, holder in holders.items())
        if min(own + TRICKS - laid, 4 - others) < (call.number or 0):
            return moment, card
    return None


def _seen(hand: Hand, call: Call) -> Iterator[tuple[int, Seat, Card, bool]]:
    """Every card that can be seen, when and whose, and whether it was played: first what lay open from the beginning."""
    yield from ((call.moment, seat, card, False) for seat, card in hand.known)
    for _, play in showings(hand):
        if play.shows is not None and play.seat is not None:
            yield shown_at(play), play.seat, play.shows, True
