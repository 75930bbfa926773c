"""What an evening hands on to the season when it is closed."""

from club.evening.acts import Final, Placed
from club.pages.evenings import Night, happening


def finals_of(found: Night) -> tuple[Final, ...]:
    """Every contest of which something was played, as it stands."""
    return tuple(
        Final(
            title=contest.plan.title,
            game=contest.plan.game,
            placed=tuple(Placed(names=row.members, rank=row.rank, points=row.points) for row in happening(found, contest).rows),
        )
        for contest in found.contests
        if any(outcome.points is not None or outcome.scores for outcome in found.results[contest.name].outcomes)
    )
