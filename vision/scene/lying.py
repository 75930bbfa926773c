"""The cards that lie on the table: what is known of each, whether it is still there, and whether something lies on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import NONE, UNKNOWN, is_card
from vision.geometry import UNIT, distance, moved, overlap
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.candidates import Rules
from vision.scene.motion import Motion

SHOWS = 0.3
"""Widths of a card within which an outline is a card that lies there: covered ones are seen askew."""

LIKELY = 0.02
"""Chance from which an unsure card may well be a certain one."""


@dataclass(frozen=True)
class Hand:
    """Whether a hand is over the table, and the side from which the newest one came, for as long as that is fresh."""

    is_here: bool
    side: float | None


@dataclass(eq=False)
class LyingCard:
    """A card on the table: its number as a play (None where it lay there from the start), outline, name as reported.

    `belief` is what it may be; `missed` counts quiet frames in which it should have shown and did not; `renamed` holds the
    name that newer looks agree on, and in how many of them; `newest` is the last of these looks; `shown` is how much of its
    corners, 0..1, was in view at once at the most while it had no name. `since` is the frame in which it was taken in, `whole`
    the last one in which all of it was seen by its name, `named` the last one in which its name was read in its place and
    `plain` in which it was with nearly all of it in view, `denied` the last one in which what was in full view there was surely
    another card, or nothing that can be read; `hidden` counts frames without a hand in which something new lay on it. `left` is
    where it lay before it was pushed, until that is taken for the quiet table; `unsettled` says that what was taken for it where
    the card lies may have been a hand or another card on it.
    """

    number: int | None
    quad: Quad
    label: str
    belief: Belief
    missed: int = 0
    renamed: tuple[str, int] = ("", 0)
    newest: Belief | None = None
    shown: float = 0.0
    since: int = 0
    whole: int = -1
    named: int = -1
    plain: int = -1
    denied: int = -1
    hidden: int = 0
    left: Quad | None = None
    unsettled: bool = False

    @property
    def likely(self) -> tuple[str, ...]:
        """The cards that it may well be; none where nobody could read anything."""
        return tuple(label for label, chance in self.belief.best(4) if is_card(label) and chance >= LIKELY)

    @property
    def lay(self) -> Quad:
        """Where the quiet table shows it: there it lies, or lay before it was pushed."""
        return self.quad if self.left is None else self.left

    def follow_camera(self, shift: Floats, same_place: float) -> None:
        """The camera was moved: so was the card, unless it was thought to be pushed and is seen where that takes it."""
        left, self.left = self.left, None
        if left is None:
            self.quad = moved(self.quad, shift)
        elif distance(moved(left, shift), self.quad) > same_place:
            self.quad, self.left = moved(self.quad, shift), moved(left, shift)

    def is_denied(self, frame: int) -> bool:
        """Whether it was denied just now: a film looks at a card's two ends in turn."""
        return frame - self.denied < 2

    def is_read(self, frame: int, frames: int) -> bool:
        """Whether its name has been read in its place in the last so many frames."""
        return frame - self.named < frames

    def push_to(self, quad: Quad, least: float) -> None:
        """It lies here now: so many widths and more from where it lay is another place."""
        if self.left is None and distance(self.quad, quad) > least:
            self.left = self.quad
        self.quad = quad

    def put_back_to(self, quad: Quad, most: float) -> None:
        """It is seen where it lay before it was pushed: it never was, for that was another card's outline with its index."""
        if self.left is not None and distance(self.left, quad) < most:
            self.quad, self.left = self.left, None

    def shows_at(self, outlines: Iterable[Quad]) -> bool:
        """Whether one of the outlines that were seen is this card in its place."""
        return any(distance(self.quad, outline) < SHOWS for outline in outlines)

    def shows_a_part_in(self, reading: CardReading) -> bool:
        """Whether the reading is a piece of this card, which nobody could name, read as one of the cards that it may be.

        A named card in full view is no piece.
        """
        may_be = self.label == UNKNOWN and reading.belief.label in self.likely and overlap(self.quad, reading.quad) > 0.6
        return may_be and not (reading.visible == 1 and is_card(reading.label))


def is_covered(card: LyingCard, lying: Sequence[LyingCard], share: float = 0.5) -> bool:
    """Whether a later card lies on more than this share of it: from half on it does not show, and was not pushed away either."""
    return any(overlap(card.quad, other.quad) > share for other in lying[lying.index(card) + 1 :])


def may_be_overlaid(card: LyingCard, lying: Sequence[LyingCard], motion: Motion, frame: int, rules: Rules) -> bool:
    """Whether a new card may lie just on a named one: the picture has changed there, much of it to what it never was before.

    All of it does not change: both have white margins. What is under a card that lay there from the start nobody has seen; a
    card under it that is seen whole now was uncovered.
    """
    changed = motion.changed_share(card.quad) if is_card(card.label) and card.number is not None else 0.0
    if not rules.changed_much <= changed < rules.changed_all:
        return False
    under = (other for other in lying[: lying.index(card)] if overlap(other.quad, card.quad) > 0.5)
    is_uncovered = any(frame - other.whole < rules.frames_unsure for other in under)
    return not is_uncovered and motion.novel_share(card.quad) >= rules.novel * changed


def is_overlaid(card: LyingCard, lying: Sequence[LyingCard], motion: Motion, frame: int, rules: Rules) -> bool:
    """The same, where the card itself has not been read there for a while, or not in full view though most of it has changed.

    Its index may show beside what lies on it. Where it was pushed to, nearly all has changed by that.
    """
    if not may_be_overlaid(card, lying, motion, frame, rules):
        return False
    is_as_it_was = frame - card.whole < rules.frames_unsure or card.left is not None
    return not card.is_read(frame, rules.frames_unsure) or (
        not is_as_it_was and motion.changed_share(card.quad) >= rules.changed_most
    )


def may_be_a_part(card: LyingCard, quad: Quad, visible: float, rules: Rules) -> bool:
    """Whether an outline, so much of whose corners was seen, may be a piece of this card: one in full view is none."""
    return visible < rules.whole and overlap(card.quad, quad) > 0.05


def is_unread(card: LyingCard) -> bool:
    """Whether most likely nobody can read anything of this card."""
    return card.label == UNKNOWN and card.belief.label == NONE


def count_missing(
    lying: list[LyingCard], readings: list[CardReading], fresh: list[CardReading], motion: Motion, frame: int, rules: Rules
) -> None:
    """From the top: a card is missed where it does not show and what should be seen of it has changed.

    Where cards that are still there cover nearly all of it, or a `fresh` one that is not decided yet, nothing can be told, nor
    where something else lies on it.
    """
    above = np.zeros_like(motion.mask(UNIT, 1.0), bool)
    away = (r for r in readings if all(distance(card.quad, r.quad) > rules.same_place for card in lying))
    for reading in (*away, *fresh):
        above |= motion.mask(reading.quad, 0.95) > 0
    for card in reversed(lying):
        own = motion.mask(card.quad, 0.95) > 0
        seen = own & ~above
        is_in_sight = seen.sum() >= rules.in_sight * own.sum()
        shows = card.shows_at(reading.quad for reading in readings)
        has_changed = is_in_sight and motion.changed_in(seen) >= rules.changed_gone
        if has_changed and not shows and not may_be_overlaid(card, lying, motion, frame, rules):
            card.missed += 1
        else:
            card.missed = 0
            above |= own


def shows_another_end(card: LyingCard, motion: Motion, frame: int, rules: Rules) -> bool:
    """Whether one end of the card is read, and for the other passes that of a card on it: one outline for both."""
    part = motion.part(card.quad)
    has_changed = card.is_denied(frame) and motion.changed_in(part) >= rules.changed_gone and not motion.is_light_in(part)
    return has_changed and motion.novel_in(part) >= rules.changed_gone


def count_hidden(lying: Sequence[LyingCard], motion: Motion, frame: int, rules: Rules) -> LyingCard | None:
    """A named card on which something new has lain for a while that nobody could read."""
    for card in lying:
        may_be_hidden = is_overlaid(card, lying, motion, frame, rules) or shows_another_end(card, motion, frame, rules)
        is_hidden = may_be_hidden and not is_covered(card, lying)
        card.hidden = card.hidden + 1 if is_hidden else 0
    return next((card for card in lying if card.hidden >= rules.frames_unsure), None)
