"""Tricks that nobody saw: what must be told of them to score the hand, and what was."""

from dataclasses import dataclass

from scoring.cards import Card, Rank
from scoring.seats import Seat
from scoring.tricks import Claim


@dataclass(frozen=True)
class Asked:
    """What a game must be told to score tricks that nobody saw.

    Who took the last one, always. `counts`: how many each seat took. `card`: with which card the last one was taken.
    `before`: for the tricks before it, the nearest first, the ranks with which it matters that the same seat took them too.
    """

    counts: bool = False
    card: bool = False
    before: tuple[tuple[Rank, ...], ...] = ()


@dataclass(frozen=True)
class Taker:
    """Who took a trick, and with which card; None where nobody said."""

    seat: Seat
    card: Card | None = None


def is_possible(taken: tuple[tuple[Seat, int], ...], last: tuple[Taker, ...], left: int) -> bool:
    """Whether `left` tricks can have gone like this: all of them are counted where any is, and who took a trick has it."""
    counts, takers = dict(taken), [taker.seat for taker in last]
    if not counts:
        return len(takers) <= left
    return sum(counts.values()) == left and all(takers.count(seat) <= counts.get(seat, 0) for seat in (*counts, *takers))


@dataclass(frozen=True)
class Told:
    """What the table told of the tricks from number `first` to the last one of a hand.

    `taken`: how many of them each seat took; empty where nobody counted. `last`: who took the last ones, the very last one
    last. `moment` counts what happened in the hand, as for a play.
    """

    first: int
    moment: int
    taken: tuple[tuple[Seat, int], ...] = ()
    last: tuple[Taker, ...] = ()

    def claims(self, hand_size: int) -> dict[int, Claim]:
        """One claim for each trick by its number; those that were only counted stand in any order."""
        takers = [taker.seat for taker in self.last]
        seats: list[Seat | None] = [seat for seat, count in self.taken for _ in range(count - takers.count(seat))]
        numbers = range(self.first, hand_size + 1)
        seats += [None] * (len(numbers) - len(self.last) - len(seats))
        claims = [Claim(seat, is_counted=True) for seat in seats] + [Claim(taker.seat, taker.card) for taker in self.last]
        return dict(zip(numbers, claims, strict=True))
