"""What stands in the index, and how it is lettered: this module draws pen strokes, `fonts.py` draws type."""

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.training.shapes import FLAT_THREE, characters, text_width

LETTERS: dict[str, tuple[str, str, str, str]] = {
    "english": ("A", "J", "Q", "K"),
    "french": ("1", "V", "D", "R"),
    "german": ("A", "B", "D", "K"),
    "dutch": ("A", "B", "V", "H"),
    "scandinavian": ("E", "Kn", "D", "K"),
    "cyrillic": ("\u0422", "\u0412", "\u0414", "\u041a"),
}
"""What stands in the index of ace, jack, queen and king."""


class Lettering(Protocol):
    """Draws index characters."""

    def mask(self, text: str, height: int) -> Floats:
        """The text as a height × width array of 0..1, trimmed to its ink."""
        ...


@dataclass(frozen=True)
class PenLettering:
    """Index characters drawn with a round pen."""

    weight: float = 0.14
    slant: float = 0.0
    width: float = 1.0
    has_flat_three: bool = False

    def mask(self, text: str, height: int) -> Floats:
        """See `Lettering`."""
        if self.has_flat_three:
            text = text.replace("3", FLAT_THREE)
        pen = max(1, round(self.weight * height))
        body = height - pen
        canvas = np.zeros((height, round((text_width(text) * self.width + abs(self.slant)) * body) + pen + 2), np.uint8)
        for stroke in characters(text):
            x = stroke[:, 0] * self.width + self.slant * (1 - stroke[:, 1]) + max(0.0, -self.slant)
            points = np.stack([x * body + pen / 2, stroke[:, 1] * body + pen / 2], axis=1)
            _polyline(canvas, points, pen)
        return canvas.astype(np.float32) / 255


def _polyline(canvas: Image, points: Floats, pen: int) -> None:
    cv2.polylines(canvas, [np.round(points * 16).astype(np.int32)], False, 255, pen, cv2.LINE_AA, 4)
