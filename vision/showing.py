"""Cards shown one after another, for enrolment and calibration: each is noticed once, when it lies alone and still."""

from dataclasses import dataclass, field

from vision.arrays import Image, Quad
from vision.geometry import distance, size_of
from vision.identifier import Belief
from vision.reader import Reader
from vision.sighting import Frame

STILL, ELSEWHERE = 0.04, 0.3
"""Parts of a card's width by which one that lies still moves at most, and by which another one lies elsewhere."""

AWAY = 3
"""Frames without any card after which the one that was shown has been taken away: a hand that passes hides it for less."""

MOSTLY = 0.75
"""Share of its corners by which a card counts as lying in full view."""


@dataclass(frozen=True)
class ShownCard:
    """A card that was shown: how several frames saw it, each with its outline, and what the reader takes it for."""

    looks: list[tuple[Image, Quad]] = field(repr=False)
    belief: Belief = field(repr=False)


class Showing:
    """Feed it frames; it says when another card lies there. A card that stays is not shown twice."""

    def __init__(self, reader: Reader, card_width: float | None = None, frames: int = 4) -> None:
        self.reader = reader
        self.card_width = card_width
        self.frames = frames
        self._looks: list[tuple[Image, Quad]] = []
        self._beliefs: list[Belief] = []
        self._taken: Quad | None = None
        self._gone = 0

    def see(self, frame: Frame) -> ShownCard | None:
        """The card that has now lain still for long enough, if there is one."""
        whole = [r for r in self.reader.read_outlines(frame.picture, self.card_width) if r.visible >= MOSTLY]
        card = max(whole, key=lambda reading: size_of(reading.quad), default=None)
        self._gone = self._gone + 1 if card is None else 0
        if card is None or (self._taken is not None and distance(self._taken, card.quad) < ELSEWHERE):
            self._taken = self._taken if self._gone < AWAY else None
            self._looks, self._beliefs = [], []
            return None
        self._taken = None
        if self._looks and distance(self._looks[-1][1], card.quad) > STILL:
            self._looks, self._beliefs = [], []
        self._looks.append((frame.picture, card.quad))
        self._beliefs.append(card.belief)
        if len(self._looks) < self.frames:
            return None
        shown = ShownCard(self._looks, Belief.fuse(self._beliefs))
        self._looks, self._beliefs, self._taken = [], [], card.quad
        return shown
