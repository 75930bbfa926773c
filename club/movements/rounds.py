"""The vocabulary of every movement: meetings, rounds, movements, and where an entrant sits.

Entrants (single players, pairs or teams) are the numbers 1 to n, tables and board sets likewise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain


class NoSuchMovement(ValueError):
    """A movement that cannot be; the sentence tells the director what to ask for instead."""


@dataclass(frozen=True)
class Place:
    """Where an entrant sits: at which table, on which side (0 is north-south, or the first named) and which of that side."""

    table: int
    side: int
    seat: int


@dataclass(frozen=True)
class Meeting:
    """Those who play one another at one table in one round.

    `sides` holds the entrants of each side: `((3,), (8,))` for two pairs (north-south first) or two players of a match,
    `((1, 2), (3, 4))` for four single players in partnerships, `((1,), (2,), (3,))` for players each on his own.
    """

    table: int
    sides: tuple[tuple[int, ...], ...]
    board_set: int | None = None
    games: int = 1

    @property
    def entrants(self) -> tuple[int, ...]:
        """All at the table, side by side."""
        return tuple(chain.from_iterable(self.sides))

    @property
    def turned(self) -> "Meeting":
        """The same meeting with the sides changed over: an arrow-switch."""
        return Meeting(self.table, self.sides[::-1], self.board_set, self.games)

    def opponents(self, entrant: int) -> tuple[int, ...]:
        """Those whom an entrant plays against here."""
        return tuple(chain.from_iterable(side for side in self.sides if entrant not in side))


@dataclass(frozen=True)
class Round:
    """The meetings that are played at one time."""

    number: int
    meetings: tuple[Meeting, ...]

    @property
    def entrants(self) -> frozenset[int]:
        """All who play in this round."""
        return frozenset(chain.from_iterable(meeting.entrants for meeting in self.meetings))

    def meeting_of(self, entrant: int) -> Meeting | None:
        """The meeting that an entrant plays in; none where he sits out."""
        return next((meeting for meeting in self.meetings if entrant in meeting.entrants), None)

    def place_of(self, entrant: int) -> Place | None:
        """Where an entrant sits; none where he sits out."""
        for meeting in self.meetings:
            for number, side in enumerate(meeting.sides):
                if entrant in side:
                    return Place(meeting.table, number, side.index(entrant))
        return None

    @property
    def shared(self) -> dict[int, tuple[int, ...]]:
        """The board sets that more than one table plays in this round, with those tables."""
        tables: dict[int, list[int]] = {}
        for meeting in self.meetings:
            if meeting.board_set is not None:
                tables.setdefault(meeting.board_set, []).append(meeting.table)
        return {number: tuple(at) for number, at in tables.items() if len(at) > 1}


@dataclass(frozen=True)
class Movement:
    """A whole evening, laid down before it begins."""

    name: str
    entrants: int
    rounds: tuple[Round, ...]

    @property
    def board_sets(self) -> int:
        """How many sets of boards must be made; 0 where none are played."""
        return max((meeting.board_set or 0 for one in self.rounds for meeting in one.meetings), default=0)

    def sitting_out(self, number: int) -> tuple[int, ...]:
        """Who does not play in round `number`, counted from 1."""
        playing = self.rounds[number - 1].entrants
        return tuple(entrant for entrant in range(1, self.entrants + 1) if entrant not in playing)

    def of(self, entrant: int) -> tuple[Meeting | None, ...]:
        """What one entrant plays, round by round; none where he sits out."""
        return tuple(one.meeting_of(entrant) for one in self.rounds)

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Who sits on the first side throughout and who on the second; all together where anybody changes sides."""
        ways = {
            (entrant, number)
            for one in self.rounds
            for meeting in one.meetings
            for number, side in enumerate(meeting.sides)
            for entrant in side
        }
        lines = tuple(tuple(sorted(entrant for entrant, side in ways if side == number)) for number in (0, 1))
        return lines if not set(lines[0]) & set(lines[1]) else (tuple(range(1, self.entrants + 1)),)

    def cut(self, rounds: int) -> "Movement":
        """The same movement, ended after so many rounds."""
        return Movement(self.name, self.entrants, self.rounds[:rounds])


def boards_of(board_set: int, in_a_set: int) -> range:
    """The numbers of the boards in a set.

    >>> list(boards_of(3, 2))
    [5, 6]
    """
    return range((board_set - 1) * in_a_set + 1, board_set * in_a_set + 1)


def against(one: Round) -> Iterator[tuple[int, int]]:
    """Each two who play against each other in a round, the lower number first."""
    for meeting in one.meetings:
        for number, side in enumerate(meeting.sides):
            for other in chain.from_iterable(meeting.sides[number + 1 :]):
                for entrant in side:
                    yield min(entrant, other), max(entrant, other)
