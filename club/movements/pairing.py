"""The most pairs that can be made among those who may meet.

Jack Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17, 1965: as long as a path from one who is left over
to another runs along pairs that could and pairs that do, in turn, changing them over makes one pair more; odd rings on the way
(blossoms) count as one. Time grows with the cube of the number of entrants.
"""

from collections import deque
from collections.abc import Mapping, Sequence


def most_pairs(may_meet: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Each who is paired with his partner, both ways: a maximum matching where each may meet those whom he lists."""
    mate: dict[int, int] = {}
    for one in may_meet:
        if one not in mate:
            _Search(may_meet, mate, one).run()
    return mate


class _Search:
    """One search from one who is left over; `mate` grows by a pair where it succeeds."""

    def __init__(self, may_meet: Mapping[int, Sequence[int]], mate: dict[int, int], root: int) -> None:
        self.may_meet, self.mate = may_meet, mate
        self.base = {one: one for one in may_meet}
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])

    def run(self) -> None:
        while self.queue:
            one = self.queue.popleft()
            for other in self.may_meet[one]:
                if self.base[one] == self.base[other] or self.mate.get(one) == other:
                    continue
                if other in self.outer:
                    self._shrink(one, other)
                elif other not in self.parent:
                    self.parent[other] = one
                    if other not in self.mate:
                        self._change_over(other)
                        return
                    self._reach(self.mate[other])

    def _reach(self, one: int) -> None:
        self.outer.add(one)
        self.queue.append(one)

    def _change_over(self, end: int | None) -> None:
        while end is not None:
            before = self.parent[end]
            following = self.mate.get(before)
            self.mate[end], self.mate[before] = before, end
            end = following

    def _shrink(self, one: int, other: int) -> None:
        stem = self._stem(one, other)
        ring: set[int] = set()
        for at, child in ((one, other), (other, one)):
            while self.base[at] != stem:
                ring |= {self.base[at], self.base[self.mate[at]]}
                self.parent[at] = child
                child = self.mate[at]
                at = self.parent[child]
        for inside in self.may_meet:
            if self.base[inside] in ring:
                self.base[inside] = stem
                if inside not in self.outer:
                    self._reach(inside)

    def _stem(self, one: int, other: int) -> int:
        """Where the ways back from two to the root first meet."""
        passed = {at := self.base[one]}
        while at in self.mate:
            at = self.base[self.parent[self.mate[at]]]
            passed.add(at)
        at = self.base[other]
        while at not in passed:
            at = self.base[self.parent[self.mate[at]]]
        return at
