"""Outlines that may become plays: which reading continues which, from frame to frame, and for how long each has lain still."""

from dataclasses import dataclass, field, replace

import numpy as np

from vision.arrays import Quad
from vision.faces import LABELS, is_card
from vision.geometry import distance, size_of
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.sighting import Frame


@dataclass(frozen=True)
class Rules:
    """When a card counts; lengths are parts of a card's width, times are frames."""

    rest: float = 0.06
    rest_corners: float = 0.22
    same_place: float = 0.14
    turned_place: float = 0.2
    pushed: float = 1.5
    pushed_little: float = 0.3
    carried: float = 0.2
    reach: float = 0.5
    whole: float = 0.75
    size: float = 0.12
    very_sure: float = 0.99
    likely: float = 0.9
    frames_certain: int = 2
    frames_unsure: int = 6
    frames_blurred: int = 8
    frames_forgotten: int = 4
    frames_gone: int = 4
    frames_named: int = 3
    frames_in_order: int = 3
    frames_idle: int = 50
    frames_rested: int = 3
    frames_remembered: int = 20
    looks: int = 12
    changed_least: float = 0.03
    changed_new: float = 0.22
    changed_some: float = 0.4
    changed_much: float = 0.5
    changed_gone: float = 0.3
    changed_most: float = 0.6
    changed_nearly: float = 0.7
    changed_all: float = 0.85
    novel: float = 0.6
    stayed_new: float = 0.36
    in_sight: float = 0.25


@dataclass(eq=False)
class Candidate:
    """An outline that may become a play: what each frame read there, and for how long it has lain still.

    `plain` is the outline in that look, of those at a card that lies still, which found most of its corners: the newest such.
    `before` is the outline of the look before the last: looks from a card's two ends, which take turns, may differ a little.
    `changed` is the least part of the outline in which the picture differed from the quiet table while it lay still.
    `let_go` says that it has lain still with no hand about: the next hand is not the one that brings it.
    `is_new` says that nearly all that shows in its outline was never seen there before; where half of its corners show, some.
    `came` is where a card of its name was seen in full view just before: on its way here. `below` says that a named card came
    to rest with it and lies on it. `lain` counts the frames in which it lay still anywhere: where the camera is
    knocked it lies elsewhere.
    """

    quad: Quad
    last: int
    still: int = 0
    corners: float = 0.0
    beliefs: list[Belief] = field(default_factory=list)
    entered_from: float | None = None
    changed: float = 1.0
    let_go: bool = False
    is_new: bool = False
    came: Quad | None = None
    below: bool = False
    lain: int = 0
    plain: Quad | None = None
    before: Quad = field(default_factory=lambda: np.full((4, 2), np.inf, np.float32))

    def belief(self, pack: frozenset[str]) -> Belief:
        """All looks together: their mean, for looks at one still card under one light are nearly one look."""
        return Belief.fuse(self.beliefs).given(pack)

    def cannot_be(self, label: str) -> bool:
        """Whether the looks at a card that lay still speak against this name: then it is another card, laid on top."""
        return self.still > 0 and is_card(label) and self.belief(frozenset()).logs[LABELS.index(label)] < np.log(0.01)

    @property
    def place(self) -> Quad:
        """Where it lies, as well as that is known."""
        return self.quad if self.plain is None else self.plain

    @property
    def rested_since(self) -> int:
        """The frame from which it has lain still."""
        return self.last - self.still


class Candidates:
    """All outlines that wait for a decision; `rested` are cards plain to see that lay still and are seen no more.

    While a frame is decided `waiting` stays the same list: what decides looks at it.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.waiting: list[Candidate] = []
        self.rested: list[Candidate] = []

    def follow(self, frame: Frame, readings: list[CardReading], side: float | None, is_moving: bool) -> None:
        """Every reading continues one candidate at the most: first those that lie where they lay, then those that moved.

        Where nothing in the picture moves, no card does: of one that is hard to see each frame may find other corners.
        """
        moved = [reading for reading in readings if not self._continue(frame, reading, self.rules.rest_corners, side, is_moving)]
        for reading in moved:
            if not self._continue(frame, reading, self.rules.reach, side, is_moving):
                fresh = Candidate(reading.quad, frame.number, 0, reading.visible, [reading.belief], side)
                self.waiting.append(fresh)

    def forget(self, candidate: Candidate) -> None:
        """It is decided, and waits no more."""
        for those in (self.waiting, self.rested):
            if candidate in those:
                those.remove(candidate)

    def forget_lost(self, frame: Frame) -> None:
        """Drop those that no reading has continued for a while; what rested, plain to see, is remembered for longer."""
        lost = [c for c in self.waiting if frame.number - c.last >= self.rules.frames_forgotten]
        for candidate in lost:
            self._remember(candidate)
            self.waiting.remove(candidate)
        self.rested = [c for c in self.rested if frame.number - c.last < self.rules.frames_remembered]

    def _remember(self, candidate: Candidate) -> None:
        is_plain = candidate.corners >= self.rules.whole or candidate.is_new
        if candidate.let_go and candidate.still >= self.rules.frames_rested and is_plain:
            self.rested.append(replace(candidate))

    def _continue(self, frame: Frame, reading: CardReading, reach: float, side: float | None, is_moving: bool) -> bool:
        """Add the reading to the nearest candidate within reach that this frame has not continued yet."""
        open_ones = (c for c in self.waiting if c.last < frame.number and not c.cannot_be(reading.label))
        near = [c for c in open_ones if distance(c.quad, reading.quad) < reach and self._may_be(c, reading, is_moving)]
        candidate = min(near, key=lambda c: distance(c.quad, reading.quad), default=None)
        if candidate is None:
            return False
        if self._lies_still(candidate, reading, is_moving):
            candidate.still += frame.number - candidate.last
            candidate.lain += frame.number - candidate.last
            candidate.beliefs = [*candidate.beliefs[-self.rules.looks :], reading.belief]
            candidate.plain = reading.quad if reading.visible >= candidate.corners else candidate.place
            candidate.corners = max(candidate.corners, reading.visible)
        else:
            self._remember(candidate)
            candidate.still, candidate.beliefs, candidate.corners = 0, [reading.belief], reading.visible
            candidate.let_go, candidate.is_new, candidate.plain = False, False, None
        if distance(candidate.quad, reading.quad) > self.rules.carried:
            candidate.entered_from = side
        candidate.before, candidate.quad, candidate.last = candidate.quad, reading.quad, frame.number
        return True

    def _may_be(self, candidate: Candidate, reading: CardReading, is_moving: bool) -> bool:
        """Whether the candidate may be seen here now: a card that lay still in plain view does not move on as a piece of one."""
        is_piece = candidate.still > 0 and candidate.corners >= self.rules.whole > reading.visible
        return not is_piece or self._lies_still(candidate, reading, is_moving)

    def _lies_still(self, candidate: Candidate, reading: CardReading, is_moving: bool) -> bool:
        """Whether it lies where it lay; a named card that comes into view where one corner was seen was laid there now."""
        has_come = candidate.corners < 0.5 and reading.visible >= self.rules.whole and is_card(reading.label)
        has_rested = (self._has_rested(old, reading.quad) for old in (candidate.quad, candidate.before))
        return not is_moving or (not has_come and any(has_rested))

    def _has_rested(self, before: Quad, now: Quad) -> bool:
        """Whether the card lies as it lay: its middle is steadier than corners that are half covered."""
        moved = float(np.linalg.norm(before.mean(axis=0) - now.mean(axis=0))) / size_of(now)
        return moved < self.rules.rest and distance(before, now) < self.rules.rest_corners
