"""What moves: whether anything changed since the last frame, what differs from the quiet table, and whose hand it is."""

from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Image, Quad

SMALL_WIDTH = 320
"""Pixels across of the reduced grey picture in which movement is looked for."""

STEP = 14
"""Grey levels by which a reduced pixel must differ to count as changed; sensor noise stays below after reduction."""

LOOK_BACK = 9
"""Frames for which is remembered what had changed: longer than a card takes from the table's edge to its place."""

MOVING_SHARE, HAND_SHARE = 0.0008, 0.004
"""Part of the picture that must change to count as movement, and that a hand at the edge covers at least."""


@dataclass
class Motion:
    """Keeps the last frame and the quiet table, both reduced; `scale` maps picture pixels to reduced ones."""

    scale: float = 1.0
    _last: Image | None = field(default=None, repr=False)
    _quiet: Image | None = field(default=None, repr=False)
    _now: Image | None = field(default=None, repr=False)
    _before: deque[Image] = field(default_factory=lambda: deque(maxlen=LOOK_BACK), repr=False)

    def look(self, picture: Image) -> bool:
        """Take in the next frame; whether something moved since the one before."""
        self.scale = SMALL_WIDTH / picture.shape[1]
        size = (SMALL_WIDTH, max(1, round(picture.shape[0] * self.scale)))
        small = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        self._last, self._now = self._now, small.astype(np.uint8)
        if self._quiet is None or self._quiet.shape != self._now.shape:
            self._quiet = self._now.copy()
            self._before.clear()
        self._before.append((cv2.absdiff(self._now, self._quiet) > STEP).astype(np.uint8))
        if self._last is None or self._last.shape != self._now.shape:
            return True
        return bool((cv2.absdiff(self._now, self._last) > STEP).mean() > MOVING_SHARE)

    def settle(self, quad: Quad | None = None) -> None:
        """What lies there now is the quiet table, inside the outline or everywhere."""
        assert self._now is not None
        assert self._quiet is not None
        if quad is None:
            self._quiet = self._now.copy()
            return
        mask = self._mask(quad, 1.1)
        self._quiet[mask > 0] = self._now[mask > 0]

    def changed_share(self, quad: Quad) -> float:
        """Part of the outline, 0..1, that differs from the quiet table."""
        assert self._now is not None
        assert self._quiet is not None
        mask = self._mask(quad, 0.95)
        inside = mask > 0
        if not inside.any():
            return 0.0
        return float((cv2.absdiff(self._now, self._quiet)[inside] > STEP).mean())

    def changed_before(self, quad: Quad) -> float:
        """Part of the outline, 0..1, that had changed already as far back as is remembered."""
        inside = self._mask(quad, 0.95) > 0
        return float(self._before[0][inside].mean()) if inside.any() else 0.0

    def hand_side(self) -> float | None:
        """Where something reaches in over the picture's edge: degrees clockwise from the top, or None."""
        assert self._now is not None
        assert self._quiet is not None
        changed = (cv2.absdiff(self._now, self._quiet) > STEP).astype(np.uint8)
        changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
        count, parts, stats, _ = cv2.connectedComponentsWithStats(changed)
        height, width = changed.shape
        best: tuple[int, float] | None = None
        for part in range(1, count):
            area = int(stats[part, cv2.CC_STAT_AREA])
            if area < HAND_SHARE * changed.size or (best and area <= best[0]):
                continue
            rows, columns = np.nonzero(parts == part)
            edge = (rows <= 1) | (rows >= height - 2) | (columns <= 1) | (columns >= width - 2)
            if edge.sum() >= 3:
                x, y = columns[edge].mean() - width / 2, rows[edge].mean() - height / 2
                best = (area, float(np.degrees(np.arctan2(x, -y)) % 360))
        return None if best is None else best[1]

    def _mask(self, quad: Quad, grow: float) -> Image:
        assert self._now is not None
        centre = quad.mean(axis=0)
        outline = ((quad - centre) * grow + centre) * self.scale
        mask = np.zeros(self._now.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
        return mask
