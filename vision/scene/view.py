"""Whether the camera was knocked: told by the cards that lie there, which then have moved as one."""

import numpy as np

from vision.arrays import Floats
from vision.faces import is_card
from vision.geometry import distance, named_like, overlap, similarity, size_of
from vision.picture.reading import CardReading
from vision.scene.cards import MOSTLY, PLACE, Hand, LyingCard, are_unread
from vision.scene.motion import Motion

FITS = 0.95
"""Share of a misfit that may be left where something fits better, by noise; it fits no worse up to the inverse of that."""


def camera_shift(lying: list[LyingCard], readings: list[CardReading], hand: Hand, motion: Motion) -> Floats | None:
    """How the camera was moved (2 × 3), where cards have moved as one, and the picture with them; None where it was not."""
    named = [(card, reading) for card in lying for reading in readings if _is_seen_by_name(card, reading)]
    # A card that nobody could read does not tell by itself where it went, but with the named ones it may.
    pairs = named + [(card, reading) for card in lying for reading in readings if named and _may_be_unread(card, reading)]
    if all(distance(card.lay, reading.quad) < PLACE / 2 for card, reading in pairs):
        return None
    corners = [_corners(card, reading) for card, reading in pairs]
    before, after = (np.concatenate(places) for places in zip(*corners, strict=True))
    shift = similarity(before, after, PLACE / 2 * size_of(pairs[0][0].lay), MOSTLY * len(after))
    if shift is None or motion.misfit_by(shift) > FITS:
        return None
    # What lies between the cards tells a knocked camera from cards that were pushed together; a plain cloth fits either way.
    cards = [*(card.quad for card in lying), *(card.lay for card in lying), *(reading.quad for reading in readings)]
    may_be_pushed = hand.is_here or len(pairs) == 1
    return shift if motion.misfit_by(shift, cards) < (FITS if may_be_pushed else 1 / FITS) else None


def _corners(card: LyingCard, reading: CardReading) -> tuple[Floats, Floats]:
    """Where those of its corners lay that are seen now, and where they are (N × 2 each)."""
    seen = list(reading.seen or (True,) * 4)
    return named_like(card.lay, reading.quad)[seen], reading.quad[seen]


def _is_seen_by_name(card: LyingCard, reading: CardReading) -> bool:
    """Whether this is the card, wherever it is now, with enough of its corners to tell where."""
    return is_card(card.label) and reading.label == card.label and reading.visible >= MOSTLY


def _may_be_unread(card: LyingCard, reading: CardReading) -> bool:
    """Whether a card in full view without a name may be this one, which nobody could read, a little aside."""
    return reading.visible == 1 and are_unread(card, reading.belief.label) and overlap(card.quad, reading.quad) > MOSTLY
