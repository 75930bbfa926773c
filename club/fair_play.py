"""Plays that break no rule, where somebody's cards are known: cards to a trick, and turns of a fishing game."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations

from scoring.cards import Card, Suit
from scoring.duties import Duties, FirstTrick
from scoring.hands import Hand
from scoring.layout import Layout
from scoring.moves import Action, Pointed
from scoring.seats import Seat
from scoring.tricks import Trick, best_before


def legal(hand: Hand, duties: Duties, holding: Sequence[Card]) -> list[Card]:
    """Cards of the holding that leave no duty undone to the open trick; all of them where there is none such."""
    trick = hand.open_trick
    found = _leads(hand, duties, holding) if trick is None or not trick.plays else _replies(hand, trick, duties, holding)
    return found or list(holding)


def _leads(hand: Hand, duties: Duties, holding: Sequence[Card]) -> list[Card]:
    if not hand.laid or not hand.laid[0]:
        if duties.first_lead is not None:
            return [card for card in holding if card == duties.first_lead]
        holding = _not_kept_out(hand, duties, holding) if duties.first_trick is not FirstTrick.FREE else holding
    if duties.breaking is None or _is_broken(hand, duties.breaking):
        return list(holding)
    return [card for card in holding if hand.order_of_play.suit_of(card) is not duties.breaking]


def _is_broken(hand: Hand, suit: Suit) -> bool:
    """Whether the suit was played to another suit's trick."""
    return any(trick.led is not suit and suit in map(trick.order.suit_of, _cards(trick)) for trick in hand.tricks)


def _cards(trick: Trick) -> Iterator[Card]:
    return (play.shows for play in trick.plays if play.shows is not None)


def _not_kept_out(hand: Hand, duties: Duties, holding: Sequence[Card]) -> list[Card]:
    suit_of = hand.order_of_play.suit_of
    return [card for card in holding if card not in duties.kept_out and suit_of(card) not in duties.kept_out]


def _replies(hand: Hand, trick: Trick, duties: Duties, holding: Sequence[Card]) -> list[Card]:
    order, best = hand.order_of_play, best_before(trick, len(trick.plays))
    if best is None or trick.led is None:  # a joker that wins nothing was led
        return list(holding)
    following = [card for card in holding if order.suit_of(card) is trick.led]
    if duties.must_play in following:
        return [card for card in following if card == duties.must_play]
    trumps = [card for card in holding if order.is_trump(card)]
    if following:
        must_beat = (duties.beat or (duties.beat_trumps and order.is_trump(following[0]))) and order.suit_of(best) is trick.led
        higher = [card for card in following if order.beats(card, best)] if must_beat else []
        return (higher or following) + (trumps if duties.may_trump else [])
    if trumps and duties.trump and not (duties.spares_partner and _is_partners(hand, trick)):
        over = [card for card in trumps if order.beats(card, best)]
        if over and (duties.overtrump or not order.is_trump(best)):
            return over
        return trumps if duties.undertrump else list(holding)
    if len(hand.tricks) == 1 and duties.first_trick is FirstTrick.NO_PLAY:
        return _not_kept_out(hand, duties, holding)
    return list(holding)


def _is_partners(hand: Hand, trick: Trick) -> bool:
    """Whether the seat opposite the one whose turn it is holds the trick."""
    winner, turn, seats = trick.winner, hand.turn, hand.seats
    assert winner is not None
    assert turn is not None
    return (seats.index(winner) - seats.index(turn)) % len(seats) == 2


Numbers = Callable[[Card], int | None]
"""What a card counts in sums; None for one that has no number."""


def turn(layout: Layout, number_of: Numbers, seat: Seat, holding: Sequence[Card], chance: random.Random) -> Pointed:
    """A turn of a fishing game: the seat takes what it can, its own builds first, else it builds by chance or trails."""
    takes = list(_takes(layout, number_of, seat, holding))
    own = [take for take in takes if any(layout.builds[place].by is seat for place in take.builds)]
    trails = [Pointed(seat, card, Action.TRAIL) for card in holding]
    builds = list(_builds(layout, number_of, seat, holding))
    return chance.choice(own or takes or chance.choice([builds or trails, trails]))


def _takes(layout: Layout, number_of: Numbers, seat: Seat, holding: Sequence[Card]) -> Iterator[Pointed]:
    """A build of the card's number, one of its rank, or two that sum to it."""
    for card in holding:
        number = number_of(card)
        yield from (
            Pointed(seat, card, Action.CAPTURE, builds=(place,))
            for place, build in enumerate(layout.builds)
            if build.value == number
        )
        twins = ((other,) for other in layout.loose if other.rank is card.rank)
        sums = (two for two in combinations(layout.loose, 2) if number is not None and _sum(number_of, two) == number)
        yield from (Pointed(seat, card, Action.CAPTURE, taken) for taken in (*twins, *sums))


def _builds(layout: Layout, number_of: Numbers, seat: Seat, holding: Sequence[Card]) -> Iterator[Pointed]:
    """A card that makes, with one on the table, the number of another one in the hand; two of one rank are no sum."""
    for card, kept in permutations(holding, 2):
        for other in layout.loose:
            number = _sum(number_of, (card, other))
            if other.rank is not card.rank and number is not None and number == number_of(kept):
                yield Pointed(seat, card, Action.BUILD, (other,), value=number)


def _sum(number_of: Numbers, cards: Iterable[Card]) -> int | None:
    numbers = [number for card in cards if (number := number_of(card)) is not None]
    return sum(numbers) if len(numbers) == 2 else None
