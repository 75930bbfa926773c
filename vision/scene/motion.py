"""What moves: whether anything changed since the last frame, what differs from the quiet table, and whose hand it is."""

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, Part, Quad
from vision.geometry import UNIT, grey_at, named_like, resized, similarity, size_of
from vision.picture.region import Region

SMALL_WIDTH = 320
"""Pixels across of the reduced grey picture in which movement is looked for."""

STEP = 14
"""Grey levels by which a reduced pixel must differ to count as changed; sensor noise stays below after reduction."""

UNCHANGED = 0.05
"""Part of a place that may differ from what was quiet there, by noise, with nothing new in it."""

LOOK_BACK = 9
"""Frames for which is remembered what had changed: longer than a card takes from the table's edge to its place."""

MOVING_SHARE, HAND_SHARE = 0.0008, 0.004
"""Part of the picture that must change to count as movement, and that a hand at the edge covers at least."""

EARLIER = 60
"""Quiet tables that are remembered, the first one always: what is uncovered again is nothing new, least of all the bare table."""

NEAR_EDGE = 5
"""Reduced pixels from the edge of the picture within which something of a hand must be seen that reaches in over it."""

HAND_RESTS = 30
"""Frames after which something at the edge that does not move is no hand: somebody put a glass there."""

INSIDE = 0.95
"""How much of an outline counts as inside: its very rim is left out."""

CLOTH = 40
"""Grey level of a dark cloth, on which the edges of any card are plain."""


class Motion:
    """Keeps the last frames and the quiet table, all reduced; of none yet, one pixel stands for each."""

    def __init__(self) -> None:
        self.begin_again()

    def begin_again(self) -> None:
        """What the next frame shows is the quiet table."""
        self._scale = self._light = 1.0
        self._quiet = self._now = self._changed = self._age = np.zeros((1, 1), np.uint8)
        self._before, self._shown = deque[Image](maxlen=LOOK_BACK), deque[Image](maxlen=LOOK_BACK)
        self._earlier: list[Image] = []

    def look(self, picture: Image) -> bool:
        """Take in the next frame; whether something moved since the one before."""
        self._scale = SMALL_WIDTH / picture.shape[1]
        small = grey_at(picture, SMALL_WIDTH, max(1, round(picture.shape[0] * self._scale)))
        last, self._now = self._now, small
        if self._quiet.shape != small.shape:
            self._quiet, self._age = small.copy(), np.full(small.shape, HAND_RESTS, np.uint8)
            self._before.clear()
            self._shown.clear()
            self._earlier.clear()
        self._compare()
        self._before.append(self._changed)
        self._shown.append(small)
        if last.shape != small.shape:
            return True
        moved = _changed(small, last, _gain(small, last))
        self._age = np.minimum(self._age + 1, HAND_RESTS) * (1 - moved)
        return cv2.countNonZero(moved) > MOVING_SHARE * moved.size

    def settle(self, quad: Quad | None = None, but: Sequence[Quad] = ()) -> None:
        """What lies there now is the quiet table, inside the outline or everywhere, but not under some outlines."""
        if quad is None:
            self._earlier.clear()
            part = np.ones(self._now.shape, bool)
        else:
            if len(self._earlier) == EARLIER:
                del self._earlier[1]
            self._earlier.append(self._quiet.copy())
            part = self.part(quad, 1.1)
        part = self.beside(but, part)
        self._quiet[part] = np.clip(self._now[part] / self._light, 0, 255)
        for before in self._before:
            before[part] = 0
        self._compare()

    def _compare(self) -> None:
        self._light = _gain(self._now, self._quiet)
        self._changed = _changed(self._now, self._quiet, self._light)

    def nowhere(self) -> Part:
        """No part of the reduced picture."""
        return np.zeros(self._changed.shape, bool)

    def changed_share(self, quad: Quad, grow: float = INSIDE) -> float:
        """Part of the outline, grown by a factor, that differs from the quiet table: 0..1."""
        outline = self._reduced(quad, grow)
        left, top, across, down = cv2.boundingRect(outline)
        has_changed = self._changed[max(0, top) : top + down, max(0, left) : left + across].any()
        return self.changed_in(self._filled(outline)) if has_changed else 0.0

    def changed_in(self, part: Part) -> float:
        """The same for any part of the reduced picture."""
        return _share(self._changed, part)

    def novel_in(self, part: Part) -> float:
        """Of a part, 0..1, what differs from what showed there at any earlier time: no card that is uncovered again."""
        x, y, width, height = cv2.boundingRect(part.view(np.uint8))
        if not width:
            return 0.0
        box = (slice(y, y + height), slice(x, x + width))
        differing = (self._never_so(box) * part[box]).sum(axis=(1, 2))
        return float(differing.min() / np.count_nonzero(part[box]))

    def _never_so(self, box: tuple[slice, slice]) -> Image:
        """What differs there from each quiet table that is remembered, the last one first: N × height × width."""
        earlier = np.stack([self._quiet[box], *(quiet[box] for quiet in self._earlier)])
        count, height, width = earlier.shape
        # All of them as one picture: OpenCV is called once, not once for each.
        now = np.broadcast_to(self._now[box], earlier.shape).reshape(count * height, width)
        return _changed(now, earlier.reshape(count * height, width), self._light).reshape(earlier.shape)

    def pixels(self) -> tuple[Image, Image]:
        """1 where a reduced pixel differs from the quiet table, and where from every one that is remembered."""
        return self._changed.copy(), np.min(self._never_so(np.s_[:, :]), axis=0)

    def left_of(self, picture: Image, least: float) -> tuple[Image, Region] | None:
        """What is left of a picture once all that is predicted is painted over, and which part of it that is.

        Pieces of at least so many pixels (of the picture) across and down stand alone on a dark cloth, with half as much of it
        around them; None where there is none.
        """
        closed = cv2.morphologyEx(self._changed, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        _, pieces, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(opened, np.ones((5, 5), np.uint8)))
        is_large = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].min(axis=1) >= least * self._scale
        # The first one is what is no piece.
        is_large[0] = False
        rest = is_large.astype(np.uint8)[pieces]
        box = self._box(rest)
        if box is None:
            return None
        region = Region.around([box], least / 2, picture)
        whole = cv2.resize(rest, picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        return np.where(region.of(whole)[:, :, None] > 0, region.of(picture), np.uint8(CLOTH)), region

    def changed_by_a_push(self, before: Quad, now: Quad, but: Sequence[Quad] = ()) -> float:
        """Part of an outline, 0..1, in which the picture is not what the quiet table shows where it lay before.

        It is compared everywhere but at some outlines; 1 where that is nowhere.
        """
        shift, shown = similarity(named_like(before, now), now, 0.06 * size_of(before), 0), self.beside(but, self.part(now))
        if shift is None or not shown.any():
            return 1.0
        return _share(_changed(self._now, self._shifted(self._quiet, shift), self._light), shown)

    def familiar(self, part: Part, reach: float) -> float:
        """How well what a part shows is what the quiet table shows there, or up to so many pixels (of the picture) aside.

        It is their correlation, 0..1, at the best place, which no other light changes; 0 where that tells nothing.
        """
        x, y, width, height = cv2.boundingRect(part.view(np.uint8))
        if not width:
            return 0.0
        box, far = (slice(y, y + height), slice(x, x + width)), round(reach * self._scale)
        around = cv2.copyMakeBorder(self._quiet, far, far, far, far, cv2.BORDER_REPLICATE)
        around = around[y : y + height + 2 * far, x : x + width + 2 * far]
        found = cv2.matchTemplate(around, self._now[box], cv2.TM_CCOEFF_NORMED, mask=part[box].view(np.uint8))
        # Where all is of one grey it is no number.
        return float(np.max(found, where=np.isfinite(found), initial=0.0))

    def changed_box(self) -> Quad | None:
        """The rectangle, in pixels of the picture, around all that differs from the quiet table; None where nothing does."""
        return self._box(cv2.morphologyEx(self._changed, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).view(np.uint8))

    def _box(self, part: Image) -> Quad | None:
        x, y, width, height = cv2.boundingRect(part)
        return np.asarray((UNIT * [width, height] + [x, y]) / self._scale, np.float32) if width else None

    def follow(self, shift: Floats) -> None:
        """The camera has moved by a turn, scale and shift (2 × 3, in pixels of the picture): so has all that is remembered."""
        self._quiet = self._shifted(self._quiet, shift)
        self._earlier = [self._shifted(quiet, shift) for quiet in self._earlier]
        self._compare()
        for past, now in ((self._shown, self._now), (self._before, self._changed)):
            followed = [self._shifted(picture, shift) for picture in list(past)[:-1]]
            past.clear()
            past.extend([*followed, now])

    def misfit_by(self, shift: Floats, but: Sequence[Quad] = ()) -> float:
        """What is left of the quiet table's misfit to this picture if the camera moved so: 1 all of it, 0 nothing.

        It is compared everywhere but at some outlines.
        """
        table = self.beside(but, ~self.nowhere(), 1.3)
        # A shifted picture is smoothed by that, and grain alone would make it fit better: both are.
        now, quiet = (np.asarray(cv2.GaussianBlur(picture, (5, 5), 0), np.uint8) for picture in (self._now, self._quiet))
        errors = [cv2.absdiff(now, cv2.convertScaleAbs(q, alpha=self._light)) for q in (self._shifted(quiet, shift), quiet)]
        after, before = (float(np.minimum(error[table], 40).mean()) if table.any() else 0.0 for error in errors)
        return (after + 0.1) / (before + 0.1)

    def _shifted(self, quiet: Image, shift: Floats) -> Image:
        reduced = shift * [[1, 1, self._scale], [1, 1, self._scale]]
        size = (quiet.shape[1], quiet.shape[0])
        return np.asarray(cv2.warpAffine(quiet, reduced, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def changed_lately(self, quad: Quad) -> float:
        """Part of the outline, 0..1, that showed something else as far back as is remembered."""
        return _share(_changed(self._now, self._shown[0], _gain(self._now, self._shown[0])), self.part(quad))

    def changed_before(self, part: Part) -> float:
        """Part of a part, 0..1, that had changed in every frame as far back as is remembered: the least of them."""
        return min(_share(before, part) for before in self._before)

    def hand_side(self) -> float | None:
        """Where something reaches in over the picture's edge: degrees clockwise from the top, or None."""
        new = self._changed
        if self._earlier:
            # Where a card was taken from the edge the bare table shows again: that is no hand.
            new = new & _changed(self._now, self._earlier[0], self._light)
        rim = (new[:NEAR_EDGE], new[-NEAR_EDGE:], new[:, :NEAR_EDGE], new[:, -NEAR_EDGE:])
        if not any(side.any() for side in rim):
            return None
        changed = cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
        height, width = changed.shape
        left, top, across, down = cv2.boundingRect(changed)
        count, parts, stats, _ = cv2.connectedComponentsWithStats(changed[top : top + down, left : left + across])
        areas = stats[:, cv2.CC_STAT_AREA]
        for part in sorted(range(1, count), key=lambda part: -areas[part]):
            if areas[part] < HAND_SHARE * changed.size:
                break
            rows, columns = np.nonzero(parts == part)
            rows, columns = rows + top, columns + left
            edge = (rows <= 1) | (rows >= height - 2) | (columns <= 1) | (columns >= width - 2)
            if edge.sum() >= 3 and self._age[rows, columns].min() < HAND_RESTS:
                x, y = columns[edge].mean() - width / 2, rows[edge].mean() - height / 2
                return float(np.degrees(np.arctan2(x, -y)) % 360)
        return None

    def beside(self, quads: Sequence[Quad], part: Part, grow: float = 1.1) -> Part:
        """What of a part of the reduced picture lies in none of the outlines, grown by a factor."""
        rest = part.copy()
        for quad in quads:
            cv2.fillConvexPoly(rest.view(np.uint8), self._reduced(quad, grow), 0)
        return rest

    def part(self, quad: Quad, grow: float = INSIDE) -> Part:
        """What lies inside the outline, grown by a factor, in the reduced picture."""
        return self._filled(self._reduced(quad, grow))

    def _reduced(self, quad: Quad, grow: float) -> npt.NDArray[np.int32]:
        """The outline, grown by a factor, in whole reduced pixels."""
        return np.round(resized(quad, grow) * self._scale).astype(np.int32)

    def _filled(self, outline: npt.NDArray[np.int32]) -> Part:
        mask = np.zeros(self._now.shape, np.uint8)
        cv2.fillConvexPoly(mask, outline, 1)
        return mask.view(np.bool_)


def _gain(now: Image, then: Image) -> float:
    """How much brighter most of the picture has become: a lamp that dims is no movement."""
    ratios = np.sort(now[::4, ::4] / np.maximum(then[::4, ::4], 1.0), axis=None)
    # Their median: sorting takes half as long as asking for it.
    middle = (ratios[(len(ratios) - 1) // 2] + ratios[len(ratios) // 2]) / 2
    return min(2.5, max(0.4, float(middle)))


def _share(image: Image, part: Part) -> float:
    """How much of the part is 1, 0..1."""
    mask = part.view(np.uint8)
    count = cv2.countNonZero(mask)
    return cv2.countNonZero(cv2.bitwise_and(image, mask)) / count if count else 0.0


def _changed(now: Image, then: Image, gain: float) -> Image:
    """1 where a pixel is not what it was, given the new light."""
    return (cv2.absdiff(now, cv2.convertScaleAbs(then, alpha=gain)) > STEP).astype(np.uint8)
