"""Melds held against the cards: what has been shown proves that a seat did not have what it melded.

Whatever a seat plays it held, and what others play it did not hold. So a meld is false once every way of having it wants a card
of which others have shown every copy, or more cards than the seat has still to show. What the declarer laid away is never shown,
and so is never held against a meld.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.games.definition import Definition
from scoring.games.phases.talk import Talk
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind
from scoring.proofs import showings, shown_at
from scoring.seats import Seat
from scoring.tricks import Play
from scoring.values import kept

Ways = tuple[Counter[Card], ...]
"""The cards of a meld, in every way of having it."""


@dataclass(frozen=True)
class _Seen:
    """What a seat may have held, by the cards that were `shown`, each with its trick; it had `size` cards."""

    seat: Seat
    size: int
    copies: int
    shown: tuple[tuple[int, Play], ...]

    def upto(self, count: int) -> "_Seen":
        """What was seen by then."""
        return replace(self, shown=self.shown[:count])

    @kept
    def own(self) -> Counter[Card]:
        """What the seat has shown."""
        return Counter(play.shows for _, play in self.shown if play.shows and play.seat is self.seat)

    @kept
    def others(self) -> Counter[Card]:
        """What others have shown."""
        return Counter(play.shows for _, play in self.shown if play.shows and play.seat is not self.seat)

    def may_have(self, melds: Sequence[Ways]) -> bool:
        """Whether the seat can have had all these melds, each of cards of its own."""
        possible = [[way for way in ways if self.may_hold(way)] for ways in melds]
        return all(possible) and self._may_have_beside(Counter(), possible)

    def _may_have_beside(self, beside: Counter[Card], melds: Sequence[Sequence[Counter[Card]]]) -> bool:
        if not melds:
            return True
        wanted = (way + beside for way in melds[0])
        return any(self.may_hold(cards) and self._may_have_beside(cards, melds[1:]) for cards in wanted)

    def may_hold(self, cards: Counter[Card]) -> bool:
        """Whether the seat can have held all these."""
        if any(count > self.copies - self.others[card] for card, count in cards.items()):
            return False
        return (cards - self.own).total() <= self.size - self.own.total()


def false_melds(game: Definition, hand: Hand, talk: Talk) -> Iterator[Offence]:
    """Melds and announcements that the cards disprove, each as soon as they do."""
    said = [call for call in talk.of(CallKind.MELD, CallKind.ANNOUNCE) if call.word in game.shapes]
    if not said:
        return
    pack, trump = hand.order.pack, hand.order_of_play.trump
    ways = {word: shape.ways(pack, trump) for word, shape in game.shapes.items()}
    shown = tuple(showings(hand))
    for seat, sort in dict.fromkeys((call.seat, game.shapes[call.word or ""].sort) for call in said):
        size = hand.hand_size + (game.kitty if seat is talk.declarer else 0)
        seen = _Seen(seat, size, pack.copies, shown)
        calls = [call for call in said if call.seat is seat and game.shapes[call.word or ""].sort == sort]
        yield from _disproved(seen, [(call, ways[call.word or ""]) for call in calls if ways[call.word or ""]])


def _disproved(seen: _Seen, melds: list[tuple[Call, Ways]]) -> Iterator[Offence]:
    """Of melds that share no card those that the seat cannot have had, at the latest beside those that it melded before."""
    while not seen.may_have([ways for _, ways in melds]):
        count = bisect_left(
            range(len(seen.shown) + 1), True, key=lambda count: not seen.upto(count).may_have([w for _, w in melds])
        )
        then = seen.upto(count)
        last = next(last for last in range(1, len(melds) + 1) if not then.may_have([ways for _, ways in melds[:last]]))
        call, ways = melds.pop(last - 1)
        yield _false(then, call, None if then.may_have([ways]) or len(ways) > 1 else ways[0])


def _false(seen: _Seen, call: Call, cards: Counter[Card] | None) -> Offence:
    """A meld that the last card shown disproves; of those `cards`, where it is by itself and can be of no others."""
    if not seen.shown:  # no pack, or no hand, has so much
        return Offence(OffenceKind.FALSE_MELD, call.seat, 0, None, call.moment, said=call.word)
    trick, proof = seen.shown[-1]
    by = None if proof.seat is call.seat else proof.seat
    missing = None if cards is None else proof.shows if by is not None else _missing(seen, cards)
    at = shown_at(proof)
    return Offence(OffenceKind.FALSE_MELD, call.seat, 0, missing, at, proof.shows, trick, said=call.word, shown_by=by)


def _missing(seen: _Seen, wanted: Counter[Card]) -> Card:
    """A card of the meld that the seat did not have: one that others have shown, if any."""
    return max(wanted - seen.own, key=lambda card: seen.others[card])
