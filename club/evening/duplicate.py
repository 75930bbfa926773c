"""Boards that were played at several tables: travellers, and what each pair has of them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from club.evening.plan import Counting
from club.evening.results import Outcome
from club.evening.state import Contest
from club.movements.rounds import boards_of
from scoring.boards.comparison import imps, matchpoints


@dataclass(frozen=True)
class Line:
    """A board at one table: who sat north-south and east-west, north-south's points, and what both sides have of it.

    `won` is percent where matchpoints count, IMPs where those do; `is_average` where the director gave it.
    """

    round: int
    table: int
    north_south: int
    east_west: int
    score: int | None
    won: tuple[Fraction, Fraction] | None = None
    is_average: bool = False


@dataclass(frozen=True)
class Traveller:
    """All that was played of one board."""

    board: int
    lines: tuple[Line, ...]


def travellers(contest: Contest, outcomes: Iterable[Outcome]) -> tuple[Traveller, ...]:
    """Every board that was played or given an average, with what each pair has of it.

    Boards that were played less often than the others are factored up by Neuberg's formula, so that each board counts the same.
    """
    found: defaultdict[int, list[Line]] = defaultdict(list)
    for outcome in outcomes:
        meeting = outcome.meeting
        (north_south,), (east_west,) = meeting.sides
        for board in boards_of(meeting.board_set, contest.plan.boards) if meeting.board_set else ():
            place = (outcome.round, meeting.table)
            correction = contest.correction_of(outcome.round, meeting.table, board)
            if correction and correction.percent:
                given = (Fraction(correction.percent[0]), Fraction(correction.percent[1]))
                found[board].append(Line(*place, north_south, east_west, None, given, is_average=True))
            elif board in outcome.turned:
                found[board].append(Line(*place, east_west, north_south, -outcome.scores[board]))
            elif board in outcome.scores:
                found[board].append(Line(*place, north_south, east_west, outcome.scores[board]))
    most = max((sum(line.score is not None for line in lines) for lines in found.values()), default=0)
    return tuple(Traveller(board, _compared(contest.plan.counting, lines, most)) for board, lines in sorted(found.items()))


def _compared(counting: Counting, lines: list[Line], most: int) -> tuple[Line, ...]:
    scores = [line.score for line in lines if line.score is not None]
    won = iter(_imps(scores) if counting is Counting.IMPS else _percent(scores, most))
    compared = []
    for line in lines:
        if line.score is None:
            compared.append(_average(counting, line))
        else:
            north_south = next(won)
            east_west = -north_south if counting is Counting.IMPS else 100 - north_south
            compared.append(Line(line.round, line.table, line.north_south, line.east_west, line.score, (north_south, east_west)))
    return tuple(compared)


def _average(counting: Counting, line: Line) -> Line:
    """Where IMPs count ten percent above the half are worth 3 (Laws of Duplicate Bridge, law 86)."""
    if counting is not Counting.IMPS or line.won is None:
        return line
    first, second = (Fraction(3 * (percent - 50), 10) for percent in line.won)
    return Line(line.round, line.table, line.north_south, line.east_west, None, (first, second), is_average=True)


def _percent(scores: list[int], most: int) -> list[Fraction]:
    """North-south's percent of each score.

    Neuberg: of `most` scores that there should be `len(scores)` are there, and each is worth `most / len(scores)` of them:
    M = (m + 1) * N / n - 1 (European Bridge Union, White Book, Neuberg's formula).
    """
    if most < 2:
        return [Fraction(50)] * len(scores)
    top = 2 * (most - 1)
    return [100 * (Fraction(most * (points + 1), len(scores)) - 1) / top for points in matchpoints(scores)]


def _imps(scores: list[int]) -> list[Fraction]:
    """North-south's IMPs against all other tables, divided by their number."""
    others = max(1, len(scores) - 1)
    return [Fraction(sum(imps(score - other) for other in scores), others) for score in scores]


def totals(contest: Contest, found: Iterable[Traveller]) -> dict[int, Fraction]:
    """What each entrant has: the mean percent of the boards that it played, or the sum of its IMPs."""
    won: defaultdict[int, list[Fraction]] = defaultdict(list)
    for traveller in found:
        for line in traveller.lines:
            if line.won is not None:
                won[line.north_south].append(line.won[0])
                won[line.east_west].append(line.won[1])
    if contest.plan.counting is Counting.IMPS:
        return {entrant: sum(points, Fraction()) for entrant, points in won.items()}
    return {entrant: sum(points, Fraction()) / len(points) for entrant, points in won.items()}
