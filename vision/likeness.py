"""Whether two pictures show one face, of whatever deck: compared spot by spot, for an index alone may tell two cards apart."""

import cv2
import numpy as np

from vision.arrays import Floats, Image

WIDTH, HEIGHT = 80, 112
"""Pixels at which faces are compared."""

SPOT = 9
"""Side of a spot in these pixels: about an index character."""

SHIFT = 2
"""Pixels by which the outlines of two pictures may differ."""

SAME = 0.2
"""Difference up to which two pictures of one evening show the same face.

Of German decks, 70 and 130 pixels wide, one face shown twice differed by .17 at most, two faces by .26 at least.
"""


def even(face: Image) -> Floats:
    """A straightened face (H × W × 3 or 4) as it is compared, HEIGHT × WIDTH × 3: softened, its paper white in any light."""
    small = cv2.resize(face[..., :3], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), 1.2)
    return np.asarray(soft / np.maximum(np.percentile(soft.reshape(-1, 3), 90, axis=0), 1.0), np.float32)


def difference(one: Floats, other: Floats) -> float:
    """How much two faces of `even` differ at the spot where they do most, in parts of the paper's white; from either end."""
    return min(_difference(one, end) for end in (other, np.ascontiguousarray(other[::-1, ::-1])))


def _difference(one: Floats, other: Floats) -> float:
    rim = 2 * SHIFT
    inner = one[rim:-rim, rim:-rim]
    shifts = range(-SHIFT, SHIFT + 1)
    moved = (other[rim + y : HEIGHT - rim + y, rim + x : WIDTH - rim + x] for y in shifts for x in shifts)
    return min(float(cv2.blur(np.abs(inner - part).mean(axis=2), (SPOT, SPOT)).max()) for part in moved)
