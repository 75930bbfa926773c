"""A deck's artwork as another printer might have cut and coloured it: what is learnt of a figure shall not be one engraving.

The suits' red stays red, for a suit's colour is part of what a card says.
"""

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.training.marks import is_number

BEND, MARKS_BEND = 0.025, 0.006
"""How far the lines of a figure move, and marks, in parts of the card's width (one standard deviation)."""


def restyled(faces: dict[str, Image], rng: np.random.Generator) -> dict[str, Image]:
    """The faces (each H × W × 4) bent each in its own way, all of them in the same other colours and pen."""
    seed, dyes = int(rng.integers(2**31)), _dyes(rng)
    pen, saturation = int(rng.choice([-1, 0, 0, 0, 1])), float(rng.choice([0.0, rng.uniform(0.3, 1.4)], p=[0.1, 0.9]))
    style = {}
    for label, face in faces.items():
        bend = MARKS_BEND if is_number(label) else BEND
        warped = _bent(face, np.random.default_rng([seed, *label.encode()]), bend)
        coloured = _drawn_with(_recoloured(warped[..., :3], dyes, saturation), pen)
        style[label] = np.dstack([coloured, face[..., 3]])
    return style


def _bent(face: Image, rng: np.random.Generator, bend: float) -> Image:
    height, width = face.shape[:2]
    across, down = (cv2.resize(shift, (width, height), interpolation=cv2.INTER_CUBIC) * width for shift in _coarse(rng, bend))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    bent = cv2.remap(face, x + across, y + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return bent.astype(np.uint8)


def _coarse(rng: np.random.Generator, bend: float) -> Floats:
    """Shifts across and down on a coarse grid (2 × 7 × 5), none at the rim."""
    shift = np.zeros((2, 7, 5), np.float32)
    shift[:, 1:-1, 1:-1] = rng.normal(0, bend, (2, 5, 3))
    return shift


def _dyes(rng: np.random.Generator) -> Image:
    """A hue for each of OpenCV's 180: reds hardly move, the others where they like, neighbours together."""
    knots = np.array([0, 12, 30, 60, 90, 120, 150, 168, 180], np.float32)
    moved = knots + rng.normal(0, [0, 2, 12, 30, 30, 30, 12, 2, 0])
    return (np.interp(np.arange(256), knots, moved) % 180).astype(np.uint8)


def _recoloured(picture: Image, dyes: Image, saturation: float) -> Image:
    """Other dyes for all that is not red, more or less of them."""
    hue, colour, value = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV))
    is_red = (hue < 12) | (hue > 168)
    colour = np.where(is_red, colour, np.clip(colour * saturation, 0, 255)).astype(np.uint8)
    dyed = cv2.merge([cv2.LUT(hue, dyes), colour, value])
    return cv2.cvtColor(dyed, cv2.COLOR_HSV2BGR).astype(np.uint8)


def _drawn_with(picture: Image, pen: int) -> Image:
    """Lines one pixel thicker (1), thinner (-1) or as they were."""
    if pen == 0:
        return picture
    change = cv2.erode if pen > 0 else cv2.dilate
    kernel = np.ones((2, 2), np.uint8)
    return change(picture, kernel).astype(np.uint8)
