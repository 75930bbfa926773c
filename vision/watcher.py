"""From frames to sightings: the eye of the companion. One object follows one table."""

from collections.abc import Iterable, Iterator

import numpy as np

from vision.arrays import Image
from vision.faces import is_card
from vision.geometry import size_of
from vision.motion import Motion
from vision.pile import Hand, PileTracker
from vision.reader import CardReading, Reader
from vision.sighting import Frame, Sighting, SightingKind

DARK, FLAT = 10.0, 4.0
"""Mean grey level and spread below which a picture shows nothing: the lens is covered or the camera is dead."""

FRESH = 6
"""Frames for which the side of a hand that has left still counts as the side a card came from."""

LOST_AFTER = 5
"""Frames without anything to see before the camera counts as lost."""


class Watcher:
    """Feed it frames in order; it tells what happened. `card_width` (pixels) is found by itself where it is not given."""

    pack: frozenset[str] = frozenset()
    """Labels of the cards that are played with; empty where that is not known."""

    def __init__(self, reader: Reader, card_width: float | None = None) -> None:
        self.reader = reader
        self.card_width = card_width
        self.pile = PileTracker()
        self._motion = Motion()
        self._widths: list[float] = []
        self._side: float | None = None
        self._hand_seen = -FRESH
        self._blind = 0
        self._last_moved = 0

    def watch(self, frames: Iterable[Frame]) -> Iterator[Sighting]:
        """Every sighting of a sequence of frames."""
        for frame in frames:
            yield from self.see(frame)

    @property
    def is_blind(self) -> bool:
        """Whether the camera has shown nothing for a while."""
        return self._blind >= LOST_AFTER

    def see(self, frame: Frame) -> list[Sighting]:
        """What this frame decides."""
        if _shows_nothing(frame.picture):
            self._blind += 1
            return [Sighting(SightingKind.CAMERA_LOST, frame.at, frame.number)] if self._blind == LOST_AFTER else []
        sightings = []
        if self.is_blind:
            sightings.append(Sighting(SightingKind.CAMERA_BACK, frame.at, frame.number))
        self._blind = 0
        is_moving = self._motion.look(frame.picture)
        self._last_moved = frame.number if is_moving else self._last_moved
        if not is_moving and not self.pile.is_undecided and frame.number - self._last_moved > 2:
            return sightings
        return sightings + self._look_closely(frame, is_moving)

    def _look_closely(self, frame: Frame, is_moving: bool) -> list[Sighting]:
        side = self._motion.hand_side()
        sightings = self._notice_hand(frame, side)
        readings = self.reader.read_outlines(frame.picture, self.card_width)
        self._learn_width(readings)
        self.pile.card_width, self.pile.pack = self.card_width, self.pack
        is_fresh = frame.number - self._hand_seen <= FRESH
        hand = Hand(side is not None, self._side if is_fresh else None)
        return sightings + self.pile.update(frame, readings, self._motion, is_moving, hand)

    def _notice_hand(self, frame: Frame, side: float | None) -> list[Sighting]:
        arrived = side is not None and frame.number - self._hand_seen > 1
        if side is not None:
            self._side, self._hand_seen = side, frame.number
        if arrived:
            return [Sighting(SightingKind.HAND_OVER_TABLE, frame.at, frame.number, entered_from=side)]
        return []

    def _learn_width(self, readings: list[CardReading]) -> None:
        """The size of a card from the first sure ones; from then on one look a frame is enough."""
        if self.card_width is not None:
            return
        self._widths += [size_of(r.quad) for r in readings if is_card(r.label) and r.visible == 1]
        if len(self._widths) >= 6:
            self.card_width = float(np.median(self._widths))


def _shows_nothing(picture: Image) -> bool:
    sample = picture[::16, ::16]
    return bool(sample.mean() < DARK or (sample.std() < FLAT and (sample.mean() > 245 or sample.mean() < 2 * DARK)))
