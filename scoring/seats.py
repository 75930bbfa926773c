"""Seats around the table and the way round in which they play."""

from enum import Enum, IntEnum
from functools import cache

from scoring.errors import Unreadable


class Seat(IntEnum):
    """Places at the table, clockwise as seen from above; the text form is the letter."""

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5
    G = 6
    H = 7

    def __str__(self) -> str:
        """The letter that stands for the seat in records."""
        return self.name

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """The seat with that letter; raises `Unreadable`."""
        if text.strip().upper() not in cls.__members__:
            raise Unreadable(f"{text!r} is not a seat: expected a letter from A to H")
        return cls[text.strip().upper()]


class Direction(Enum):
    """Which neighbour plays next."""

    CLOCKWISE = "cw"
    COUNTERCLOCKWISE = "ccw"

    __hash__ = object.__hash__  # there is one of each, and turns are looked up all the time

    @property
    def other(self) -> "Direction":
        """The other way round."""
        return Direction.COUNTERCLOCKWISE if self is Direction.CLOCKWISE else Direction.CLOCKWISE

    def after(self, seat: Seat, seats: tuple[Seat, ...], steps: int = 1) -> Seat:
        """The seat that plays `steps` turns after `seat` among `seats`, as in `turns_after`."""
        turns = self.turns_after(seat, seats)
        return turns[(steps - 1) % len(turns)]

    @cache
    def turns_after(self, seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """All of `seats`, which stand clockwise, in the order in which they play after `seat`; one of them itself comes last.

        They ascend from some seat on, unless a hand that nobody holds lies among them; where `seat` is none of them they ascend.
        """
        step = 1 if self is Direction.CLOCKWISE else -1
        if seat not in seats:
            return tuple(sorted(seats, key=lambda other: ((other - seat) * step - 1) % len(Seat)))
        around = seats[::step]
        place = around.index(seat) + 1
        return (*around[place:], *around[:place])

    @cache
    def turns_from(self, leader: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The order in which all play to a trick that `leader` leads."""
        return (leader, *(seat for seat in self.turns_after(leader, seats) if seat is not leader))
