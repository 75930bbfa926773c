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
        """All of these outlines with so many pixels around them, as far as the picture goes; never empty."""
        size = np.array(picture.shape[1::-1])
        points = np.concatenate(outlines).clip(0, size)
        left, top = np.floor(points.min(axis=0) - margin).clip(0).astype(int).tolist()
        right, bottom = np.ceil(points.max(axis=0) + margin).clip(max=size).astype(int).tolist()
        return cls(left, top, right, bottom)

    @classmethod
    def whole(cls, picture: Image) -> "Region":
        """All of a picture."""
        height, width = picture.shape[:2]
        return cls(0, 0, width, height)

    def of(self, picture: Image) -> Image:
        """The part of the picture."""
        return picture[self.top : self.bottom, self.left : self.right]

    def in_picture(self, outline: Quad) -> Quad:
        """Where an outline that was found in the part lies in the picture."""
        return np.asarray(outline + np.array([self.left, self.top], np.float32), np.float32)
