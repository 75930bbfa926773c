"""What is kept of a picture as evidence, and where in it the card lies."""

from vision.arrays import Image
from vision.geometry import size_of
from vision.sighting import Sighting

REACH = 2.2
"""Card widths each way from the middle of the card: what a proof needs, and no more of the room."""


def surroundings(sighting: Sighting) -> Image:
    """The part of the frame around the card."""
    assert sighting.picture is not None
    left, top, right, bottom = _window(sighting)
    return sighting.picture[top:bottom, left:right]


def outline(sighting: Sighting) -> tuple[tuple[float, float], ...]:
    """The card's corners within its surroundings, from (0, 0) at the top left to (1, 1); none where there is no picture."""
    if sighting.picture is None or sighting.quad is None:
        return ()
    left, top, right, bottom = _window(sighting)
    return tuple((round((x - left) / (right - left), 3), round((y - top) / (bottom - top), 3)) for x, y in sighting.quad.tolist())


def _window(sighting: Sighting) -> tuple[int, int, int, int]:
    assert sighting.picture is not None
    assert sighting.quad is not None
    reach = REACH * size_of(sighting.quad)
    x, y = sighting.quad.mean(axis=0)
    height, width = sighting.picture.shape[:2]
    left, right = int(max(0, x - reach)), int(min(width, x + reach))
    top, bottom = int(max(0, y - reach)), int(min(height, y + reach))
    return left, top, right, bottom
