"""What an evening hands on to the season when it is closed."""

from club.evening.acts import Final, Placed
from club.hub import View
from club.pages.evenings import happening, titled


def finals_of(view: View) -> tuple[Final, ...]:
    """Every contest of which something was played, as it stands; where both sides are ranked apart each is a contest."""
    return tuple(
        Final(
            title=titled(contest.plan.title, ranking.side),
            game=contest.plan.game,
            placed=tuple(Placed(names=row.members, rank=row.rank, points=row.points) for row in ranking.rows),
        )
        for contest in view.evening.contests.values()
        for ranking in happening(view, contest).rankings
        if any(outcome.points is not None or outcome.scores for outcome in view.results[contest.name].outcomes)
    )
