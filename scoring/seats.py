"""Seats around the table and the way round in which they play."""

from enum import Enum, IntEnum

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

    def after(self, seat: Seat, seats: tuple[Seat, ...], steps: int = 1) -> Seat:
        """The seat that plays `steps` turns after `seat` among `seats` (ascending; `seat` itself need not be one of them)."""
        step = 1 if self is Direction.CLOCKWISE else -1
        if seat in seats:
            return seats[(seats.index(seat) + step * steps) % len(seats)]
        round_of_seats = sorted(seats, key=lambda other: (other - seat) * step % len(Seat))
        return round_of_seats[(steps - 1) % len(round_of_seats)]
