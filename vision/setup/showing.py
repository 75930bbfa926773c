"""Cards shown one after another, for enrolment and calibration: each is noticed once, when it lies alone and still."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import NONE
from vision.geometry import distance, grey_at, size_of, straighten
from vision.picture.identifier import Belief
from vision.picture.likeness import HEIGHT, WIDTH, difference, even
from vision.picture.reader import Reader
from vision.picture.reading import CERTAIN, CardReading
from vision.setup.alone import outline_alone
from vision.sighting import Frame

STILL, ELSEWHERE = 0.04, 0.3
"""Parts of a card's width by which one that lies still moves at most, and by which another one lies elsewhere."""

AWAY = 3
"""Frames without any card after which the one that was shown has been taken away: a hand that passes hides it for less."""

MOSTLY = 0.75
"""Share of its corners by which a card counts as lying in full view."""

ANOTHER = 0.35
"""How much a face differs at least from the one that was taken in at its place where another card was laid on it."""

PATIENCE_S = 2.0
"""Seconds for which something lies there still before it counts as overlooked."""

REDUCED, STEP = 160, 24
"""Pixels across at which pictures of the table are compared, and grey levels by which a thing differs from the bare table."""

THING, LIGHT, MOVING = 0.002, 0.5, 0.0008
"""Shares of the picture: what a thing covers at least, from where on the light has changed, and from where on something moves."""


@dataclass(frozen=True)
class ShownCard:
    """A card that was shown: how several frames saw it, each with its outline, and what the reader takes it for."""

    looks: list[tuple[Image, Quad]] = field(repr=False)
    belief: Belief = field(repr=False)

    @property
    def is_a_card(self) -> bool:
        """Whether it may be one, of whatever deck, from either side."""
        return self.belief.certain(CERTAIN) != NONE

    def face(self, width: int, height: int) -> Image:
        """The mean of the looks, straightened: height × width × 3."""
        faces = [straighten(picture, quad, width, height).astype(np.float32) for picture, quad in self.looks]
        return np.asarray(np.mean(faces, axis=0), np.uint8)

    @cached_property
    def likeness(self) -> Floats:
        """The face as it is compared with others."""
        return even(self.face(WIDTH, HEIGHT))


class Showing:
    """Feed it frames; it says when another card lies there. A card that stays is not shown twice."""

    def __init__(self, reader: Reader, frames: int = 4) -> None:
        self.reader = reader
        self.frames = frames
        self.card_width: float | None = None
        self._looks: list[tuple[Image, Quad]] = []
        self._beliefs: list[Belief] = []
        self._taken: ShownCard | None = None
        self._gone = 0
        self._table = _Table()

    @property
    def is_overlooked(self) -> bool:
        """Whether something has lain there still for a while without being taken in."""
        return self._table.still_s >= PATIENCE_S

    def see(self, frame: Frame) -> ShownCard | None:
        """The card that has now lain still for long enough, if there is one."""
        alone = self._alone(frame.picture)
        found = self._found(frame.picture) if alone is None else [alone]
        card = max(filter(_is_in_full_view, found), key=lambda reading: size_of(reading.quad), default=None)
        self._gone = self._gone + 1 if card is None else 0
        is_known = self._taken is not None and (card is None or self._is_taken(frame.picture, card))
        self._table.look(frame, has_outlines=bool(found), is_known=is_known)
        if card is None or is_known:
            self._taken = self._taken if self._gone < AWAY else None
            self._looks, self._beliefs = [], []
            return None
        if self._looks and distance(self._looks[-1][1], card.quad) > STILL:
            self._looks, self._beliefs = [], []
        self._looks.append((frame.picture, card.quad))
        self._beliefs.append(card.belief)
        if len(self._looks) < self.frames:
            return None
        shown = ShownCard(self._looks, Belief.fuse(self._beliefs))
        self._looks, self._beliefs, self._taken = [], [], shown
        self.card_width = size_of(card.quad)
        return shown

    def _found(self, picture: Image) -> list[CardReading]:
        """What lies there: as large as the card before it, or else of any size, which takes several times as long."""
        if self.card_width is not None:
            found = self.reader.read_outlines(picture, self.card_width)
            if any(map(_is_in_full_view, found)):
                return found
        return self.reader.read_outlines(picture)

    def _alone(self, picture: Image) -> CardReading | None:
        """A card that is all by which the picture differs from the bare table: no other outline is as sure."""
        bare = self._table.bare
        quad = outline_alone(picture, bare) if bare is not None and bare.shape == picture.shape else None
        return None if quad is None else self.reader.read_at(picture, quad)

    def _is_taken(self, picture: Image, card: CardReading) -> bool:
        """Whether it is the card that was taken in last: it lies there, and no other one in full view on it."""
        assert self._taken is not None
        if distance(self._taken.looks[-1][1], card.quad) >= ELSEWHERE:
            return False
        if card.visible < 1:
            return True
        return difference(even(straighten(picture, card.quad, WIDTH, HEIGHT)), self._taken.likeness) < ANOTHER


def _is_in_full_view(reading: CardReading) -> bool:
    return reading.visible >= MOSTLY


class _Table:
    """For how long (`still_s`, seconds) something has lain on the table that was not taken in, whatever it looks like.

    `bare` is the last picture of the table without it.
    """

    def __init__(self) -> None:
        self.still_s = 0.0
        self.bare: Image | None = None
        self._bare: Image | None = None
        self._last: Image | None = None
        self._since: float | None = None

    def look(self, frame: Frame, has_outlines: bool, is_known: bool) -> None:
        """Take in a frame in which outlines of cards were found or not; `is_known` where what lies there was taken in."""
        height, width = frame.picture.shape[:2]
        now = grey_at(frame.picture, REDUCED, max(1, round(REDUCED * height / width)))
        if self._bare is None or self._last is None or self._bare.shape != now.shape:
            self._bare = self._last = now
        covered, moving = _share(now, self._bare), _share(now, self._last)
        self._last = now
        if not has_outlines and (covered < THING or covered > LIGHT):
            self.bare, self._bare = frame.picture, now
        is_there = (has_outlines or THING <= covered <= LIGHT) and moving < MOVING and not is_known
        self._since = (self._since if self._since is not None else frame.at) if is_there else None
        self.still_s = 0.0 if self._since is None else frame.at - self._since


def _share(now: Image, before: Image) -> float:
    return float((np.abs(now.astype(np.int16) - before) > STEP).mean())
