"""Tricks that nobody saw: what must be told of them to score the hand, and what was."""

from dataclasses import dataclass

from scoring.cards import Card, Rank
from scoring.seats import Seat
from scoring.tricks import Claim


@dataclass(frozen=True)
class Asked:
    """What a game must be told to score tricks that nobody saw: who took the last one, and what is said here.

    `counted`: who may be counted together, how many tricks each of these took; empty where nobody counts. `card`: whether it
    matters with which card the last one was taken: none said is one that counts no more. `before`: for the tricks before it,
    the nearest first, the ranks with which it matters that the same seat took them too.
    """

    counted: tuple[tuple[Seat, ...], ...] = ()
    card: bool = False
    before: tuple[tuple[Rank, ...], ...] = ()


@dataclass(frozen=True)
class Count:
    """So many tricks were taken by these seats together."""

    seats: tuple[Seat, ...]
    tricks: int


@dataclass(frozen=True)
class Taker:
    """Who took a trick, and with which card; None where nobody said."""

    seat: Seat
    card: Card | None = None


def is_possible(taken: tuple[Count, ...], last: tuple[Taker, ...], left: int) -> bool:
    """Whether `left` tricks can have gone like this: all of them are counted where any is, and who took one has it."""
    takers = [taker.seat for taker in last]
    if not taken:
        return len(takers) <= left
    seats = [seat for count in taken for seat in count.seats]
    is_each_once = len(set(seats)) == len(seats) and set(takers) <= set(seats)
    is_enough = all(count.tricks >= sum(seat in count.seats for seat in takers) for count in taken)
    return is_each_once and is_enough and sum(count.tricks for count in taken) == left


@dataclass(frozen=True)
class Told:
    """What the table told of the tricks from number `first` to the last one of a hand.

    `taken`: how many of them were whose; empty where nobody counted. `last`: who took the last ones, the very last one last.
    `moment` counts what happened in the hand, as for a play.
    """

    first: int
    moment: int
    taken: tuple[Count, ...] = ()
    last: tuple[Taker, ...] = ()

    def claims(self, hand_size: int) -> dict[int, Claim]:
        """One claim for each trick by its number; those only counted stand in any order, under the first of their seats."""
        takers = [taker.seat for taker in self.last]
        seats: list[Seat | None] = []
        for count in self.taken:
            seats += [count.seats[0]] * (count.tricks - sum(seat in count.seats for seat in takers))
        numbers = range(self.first, hand_size + 1)
        seats += [None] * (len(numbers) - len(self.last) - len(seats))
        claims = [Claim(seat, is_counted=True) for seat in seats] + [Claim(taker.seat, taker.card) for taker in self.last]
        return dict(zip(numbers, claims, strict=True))

    def is_together(self, seat: Seat) -> bool:
        """Whether nobody knows how many tricks this seat took by itself."""
        return any(seat in count.seats and len(count.seats) > 1 for count in self.taken)
