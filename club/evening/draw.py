"""The next round of a contest, out of its plan, what was played, and how it stands."""

from collections.abc import Sequence
from dataclasses import replace

from club.evening.check import CannotAct
from club.evening.movement import movement_of
from club.evening.plan import Kind, Plan
from club.evening.results import Outcome, Results
from club.evening.sittings import fewest_win
from club.evening.state import Contest
from club.evening.table import rankings_of
from club.movements.progressive import first_round, next_round
from club.movements.rounds import NoSuchMovement, Round
from club.movements.swiss import swiss_round
from scoring.games import GAMES


def drawn(contest: Contest, results: Results) -> Round:
    """The next round; raises `CannotAct` where there is none, or where it needs what has not been played yet."""
    number, plan = len(contest.rounds) + 1, contest.plan
    if plan.rounds and number > plan.rounds:
        raise CannotAct(f"{plan.title} has {plan.rounds} rounds, and all are drawn")
    try:
        if plan.kind is Kind.OPEN:
            raise CannotAct("At open tables everybody plays as they like: no round is drawn")
        if plan.kind is Kind.SWISS:
            _all_played(results, number - 1)
            return _swiss(contest, results)
        if plan.kind is Kind.PROGRESSIVE:
            return _progressive(contest, results)
        movement = movement_of(contest)
    except NoSuchMovement as error:
        raise CannotAct(str(error)) from None
    if number > len(movement.rounds):
        raise CannotAct(f"{plan.title} has {len(movement.rounds)} rounds, and all are drawn")
    found = movement.rounds[number - 1]
    there = tuple(meeting for meeting in found.meetings if not contest.withdrawn & set(meeting.entrants))
    return replace(found, meetings=there)


def _swiss(contest: Contest, results: Results) -> Round:
    (ranking,) = rankings_of(contest, results)
    order = [standing for standing in ranking.standings if standing.entrant not in contest.withdrawn]
    points = {standing.entrant: standing.points for standing in order}
    return swiss_round([standing.entrant for standing in order], points, contest.played)


def _progressive(contest: Contest, results: Results) -> Round:
    plan, there = contest.plan, [one for one in contest.numbers if one not in contest.withdrawn]
    if not contest.rounds:
        return _seated(plan, there)
    _all_played(results, len(contest.rounds))
    fewest = fewest_win(GAMES[plan.game])
    placed = {outcome.meeting.table: _best_first(outcome, fewest) for outcome in results.of_round(len(contest.rounds))}
    found = next_round(
        contest.played, placed, len(contest.entrants), max(1, plan.at_table // 2), partners_change=plan.partners_change
    )
    if not contest.withdrawn & found.entrants:
        return found
    order = [one for meeting in found.meetings for one in meeting.entrants if one in there]
    waiting = [one for one in there if one not in order]
    return replace(_seated(plan, [*order, *waiting]), number=found.number)


def _seated(plan: Plan, there: Sequence[int]) -> Round:
    """Full tables of those who are there, from the head table down; who is left over sits out."""
    full = len(there) // plan.at_table
    if not full:
        raise CannotAct(f"{plan.at_table} make a table: enter more")
    tables = [there[at * plan.at_table : (at + 1) * plan.at_table] for at in range(full)]
    return first_round(tables, partners_change=plan.partners_change)


def _best_first(outcome: Outcome, fewest: bool) -> Sequence[int]:
    """The entrants of a meeting, who won first, then by points; those of equal points as they are listed."""
    points = outcome.points or ()
    order = sorted(range(len(points)), key=lambda side: (side != outcome.ahead, points[side] if fewest else -points[side]))
    return [entrant for side in order for entrant in outcome.meeting.sides[side]]


def _all_played(results: Results, number: int) -> None:
    missing = [outcome.meeting.table for outcome in results.of_round(number) if outcome.points is None]
    if missing:
        tables = ", ".join(map(str, missing))
        raise CannotAct(f"Round {number} has no result yet at table {tables}: wait for it, or say what it was")
