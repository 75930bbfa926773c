"""Which outlines are cards that were played: at once where that is plain, after a while where it is not.

Geometry, time and physics decide (a pack holds each card once, or as often as its `copies` say); which play would be legal is
never asked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.arrays import Quad
from vision.faces import BACK, NONE, is_card, is_put_together
from vision.geometry import distance, overlap, width_of
from vision.picture.identifier import Belief
from vision.picture.reading import CERTAIN, is_named
from vision.scene.candidates import Candidate, Rules
from vision.scene.lying import LyingCard, is_covered, is_overlaid, is_unread, may_be_a_part
from vision.scene.motion import Motion
from vision.scene.pushed import was_pushed
from vision.scene.unread import is_asked_about

APART = 0.1
"""Share of place up to which a card beside one of its name is the pack's other one, where there are two."""

MOSTLY = 0.8
"""Share of place from which a card in full view leaves nothing to be read of one under it."""


@dataclass(frozen=True)
class Moment:
    """What is known at one frame: the cards that lie there, the outlines that wait, and whether a hand is over the table."""

    rules: Rules
    frame: int
    lying: Sequence[LyingCard]
    waiting: Sequence[Candidate]
    motion: Motion
    hand_is_here: bool
    pack: frozenset[str]
    width_at: Callable[[Quad], float | None]
    copies: int = 1

    def is_spent(self, label: str) -> bool:
        """Whether every card of that name that the pack has lies there."""
        return sum(card.label == label for card in self.lying) >= self.copies

    def is_other_copy(self, card: LyingCard, quad: Quad, corners: float) -> bool:
        """Whether an outline of the card's name is another one of the pack, and not the card, pushed there.

        It is where the card is covered or was seen in its place just now and the outline lies apart from it, or where the outline
        shows well, the picture is new there, and the card has not left its place for it.
        """
        if self.is_spent(card.label):
            return False
        stays = is_covered(card, self.lying) or card.named >= self.frame - 1
        if stays and overlap(card.quad, quad) < APART:
            return True
        is_new = corners >= self.rules.whole and self.motion.changed_share(quad) >= self.rules.changed_much
        return is_new and not was_pushed(card, quad, self.motion, self.rules)

    def take_note(self, candidate: Candidate) -> None:
        """What is to be remembered of this frame about an outline that lies still: it may be covered in the next."""
        candidate.let_go |= candidate.still > 0 and candidate.last == self.frame and not self.hand_is_here
        candidate.came = self._came(candidate) if candidate.came is None else candidate.came
        candidate.below |= self._is_lower_of_two(candidate)
        if candidate.last == self.frame:
            before, part = candidate.changed if candidate.still > 0 else 1.0, self.undecided_part(candidate)
            candidate.changed = min(before, self.motion.changed_in(part))
            least = self.rules.changed_some if candidate.corners >= 0.5 else self.rules.changed_nearly
            is_new = candidate.still > 0 and candidate.changed >= least
            candidate.is_new = is_new and self.motion.novel_in(part) >= least

    def is_play(self, candidate: Candidate) -> bool:
        """Whether the candidate is a card that was played."""
        belief = candidate.belief(self.pack)
        if candidate.still < self.rules.frames_certain - 1 or self._lies_there(candidate, belief):
            return False
        if belief.label == BACK:
            return self._is_hidden_card(candidate, belief)
        if not candidate.let_go and self._lies_in_place(candidate):
            return False
        if self._is_plain(candidate) and self._is_named_here(candidate, belief):
            return candidate.corners == 1 or not self.lies_under(candidate)
        was_brought = candidate.let_go or candidate.below
        if self.hand_is_here and not was_brought and candidate.still < 2 * self.rules.frames_unsure:
            return False
        if self._is_mixed_up(candidate, belief):
            return False
        ways = (self._is_unsure_card, self._is_card_of_few_corners, self._is_very_sure, self._is_lower_card)
        return any(is_one(candidate, belief) for is_one in ways)

    def waits_for_lower(self, candidate: Candidate) -> bool:
        """Whether a card that came in the same movement lies under it and may still be read."""
        if candidate.still > self.rules.frames_in_order:
            return False
        return any(self._came_under(other, candidate) and is_named(other.belief(self.pack)) for other in self.waiting)

    def above(self, candidate: Candidate) -> list[Quad]:
        """Cards that are still to be decided and lie on it: they came in the same movement, or are seen where it no longer is."""
        return [o.quad for o in self.seen_well() if self._came_under(candidate, o) or self._is_seen_instead(o, candidate)]

    def _came_under(self, lower: Candidate, upper: Candidate) -> bool:
        """Whether both came to rest in one movement, the one partly under the other."""
        is_one_movement = lower.last == self.frame and abs(lower.rested_since - upper.rested_since) <= 1
        return is_one_movement and lower.corners < upper.corners and overlap(lower.quad, upper.quad) > 0.1

    def _is_seen_instead(self, other: Candidate, candidate: Candidate) -> bool:
        return candidate.last < self.frame == other.last and overlap(other.quad, candidate.quad) > 0.1

    def _is_lower_of_two(self, candidate: Candidate) -> bool:
        """Whether a named card came to rest in the same movement and lies on it; neither passes over it nor found it there."""
        if not 0 < candidate.lain <= self.rules.frames_in_order:
            return False
        resting = (other for other in self.seen_well() if other.still > 0 and self._came_under(candidate, other))
        return any(is_named(other.belief(self.pack)) for other in resting)

    def seen_well(self) -> list[Candidate]:
        """Cards that wait with nearly all of them in view."""
        return [other for other in self.waiting if other.corners >= self.rules.whole]

    def _lies_there(self, candidate: Candidate, belief: Belief) -> bool:
        """Whether the card of that name lies there already, and the candidate is it or a piece of it."""
        twins = [card for card in self.lying if is_card(belief.label) and card.label == belief.label]
        is_another = all(self.is_other_copy(twin, candidate.quad, candidate.corners) for twin in twins)
        is_sure = belief.confidence >= CERTAIN and not is_another
        return any(is_sure or self._is_it(twin, candidate, belief) for twin in twins)

    def _is_it(self, twin: LyingCard, candidate: Candidate, belief: Belief) -> bool:
        """Whether an unsure outline is a piece of the card of its name, seen whole now, or is that card, pushed a little."""
        shared, is_seen = overlap(twin.quad, candidate.quad), twin.whole == self.frame
        is_pushed = shared > 0.85 or (shared > 0.5 and (is_seen or belief.confidence >= self.rules.likely))
        return is_pushed or may_be_a_part(twin, candidate.quad, candidate.corners, self.rules)

    def _lies_in_place(self, candidate: Candidate) -> bool:
        """Whether a named card lies just there: under an arm it may itself pass for another."""
        named = (card for card in self.lying if is_card(card.label) and not is_covered(card, self.lying))
        return any(distance(card.quad, candidate.quad) < self.rules.same_place for card in named)

    def _is_mixed_up(self, candidate: Candidate, belief: Belief) -> bool:
        """Whether the outline is put together from corners of cards that are known."""
        if candidate.corners < 1 and (self.lies_under(candidate) or self._is_part_of_a_new_one(candidate)):
            return True
        if self.has_a_foreign_half(candidate, belief):
            return True
        return not self._is_likely(belief) and self._is_part_of_the_newest(candidate)

    def has_a_foreign_half(self, candidate: Candidate, belief: Belief) -> bool:
        """Whether it is a card that shows just there, half of it misread: read with its own rank and another suit, or so."""
        here = (card for card in self.lying if not is_covered(card, self.lying, MOSTLY))
        own = {card.label for card in here if overlap(card.quad, candidate.quad) > MOSTLY}
        is_own = candidate.corners < self.rules.whole and any(set(label) & set(belief.label) for label in own)
        return is_own and (self._is_likely(belief) or self._may_be_put_together(candidate, belief))

    def _is_named_here(self, candidate: Candidate, belief: Belief) -> bool:
        """Whether its name is certain: beyond doubt where one card here has its rank and another its suit."""
        is_beyond_doubt = belief.confidence >= self.rules.very_sure
        return is_named(belief) and (is_beyond_doubt or not self._may_be_put_together(candidate, belief))

    def _may_be_put_together(self, candidate: Candidate, belief: Belief) -> bool:
        """Whether the name may have been read from the rank of one card here and the suit of another."""
        here = (other for other in self.waiting if other is not candidate and overlap(other.quad, candidate.quad) > 0.1)
        near = {said.label for said in (other.belief(self.pack) for other in here) if self._is_likely(said)}
        near |= {card.label for card in self.lying if overlap(card.quad, candidate.quad) > 0.1}
        return is_put_together(belief.label, near)

    def lies_under(self, candidate: Candidate) -> bool:
        """Whether a card that lay there before, and was seen whole since, as it was, covers most of it: then that is no new card.

        Such an outline is put together from a corner of the card above and one of a card below.
        """
        above = (card for card in self.lying if card.since < candidate.rested_since <= card.whole)
        as_it_was = (card for card in above if self.motion.changed_share(card.quad) < self.rules.changed_gone)
        return any(overlap(card.quad, candidate.quad) > 0.5 for card in as_it_was)

    def _is_part_of_a_new_one(self, candidate: Candidate) -> bool:
        """Whether a named card that lies still in full view, and is about to be played, covers most of the outline."""
        still = (other for other in self.waiting if other.last == self.frame and other.corners == 1 and other.still > 0)
        above = (other for other in still if overlap(other.quad, candidate.quad) > MOSTLY)
        return any(other is not candidate and is_named(other.belief(self.pack)) for other in above)

    def _is_part_of_the_newest(self, candidate: Candidate) -> bool:
        """Whether all that is new in it is a card that was decided since the outline lies still, and was then seen whole.

        All of its corners may have been found in passing: of two cards in one place one at the most shows four.
        """
        newest = [card.quad for card in self.lying if card.whole > card.since >= candidate.rested_since]
        above = [quad for quad in newest if overlap(quad, candidate.quad) > 0.5]
        if not above:
            return False
        outline = self.motion.part(candidate.quad)
        shows = outline & np.all([self.motion.mask(quad, 1.1) == 0 for quad in above], axis=0)
        is_in_sight = shows.sum() >= self.rules.in_sight * outline.sum()
        return not is_in_sight or self.motion.changed_in(shows) < self.rules.changed_new

    def _is_hidden_card(self, candidate: Candidate, belief: Belief) -> bool:
        """A back in full view; backs have no names: one that shares its place with a face-down card of the pile is that card."""
        is_sure = belief.confidence >= CERTAIN and candidate.still >= self.rules.frames_certain and candidate.corners == 1
        is_known = any(card.label == BACK and overlap(card.quad, candidate.quad) > 0.5 for card in self.lying)
        return is_sure and self._is_plain(candidate) and not is_known

    def _is_unsure_card(self, candidate: Candidate, belief: Belief) -> bool:
        """A card without a certain name that has lain there for a while."""
        is_face = belief.label != NONE or candidate.corners == 1 or self._is_blurred_on_white(candidate)
        has_rested = candidate.still >= self.rules.frames_unsure
        return is_face and has_rested and self._is_plain(candidate) and self._is_new(candidate)

    def _is_blurred_on_white(self, candidate: Candidate) -> bool:
        """Whether a smudged card may lie there, one edge lost on other white cards.

        Some of it was never seen there before, and has been so since it lies there: what comes upon it later is another card.
        """
        has_rested = candidate.still >= 2 * self.rules.frames_unsure
        return has_rested and candidate.changed >= self.rules.changed_new and self._shows_news(candidate)

    def _shows_news(self, candidate: Candidate) -> bool:
        """Whether something shows in it that was never seen there before."""
        return self.motion.novel_share(candidate.quad) >= self.rules.changed_new

    def _is_card_of_few_corners(self, candidate: Candidate, belief: Belief) -> bool:
        """A smudged card, or one that lies flush with others: it has changed what was there for good, and has a card's size.

        What need not be a card, but a shadow, is waited for a little longer. Of one corner alone there must be a likely name, or
        some card's in a place where all of it is new; and it must be that of no card that lies under it.
        """
        rules, is_face = self.rules, belief.chance_of_a_card >= self.rules.likely
        is_seen = (
            candidate.corners >= 0.5
            or (self._is_likely(belief) and not self._may_be_put_together(candidate, belief))
            or (is_face and self._is_new_face(candidate))
        )
        if not is_seen or candidate.still < (rules.frames_unsure if is_face else rules.frames_blurred):
            return False
        has_changed = self._changed_for_good(candidate) >= rules.changed_much and (is_face or self._shows_news(candidate))
        return has_changed and self.has_size(candidate) and (is_named(belief) or self._is_new(candidate))

    def _is_very_sure(self, candidate: Candidate, belief: Belief) -> bool:
        """A card whose name is beyond doubt, though it changed little of the picture or half of it was found.

        On other white cards a card changes little; what was seen coming, or has lain there for long, is no passing confusion.
        """
        is_sure = is_named(belief) and belief.confidence >= self.rules.very_sure
        if not is_sure or candidate.still <= self.rules.frames_certain:
            return False
        changed, has_size = self._changed_for_good(candidate), self.has_size(candidate)
        if candidate.corners == 1 and has_size:
            return changed >= self.rules.changed_least
        is_new = candidate.came is not None or candidate.still >= 2 * self.rules.frames_unsure
        needed = self.rules.changed_new if is_new and has_size else self.rules.changed_much
        return changed >= needed and candidate.corners >= 0.5

    def _is_lower_card(self, candidate: Candidate, belief: Belief) -> bool:
        """The lower card of two that came in one movement; one whose name is only likely is asked about after a while."""
        is_lower = candidate.below and self.has_size(candidate)
        if not is_lower or self._changed_for_good(candidate) < self.rules.changed_new:
            return False
        if is_named(belief):
            return candidate.still >= self.rules.frames_certain
        is_likely = candidate.corners >= 0.5 and self._is_likely(belief)
        return is_likely and candidate.still >= self.rules.frames_unsure and self._is_new(candidate)

    def _is_likely(self, belief: Belief) -> bool:
        """Whether one card is much likelier than all others, certain or not."""
        return is_card(belief.label) and belief.confidence >= self.rules.likely

    def _came(self, candidate: Candidate) -> Quad | None:
        """The oldest other outline in full view that was just now read for certain as the card that this one is for certain."""
        name = candidate.belief(self.pack).certain(CERTAIN)
        whole = (other for other in self.waiting if other is not candidate and other.corners == 1 and is_card(name))
        return next((other.quad for other in whole if other.belief(self.pack).certain(CERTAIN) == name), None)

    def _is_plain(self, candidate: Candidate) -> bool:
        """Whether it is an outline as large as a card, nearly all of it seen, and something new shows in it."""
        is_seen = candidate.corners >= self.rules.whole and self.has_size(candidate)
        return is_seen and self._changed_for_good(candidate) >= self.rules.changed_new

    def _changed_for_good(self, candidate: Candidate) -> float:
        """Part of the outline, 0..1, that differs from the table, and has since it lies there or since long: no passing hand."""
        part = self.undecided_part(candidate)
        return max(candidate.changed, min(self.motion.changed_in(part), self.motion.changed_before_in(part)))

    def undecided_part(self, candidate: Candidate) -> npt.NDArray[np.bool_]:
        """The outline's part of the picture, or what shows beside cards that were decided since it lies there.

        Where those lie on it they became the quiet table; where they lie under it they did not. What has changed more tells.
        """
        outline = self.motion.part(candidate.quad)
        shows = outline.copy()
        for card in self.lying:
            if card.since >= candidate.rested_since:
                shows &= self.motion.mask(card.quad, 1.1) == 0
        parts = [outline, shows] if shows.sum() >= self.rules.in_sight * outline.sum() else [outline]
        return max(parts, key=self.motion.changed_in)

    def has_size(self, candidate: Candidate, within: float | None = None) -> bool:
        """Whether the outline is as large as cards are there, within a share of their width."""
        width = self.width_at(candidate.quad)
        return width is None or abs(width_of(candidate.quad) / width - 1) < (self.rules.size if within is None else within)

    def _is_new(self, candidate: Candidate) -> bool:
        """Whether an outline without a certain name is a card of its own, and has not been asked about yet."""
        is_nameless = candidate.belief(self.pack).label == NONE
        is_known = is_nameless and is_asked_about(candidate.quad, self.lying) and not self._is_another(candidate)
        return self.lies_free(candidate) and not is_known and not (is_nameless and self._was_there_when_asked(candidate))

    def _was_there_when_asked(self, candidate: Candidate) -> bool:
        """Whether it lay there already when an unreadable card in much of its place was asked about: it is that card again."""
        asked = (card for card in self.lying if is_unread(card) and card.since >= candidate.rested_since)
        return any(overlap(card.quad, candidate.quad) > 0.5 for card in asked)

    def _is_another(self, candidate: Candidate) -> bool:
        """Whether it is a card in full view that was never seen there before: no card that was pushed a little."""
        return candidate.corners == 1 and self._is_all_new(candidate)

    def _is_new_face(self, candidate: Candidate) -> bool:
        """Whether it is new, and no corner that still shows of a card with an unreadable one on it."""
        below = (card for card in self.lying if overlap(card.quad, candidate.quad) > 0.1)
        return self._is_all_new(candidate) and all(candidate.cannot_be(card.label) for card in below)

    def _is_all_new(self, candidate: Candidate) -> bool:
        """Whether most of what is seen in its outline was never seen there before."""
        return min(self._changed_for_good(candidate), self.motion.novel_share(candidate.quad)) >= self.rules.changed_much

    def lies_free(self, candidate: Candidate) -> bool:
        """Whether no played card that shows shares most of the place: else it is a corner of one of those.

        Nor may it be read as one that is covered there. All four corners are a card.
        """
        if candidate.corners == 1:
            here = (card for card in self.lying if distance(card.quad, candidate.quad) <= self.rules.same_place)
            return all(self._is_overlaid(card) for card in here)
        here = (card for card in self.lying if overlap(card.quad, candidate.quad) >= 0.85)
        return all(self._shows_nothing(card, candidate) for card in here)

    def _shows_nothing(self, card: LyingCard, candidate: Candidate) -> bool:
        """Whether what is read in a card's own place cannot be what shows of that card."""
        if not is_covered(card, self.lying):
            return self._is_overlaid(card)
        return not is_card(card.label) or candidate.cannot_be(card.label)

    def _is_overlaid(self, card: LyingCard) -> bool:
        return is_overlaid(card, self.lying, self.motion, self.frame, self.rules)
