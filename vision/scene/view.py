"""Whether the camera was knocked: told by the cards that lie there, which then have moved as one."""

import numpy as np

from vision.arrays import Floats
from vision.faces import is_card
from vision.geometry import distance, moved, overlap, similarity, size_of
from vision.picture.reading import CardReading
from vision.scene.cards import MOSTLY, PLACE, WHOLE, Hand, LyingCard, are_unread


def camera_shift(lying: list[LyingCard], readings: list[CardReading], hand: Hand) -> Floats | None:
    """How the camera was moved (2 × 3), where all named cards have moved as one; None where it was not."""
    named = [(card, reading) for card in lying for reading in readings if _is_seen_by_name(card, reading)]
    if not named:
        return None
    # A card that nobody could read does not tell by itself where it went, but with the named ones it may.
    pairs = named + [(card, reading) for card in lying for reading in readings if _may_be_unread(card, reading)]
    is_nudge = len(pairs) == 1 and (len(lying) > 1 or hand.side is not None)
    if is_nudge:
        return None
    # Outlines of covered cards are guesses: one at least must be in full view, or nearly all show of two, or three agree.
    plain = [reading.visible for _, reading in pairs if reading.visible >= WHOLE]
    if max(plain, default=0.0) < 1 and len(plain) < 2 and len(pairs) < 3:
        return None
    # As in nearly every frame: they lie where they lay.
    if np.median([distance(card.lay, reading.quad) for card, reading in pairs]) < PLACE / 2:
        return None
    # Of a card that is half covered the corners that were not seen are guesses, and need not agree; others lay askew before.
    seen = 4 * sum(reading.visible for _, reading in pairs)
    shift = similarity([card.lay for card, _ in pairs], [reading.quad for _, reading in pairs], MOSTLY * seen)
    if shift is None:
        return None
    along = 4 * sum(reading.visible for card, reading in pairs if _moved_along(card, reading, shift))
    if along < WHOLE * seen:
        return None
    # One corner of an outline may be seen wrongly: what counts is how far the cards as a whole have come.
    ways = [np.linalg.norm(moved(card.lay, shift) - card.lay, axis=1) / size_of(card.lay) for card, _ in pairs]
    return shift if np.median(ways) >= PLACE / 2 else None


def _moved_along(card: LyingCard, reading: CardReading, shift: Floats) -> bool:
    """Whether the card's middle is seen nearer to where the camera would have taken it than to where it lay."""
    middle, before = reading.quad.mean(axis=0), card.lay.mean(axis=0)
    return bool(np.linalg.norm(middle - moved(card.lay, shift).mean(axis=0)) < np.linalg.norm(middle - before))


def _is_seen_by_name(card: LyingCard, reading: CardReading) -> bool:
    """Whether this is the card, wherever it is now, with enough of its corners to tell where."""
    return is_card(card.label) and reading.label == card.label and reading.visible >= MOSTLY


def _may_be_unread(card: LyingCard, reading: CardReading) -> bool:
    """Whether a card in full view without a name may be this one, which nobody could read, a little aside."""
    return reading.visible == 1 and are_unread(card, reading.belief.label) and overlap(card.quad, reading.quad) > MOSTLY
