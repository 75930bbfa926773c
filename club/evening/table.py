"""How a contest stands: its entrants in order, and by what each is ahead.

North-south and east-west of a Mitchell in which nobody changes sides have never held the same cards: they are ranked apart.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from club.evening.duplicate import totals, travellers
from club.evening.movement import movement_of
from club.evening.plan import Counting, Kind
from club.evening.results import Outcome, Results
from club.evening.state import Contest
from club.movements.rounds import NoSuchMovement
from club.movements.standings import Match, Points, Standing, standings


@dataclass(frozen=True)
class Ranking:
    """Entrants who are ranked together, the best first; `side` is where all of them sit throughout, None where sides change."""

    standings: tuple[Standing, ...]
    side: int | None = None


def rankings_of(contest: Contest, results: Results) -> tuple[Ranking, ...]:
    """All entrants, in one ranking or by the side they sit on; what is not whole yet counts as far as it has come."""
    adjusted: Counter[int] = Counter()
    for made in contest.adjustments:
        adjusted[made.entrant] += made.points
    own: dict[int, Points] = dict(adjusted)
    if contest.plan.kind.has_boards:
        for entrant, won in totals(contest, travellers(contest, results.outcomes)).items():
            own[entrant] = won + adjusted[entrant]
        lines = _lines(contest)
        sides = range(len(lines)) if len(lines) > 1 else (None,)
        return tuple(Ranking(standings(line, (), (), own), side) for line, side in zip(lines, sides, strict=True))
    matches = list(_matches(contest, results))
    for outcome in results.outcomes:
        if not _is_match(outcome):
            for entrant, points in _shares(contest, outcome):
                own[entrant] = own.get(entrant, 0) + points
    return (Ranking(standings(contest.numbers, matches, contest.plan.tie_breaks, own)),)


def _lines(contest: Contest) -> tuple[tuple[int, ...], ...]:
    """Who is ranked with whom: those on each side where sides never change, or else all."""
    try:
        return movement_of(contest).lines
    except NoSuchMovement:
        return (contest.numbers,)


def _is_match(outcome: Outcome) -> bool:
    """Whether two entrants met, and nobody else."""
    return len(outcome.meeting.sides) == 2 and all(len(side) == 1 for side in outcome.meeting.sides)


def _matches(contest: Contest, results: Results) -> Iterator[Match]:
    for outcome in results.outcomes:
        if _is_match(outcome) and outcome.points is not None:
            (one, points), (other, others) = _shares(contest, outcome)
            yield Match(one, points, other, others)
    if contest.plan.kind is Kind.SWISS and contest.plan.counting is Counting.WINS:
        yield from (Match(entrant, 1) for entrant in _byes(contest))


def _byes(contest: Contest) -> Iterator[int]:
    """Who sat out a round for want of an opponent: it counts as won."""
    for drawn in contest.rounds:
        yield from (
            one for one in contest.numbers if one not in drawn.round.entrants and _was_there(contest, one, drawn.round.number)
        )


def _was_there(contest: Contest, entrant: int, number: int) -> bool:
    """Whether an entrant had come by that round and had not gone."""
    played = [drawn.round.number for drawn in contest.rounds if entrant in drawn.round.entrants]
    return bool(played) and min(played) <= number and not (entrant in contest.withdrawn and number > max(played))


def _shares(contest: Contest, outcome: Outcome) -> list[tuple[int, Points]]:
    """What each entrant of a meeting has of it."""
    if outcome.points is None:
        return []
    shares: list[tuple[int, Points]] = []
    for side, entrants in enumerate(outcome.meeting.sides):
        points: Points = outcome.points[side]
        if contest.plan.counting is Counting.WINS:
            points = Fraction(1, 2) if outcome.ahead is None else int(outcome.ahead == side)
        shares += [(entrant, points) for entrant in entrants]
    return shares
