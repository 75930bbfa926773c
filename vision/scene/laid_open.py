"""Cards that lie open beside the pile, such as a dummy: which faces lie there. None is a play until it lies where play is.

They are read as a still picture is: a face that several looks find in one place lies there. What covers, pushes or leaves what
need not be known of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import is_card
from vision.geometry import UNIT, distance, lies_in, moved
from vision.picture.reading import CardReading
from vision.scene.motion import UNCHANGED, Motion
from vision.sighting import Frame, Sighting, SightingKind

REACH = 2.4
"""Widths of a card around the middle of play within which tricks lie: what is laid open lies before its own seat."""

SAME_PLACE = 0.3
"""Widths of a card by which two looks at one card may differ: of most no more than a strip shows."""

LOOKS = 3
"""Looks that must agree on a face."""

CALM = 10
"""Looks without anything new after which everything that can be read has been."""


@dataclass
class LaidOpen:
    """What lies open around `place`, where play is. `calm` counts looks since anything new was read."""

    place: Quad
    faces: set[str] = field(default_factory=set)
    calm: int = 0
    _seen: dict[str, tuple[Quad, int]] = field(default_factory=dict)

    @classmethod
    def around(cls, middle: Quad, card_width: float) -> "LaidOpen":
        """Tricks are laid around the middle of this outline."""
        square = (UNIT - 0.5) * (2 * REACH * card_width) + middle.mean(axis=0)
        return cls(np.asarray(square, np.float32))

    @property
    def is_undecided(self) -> bool:
        """Whether even a quiet frame must be looked at."""
        return self.calm < CALM

    @property
    def block(self) -> Quad | None:
        """The outline around all the faces that were told; None where there are none."""
        told = [quad for label, (quad, _) in self._seen.items() if label in self.faces]
        return np.asarray(cv2.convexHull(np.concatenate(told))[:, 0], np.float32) if told else None

    def follow_camera(self, shift: Floats) -> None:
        """The camera was moved: so was everything else."""
        self.place = moved(self.place, shift)
        self._seen = {label: (moved(quad, shift), looks) for label, (quad, looks) in self._seen.items()}

    def see(
        self, frame: Frame, played: Sequence[CardReading], beside: Sequence[CardReading], motion: Motion, is_moving: bool
    ) -> list[Sighting]:
        """Faces that have come to lie open. Once they are told they are part of the quiet table, and so is a gap among them.

        Else they would pass for a hand where they lie at the picture's edge.
        """
        new, block = self.look(beside), self.block
        if block is not None and not self.is_undecided and not is_moving and motion.changed_share(block) > UNCHANGED:
            motion.settle(block, [self.place, *(reading.quad for reading in played)])
        return [Sighting(SightingKind.CARDS_OPEN, frame.at, frame.number, cards=new, picture=frame.picture)] if new else []

    def look(self, readings: Sequence[CardReading]) -> tuple[str, ...]:
        """Take in what was read beside the pile; once nothing new comes, the faces that have not been told yet."""
        self.calm += 1
        for reading in readings:
            if reading.label in self.faces:
                self._seen[reading.label] = (reading.quad, LOOKS)
            elif is_card(reading.label):
                self._agree(reading)
        if self.calm != CALM:
            return ()
        new = tuple(label for label, (_, looks) in self._seen.items() if looks >= LOOKS and label not in self.faces)
        self.faces.update(new)
        return new

    def _agree(self, reading: CardReading) -> None:
        quad, looks = self._seen.get(reading.label, (reading.quad, 0))
        is_same = distance(quad, reading.quad) < SAME_PLACE
        self._seen[reading.label] = (reading.quad, looks + 1 if is_same else 1)
        if is_same and looks + 1 == LOOKS:
            self.calm = 0


def split(readings: Sequence[CardReading], zones: Sequence[Quad]) -> tuple[list[CardReading], list[CardReading]]:
    """The readings in the zones, where play is, and those beside them."""
    return [each for each in readings if lies_in(zones, each.quad)], [each for each in readings if not lies_in(zones, each.quad)]
