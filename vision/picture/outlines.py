"""Every visible corner votes for a whole card, and votes that agree become one outline.

A corner shows more often than a card: under a pile, in a fan or under a hand one of four is mostly left. The network
gives for each corner its place, the two edges that leave it, and whether the card lies face up; from one corner alone
the other three follow, and where more are seen each is taken from where it was seen itself.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations

import numpy as np

from vision.arrays import Flags, Floats, Quad
from vision.faces import ASPECT
from vision.geometry import UNIT, mean_width, size_of, turned

EDGES = 0.25
"""How much the course of an edge counts beside the place of a corner, which is seen several times as exactly."""

SAME = 0.1
"""Parts of a card's width up to which two corners are one."""

LONG_SHARE = 0.6
"""How much of what a card is taller than the network takes all cards to be lies in its height; the rest in its width."""

TURN, LONGER, UNEVEN = math.cos(math.radians(10)), math.log(1.7), math.log(1.4)
"""How far an edge may run otherwise than a corner at its end says (a cosine), and how much longer or shorter it may be; how much
two opposite edges of a card that is seen aslant may differ (all logarithms).
"""


PLAIN = 0.75
"""Chance of its corners, on average, from which a card is plain to see."""


Point = tuple[float, float]
"""Pixels across and down."""

AT, SHORT, LONG = range(3)
"""What the numbers of a corner are, in their order."""


@dataclass(frozen=True)
class Corner:
    """One visible corner: its place, the vectors along the short and the long edge that leave it, all in pixels.

    `is_right` says which way round: False at the card's own top left or bottom right, True at the other two.
    """

    at: Floats
    short: Floats
    long: Floats
    is_right: bool
    score: float

    def shaped(self, aspect: float) -> "Corner":
        """The same of a card of other proportions than usual, for which the network gives the edges of a usual one."""
        stretch = aspect / ASPECT
        if stretch == 1:
            return self
        return replace(self, short=self.short * stretch ** -(1 - LONG_SHARE), long=self.long * stretch**LONG_SHARE)

    @cached_property
    def numbers(self) -> tuple[Point, Point, Point]:
        """Its place and its two edges in plain numbers: of so few these are several times as fast as arrays."""
        (x, y), (across, down), (along, off) = self.at.tolist(), self.short.tolist(), self.long.tolist()
        return (x, y), (across, down), (along, off)

    @property
    def seen(self) -> tuple[Point, Point, Point]:
        """What the outline of its card is fitted to: its place, and its edges by what they count."""
        at, (across, down), (along, off) = self.numbers
        return at, (EDGES * across, EDGES * down), (EDGES * along, EDGES * off)

    @property
    def centre(self) -> Point:
        """The middle of the whole card as this corner sees it."""
        (x, y), (across, down), (along, off) = self.numbers
        return x + (across + along) / 2, y + (down + off) / 2


@dataclass
class _Group:
    """Corners that agree on one card, by their place in its outline."""

    slots: dict[int, Corner]

    def __post_init__(self) -> None:
        self._fit()

    def _fit(self) -> None:
        self.outline = _fitted(self.slots)
        self.corners = self.outline.tolist()
        self.width = mean_width(self.corners)
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        self.centre = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4

    def miss(self, slot: int, corner: Corner) -> float:
        """How far the corner lies from where the outline has it, in widths of a card."""
        return math.dist(self.corners[slot], corner.numbers[AT]) / self.width

    @property
    def is_whole(self) -> bool:
        """Whether all corners were seen."""
        return len(self.slots) == 4

    @property
    def aspect(self) -> float:
        """Its height over its width."""
        return size_of(np.roll(self.outline, 1, axis=0)) / self.width

    def has(self, corner: Corner) -> bool:
        """Whether one of the card's corners is where this one is."""
        return min(self.miss(slot, corner) for slot in range(4)) < SAME

    def is_part_of(self, other: "_Group") -> bool:
        """Whether all its corners are that card's."""
        return all(other.has(corner) for corner in self.slots.values())

    def take(self, slot: int, corner: Corner) -> None:
        """A corner that was not seen yet; of two that would do, the surer one came first."""
        if slot not in self.slots:
            self.slots[slot] = corner
            self._fit()


def _fitted(slots: dict[int, Corner]) -> Quad:
    """The parallelogram that fits corners (by their place in it) and the edges that leave them best, by least squares."""
    seen = np.array([part for corner in slots.values() for part in corner.seen])
    return np.asarray(_fitting(tuple(slots)) @ seen, np.float32)


@cache
def _fitting(slots: tuple[int, ...]) -> Floats:
    """What makes the outline (4 × 2) out of the corners' places and edges: the solution of the least squares, 4 × 3 each."""
    rows = []
    for across, down in UNIT[list(slots)]:
        rows += [(1, across, down), (0, EDGES * (1 - 2 * across), 0), (0, 0, EDGES * (1 - 2 * down))]
    return np.asarray(np.column_stack([np.ones(4), UNIT]) @ np.linalg.pinv(np.array(rows)))


@dataclass(frozen=True)
class FoundCard:
    """The outline of a visible card; `seen` says which of its corners were seen themselves and how surely."""

    quad: Quad
    seen: tuple[float, float, float, float]

    @property
    def visible(self) -> float:
        """Share of its corners that were seen, 0..1."""
        return sum(1 for score in self.seen if score) / 4

    @property
    def seen_corners(self) -> Floats:
        """Where those of its corners lie that were seen themselves: N × 2."""
        return self.quad[[score > 0 for score in self.seen]]

    @property
    def is_plain(self) -> bool:
        """Whether all its corners are plain to see: a closer look would tell nothing else."""
        return self.visible == 1 and sum(self.seen) >= 4 * PLAIN


def merge(corners: Sequence[Corner], aspect: float = ASPECT) -> list[FoundCard]:
    """Cards that the corners agree on, the surest first, of a pack whose height over width is known or as usual.

    Where no card shows all its corners so, the pack may be of another shape, which cards whose corners face each other tell.
    """
    groups = _grouped([corner.shaped(aspect) for corner in corners])
    if not any(group.is_whole for group in groups) and (facing := _facing(corners)):
        shape = float(np.median([group.aspect for group in facing]))
        others = _grouped([corner.shaped(shape) for corner in corners])
        groups = [*facing, *(group for group in others if not any(group.is_part_of(other) for other in facing))]
    return _without_doubles([_card(group) for group in groups])


@dataclass(frozen=True)
class Votes:
    """What one look at a picture shows: corners, and the cards of so much height over width that they agree on."""

    corners: Sequence[Corner]
    aspect: float = ASPECT

    @cached_property
    def cards(self) -> list[FoundCard]:
        """The surest first, as this look by itself has them."""
        return merge(self.corners, self.aspect)

    def moved(self, by: tuple[int, int]) -> "Votes":
        """The same of a picture of which this one is a part that begins so far (pixels) across and down."""
        return replace(self, corners=[replace(corner, at=corner.at + by) for corner in self.corners])


def merge_looks(looks: Sequence[Votes]) -> list[FoundCard]:
    """Cards of several looks at one picture, each reduced otherwise.

    A card that a look shows whole is as the surest look has it: in one that is too coarse or too fine for it, the frame inside
    its edge may pass for its own corner. Of the others each look shows what it can.
    """
    first, *more = looks
    together = Votes([corner for look in looks for corner in look.corners], first.aspect) if more else first
    alone = [card for look in looks for card in look.cards if card.visible == 1]
    return each_whole_once([*sorted(alone, key=lambda card: -sum(card.seen)), *together.cards])


def each_whole_once(cards: Sequence[FoundCard]) -> list[FoundCard]:
    """Without the whole cards of which an earlier one has two corners or more: it is there once, and that one has it."""
    whole = [card for card in cards if card.visible == 1]
    return _without_doubles([*_first_of(whole, _share_two), *(card for card in cards if card.visible < 1)])


def _share_two(apart: Floats, near: Floats) -> Flags:
    """Of which outlines each has two corners in common; where one's top left is the other's top right, they are neighbours."""
    return np.asarray(((np.linalg.norm(apart, axis=-1) < near).sum(axis=-1) >= 2).any(axis=0))


def _share_all(apart: Floats, near: Floats) -> Flags:
    """Of which outlines each has all four corners in common, across and down."""
    return np.asarray((np.abs(apart).max(axis=-1) < near).all(axis=-1).any(axis=0))


def _first_of(cards: Sequence[FoundCard], are_one: Callable[[Floats, Floats], Flags]) -> list[FoundCard]:
    """Without those that are one with an earlier one that is kept, from whichever end they are named.

    `are_one` is given how far all corners lie from those of every outline named from either end (2 × N × N × 4 × 2), and up to
    how far a corner of that one is the same (N × 1 × 1), in pixels; it says of which outlines (N) each (N) is another find.
    """
    if not cards:
        return []
    quads = np.stack([card.quad for card in cards])
    ends = np.stack([quads, quads[:, [2, 3, 0, 1]]])
    near = SAME * np.array([size_of(card.quad) for card in cards])
    same = are_one(ends[:, :, None] - quads, near[:, None, None])
    kept: list[int] = []
    for place in range(len(cards)):
        if not same[kept, place].any():
            kept.append(place)
    return [cards[place] for place in kept]


def _facing(corners: Sequence[Corner]) -> list[_Group]:
    """Cards of which all four corners were seen and look at each other, whatever the proportions are.

    The network says well where a corner is and which way its edges run, and not so well how long they are.
    """
    lefts, rights = ([c for c in corners if c.is_right == side] for side in (False, True))
    ends = [(a, b, miss) for a in lefts for b in rights if (miss := _misfit(a, b, SHORT)) is not None]
    found = []
    for (a, b, near), (c, d, far) in combinations(ends, 2):
        down, up = _misfit(a, d, LONG), _misfit(b, c, LONG)
        if down is not None and up is not None and _is_even(a, b, c, d):
            found.append((near + far + down + up, _Group({0: a, 1: b, 2: c, 3: d})))
    kept: list[_Group] = []
    for _, group in sorted(found, key=lambda each: each[0]):
        if not any(other.has(corner) for other in kept for corner in group.slots.values()):
            kept.append(group)
    return kept


def _misfit(a: Corner, b: Corner, edge: int) -> float | None:
    """How badly two corners' short or long edges make one line from one to the other, None where they make none at all."""
    (ax, ay), (bx, by) = a.numbers[AT], b.numbers[AT]
    line, back = (bx - ax, by - ay), (ax - bx, ay - by)
    edges = [a.numbers[edge], b.numbers[edge]]
    stretches = [abs(math.log((math.hypot(*line) + 1e-9) / math.hypot(*edge))) for edge in edges]
    if max(stretches) > LONGER or min(map(_cosine, edges, (line, back))) < TURN:
        return None
    return sum(stretches)


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Of the angle between two directions."""
    (ax, ay), (bx, by) = a, b
    return (ax * bx + ay * by) / (math.hypot(ax, ay) * math.hypot(bx, by) + 1e-9)


def _is_even(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether opposite edges are about as long as each other, as those of a card are from above or a little aslant."""
    pairs = (math.dist(a.at, b.at), math.dist(c.at, d.at)), (math.dist(b.at, c.at), math.dist(d.at, a.at))
    return all(abs(math.log(one / other)) < UNEVEN for one, other in pairs)


def _grouped(corners: Sequence[Corner]) -> list[_Group]:
    groups: list[_Group] = []
    for corner in sorted(corners, key=lambda c: -c.score):
        joined = _best_group(groups, corner)
        if joined is None:
            groups.append(_Group({1 if corner.is_right else 0: corner}))
        else:
            group, slot = joined
            group.take(slot, corner)
    return groups


def _best_group(groups: Sequence[_Group], corner: Corner) -> tuple[_Group, int] | None:
    """Which group's card this corner belongs to, and which corner of it this is."""
    best: tuple[_Group, int] | None = None
    least = math.inf
    centre, size = corner.centre, math.hypot(*corner.numbers[SHORT])
    for group in groups:
        shift = math.dist(centre, group.centre) / group.width
        if shift >= 0.3 or abs(math.log(size / group.width)) > 0.3:
            continue
        for slot in (1, 3) if corner.is_right else (0, 2):
            miss = group.miss(slot, corner)
            limit = SAME if slot in group.slots else 0.22
            if miss < limit and miss + shift < least and _same_way(group.outline, slot, corner):
                best, least = (group, slot), miss + shift
    return best


def _same_way(outline: Quad, slot: int, corner: Corner) -> bool:
    """Whether the corner's long edge runs as the outline's does there, within some 20 degrees."""
    down = outline[3] - outline[0] if slot in (0, 1) else outline[0] - outline[3]
    return _cosine(down.tolist(), corner.numbers[LONG]) > 0.94


def _card(group: _Group) -> FoundCard:
    """One outline from the corners of a group, named from the end whose index corner was seen best."""
    quad = group.outline.copy()
    for place, corner in group.slots.items():
        quad[place] = corner.at
    seen = [group.slots[place].score if place in group.slots else 0.0 for place in range(4)]
    if seen[2] > seen[0]:
        quad, seen = turned(quad), seen[2:] + seen[:2]
    return FoundCard(quad, (seen[0], seen[1], seen[2], seen[3]))


def _without_doubles(cards: Iterable[FoundCard]) -> list[FoundCard]:
    """Drops an outline that lies on a surer one of the same size and place, from whichever end it is named."""
    return _first_of(sorted(cards, key=lambda c: -sum(c.seen)), _share_all)
