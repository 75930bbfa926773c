"""The cards that are known to lie on the table: what is known of each, whether it is still there, and whether it was pushed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Floats, Part, Quad
from vision.faces import NONE, UNKNOWN, is_card
from vision.geometry import angle_between, distance, moved, overlap, size_of, width_of
from vision.picture.identifier import Belief
from vision.picture.reading import CERTAIN, CardReading
from vision.scene.motion import Motion

PLACE = 0.14
"""Widths of a card within which two outlines lie in one place, corner by corner: looks at one still card differ by less."""

WHOLE = 0.75
"""Share that counts as all of a card: of its corners, of which the finder misses one of four now and then, and of its place."""

TOUCHES, MOSTLY = 0.1, 0.5
"""Shares of place from which a card lies on another, and hides so much of it that its place tells nothing: most of it."""

SOME = 0.25
"""Share of a card that must show for the picture to tell anything of it, and of what shows that must differ to tell something."""

FRAMES = 4
"""Frames, or looks, for which something must be so to be believed."""

REMEMBERED = 20
"""Frames, or looks, that are remembered: two seconds, in which whoever lays a card on another has done so."""

LATE, BEYOND_DOUBT = 1 - (1 - CERTAIN) / 2, 1 - (1 - CERTAIN) / 10
"""Chances from which a name counts that comes late, and one that known cards in that place may have lent: half the doubt, and a
tenth.
"""

LIKELY = 1 - CERTAIN
"""Chance from which an unsure card may well be a certain one."""

ELSEWHERE = 45.0
"""Degrees from which a hand comes from another side: half of what two of four players sit apart."""


@dataclass(frozen=True)
class Hand:
    """Whether a hand is over the table, and the side from which the newest one came, for as long as that is fresh."""

    is_here: bool
    side: float | None

    def may_hold(self, entered_from: float | None) -> bool:
        """Whether it may still hold what a hand brought from this side: one that comes from elsewhere is another."""
        is_another = self.side is not None and entered_from is not None and angle_between(self.side, entered_from) >= ELSEWHERE
        return self.is_here and not is_another


@dataclass(eq=False)
class LyingCard:
    """A card on the table: its number as a play (None where it lay there from the start), outline, name as told, what it may be.

    Frames: `since` when it is known, and when it was last `seen`, `whole` by its name, and `plain`. `missed` counts quiet frames
    in which it should have shown. `looks` are the newest at one without a name, `shown` how much of that was in view at the
    most. `left` is where it lay before it was pushed, until that is the quiet table; `unsettled` says that a hand or another
    card lay on it when it was told.
    """

    number: int | None
    quad: Quad
    label: str
    belief: Belief
    since: int = 0
    shown: float = 0.0
    unsettled: bool = False
    seen: int = -1
    whole: int = -1
    plain: int = -1
    missed: int = 0
    left: Quad | None = None
    looks: list[Belief] = field(default_factory=list)

    @property
    def likely(self) -> tuple[str, ...]:
        """The cards that it may well be; none where nobody could read anything."""
        return likely_cards(self.belief, 4)

    @property
    def lay(self) -> Quad:
        """Where the quiet table shows it: there it lies, or lay before it was pushed."""
        return self.quad if self.left is None else self.left

    def see(self, reading: CardReading, frame: int) -> None:
        """A look found it; where it is plain to see, it lies where that says."""
        self.missed, self.seen = 0, frame
        is_it = reading.label == self.label
        if not is_card(self.label):
            # Outlines of what nobody can read lie askew now and then: it must not walk with them to where another is laid.
            is_it = are_unread(self, reading.belief.label) and distance(self.quad, reading.quad) < PLACE
        if self.label == UNKNOWN and reading.visible >= min(self.shown, WHOLE):
            self.shown, self.looks = max(self.shown, reading.visible), [*self.looks[1 - FRAMES :], reading.belief]
        if is_it and reading.visible >= WHOLE and not (self.plain >= 0 and _spans_more(self.quad, reading.quad)):
            self.plain = frame
            self.push_to(reading.quad)
            self.whole = frame if reading.visible == 1 else self.whole
        elif self.left is not None and distance(self.left, reading.quad) < PLACE:
            # It never was pushed: that was another card's outline with its index.
            self.quad, self.left = self.left, None

    def push_to(self, quad: Quad) -> None:
        """It lies here now."""
        if self.left is None and distance(self.quad, quad) > PLACE / 2:
            self.left = self.quad
        self.quad = quad

    def follow_camera(self, shift: Floats) -> None:
        """The camera was moved: so was the card, unless it was thought to be pushed and is seen where that takes it."""
        left, self.left = self.left, None
        if left is None:
            self.quad = moved(self.quad, shift)
        elif distance(moved(left, shift), self.quad) > PLACE:
            self.quad, self.left = moved(self.quad, shift), moved(left, shift)


def _spans_more(card: Quad, found: Quad) -> bool:
    """Whether an outline where a card was read has corners of another one that lies on it: it is larger, and of another shape.

    A card that is pushed towards a leaning camera grows, and one that is turned there changes its shape, but hardly both.
    """
    grown = width_of(found) / width_of(card)
    longer = (grown * size_of(card) / size_of(found)) ** 2
    return grown > 1 + PLACE / 2 and abs(longer - 1) > PLACE


def likely_cards(belief: Belief, most: int) -> tuple[str, ...]:
    """Which cards it may well be, so many of its likeliest labels looked at."""
    return tuple(label for label, chance in belief.best(most) if is_card(label) and chance >= LIKELY)


def touches(a: Quad, b: Quad) -> bool:
    """Whether a card in one outline lies on one in the other."""
    return overlap(a, b) > TOUCHES


def are_unread(card: LyingCard, label: str) -> bool:
    """Whether most likely nobody can read anything of this card, nor of what most likely reads so."""
    return card.label == UNKNOWN and card.belief.label == label == NONE


def is_in_place(card: LyingCard, quad: Quad, label: str) -> bool:
    """Whether an outline that most likely reads so is in the card's place; of one that nobody could read some lie askew."""
    return distance(card.quad, quad) < PLACE or (are_unread(card, label) and overlap(card.quad, quad) > WHOLE)


def is_covered(card: LyingCard, lying: Sequence[LyingCard], share: float = MOSTLY) -> bool:
    """Whether a later card lies on more than this share of it."""
    return any(overlap(card.quad, other.quad) > share for other in _laid_since(card, lying))


def _laid_since(card: LyingCard, lying: Sequence[LyingCard]) -> Sequence[LyingCard]:
    return lying[lying.index(card) + 1 :]


def is_little_aside(card: LyingCard, quad: Quad) -> bool:
    """Whether the outline is where the card lies, or no farther from there than a little push takes it."""
    return distance(card.quad, quad) < 2 * PLACE


def may_have_left(card: LyingCard, quad: Quad, motion: Motion) -> bool:
    """Whether the card may be what lies here now: a little aside, or its place looks otherwise; a dim lamp hides most of that."""
    return is_little_aside(card, quad) or motion.changed_in(_left_part(card, quad, motion)) >= TOUCHES


def _left_part(card: LyingCard, quad: Quad, motion: Motion) -> Part:
    """What of the card's place is left where it lies in the outline now."""
    return motion.beside([quad], motion.part(card.quad), 1.0)


def was_pushed(card: LyingCard, quad: Quad, lying: Sequence[LyingCard], motion: Motion) -> bool:
    """Whether the card is what lies here now: a little aside, or where its place changed, it looks as before.

    Else that place shows what it hid. What was laid since tells nothing of how it looks.
    """
    is_little, part = is_little_aside(card, quad), _left_part(card, quad, motion)
    changed = motion.changed_in(part)
    if is_little or changed >= TOUCHES:
        since = [other.quad for other in _laid_since(card, lying)]
        if motion.changed_by_a_push(card.quad, quad, since) < SOME:
            return True
    # The strip that a little push uncovers may look like nothing before: the card throws its shadow there.
    return changed >= SOME and (is_little or motion.novel_in(part) < MOSTLY * changed)


def count_missing(
    lying: Sequence[LyingCard], readings: Sequence[CardReading], fresh: Sequence[CardReading], motion: Motion
) -> None:
    """From the top: a card is missed where it is not read and its place shows what it was laid on.

    Where cards that are still there, or outlines that are not decided yet, cover three quarters of it, nothing can be told. What
    a card that is still there lies on nobody has taken.
    """
    above, staying = motion.nowhere(), list[Quad]()
    for reading in fresh:
        above |= motion.part(reading.quad)
    for card in reversed(lying):
        own = motion.part(card.quad)
        seen = own & ~above
        changed = motion.changed_in(seen) if np.count_nonzero(seen) >= SOME * np.count_nonzero(own) else 0.0
        is_read = any(is_little_aside(card, reading.quad) for reading in readings)
        is_bare = not is_read and _shows_what_it_was_laid_on(card, seen, changed, motion)
        if is_bare and not any(touches(card.quad, quad) for quad in staying):
            card.missed += 1
        else:
            card.missed = 0
            above |= own
        if is_read or (changed < SOME and not is_bare):
            staying.append(card.quad)


def _shows_what_it_was_laid_on(card: LyingCard, seen: Part, changed: float, motion: Motion) -> bool:
    """Whether most of what has changed of a card's place is as it was before; what a card lay on from the start nobody knows.

    Under a dim lamp, or on a cloth of its colour, little differs where it is gone.
    """
    if card.number is None:
        return changed >= SOME
    return changed >= TOUCHES and motion.novel_in(seen) <= MOSTLY * changed
