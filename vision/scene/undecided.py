"""Cards that nothing had decided when they were covered, or that no outline fits: what is to be asked about then."""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Quad
from vision.faces import BACK, LABELS, NONE, UNKNOWN, is_card
from vision.geometry import distance, overlap
from vision.picture.identifier import Belief
from vision.picture.reading import is_named
from vision.scene.candidates import Candidate
from vision.scene.lying import LyingCard, count_hidden
from vision.scene.motion import LOOK_BACK
from vision.scene.plays import Moment

ROUGHLY = 0.25
"""Share by which an outline may be larger or smaller than a card and be one all the same: one that is smudged is found badly."""

NOBODY_KNOWS = Belief(np.log(np.where(np.array(LABELS) == NONE, 1.0, 1e-9)))
"""Of a card that no outline fits."""


def nobody_knows(quad: Quad, frame: int) -> Candidate:
    """A card in this place that no outline fits."""
    return Candidate(quad, frame, beliefs=[NOBODY_KNOWS])


def covered_by(moment: Moment, candidate: Candidate) -> list[Candidate]:
    """Cards that lay still, were not decided yet, and have now vanished under this one: they are asked about.

    One of which a piece still shows must have lain there for as long as an unsure card does before it is asked about.
    """
    return [
        other
        for other in moment.waiting
        if other.still >= moment.rules.frames_certain - 1
        and (_has_vanished(moment, other, candidate) or _is_half_covered(moment, other, candidate))
        and _was_another_card(moment, other, candidate)
        and not _may_be_one(moment, other, candidate)
        and not moment.has_a_foreign_half(other, other.belief(moment.pack))
    ]


def lay_under(moment: Moment, candidate: Candidate, rested: Sequence[Candidate]) -> Candidate | None:
    """What lay in the candidate's place, too short a time to be asked about then or never found at all.

    Of the cards that `rested` in plain view and then were seen there no more, it is the last.
    """
    under = [other for other in rested if _rested_under(moment, candidate, other)]
    if under:
        return under[-1]
    return nobody_knows(candidate.place, moment.frame) if _lies_on_an_unread_one(moment, candidate) else None


def lies_hidden(moment: Moment) -> Candidate | None:
    """A card just on a named one: what is read there without certainty; or nothing, where nobody could name it."""
    hidden = count_hidden(moment.lying, moment.motion, moment.frame, moment.rules)
    return None if hidden is None else _seen_on(moment, hidden)


def shows_still(moment: Moment, rested: Sequence[Candidate]) -> Candidate | None:
    """A card that lay in plain view and is found no more, though the picture there is as it made it."""
    return next((other for other in rested if _shows_still(moment, other)), None)


def _seen_on(moment: Moment, hidden: LyingCard) -> Candidate:
    here = [c for c in moment.waiting if c.last == moment.frame and overlap(c.quad, hidden.quad) > 0.5]
    beliefs = [(c, c.belief(moment.pack)) for c in here]
    unsure = [(c, belief.confidence) for c, belief in beliefs if is_card(belief.label) and not is_named(belief)]
    return max(unsure, key=lambda pair: pair[1])[0] if unsure else nobody_knows(hidden.quad, moment.frame)


def _rested_under(moment: Moment, candidate: Candidate, other: Candidate) -> bool:
    """Whether the other one lay here, where the candidate does now; where one was asked about nearby since, it is that one."""
    is_here = overlap(other.place, candidate.quad) > 0.3 and _was_another_card(moment, other, candidate)
    return is_here and not _was_asked_about_since(moment, other)


def _shows_still(moment: Moment, other: Candidate) -> bool:
    """Whether nothing else explains what shows where it lay."""
    part, rules, motion = moment.undecided_part(other), moment.rules, moment.motion
    if min(other.changed, motion.changed_in(part)) < rules.changed_much or motion.novel_in(part) < rules.changed_new:
        return False
    is_seen = any(seen.last == moment.frame and overlap(seen.quad, other.place) > 0.5 for seen in moment.seen_well())
    may_be_known = _was_asked_about_since(moment, other) or _may_be(moment, other, {card.label for card in moment.lying})
    return moment.has_size(other, ROUGHLY) and not is_seen and not may_be_known


def _lies_on_an_unread_one(moment: Moment, candidate: Candidate) -> bool:
    """Whether something lay in a named card's place until it came, never seen there before, that nobody could find or read.

    What shows of cards that were then seen where they were pushed to is no news; what is still seen may yet be read.
    """
    if not is_named(candidate.belief(moment.pack)):
        return False
    rules, motion = moment.rules, moment.motion
    known = [card.quad for card in moment.lying if _was_seen_there(card, moment.frame)]
    waiting = (other for other in moment.seen_well() if other is not candidate and other.last == moment.frame)
    seen = [other.place for other in waiting if other.still > 0 and moment.has_size(other)]
    outline = motion.part(candidate.place)
    shows = outline & np.all([motion.mask(quad, 1.1) == 0 for quad in (*known, *seen)], axis=0)
    is_in_sight = shows.sum() >= rules.in_sight * outline.sum()
    return bool(is_in_sight) and motion.stayed_new(shows, candidate.still + 2) >= rules.stayed_new


def _was_seen_there(card: LyingCard, frame: int) -> bool:
    """Whether the card was just seen whole or taken in, or seen by its name where it was pushed to."""
    seen = max(card.whole, card.since) if card.left is None else max(card.whole, card.since, card.named)
    return frame - seen <= LOOK_BACK


def _was_another_card(moment: Moment, other: Candidate, candidate: Candidate) -> bool:
    """Whether an outline that came to rest earlier was a new card by its size: neither this one nor any that lies there."""
    names = {candidate.belief(moment.pack).label, *(card.label for card in moment.lying)}
    is_new = other.rested_since < candidate.rested_since and other.changed >= moment.rules.changed_new
    return is_new and moment.has_size(other, ROUGHLY) and not _may_be(moment, other, names)


def _was_asked_about_since(moment: Moment, other: Candidate) -> bool:
    asked = (card for card in moment.lying if card.label == UNKNOWN and card.since >= other.rested_since)
    return any(distance(card.quad, other.place) < moment.rules.pushed for card in asked)


def _may_be_one(moment: Moment, lower: Candidate, upper: Candidate) -> bool:
    """Whether both are outlines of one card that nobody can read: they share most of their place, and both are seen now."""
    are_nameless = all(candidate.belief(moment.pack).label == NONE for candidate in (lower, upper))
    return are_nameless and lower.last == moment.frame and overlap(lower.quad, upper.quad) > 0.5


def _has_vanished(moment: Moment, other: Candidate, candidate: Candidate) -> bool:
    return other.last < moment.frame and other.corners == 1 and overlap(other.quad, candidate.quad) > 0.3


def _is_half_covered(moment: Moment, other: Candidate, candidate: Candidate) -> bool:
    has_rested = other.still >= moment.rules.frames_unsure and other.corners >= moment.rules.whole
    return has_rested and overlap(other.quad, candidate.quad) > 0.1 and not moment.lies_under(other)


def _may_be(moment: Moment, candidate: Candidate, labels: set[str]) -> bool:
    """Whether the candidate may be one of these cards, or a back, or a piece of a card that lies there."""
    belief = candidate.belief(moment.pack)
    if belief.label == NONE:
        return not moment.lies_free(candidate) or candidate.lain < moment.rules.frames_in_order
    return belief.label == BACK or any(label in labels for label, chance in belief.best(3) if chance > 0.05)
