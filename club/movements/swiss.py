"""Swiss rounds: those who stand alike meet, and nobody meets twice while that can be avoided.

In this order: the bye goes to the lowest of those with the fewest, where it can without a second meeting; as few as possible meet
again, the lowest first; from the top down every score group sends down as few as it can, its lowest first, so long as all the
others can still be paired; and within a group each meets the nearest below him. The same standings give the same round.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, groupby

from club.movements.pairing import most_pairs
from club.movements.rounds import Meeting, NoSuchMovement, Round, against


def swiss_round(
    standing: Sequence[int], points: Mapping[int, int | Fraction], played: Sequence[Round] = (), *, games: int = 1
) -> Round:
    """The next round for those in `standing`, in whose order those of equal points are taken; nobody listed has 0 points.

    The best placed meet at table 1. Who has sat on the first side less often sits there.

    Raises:
        NoSuchMovement: for fewer than two entrants.
    """
    if len(standing) < 2:
        raise NoSuchMovement("A Swiss round needs two entrants; enter another")
    field = _Field(frozenset(chain.from_iterable(against(one) for one in played)))
    order = sorted(standing, key=lambda one: -points.get(one, 0))
    if len(order) % 2:
        order.remove(field.bye(order, played))
    again = field.left_over(order)
    rest = [one for one in order if one not in again]
    groups = [tuple(group) for _, group in groupby(rest, lambda one: points.get(one, 0))]
    pairs = [*field.down_the_groups(groups), *zip(again[::2], again[1::2], strict=True)]
    pairs.sort(key=lambda two: min(map(order.index, two)))
    first = Counter(meeting.sides[0][0] for one in played for meeting in one.meetings)
    meetings = (Meeting(table, _sides(two, first), games=games) for table, two in enumerate(pairs, 1))
    return Round(len(played) + 1, tuple(meetings))


def _sides(two: tuple[int, int], first: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    one, other = two
    return ((other,), (one,)) if first.get(other, 0) < first.get(one, 0) else ((one,), (other,))


class _Field:
    """Who has met whom."""

    def __init__(self, met: frozenset[tuple[int, int]]) -> None:
        self.met = met

    def _may_meet(self, entrants: Sequence[int]) -> dict[int, list[int]]:
        return {
            one: [other for other in entrants if other != one and (min(one, other), max(one, other)) not in self.met]
            for one in entrants
        }

    def _most(self, entrants: Sequence[int]) -> int:
        return len(most_pairs(self._may_meet(entrants)))

    def _all_can(self, entrants: Sequence[int]) -> bool:
        return len(entrants) % 2 == 0 and self._most(entrants) == len(entrants)

    def bye(self, order: Sequence[int], played: Sequence[Round]) -> int:
        byes = Counter({one: sum(one not in before.entrants for before in played) for one in order})
        lowest = [one for one in reversed(order) if byes[one] == min(byes.values())]
        return next((one for one in lowest if self._all_can([other for other in order if other != one])), lowest[0])

    def left_over(self, order: Sequence[int]) -> list[int]:
        """The lowest that must meet somebody again so that as few as possible do; best first.

        Those that maximum matchings leave over are the bases of a matroid, so taking the lowest that can be, one by one, is
        right.
        """
        most, rest = self._most(order), list(order)
        for one in reversed(order):
            if len(rest) == most:
                break
            without = [other for other in rest if other != one]
            if self._most(without) == most:
                rest = without
        return [one for one in order if one not in rest]

    def down_the_groups(self, groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
        floating: tuple[int, ...] = ()
        for number, group in enumerate(groups):
            bracket = (*floating, *group)
            floating = self._floating(bracket, tuple(chain.from_iterable(groups[number + 1 :])))
            yield from self._nearest([one for one in bracket if one not in floating])

    def _floating(self, bracket: tuple[int, ...], below: tuple[int, ...]) -> tuple[int, ...]:
        """The fewest and lowest of a bracket that must go down for all to be paired, best first."""
        for count in range(len(bracket) - self._most(bracket), len(bracket) + 1, 2):
            for down in combinations(reversed(bracket), count):
                stay = [one for one in bracket if one not in down]
                if self._all_can(stay) and self._all_can((*down, *below)):
                    return down[::-1]
        raise AssertionError("the field could be paired before")

    def _nearest(self, bracket: list[int]) -> Iterator[tuple[int, int]]:
        while bracket:
            one, *others = bracket
            for other in self._may_meet(bracket)[one]:
                rest = [left for left in others if left != other]
                if self._all_can(rest):
                    yield one, other
                    bracket = rest
                    break
