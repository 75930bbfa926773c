"""Outlines that no known card explains, followed from frame to frame: each may be a new card."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import LABELS, is_card
from vision.geometry import apart, distance, moved, size_of
from vision.picture.identifier import Belief
from vision.picture.reader import power_of_many
from vision.picture.reading import CERTAIN, CardReading, is_named
from vision.scene.cards import FRAMES, LIKELY, MOSTLY, PLACE, REMEMBERED, WHOLE, Hand, likely_cards, touches

PATIENCE = 6
"""Looks at a card without a name, in frames, before it is asked about: after half a second a name hardly comes."""

REACH = 0.5
"""Widths that a card is carried from one frame to the next at most, to be known as the same."""


@dataclass(eq=False)
class Track:
    """One outline: where looks find it, the newest at `quad` and the one `before`, what each read, since when it lies still.

    `place` is where it lies, as well as that is known: where the look that saw the most of it found it, `visible` the share of
    its corners. `last` is the frame in which it lay there last, `read` the one in which it was found, `still` the frames since
    it came to rest; `entered_from` is the side of the hand that brought it. `corners` are the places of those that the newest
    look saw (N × 2), `best` the looks that saw as much as any, `carried` those at it on its way, by frame, and `fused` is what
    they say together. `changed` is the least share of it that known cards did not predict while it lay still; `let_go` says
    that it has lain still with no hand about that may hold it; `came` where a card of its name was seen in full view just
    before; `weighed` how likely a new card it was, in nats, when it was seen of late. `pack` are the cards it can be, if known.
    """

    quad: Quad
    last: int
    read: int
    corners: Floats
    beliefs: list[Belief]
    visible: float
    entered_from: float | None = None
    pack: frozenset[str] = frozenset()
    still: int = 0
    changed: float = 1.0
    let_go: bool = False
    came: Quad | None = None
    weighed: deque[float] = field(default_factory=lambda: deque(maxlen=FRAMES + 1))
    best: list[Belief] = field(init=False)
    carried: dict[int, Belief] = field(default_factory=dict)
    fused: Belief = field(init=False)
    before: Quad = field(init=False)
    place: Quad = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.place = self.quad
        self.best = self.beliefs
        self._fuse()

    def _fuse(self) -> None:
        """Looks at one still card under one light are nearly one look; many, at both ends, are those at a still picture.

        Once these are not enough, those at the card on its way count as well, which are other looks, and of the still ones those
        that saw the most of it: a look at a corner or two often reads as nothing.
        """
        if len(self.beliefs) < PATIENCE:
            self.fused = Belief.fuse(self.beliefs)
        else:
            self.fused = Belief.fuse([*self.carried.values(), *self.best]).sharpened(power_of_many(self.visible))

    @property
    def belief(self) -> Belief:
        """All looks together."""
        return self.fused.given(self.pack)

    def cannot_be(self, label: str) -> bool:
        """Whether the looks at it while it lay still speak against this name."""
        return self.still > 0 and is_card(label) and self.fused.logs[LABELS.index(label)] < np.log(LIKELY)

    @property
    def nats(self) -> float:
        """How likely a new card it was of late: one look or two may have been at what came over it."""
        return median(self.weighed) if self.weighed else -np.inf

    @property
    def rested_since(self) -> int:
        """The frame from which it has lain still."""
        return self.last - self.still

    def follow_camera(self, shift: Floats) -> None:
        """The camera was moved: so was it."""
        self.quad, self.before, self.place = (moved(quad, shift) for quad in (self.quad, self.before, self.place))
        self.corners = moved(self.corners, shift)
        self.came = None if self.came is None else moved(self.came, shift)

    @property
    def likely(self) -> tuple[str, ...]:
        """The cards that it may well be."""
        return likely_cards(self.belief, 3)

    def take_note(self, frame: int, others: Sequence["Track"], hand: Hand) -> None:
        """What is to be remembered of this frame about an outline that lies still."""
        self.let_go |= self.last == frame and not hand.may_hold(self.entered_from)
        self._take_note_of_its_way(others)
        name = self.belief.certain(CERTAIN)
        if self.came is None and is_card(name):
            whole = (other for other in others if other is not self and other.visible == 1)
            self.came = next((other.quad for other in whole if other.belief.certain(CERTAIN) == name), None)

    def _take_note_of_its_way(self, others: Sequence["Track"]) -> None:
        """Looks at a whole card that moved just before and is likeliest the same."""
        label = self.belief.label
        on_the_way = [other for other in others if not other.still and other.visible == 1] if is_card(label) else []
        seen = {other.last: other.beliefs[-1] for other in on_the_way if other.belief.label == label}
        if not seen.keys() <= self.carried.keys():
            self.carried |= seen
            self._fuse()

    def came_under(self, upper: "Track") -> bool:
        """Whether both came to rest in one movement, this one partly under the other."""
        is_one_movement = self.last == upper.last and abs(self.rested_since - upper.rested_since) <= 1
        return is_one_movement and self.visible < upper.visible and touches(self.quad, upper.quad)

    def waits_for_lower(self, others: Sequence["Track"]) -> bool:
        """Whether a card that came in the same movement lies under it and may still be read."""
        return self.still <= FRAMES and any(other.came_under(self) and is_named(other.belief) for other in others)

    def lies_on(self, lower: "Track", frame: int) -> bool:
        """Whether it is plain to see now and lies on the other: it came with it, or is seen where that no longer is."""
        is_later = lower.last < frame or lower.came_under(self)
        return self.visible >= WHOLE and self.last == frame and is_later and touches(self.quad, lower.quad)

    def look(self, frame: int, reading: CardReading, side: float | None, is_moving: bool) -> None:
        """Take in one more look at it."""
        if self.lies_still(reading, is_moving):
            self.still += frame - self.last
            self.beliefs = [*self.beliefs[-REMEMBERED:], reading.belief]
            if reading.visible >= self.visible:
                as_good = self.best[-REMEMBERED:] if reading.visible == self.visible else []
                self.best, self.place, self.visible = [*as_good, reading.belief], reading.quad, reading.visible
        else:
            self._begin_again(reading.belief, reading.visible, reading.quad, side)
        self._fuse()
        self.before, self.quad, self.corners = self.quad, reading.quad, reading.seen_corners
        self.last = self.read = frame

    def note_nats(self, nats: float, frame: int) -> None:
        """Take in how likely a new card it is, where it lies still there now."""
        if self.last == frame and self.still:
            self.weighed.append(nats)

    def _begin_again(self, belief: Belief, visible: float, place: Quad, side: float | None) -> None:
        """It has not lain still before this look. What was a card before was pushed: who brought that, brought it."""
        self.entered_from = side if self.nats < 0 else self.entered_from
        self.still, self.visible, self.place = 0, visible, place
        self.beliefs = self.best = [belief]
        self.let_go, self.changed, self.carried = False, 1.0, {}
        self.weighed.clear()

    def lies_still(self, reading: CardReading, is_moving: bool) -> bool:
        """Whether the look finds it where it lay; looks from a card's two ends, which take turns, may differ a little."""
        has_come = self.visible < MOSTLY and reading.visible >= WHOLE and is_card(reading.label)
        return not is_moving or (not has_come and any(_is_at_rest(old, reading) for old in (self.quad, self.before)))


def _is_at_rest(before: Quad, now: CardReading) -> bool:
    """Whether its middle lies where it lay; of a piece the corners that were seen: its other ones are guessed from them."""
    far = (
        apart(now.seen_corners, [before]).max() if now.visible < WHOLE else math.dist(before.mean(axis=0), now.quad.mean(axis=0))
    )
    return far < PLACE / 2 * size_of(now.quad) and distance(before, now.quad) < 2 * PLACE


def follow(
    tracks: list[Track], frame: int, readings: list[CardReading], side: float | None, is_moving: bool, pack: frozenset[str]
) -> list[Track]:
    """The tracks with what this frame read: every look continues the nearest one within reach, or begins one."""
    rest = readings
    for reach in (2 * PLACE, REACH):
        looks, rest = rest, []
        for reading in looks:
            near = [t for t in tracks if t.last < frame and not t.cannot_be(reading.label)]
            near = [t for t in near if distance(t.quad, reading.quad) < reach and _may_go_on(t, reading, readings, is_moving)]
            if near:
                min(near, key=lambda t: distance(t.quad, reading.quad)).look(frame, reading, side, is_moving)
            else:
                rest.append(reading)
    for track in tracks:
        track.pack = pack
        # Where nothing in the picture has moved, it lies there, found again or not.
        if not is_moving and track.last == frame - 1:
            track.still, track.last = track.still + 1, frame
    return [*tracks, *(Track(r.quad, frame, frame, r.seen_corners, [r.belief], r.visible, side, pack) for r in rest)]


def _may_go_on(track: Track, reading: CardReading, readings: list[CardReading], is_moving: bool) -> bool:
    """A card that lay still in plain view does not move on as a piece of one, nor one on which another is laid just now."""
    if not track.still or track.lies_still(reading, is_moving):
        return True
    is_piece = track.visible >= WHOLE > reading.visible
    laid = (one.quad for one in readings if one is not reading and one.visible >= WHOLE and is_card(one.label))
    return not is_piece and not any(touches(track.quad, quad) for quad in laid)
