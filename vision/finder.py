"""Where the cards are: every visible corner votes for a whole card, and votes that agree become one outline.

A corner shows more often than a card: under a pile, in a fan or under a hand one of four is mostly left. The network
gives for each corner its place, the two edges that leave it, and whether the card lies face up; from one corner alone
the other three follow, and where more are seen each is taken from where it was seen itself.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import onnxruntime

from vision.arrays import Floats, Image, Quad
from vision.geometry import UNIT, halved, may_be_as_wide, size_of, turned
from vision.models import model_path, session
from vision.region import Region

STRIDE = 4
LENGTH_UNIT = 64.0
WANTED_WIDTH = 64.0
"""Pixels of a card's width in the network's picture where the size is known."""

CLOSE_WIDTHS = (64.0, 100.0, 130.0)
"""The same for a picture that deserves a closer look: in the larger ones the strips of a fan come apart."""

SMALLEST, LARGEST = 30.0, 130.0
"""Card widths, in pixels of the network's picture, that the network was trained for (with a little room)."""

LEAST_SCORE = 0.3
"""A corner with a lower chance does not vote."""

SEARCH_SIDES = (224, 400, 720, 1280)
"""Longest sides, in pixels, of the reduced pictures that are searched where the size of a card is not known."""


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

    @property
    def outline(self) -> Quad:
        """The whole card as this corner sees it, named so that this corner is the top left or the top right."""
        far = self.at + self.short + self.long
        named = (
            [self.at + self.short, self.at, self.at + self.long, far]
            if self.is_right
            else [self.at, self.at + self.short, far, self.at + self.long]
        )
        return np.array(named, np.float32)


@dataclass
class _Group:
    """Corners that agree on one card, by their place in its outline."""

    slots: dict[int, Corner]

    def __post_init__(self) -> None:
        self._fit()

    def _fit(self) -> None:
        self.outline = _fitted(self.slots)
        self.width = size_of(self.outline)
        self.centre = _centre(self.outline)

    def miss(self, slot: int, corner: Corner) -> float:
        """How far the corner lies from where the outline has it, in widths of a card."""
        return math.dist(self.outline[slot], corner.at) / self.width

    def take(self, slot: int, corner: Corner) -> None:
        """A corner that was not seen yet; of two that would do, the surer one came first."""
        if slot not in self.slots:
            self.slots[slot] = corner
            self._fit()


EDGES = 0.25
"""How much the course of an edge counts beside the place of a corner, which is seen several times as exactly."""


def _fitted(slots: dict[int, Corner]) -> Quad:
    """The parallelogram that fits corners (by their place in it) and the edges that leave them best, by least squares."""
    values = np.array([part for c in slots.values() for part in (c.at, EDGES * c.short, EDGES * c.long)])
    return np.asarray(_fitting(tuple(slots)) @ values, np.float32)


@cache
def _fitting(slots: tuple[int, ...]) -> Floats:
    """What makes the outline (4 × 2) out of the corners' places and edges: the solution of the least squares, 4 × 3 each."""
    rows = []
    for across, down in UNIT[list(slots)]:
        rows += [(1, across, down), (0, EDGES * (1 - 2 * across), 0), (0, 0, EDGES * (1 - 2 * down))]
    return np.asarray(np.column_stack([np.ones(4), UNIT]) @ np.linalg.pinv(np.array(rows)))


def _centre(outline: Quad) -> tuple[float, float]:
    return float(outline[:, 0].sum()) / 4, float(outline[:, 1].sum()) / 4


@dataclass(frozen=True)
class FoundCard:
    """The outline of a visible card; `seen` says which of its corners were seen themselves and how surely."""

    quad: Quad
    seen: tuple[float, float, float, float]

    @property
    def visible(self) -> float:
        """Share of its corners that were seen, 0..1."""
        return sum(1 for score in self.seen if score) / 4


class Finder:
    """Finds the outlines of all visible cards in a picture."""

    def __init__(self, threads: int = 1) -> None:
        self._session: onnxruntime.InferenceSession = session(model_path("finder"), threads)

    def find(self, picture: Image, card_width: float | None = None, region: Region | None = None) -> list[FoundCard]:
        """Cards in a picture; with a known width (in its pixels) one look is enough, else all sizes are searched.

        With a `region` the rest of the picture is spared.
        """
        if region is not None:
            found = self.find(region.of(picture), card_width)
            return [replace(card, quad=region.in_picture(card.quad)) for card in found]
        return self._merged(picture, self._scales(picture, card_width))

    def find_closely(self, picture: Image, card_width: float) -> list[FoundCard]:
        """Cards of about that width (in the picture's pixels), looked for in several sizes; none shows more than is there."""
        first, *larger = (wanted / card_width for wanted in CLOSE_WIDTHS)
        found = self._merged(picture, [first, *(scale for scale in larger if scale <= 1)])
        return [card for card in found if may_be_as_wide(card.quad, card_width)]

    def _merged(self, picture: Image, scales: list[float]) -> list[FoundCard]:
        return merge([corner for scale in scales for corner in self._corners(picture, scale)])

    def _scales(self, picture: Image, card_width: float | None) -> list[float]:
        if card_width is not None:
            return [WANTED_WIDTH / card_width]
        longest = max(picture.shape[:2])
        return [side / longest for side in SEARCH_SIDES if side <= 1.5 * longest]

    def _corners(self, picture: Image, scale: float) -> list[Corner]:
        if min(picture.shape[:2]) * scale < 1:
            return []
        small = _resized(picture, scale)
        height, width = (-(-side // 32) * 32 for side in small.shape[:2])
        padded = cv2.copyMakeBorder(small, 0, height - small.shape[0], 0, width - small.shape[1], cv2.BORDER_REPLICATE)
        answer = self._session.run(None, {"picture": padded.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
        return decode(answer, scale)


def _resized(picture: Image, scale: float) -> Image:
    """Halved as often as that goes, then the rest."""
    while scale <= 0.5:
        picture, scale = halved(picture), scale * 2
    way = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way).astype(np.uint8, copy=False)


def decode(answer: Floats, scale: float) -> list[Corner]:
    """Corners out of the network's answer (11 × G × G, see `networks`), in pixels of the picture that was reduced by `scale`.

    Left out are those whose edges do not belong to a card, and cards of a size that the network was not trained for. Its last
    answer, whether the card lies face up, is not used: the identifier tells that better.
    """
    heat = answer[:2]
    nearby = np.stack([cv2.dilate(kind, np.ones((3, 3), np.uint8)) for kind in heat])
    kinds, rows, columns = np.nonzero((heat >= math.log(LEAST_SCORE / (1 - LEAST_SCORE))) & (heat == nearby))
    values = answer[:, rows, columns].astype(np.float64)
    at = (np.stack([columns, rows]) + 0.5 + values[2:4]) * STRIDE
    short, long = _edges(values[4:7]), _edges(values[7:10])
    size, length = np.linalg.norm(short, axis=0), np.linalg.norm(long, axis=0)
    cross = short[0] * long[1] - short[1] * long[0]
    is_square = ((cross < 0) == (kinds == 1)) & (np.abs(cross) > 0.5 * size * length)
    scores = 1 / (1 + np.exp(-heat[kinds, rows, columns]))
    return [
        Corner(at[:, i] / scale, short[:, i] / scale, long[:, i] / scale, bool(kinds[i]), float(scores[i]))
        for i in np.flatnonzero(is_square & (size >= SMALLEST) & (size <= LARGEST))
    ]


def _edges(values: Floats) -> Floats:
    """Edges (2 × K) of directions and log-lengths (3 × K)."""
    length = LENGTH_UNIT * np.exp(np.clip(values[2], -3.0, 3.0))
    return np.asarray(values[:2] / np.maximum(1e-6, np.linalg.norm(values[:2], axis=0)) * length)


def merge(corners: list[Corner]) -> list[FoundCard]:
    """Cards that the corners agree on, the surest first."""
    groups: list[_Group] = []
    for corner in sorted(corners, key=lambda c: -c.score):
        joined = _best_group(groups, corner)
        if joined is None:
            groups.append(_Group({1 if corner.is_right else 0: corner}))
        else:
            joined[0].take(joined[1], corner)
    return _without_doubles([_card(group) for group in groups])


def _best_group(groups: list[_Group], corner: Corner) -> tuple[_Group, int] | None:
    """The group whose card this corner belongs to, and which corner of it this is."""
    best: tuple[float, _Group, int] | None = None
    x, y = _centre(corner.outline)
    size = math.hypot(*corner.short)
    for group in groups:
        shift = math.hypot(group.centre[0] - x, group.centre[1] - y) / group.width
        if shift >= 0.3 or abs(math.log(size / group.width)) > 0.3:
            continue
        for slot in (1, 3) if corner.is_right else (0, 2):
            miss = group.miss(slot, corner)
            limit = 0.1 if slot in group.slots else 0.22
            agrees = miss < limit and _same_way(group.outline, slot, corner)
            if agrees and (best is None or miss + shift < best[0]):
                best = (miss + shift, group, slot)
    return None if best is None else (best[1], best[2])


def _same_way(outline: Quad, slot: int, corner: Corner) -> bool:
    """Whether the corner's long edge runs as the outline's does there, within some 20 degrees."""
    down = outline[3] - outline[0] if slot in (0, 1) else outline[0] - outline[3]
    cosine = float(down @ corner.long) / (math.hypot(*down) * math.hypot(*corner.long) + 1e-9)
    return cosine > 0.94


def _card(group: _Group) -> FoundCard:
    """One outline from the corners of a group, named from the end whose index corner was seen best."""
    quad = group.outline.copy()
    for place, corner in group.slots.items():
        quad[place] = corner.at
    seen = [group.slots[place].score if place in group.slots else 0.0 for place in range(4)]
    if seen[2] > seen[0]:
        quad, seen = turned(quad), seen[2:] + seen[:2]
    return FoundCard(quad, (seen[0], seen[1], seen[2], seen[3]))


def _without_doubles(cards: list[FoundCard]) -> list[FoundCard]:
    """Drops an outline that lies on a surer one of the same size and place, from whichever end it is named."""
    kept: list[FoundCard] = []
    ends, near = np.zeros((2 * len(cards), 4, 2), np.float32), np.zeros(2 * len(cards))
    for card in sorted(cards, key=lambda c: -sum(c.seen)):
        if not (np.abs(ends - card.quad).max(axis=(1, 2)) < near).any():
            places = slice(2 * len(kept), 2 * len(kept) + 2)
            ends[places], near[places] = (card.quad, turned(card.quad)), 0.1 * size_of(card.quad)
            kept.append(card)
    return kept
