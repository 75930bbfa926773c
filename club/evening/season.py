"""The season: what all evenings that are closed have brought, and how strong each member plays each game.

Ratings are those of Plackett and Luce as openskill has them (Weng and Lin, "A Bayesian Approximation Method for Online Ranking",
2011): a belief about somebody's strength, `mu`, and how unsure it is, `sigma`. What is shown is what somebody plays at least,
almost surely: `mu - 3 sigma`, which begins at 0.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from openskill.models import PlackettLuce

from club.evening.acts import Final
from club.evening.state import Finals


@dataclass(frozen=True)
class Entry:
    """What somebody did in one contest, and what it did to their rating in that game."""

    evening: str
    at: datetime
    title: str
    game: str
    rank: int
    of: int
    points: str
    before: float
    after: float


@dataclass(frozen=True)
class Season:
    """`league` gives each member's points of the season, most first; `ratings` each game's ratings; `history` everything."""

    league: tuple[tuple[str, int, int], ...]
    ratings: dict[str, tuple[tuple[str, float], ...]]
    history: dict[str, tuple[Entry, ...]]


def season_of(closed: Finals) -> Season:
    """The season out of all evenings that are closed."""
    model = PlackettLuce()
    rated: defaultdict[str, dict[str, object]] = defaultdict(dict)
    history: defaultdict[str, list[Entry]] = defaultdict(list)
    for name, at, finals in closed:
        for final in finals:
            before = {member: _shown(model, rated[final.game], member) for member in _members([final])}
            _rate(model, rated[final.game], final)
            for placed in final.placed:
                for member in placed.names:
                    now = _shown(model, rated[final.game], member)
                    size = len(final.placed)
                    entry = Entry(name, at, final.title, final.game, placed.rank, size, placed.points, before[member], now)
                    history[member].append(entry)
    league = [(member, sum(map(league_points, entries)), len(entries)) for member, entries in history.items()]
    ratings = {
        game: tuple(sorted(((member, _shown(model, found, member)) for member in found), key=lambda one: -one[1]))
        for game, found in rated.items()
    }
    return Season(
        tuple(sorted(league, key=lambda one: -one[1])), ratings, {member: tuple(found) for member, found in history.items()}
    )


def league_points(entry: Entry) -> int:
    """One for having played, and one for each entrant who came in behind."""
    return 1 + entry.of - entry.rank


def _rate(model: PlackettLuce, known: dict[str, object], final: Final) -> None:
    """All entrants of a contest against one another, by their ranks; a pair is a team."""
    if len(final.placed) < 2:
        return
    teams = [[known.setdefault(member, model.rating(name=member)) for member in placed.names] for placed in final.placed]
    rated = model.rate(teams, ranks=[float(placed.rank) for placed in final.placed])  # type: ignore[arg-type]  # its ratings have no public type
    for placed, team in zip(final.placed, rated, strict=True):
        known.update(zip(placed.names, team, strict=True))


def _shown(model: PlackettLuce, known: dict[str, object], member: str) -> float:
    rating = known.get(member) or model.rating(name=member)
    return float(rating.ordinal())  # type: ignore[attr-defined]  # the same


def _members(finals: Iterable[Final]) -> set[str]:
    return {member for final in finals for placed in final.placed for member in placed.names}
