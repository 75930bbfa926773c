"""What of the evening people see: who stands where, which round it is and how long it goes on, and who sits where."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A rank in the standings of an event; `ahead_by` names what put it ahead of the next one where points did not.

    `members` are the names that make the entrant up, `played` counts its matches.
    """

    rank: int
    names: str
    points: str
    ahead_by: str = ""
    played: int = 0
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """A table of a round and who sits at it, side by side; each side by its members' names."""

    table: str
    sides: tuple[tuple[str, ...], ...]
    boards: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All at the table."""
        return tuple(name for side in self.sides for name in side)


@dataclass(frozen=True)
class RoundClock:
    """A round: its number, of how many where that is laid down, and the seconds that are left of it.

    `left` is None where nothing is timed. `has_begun` is False for one that is drawn and waits for the director, or for the
    moment that he has named, in `starts` seconds.
    """

    number: int
    of: int | None = None
    left: float | None = None
    starts: float | None = None
    has_begun: bool = False
    is_paused: bool = False

    @property
    def is_running(self) -> bool:
        """Whether its time goes by."""
        return self.has_begun and not self.is_paused


@dataclass(frozen=True)
class Happening:
    """An event of the evening as it stands now: `places` are the tables of its round, `idle` who sits out."""

    number: int
    title: str
    kind: str
    rows: tuple[Row, ...] = ()
    clock: RoundClock | None = None
    places: tuple[Place, ...] = ()
    idle: tuple[str, ...] = ()

    @property
    def coming(self) -> tuple[Place, ...]:
        """The seating of a round that has not begun."""
        return self.places if self.clock and not self.clock.has_begun else ()

    def row_of(self, name: str) -> Row | None:
        """Where somebody stands."""
        return next((row for row in self.rows if name in row.members), None)

    def place_of(self, name: str) -> Place | None:
        """Where somebody sits."""
        return next((place for place in self.places if name in place.names), None)

    def around(self, name: str, reach: int = 2) -> tuple[Row, ...]:
        """The ranks next to somebody's, his own among them."""
        at = next((at for at, row in enumerate(self.rows) if name in row.members), None)
        return () if at is None else self.rows[max(0, at - reach) : at + reach + 1]
