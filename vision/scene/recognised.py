"""Which readings are cards that lie there already: as they lay, nudged, or seen again as a piece."""

from vision.faces import NONE, UNKNOWN, is_card
from vision.geometry import distance, overlap
from vision.picture.reading import CardReading
from vision.scene.lying import LyingCard, is_covered, may_be_a_part, may_be_overlaid, shows_another_end
from vision.scene.naming import look_again
from vision.scene.plays import Moment
from vision.scene.pushed import was_pushed


def recognise(moment: Moment, reading: CardReading) -> bool:
    """Whether the reading is a card that lies there already; a nudged one takes its new place."""
    label, rules = reading.belief.label, moment.rules
    for card in reversed(moment.lying):
        is_here = distance(card.quad, reading.quad) < rules.same_place
        _take_note(moment, card, reading, is_here)
        if is_here and not _is_on_top_of(moment, reading, card):
            if reading.visible == 1:
                card.push_to(reading.quad, rules.rest)
            card.missed = 0
            look_again(card, reading, moment)
            return True
        # Far from the card of its name, or in full view beside it, an unsure reading is another card: one to be asked about.
        may_be_it = card.label == label and (reading.label == label or may_be_a_part(card, reading.quad, reading.visible, rules))
        if may_be_it and moment.is_other_copy(card, reading.quad, reading.visible):
            continue
        if is_card(label) and (may_be_it or _is_seen_again(moment, card, reading)):
            is_plain = reading.label == card.label and reading.visible >= rules.whole
            if is_plain and not _something_waits_there(moment, reading):
                card.push_to(reading.quad, rules.rest)
            elif reading.label == label:
                card.put_back_to(reading.quad, rules.same_place)
            card.missed = 0
            return True
    return False


def _take_note(moment: Moment, card: LyingCard, reading: CardReading, is_here: bool) -> None:
    """When the card was last seen by its name, and how much of it; and when something else was, in full view in its place."""
    if is_here and reading.visible == 1 and reading.label not in (UNKNOWN, card.label) and card.label != UNKNOWN:
        card.denied = moment.frame
    is_it = reading.label == card.label and is_card(card.label)
    if is_it and reading.visible == 1 and not card.is_denied(moment.frame):
        card.whole = moment.frame
    is_near = is_here or overlap(card.quad, reading.quad) > 0.5
    if is_near and reading.belief.label == card.label and reading.belief.confidence >= moment.rules.likely:
        card.named = moment.frame
        card.plain = moment.frame if reading.visible >= moment.rules.whole else card.plain


def _is_on_top_of(moment: Moment, reading: CardReading, card: LyingCard) -> bool:
    """A certain other name in the very same place: laid exactly on top, or the face of a back that was turned up.

    A card whose own name was read there in the look before, at its other end, is still that card, unless something new
    shows. On one that nobody could name it is a card that was seen coming; else that one has become clear. What is not
    read as a named card, where the picture has changed, may be another one.
    """
    frame, rules = moment.frame, moment.rules
    if reading.belief.label != card.label and may_be_overlaid(card, moment.lying, moment.motion, frame, rules):
        return True
    if reading.label in (UNKNOWN, NONE, card.label) or reading.visible < rules.whole:
        return False
    if reading.visible < 1 and _is_under_a_whole_one(moment, card):
        return False
    if card.label != UNKNOWN:
        return not card.is_read(frame, rules.frames_certain) or shows_another_end(card, moment.motion, frame, rules)
    came = any(other.belief(moment.pack).label == reading.label for other in moment.waiting)
    return came and reading.label not in card.likely


def _is_under_a_whole_one(moment: Moment, card: LyingCard) -> bool:
    """Whether a card that lies on most of it was seen whole just now: then nothing was laid on either of the two."""
    before = moment.frame - moment.rules.frames_certain
    return is_covered(card, [other for other in moment.lying if other is card or other.whole > before])


def _is_seen_again(moment: Moment, card: LyingCard, reading: CardReading) -> bool:
    """Whether the reading is a card that was asked about, as one of those that it may be: what is all new here is another."""
    if not card.shows_a_part_in(reading):
        return False
    rules, motion = moment.rules, moment.motion
    is_new = reading.visible >= rules.whole and motion.changed_share(reading.quad) >= rules.changed_much
    return not is_new or was_pushed(card, reading.quad, motion, rules)


def _something_waits_there(moment: Moment, reading: CardReading) -> bool:
    """Whether something else lies still there in full view: then the reading has its outline and another card's index."""
    still = (other for other in moment.waiting if other.still > 0 and other.corners == 1)
    here = (other for other in still if overlap(other.quad, reading.quad) > 0.8)
    return any(other.belief(moment.pack).label != reading.label for other in here)
