"""What is wrong with the camera: a picture that shows nothing is never read as an empty table."""

from enum import Enum

import cv2
import numpy as np

from vision.arrays import Image
from vision.geometry import grey_at

DARK, BRIGHT, FLAT = 10.0, 245.0, 4.0
"""Mean grey levels and spread beyond which a picture shows nothing."""

WHITE, MOSTLY = 250, 0.95
"""Grey level from which nothing is told apart any more, and the share of a picture that shows nothing if as much is so bright."""

FROZEN_AFTER = 20
"""Equal pictures in a row from which a camera whose pictures always differed has frozen: sensors are never quite still."""

USUALLY = 0.95
"""Share of earlier pictures that must have differed: videos may repeat pictures of a quiet table, cameras do not."""


class CameraTrouble(Enum):
    """Why a picture cannot be used, in words for the owner."""

    BLACK = "black: is the lens covered, or the light off?"
    OVEREXPOSED = "white: does a lamp shine into the camera?"
    FROZEN = "frozen: the same picture again and again; unplug the camera and plug it in again"
    UPSIDE_DOWN = "upside down: turn the camera, or calibrate again"


class CameraHealth:
    """Looks at every frame; `reference`, a grey picture of the calibrated table, tells when the camera hangs upside down."""

    def __init__(self, reference: Image | None = None) -> None:
        self._reference = reference
        self._last: Image | None = None
        self._equal = 0
        self._pairs = 0
        self._differing = 0

    def look(self, picture: Image) -> CameraTrouble | None:
        """What is wrong with this picture, or None."""
        sample = picture[::16, ::16].copy()
        mean, spread = float(sample.mean()), float(sample.std())
        is_frozen = self._is_frozen(sample)
        if mean < DARK or (spread < FLAT and mean < 2 * DARK):
            return CameraTrouble.BLACK
        if (spread < FLAT and mean > BRIGHT) or float((sample >= WHITE).mean()) > MOSTLY:
            return CameraTrouble.OVEREXPOSED
        return CameraTrouble.FROZEN if is_frozen else None

    def is_upside_down(self, picture: Image) -> bool:
        """Whether the table of the reference is there, but turned by half; costs a few milliseconds: ask now and then."""
        if self._reference is None:
            return False
        height, width = self._reference.shape
        grey = grey_at(picture, width, height)
        upright, turned = (_likeness(grey, named) for named in (self._reference, self._reference[::-1, ::-1]))
        return turned > 0.6 and turned > upright + 0.3

    def _is_frozen(self, sample: Image) -> bool:
        is_equal = self._last is not None and self._last.shape == sample.shape and np.array_equal(self._last, sample)
        self._last = sample
        self._equal = self._equal + 1 if is_equal else 0
        if self._equal <= 1:
            self._pairs += 1
            self._differing += not is_equal
        return self._equal >= FROZEN_AFTER and self._pairs >= FROZEN_AFTER and self._differing >= USUALLY * self._pairs


def _likeness(a: Image, b: Image) -> float:
    """Correlation of two grey pictures, -1..1."""
    return float(cv2.matchTemplate(a, np.ascontiguousarray(b), cv2.TM_CCOEFF_NORMED)[0, 0])
