"""Progressive evenings: after each round the winners go up a table, as in progressive euchre, five hundred, spades and Spar.

Table 1 is the head table. Its winners stay, and its last go down to the foot table; at every other table the winners go up one
and the rest stay. Those who sat out longest come in at the foot before the last of the head table do.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from club.movements.rounds import Meeting, NoSuchMovement, Round


def first_round(tables: Sequence[Sequence[int]], *, partners_change: bool = False) -> Round:
    """The round with which an evening begins: who sits at each table, the head table first.

    Pairs who stay together are one entrant each, so their table is two numbers. Where partners change a table is four
    players, partners next to each other: those who come to a table split, and each sits with one who stayed.
    """
    step = 2 if partners_change else 1
    sides = (tuple(tuple(table[at : at + step]) for at in range(0, len(table), step)) for table in tables)
    return Round(1, tuple(Meeting(number, side) for number, side in enumerate(sides, 1)))


def next_round(
    played: Sequence[Round],
    placed: Mapping[int, Sequence[int]],
    entrants: int,
    moving: int = 1,
    *,
    partners_change: bool = False,
) -> Round:
    """The round after the last of `played`.

    `placed` gives for each table its entrants, the best first. `moving` go up from each: one player or pair, but always the two
    of the winning side where partners change.

    Raises:
        NoSuchMovement: where a table's order is not known, or so many cannot move from a table so small.
    """
    last = played[-1]
    moving = 2 if partners_change else moving
    finished = [_finished(meeting, placed, moving) for meeting in last.meetings]
    up = [table[:moving] for table in finished]
    head_stays = finished[0][:-moving]
    coming = [*_bench(played, entrants), *finished[0][-moving:]][:moving]
    stays = [head_stays, *(table[moving:] for table in finished[1:])]
    arrives = [*up[1:], tuple(coming)] if len(finished) > 1 else [tuple(coming)]
    meetings = (
        Meeting(meeting.table, _sides(stay, new, partners_change))
        for meeting, stay, new in zip(last.meetings, stays, arrives, strict=True)
    )
    return Round(last.number + 1, tuple(meetings))


def _finished(meeting: Meeting, placed: Mapping[int, Sequence[int]], moving: int) -> tuple[int, ...]:
    order = tuple(placed.get(meeting.table, ()))
    if sorted(order) != sorted(meeting.entrants):
        raise NoSuchMovement(f"Say how table {meeting.table} finished: all of its players, the best first")
    if not 0 < moving < len(order):
        raise NoSuchMovement(f"{moving} cannot go up from table {meeting.table}, where {len(order)} play; let fewer move")
    return order


def _bench(played: Sequence[Round], entrants: int) -> list[int]:
    """Those who sat out the last round, the longest waiting first."""
    waited = {
        one: next((gone for gone, last in enumerate(reversed(played)) if one in last.entrants), len(played))
        for one in range(1, entrants + 1)
    }
    return sorted((one for one in waited if waited[one]), key=lambda one: -waited[one])


def _sides(stay: Sequence[int], new: Sequence[int], partners_change: bool) -> tuple[tuple[int, ...], ...]:
    if partners_change:
        return tuple(zip(stay, new, strict=True))
    return tuple((one,) for one in chain(stay, new))
