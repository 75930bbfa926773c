"""Who leads, and by what: points first, then named tie-breaks in the order in which the event announced them.

The tie-breaks are those of the FIDE Handbook, C.07, in plain form: where somebody had a bye he is taken to have met an opponent
of his own points. Where all that was announced leaves two equal, they share their rank.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

Points = int | Fraction


class By(Enum):
    """What puts one ahead of another."""

    POINTS = "points"
    DIRECT_ENCOUNTER = "direct encounter"
    WINS = "number of wins"
    HIGHEST_MATCH = "highest match"
    BUCHHOLZ = "Buchholz"
    MEDIAN_BUCHHOLZ = "median Buchholz"
    SONNEBORN_BERGER = "Sonneborn-Berger"


@dataclass(frozen=True)
class Match:
    """A match that was played, with what each side scored of it; a bye has no second entrant."""

    one: int
    points: Points
    other: int | None = None
    other_points: Points = 0


@dataclass(frozen=True)
class Standing:
    """An entrant's rank, shared with his equals, his points, and what put him ahead of the rank below; nothing for the last."""

    rank: int
    entrant: int
    points: Points
    ahead_by: By | None

    def __str__(self) -> str:
        ahead = f", ahead by {self.ahead_by.value}" if self.ahead_by else ""
        return f"{self.rank}. {self.entrant}: {float(self.points):g}{ahead}"


def standings(
    entrants: Sequence[int], matches: Sequence[Match], tie_breaks: Sequence[By] = (), adjusted: Mapping[int, Points] | None = None
) -> tuple[Standing, ...]:
    """All entrants, the best first; equal ones share a rank and keep the order in which they are given.

    `adjusted` are points beside the matches, such as penalties (negative) or the scores of an event without matches.
    """
    record = _Record(matches, adjusted or {})
    groups = list(_parted(record, (By.POINTS, *tie_breaks), tuple(entrants)))
    found: list[Standing] = []
    for number, (group, _) in enumerate(groups):
        rank = len(found) + 1
        ahead = groups[number + 1][1] if number + 1 < len(groups) else None
        found += [Standing(rank, entrant, record.points(entrant), ahead) for entrant in group]
    return tuple(found)


def _parted(
    record: "_Record", by: Sequence[By], group: tuple[int, ...], parted_by: By | None = None
) -> Iterator[tuple[tuple[int, ...], By | None]]:
    """Groups of equals, the best first, each with what parted it from the group before."""
    if not by or len(group) == 1:
        yield group, parted_by
        return
    values = {entrant: record.value(by[0], entrant, group) for entrant in group}
    for number, value in enumerate(sorted(set(values.values()), reverse=True)):
        equal = tuple(entrant for entrant in group if values[entrant] == value)
        yield from _parted(record, by[1:], equal, by[0] if number else parted_by)


class _Record:
    """All matches, by entrant."""

    def __init__(self, matches: Sequence[Match], adjusted: Mapping[int, Points]) -> None:
        self.adjusted = adjusted
        self.matches: dict[int, list[Match]] = {}
        for match in matches:
            self.matches.setdefault(match.one, []).append(match)
            if match.other is not None:
                self.matches.setdefault(match.other, []).append(Match(match.other, match.other_points, match.one, match.points))

    def of(self, entrant: int) -> list[Match]:
        return self.matches.get(entrant, [])

    def points(self, entrant: int) -> Points:
        return sum((match.points for match in self.of(entrant)), self.adjusted.get(entrant, 0))

    def value(self, by: By, entrant: int, group: Sequence[int]) -> Points:
        """What counts for an entrant among those who are equal so far."""
        match by:
            case By.POINTS:
                return self.points(entrant)
            case By.DIRECT_ENCOUNTER:
                return self._among(entrant, group)
            case By.WINS:
                return sum(match.other is not None and match.points > match.other_points for match in self.of(entrant))
            case By.HIGHEST_MATCH:
                return max((match.points for match in self.of(entrant)), default=0)
            case By.BUCHHOLZ:
                return sum(self._opponents(entrant))
            case By.MEDIAN_BUCHHOLZ:
                return sum(sorted(self._opponents(entrant))[1:-1])
            case By.SONNEBORN_BERGER:
                return sum(self._beaten(match) for match in self.of(entrant))

    def _among(self, entrant: int, group: Sequence[int]) -> Points:
        """Points from the matches among equals; nothing for all of them unless every two have met."""
        if not all({match.other for match in self.of(one)} >= set(group) - {one} for one in group):
            return 0
        return sum(match.points for match in self.of(entrant) if match.other in group)

    def _opponents(self, entrant: int) -> list[Points]:
        return [self.points(entrant if match.other is None else match.other) for match in self.of(entrant)]

    def _beaten(self, match: Match) -> Points:
        """An opponent's points, in the part of the match that was won."""
        if match.other is None:
            return self.points(match.one)
        whole = match.points + match.other_points
        return Fraction(match.points) / whole * self.points(match.other) if whole else 0
