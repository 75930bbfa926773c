"""The pile: which cards lie on the table, what is new, covered, taken or gone, from one frame to the next.

A card that has come to rest and changed what was seen under its outline is new; physics adds that a pack holds each
card once, so a card that was seen before is the same card, nudged. Which play would be legal is never asked.
"""

from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Quad
from vision.faces import BACK, NONE, UNKNOWN, is_card
from vision.geometry import overlap, size_of, turned
from vision.identifier import Belief
from vision.motion import Motion
from vision.reader import CERTAIN, CardReading
from vision.sighting import Frame, Sighting, SightingKind


@dataclass(frozen=True)
class Rules:
    """When a card counts; lengths are parts of a card's width, times are frames."""

    rest: float = 0.06
    rest_corners: float = 0.22
    same_place: float = 0.14
    carried: float = 0.2
    reach: float = 0.5
    whole: float = 0.75
    size: float = 0.12
    very_sure: float = 0.99
    frames_certain: int = 2
    frames_unsure: int = 6
    frames_forgotten: int = 4
    frames_gone: int = 4
    changed_new: float = 0.22
    changed_much: float = 0.5
    changed_gone: float = 0.3


@dataclass(frozen=True)
class Hand:
    """Whether a hand is over the table, and the side from which the newest one came, for as long as that is fresh."""

    is_here: bool
    side: float | None


@dataclass(eq=False)
class Candidate:
    """An outline that may become a play: what each frame read there, and for how long it has lain still."""

    quad: Quad
    first: int
    last: int
    still: int = 0
    corners: float = 0.0
    beliefs: list[Belief] = field(default_factory=list)
    entered_from: float | None = None

    def belief(self, pack: frozenset[str]) -> Belief:
        """All looks together; they are not independent, so four count as 1.6."""
        return Belief.fuse(self.beliefs, weight=min(1.6, 1 + 0.2 * (len(self.beliefs) - 1))).given(pack)


@dataclass(eq=False)
class LyingCard:
    """A card that was played: outline, name as reported, what else it may be, how often it was missed while all was quiet."""

    quad: Quad
    label: str
    likely: tuple[str, ...] = ()
    missed: int = 0


class PileTracker:
    """Follows one table; `update` is called with every frame in which something moved or is still undecided."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.lying: list[LyingCard] = []
        self.card_width: float | None = None
        self.pack: frozenset[str] = frozenset()
        self._candidates: list[Candidate] = []
        self._empty_frames = 0

    @property
    def is_undecided(self) -> bool:
        """Whether something waits to be decided, so that even a quiet frame must be looked at."""
        return bool(self._candidates) or self._empty_frames > 0 or any(card.missed for card in self.lying)

    def update(self, frame: Frame, readings: list[CardReading], motion: Motion, is_moving: bool, hand: Hand) -> list[Sighting]:
        """What this frame decides."""
        fresh = [reading for reading in readings if not self._belongs_to_lying(reading)]
        self._follow(frame, fresh, hand.side)
        sightings = self._decide(frame, motion, hand.is_here)
        if not is_moving and not hand.is_here:
            sightings += self._find_gone(frame, readings, motion)
        return sightings

    def _belongs_to_lying(self, reading: CardReading) -> bool:
        """Whether the reading is a card that was played already; a nudged one takes its new place."""
        label = reading.belief.label
        for card in self.lying:
            if _distance(card.quad, reading.quad) < self.rules.same_place and not self._is_on_top_of(reading, card):
                card.missed = 0
                if reading.visible == 1:
                    card.quad = reading.quad
                return True
            if is_card(label) and (card.label == label or self._is_unsure_part(reading, card)):
                if reading.label == label and reading.visible == 1:
                    card.quad = reading.quad
                card.missed = 0
                return True
        return False

    def _is_unsure_part(self, reading: CardReading, card: LyingCard) -> bool:
        """A piece of a card that nobody could name, read as one of the cards that it may be."""
        is_possible = card.label == UNKNOWN and reading.belief.label in card.likely
        return is_possible and overlap(card.quad, reading.quad) > 0.6

    def _is_on_top_of(self, reading: CardReading, card: LyingCard) -> bool:
        """A certain other name in the very same place: laid exactly on top."""
        is_other = reading.label not in (UNKNOWN, NONE, card.label) and card.label != UNKNOWN
        return is_other and reading.visible >= self.rules.whole

    def _follow(self, frame: Frame, readings: list[CardReading], side: float | None) -> None:
        """Every reading continues one candidate at the most: first those that lie where they lay, then those that moved."""
        moved = [reading for reading in readings if not self._continue(frame, reading, self.rules.rest_corners, side)]
        for reading in moved:
            if not self._continue(frame, reading, self.rules.reach, side):
                fresh = Candidate(reading.quad, frame.number, frame.number, 0, reading.visible, [reading.belief], side)
                self._candidates.append(fresh)

    def _continue(self, frame: Frame, reading: CardReading, reach: float, side: float | None) -> bool:
        """Add the reading to the nearest candidate within reach that this frame has not continued yet."""
        waiting = [c for c in self._candidates if c.last < frame.number and _distance(c.quad, reading.quad) < reach]
        candidate = min(waiting, key=lambda c: _distance(c.quad, reading.quad), default=None)
        if candidate is None:
            return False
        if self._has_rested(candidate.quad, reading.quad):
            candidate.still += frame.number - candidate.last
            candidate.beliefs.append(reading.belief)
            candidate.corners = max(candidate.corners, reading.visible)
        else:
            candidate.still, candidate.beliefs, candidate.corners = 0, [reading.belief], reading.visible
        if _distance(candidate.quad, reading.quad) > self.rules.carried:
            candidate.entered_from = side
        candidate.quad, candidate.last = reading.quad, frame.number
        return True

    def _has_rested(self, before: Quad, now: Quad) -> bool:
        """Whether the card lies as it lay: its middle is steadier than corners that are half covered."""
        moved = float(np.linalg.norm(before.mean(axis=0) - now.mean(axis=0))) / size_of(now)
        return moved < self.rules.rest and _distance(before, now) < self.rules.rest_corners

    def _decide(self, frame: Frame, motion: Motion, hand_is_here: bool) -> list[Sighting]:
        sightings = []
        for candidate in sorted(self._candidates, key=lambda c: (c.last - c.still, -c.corners)):
            if self._is_play(candidate, motion, hand_is_here):
                sightings.append(self._play(candidate, frame, motion))
            elif frame.number - candidate.last < self.rules.frames_forgotten:
                continue
            self._candidates.remove(candidate)
        return sightings

    def _is_play(self, candidate: Candidate, motion: Motion, hand_is_here: bool) -> bool:
        """Whether the candidate is a card that was played: at once where it is plain, after a while where it is not."""
        rules, belief = self.rules, candidate.belief(self.pack)
        lies_already = is_card(belief.label) and any(card.label == belief.label for card in self.lying)
        if candidate.still < rules.frames_certain - 1 or lies_already:
            return False
        changed = motion.changed_share(candidate.quad)
        is_plain = candidate.corners >= rules.whole and self._has_size(candidate.quad) and changed >= rules.changed_new
        is_named = belief.confidence >= CERTAIN and belief.label not in (BACK, NONE)
        if is_plain and is_named:
            return True
        if belief.label == BACK:
            is_sure = belief.confidence >= CERTAIN and candidate.still >= rules.frames_certain and candidate.corners == 1
            return is_plain and is_sure and not self._shows_known_back(candidate)
        if hand_is_here:
            return False
        if is_plain and candidate.still >= rules.frames_unsure:
            return self._lies_free(candidate) and (belief.label != NONE or candidate.corners == 1)
        is_very_sure = is_named and belief.confidence >= rules.very_sure and candidate.still > rules.frames_certain
        return is_very_sure and changed >= rules.changed_much and candidate.corners >= 0.5

    def _shows_known_back(self, candidate: Candidate) -> bool:
        """Backs have no names: one that shares its place with a face-down card of the pile is that card."""
        return any(card.label == BACK and overlap(card.quad, candidate.quad) > 0.5 for card in self.lying)

    def _has_size(self, quad: Quad) -> bool:
        """Whether the outline is as large as cards are here."""
        return self.card_width is None or abs(size_of(quad) / self.card_width - 1) < self.rules.size

    def _lies_free(self, candidate: Candidate) -> bool:
        """Whether no played card shares most of the place: else it is a corner of one of those."""
        return all(overlap(card.quad, candidate.quad) < 0.85 for card in self.lying)

    def _play(self, candidate: Candidate, frame: Frame, motion: Motion) -> Sighting:
        belief = candidate.belief(self.pack)
        # A card that lay there for a while before it was recognised: the hand seen now need not be the one that brought it.
        is_late = motion.changed_before(candidate.quad) > self.rules.changed_much
        label = UNKNOWN if belief.label == NONE else belief.certain(CERTAIN)
        self.lying.append(LyingCard(candidate.quad, label, tuple(other for other, _ in belief.best(4))))
        motion.settle(candidate.quad)
        return Sighting(
            SightingKind.CARD_HIDDEN if label == BACK else SightingKind.CARD_PLAYED,
            frame.at,
            frame.number,
            label,
            belief.confidence if label != UNKNOWN else min(belief.confidence, CERTAIN),
            tuple((other, chance) for other, chance in belief.best(6) if is_card(other))[:4],
            candidate.quad,
            None,
            None if is_late else candidate.entered_from,
            picture=frame.picture,
        )

    def _find_gone(self, frame: Frame, readings: list[CardReading], motion: Motion) -> list[Sighting]:
        """The whole pile gathered, or the topmost cards taken back."""
        if not self.lying:
            self._empty_frames = 0
            return []
        if not any(reading.belief.label != NONE for reading in readings) and all(
            motion.changed_share(card.quad) > self.rules.changed_gone for card in self.lying
        ):
            self._empty_frames += 1
            if self._empty_frames < self.rules.frames_gone:
                return []
            self._empty_frames = 0
            self.lying, self._candidates = [], []
            motion.settle()
            return [Sighting(SightingKind.PILE_CLEARED, frame.at, frame.number)]
        self._empty_frames = 0
        return self._find_taken(frame, readings, motion)

    def _find_taken(self, frame: Frame, readings: list[CardReading], motion: Motion) -> list[Sighting]:
        top = self.lying[-1]
        shows = any(_distance(top.quad, reading.quad) < 0.3 for reading in readings)
        if shows or motion.changed_share(top.quad) < self.rules.changed_gone:
            top.missed = 0
            return []
        top.missed += 1
        if top.missed < 2 * self.rules.frames_gone:
            return []
        self.lying.pop()
        motion.settle(top.quad)
        return [Sighting(SightingKind.CARDS_TAKEN, frame.at, frame.number, cards=(top.label,))]


def _distance(a: Quad, b: Quad) -> float:
    """How far apart two outlines are at their worst corner, in widths of a card, from whichever end they are named."""
    width = size_of(a)
    return min(float(np.linalg.norm(a - named, axis=1).max()) for named in (b, turned(b))) / max(width, 1.0)
