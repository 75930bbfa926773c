"""Where everybody sits: what a phone tells its owner, and what stands at each table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from club.evening.state import Contest, Drawn, Evening, folded
from club.movements.rounds import Meeting, boards_of

COMPASS = ("North", "East", "South", "West")
"""Seats A to D of a game of partners who sit opposite."""


@dataclass(frozen=True)
class Seat:
    """Where somebody plays next: at a table, with and against whom; no table where they sit out.

    `place` is the seat's name where it has one. `starts_in` is what is left of the round that runs, None where nobody knows.
    """

    contest: str
    round: int
    table: int | None
    place: str = ""
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    has_begun: bool = False
    starts_in: timedelta | None = None


def seats_of(evening: Evening, member: str, now: datetime) -> tuple[Seat, ...]:
    """Where that member plays, in each contest that goes on: in the round that was drawn last."""
    return tuple(
        _seat(contest, contest.rounds[-1], entrant, member, now)
        for contest in evening.contests.values()
        if not contest.is_over and contest.rounds
        for entrant in (contest.entrant_of(member),)
        if entrant is not None and entrant not in contest.withdrawn
    )


def players_at(contest: Contest, meeting: Meeting) -> tuple[str, ...]:
    """Who sits at a meeting's table, clockwise from seat A: two sides of two sit opposite."""
    sides = [[name for entrant in side for name in contest.entrants[entrant - 1]] for side in meeting.sides]
    if len(sides) == 2 and all(len(side) == 2 for side in sides):
        return (sides[0][0], sides[1][0], sides[0][1], sides[1][1])
    return tuple(name for side in sides for name in side)


def _seat(contest: Contest, drawn: Drawn, entrant: int, member: str, now: datetime) -> Seat:
    number, meeting = drawn.round.number, drawn.round.meeting_of(entrant)
    before = contest.rounds[-2] if len(contest.rounds) > 1 else None
    left = before.left(contest.plan.minutes, now) if before and not before.is_over and before.has_begun else None
    if meeting is None:
        return Seat(contest.name, number, None, has_begun=drawn.has_begun, starts_in=left)
    side = next(side for side in meeting.sides if entrant in side)
    own = tuple(name for one in side for name in contest.entrants[one - 1])
    others = tuple(contest.names(other) for other in meeting.opponents(entrant))
    boards = tuple(boards_of(meeting.board_set, contest.plan.boards)) if meeting.board_set and contest.plan.boards else ()
    return Seat(
        *(contest.name, number, meeting.table),
        place=_place(players_at(contest, meeting), member),
        partners=tuple(name for name in own if folded(name) != folded(member)),
        opponents=others,
        boards=boards,
        has_begun=drawn.has_begun,
        starts_in=left,
    )


def _place(players: tuple[str, ...], member: str) -> str:
    seats = _names(len(players))
    return next((seat for seat, name in zip(seats, players, strict=False) if folded(name) == folded(member)), "")


def _names(players: int) -> Iterator[str]:
    yield from COMPASS if players == 4 else (f"seat {letter}" for letter in "ABCDEFGH")
