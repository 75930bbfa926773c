"""Offences: plays against the rules as facts with their proof, and the suspicions that nothing proves yet.

The theorem: where holdings are fixed from the first lead to the last card, a seat that did not follow a
lead of suit L at trick t and shows a card of L at a later trick held it at t, and so revoked at t.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card
from scoring.hands import Hand
from scoring.seats import Seat
from scoring.tricks import Play, Trick


class OffenceKind(Enum):
    """What was done against the rules."""

    REVOKE = "revoke"
    OUT_OF_TURN = "out_of_turn"
    CARD_NOT_IN_PACK = "card_not_in_pack"
    DUPLICATE_CARD = "duplicate_card"
    TOO_MANY_CARDS = "too_many_cards"


@dataclass(frozen=True)
class Offence:
    """An offence that the cards prove.

    `trick` is where it was done and `card` what was played then; `proved_by` is the card that proves it, `proved_in` its
    trick and `proved_at` its moment. What shows at once proves itself: there `proved_by` is None.
    """

    kind: OffenceKind
    seat: Seat
    trick: int
    card: Card | None
    proved_at: int
    proved_by: Card | None = None
    proved_in: int | None = None

    @property
    def key(self) -> str:
        """Names the offence within its hand, for rulings."""
        return f"{self.kind.value}:{self.seat}:{self.trick}"


@dataclass(frozen=True)
class Suspicion:
    """A seat did not follow, and nothing proves yet that it could have."""

    seat: Seat
    trick: int


def offences_of(hand: Hand) -> tuple[Offence, ...]:
    """Everything that the face-up cards of a follow-suit hand prove, in the order in which it came to light."""
    found = [*_revokes(hand), *_out_of_turn(hand), *_pack_faults(hand), *_too_many(hand)]
    return tuple(sorted(found, key=lambda offence: (offence.proved_at, offence.trick)))


def suspicions_of(hand: Hand) -> tuple[Suspicion, ...]:
    """Plays off suit that no later card has proved to be revokes; a hand played out has cleared them."""
    proved = {(offence.seat, offence.trick) for offence in _revokes(hand)}
    return tuple(
        Suspicion(play.seat, trick.number)
        for trick in hand.tricks
        for play in _discards(trick)
        if play.seat is not None and (play.seat, trick.number) not in proved
    )


def _discards(trick: Trick) -> Iterator[Play]:
    """Plays after the lead that are known not to be of the led suit."""
    if trick.led is None:
        return
    for play in trick.plays[1:]:
        if play.shows is not None and not trick.has_followed(play):
            yield play


def _revokes(hand: Hand) -> Iterator[Offence]:
    for trick in hand.tricks:
        for discard in _discards(trick):
            proof = _first_shown(hand, trick, discard)
            if proof is not None and discard.seat is not None:
                later, play = proof
                yield Offence(OffenceKind.REVOKE, discard.seat, trick.number, discard.card, play.moment, play.card, later.number)


def _first_shown(hand: Hand, trick: Trick, discard: Play) -> tuple[Trick, Play] | None:
    """The first card of the led suit that the same seat shows in a later trick."""
    for later in hand.tricks[trick.number :]:
        play = later.played_by(discard.seat) if discard.seat is not None else None
        if play and play.shows and hand.order.suit_of(play.shows) == trick.led:
            return later, play
    return None


def _out_of_turn(hand: Hand) -> Iterator[Offence]:
    """Compares each seat that a witness named with the seat whose turn it was."""
    leader: Seat | None = hand.leader
    for trick in hand.tricks:
        for position, play in enumerate(_counted(hand, trick)):
            turn = hand.turn_after(trick.plays[:position], leader)
            if turn is not None and play.seat is not None and play.seat != turn:
                yield Offence(OffenceKind.OUT_OF_TURN, play.seat, trick.number, play.shows, play.moment)
        leader = trick.winner


def _counted(hand: Hand, trick: Trick) -> tuple[Play, ...]:
    """The plays of a trick that may be held against somebody.

    Cards beyond one a seat in a trick that is not fact yet belong to the next trick or to nobody: they are asked about.
    """
    return trick.plays if trick.is_confirmed else trick.plays[: len(hand.seats)]


def _pack_faults(hand: Hand) -> Iterator[Offence]:
    seen: set[Card] = set()
    for trick in hand.tricks:
        for play in _counted(hand, trick):
            if play.shows is None or play.seat is None:
                continue
            if play.shows not in hand.order.pack:
                yield Offence(OffenceKind.CARD_NOT_IN_PACK, play.seat, trick.number, play.shows, play.moment)
            elif play.shows in seen:
                yield Offence(OffenceKind.DUPLICATE_CARD, play.seat, trick.number, play.shows, play.moment)
            seen.add(play.shows)


def _too_many(hand: Hand) -> Iterator[Offence]:
    """A seat that lays more cards than it was dealt."""
    counts: dict[Seat, int] = {}
    for trick in hand.tricks:
        for play in _counted(hand, trick):
            if play.seat is None:
                continue
            counts[play.seat] = counts.get(play.seat, 0) + 1
            if counts[play.seat] > hand.hand_size:
                yield Offence(OffenceKind.TOO_MANY_CARDS, play.seat, trick.number, play.shows, play.moment)
