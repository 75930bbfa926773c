"""What an evening hands on to the season when it is closed."""

from club.evening.acts import Final, Placed
from club.hub import View
from club.pages.evenings import happening


def finals_of(view: View) -> tuple[Final, ...]:
    """Every contest of which something was played, as it stands."""
    return tuple(
        Final(
            title=contest.plan.title,
            game=contest.plan.game,
            placed=tuple(Placed(names=row.members, rank=row.rank, points=row.points) for row in happening(view, contest).rows),
        )
        for contest in view.evening.contests.values()
        if any(outcome.points is not None or outcome.scores for outcome in view.results[contest.name].outcomes)
    )
