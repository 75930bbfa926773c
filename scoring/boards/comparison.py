"""Scores of one deal that was played at several tables, held against each other: IMPs for two, matchpoints for more.

Both are those of the Laws of Duplicate Bridge (law 78): the scale of international match points, and two matchpoints for every
score that is lower, one for every equal one.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.boards.checks import Checked

SCALE = (
    20,
    50,
    90,
    130,
    170,
    220,
    270,
    320,
    370,
    430,
    500,
    600,
    750,
    900,
    1100,
    1300,
    1500,
    1750,
    2000,
    2250,
    2500,
    3000,
    3500,
    4000,
)
"""From which difference on each further IMP is won."""


@dataclass(frozen=True)
class Compared:
    """What north and south of one table won: IMPs off the other table, or matchpoints out of `most`."""

    imps: int | None = None
    matchpoints: int | None = None
    most: int = 0

    @property
    def percent(self) -> float | None:
        """Matchpoints out of a hundred."""
        return None if self.matchpoints is None else 100 * self.matchpoints / self.most


def imps(difference: int) -> int:
    """IMPs for a difference of two scores.

    >>> imps(10), imps(-430), imps(9000)
    (0, -10, 24)
    """
    won = bisect_right(SCALE, abs(difference))
    return won if difference > 0 else -won


def matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """What each score is worth among all.

    >>> matchpoints([420, 450, 420, -50])
    (3, 6, 3, 0)
    """
    return tuple(2 * sum(other < score for other in scores) + scores.count(score) - 1 for score in scores)


def compared(boards: Sequence[Checked]) -> tuple[Compared | None, ...]:
    """For each board what it won where the same cards under the same number were scored at another table as well."""
    tables: dict[object, list[int]] = {}
    for place, one in enumerate(boards):
        if one.score is not None and None not in one.board.hands:
            tables.setdefault((one.board.number, one.board.hands), []).append(place)
    found: list[Compared | None] = [None] * len(boards)
    for places in tables.values():
        scores = [boards[place].score or 0 for place in places]
        if len(places) == 2:
            won = imps(scores[0] - scores[1])
            found[places[0]], found[places[1]] = Compared(won), Compared(-won)
        elif len(places) > 2:
            for place, points in zip(places, matchpoints(scores), strict=True):
                found[place] = Compared(matchpoints=points, most=2 * (len(places) - 1))
    return tuple(found)
