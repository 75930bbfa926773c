"""The part of a picture that is worth a search: where something has changed or a card lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Image, Quad


@dataclass(frozen=True)
class Region:
    """A rectangle of a picture, in pixels; its right and its bottom edge lie outside."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, outlines: Sequence[Quad], margin: float, picture: Image) -> "Region":
        """All of these outlines with so many pixels around them, as far as the picture goes."""
        points = np.concatenate(outlines)
        left, top = np.floor(points.min(axis=0) - margin).astype(int).clip(0)
        right, bottom = np.ceil(points.max(axis=0) + margin).astype(int)
        height, width = picture.shape[:2]
        return cls(int(left), int(top), int(min(right, width)), int(min(bottom, height)))

    def of(self, picture: Image) -> Image:
        """The part of the picture."""
        return picture[self.top : self.bottom, self.left : self.right]

    def in_picture(self, outline: Quad) -> Quad:
        """Where an outline that was found in the part lies in the picture."""
        return np.asarray(outline + np.array([self.left, self.top], np.float32), np.float32)
