"""Lines inside a card's edge, as half of the world's printers draw them; a finder must not take them for the edge."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.training.figures import Colour


@dataclass(frozen=True)
class Frame:
    """A line along the edge; lengths are parts of the card's width.

    `inset` is how far it lies inside, `radius` that of its own corners (0 for square ones), `weight` its thickness. `second`
    is how much farther inside a thinner line follows, `gaps` how many breaks its short sides have (in Spanish packs they tell
    the suit), 0 for none of either.
    """

    inset: float = 0.02
    radius: float = 0.0
    weight: float = 0.006
    colour: Colour = (60, 60, 60)
    second: float = 0.0
    gaps: int = 0

    def draw(self, card: Floats) -> None:
        """On a card of H × W × 3 (changed in place)."""
        self._line(card, self.inset, self.weight)
        if self.second:
            self._line(card, self.inset + self.second, 0.5 * self.weight)

    def _line(self, card: Floats, inset: float, weight: float) -> None:
        height, width = card.shape[:2]
        left = inset * width
        r = max(0.0, min(self.radius, 0.4 - inset)) * width
        pen = max(1, round(weight * width))
        turn = np.linspace(0, np.pi / 2, 9)
        arcs = [
            np.stack([x + r * np.cos(turn + first), y + r * np.sin(turn + first)], axis=1)
            for x, y, first in (
                (width - left - r, height - left - r, 0.0),
                (left + r, height - left - r, np.pi / 2),
                (left + r, left + r, np.pi),
                (width - left - r, left + r, 1.5 * np.pi),
            )
        ]
        before = card.copy() if self.gaps else card
        cv2.polylines(card, [np.round(np.concatenate(arcs) * 16).astype(np.int32)], True, self.colour, pen, cv2.LINE_AA, 4)
        for k in range(self.gaps):
            middle, half = width * (k + 1) / (self.gaps + 1), 0.03 * width
            for rows in (slice(0, round(left + 2 * pen)), slice(round(height - left - 2 * pen), height)):
                columns = slice(round(middle - half), round(middle + half))
                card[rows, columns] = before[rows, columns]


def random_frame(rng: np.random.Generator, ink: Colour | None = None) -> Frame:
    """A frame that a printer might draw, in this ink if one is given."""
    colour = tuple(int(c) for c in rng.choice([0, 30, 60, 120, 190], 3)) if rng.random() < 0.4 else (40, 35, 35)
    return Frame(
        inset=float(rng.choice([rng.uniform(0.012, 0.04), rng.uniform(0.03, 0.13)])),
        radius=float(rng.choice([0.0, rng.uniform(0.02, 0.14)], p=[0.35, 0.65])),
        weight=float(rng.choice([rng.uniform(0.003, 0.009), rng.uniform(0.008, 0.03)], p=[0.75, 0.25])),
        colour=ink or (colour[0], colour[1], colour[2]),
        second=float(rng.choice([0.0, rng.uniform(0.015, 0.04)], p=[0.75, 0.25])),
    )
