"""Whether the camera was knocked: the cards that lie there say how it may have moved, and the picture whether it did."""

import numpy as np

from vision.arrays import Floats
from vision.faces import NONE, is_card
from vision.geometry import named_like, overlap, similarity, size_of
from vision.picture.reading import CardReading
from vision.scene.cards import MOSTLY, PLACE, Hand, LyingCard, are_unread
from vision.scene.motion import Motion

FITS = 0.95
"""Share of a misfit below which a picture fits better; up to its inverse it fits as well, but for noise."""


def camera_shift(lying: list[LyingCard], readings: list[CardReading], hand: Hand, motion: Motion) -> Floats | None:
    """How the camera was moved (2 × 3), where cards have moved as one, and the picture with them; None where it was not."""
    # With enough of its corners in view to tell where a card is now.
    seen = [reading for reading in readings if is_card(reading.label) and reading.visible >= MOSTLY]
    named = [(card, reading) for card in lying for reading in seen if reading.label == card.label]
    if not named:
        return None
    # A card that nobody could read does not tell by itself where it went, but with the named ones it may.
    unread = [reading for reading in readings if reading.belief.label == NONE and reading.visible == 1]
    pairs = named + [(card, reading) for card in lying for reading in unread if _may_be(card, reading)]
    before = np.concatenate([_lay(card, reading) for card, reading in pairs])
    after = np.concatenate([reading.seen_corners for _, reading in pairs])
    near = PLACE / 2 * size_of(pairs[0][0].lay)
    if (np.linalg.norm(after - before, axis=1) < near).all():
        return None
    # Two corners are met whatever their jitter, which then passes for scale and turn.
    shift = similarity(before, after, near, max(3, MOSTLY * len(after)))
    if shift is None or motion.misfit_by(shift) > FITS:
        return None
    # What lies between the cards tells a knocked camera from cards that were pushed together; a plain cloth fits either way.
    places = [quad for card in lying for quad in (card.quad, card.left) if quad is not None]
    table = motion.misfit_by(shift, [*places, *(reading.quad for reading in readings)])
    may_be_pushed = hand.side is not None or len({id(reading) for _, reading in pairs}) == 1
    return shift if table < (FITS if may_be_pushed else 1 / FITS) else None


def _lay(card: LyingCard, reading: CardReading) -> Floats:
    """Where those of its corners lay that are seen now (N × 2)."""
    lay = named_like(card.lay, reading.quad)
    return lay if reading.seen is None else lay[list(reading.seen)]


def _may_be(card: LyingCard, unread: CardReading) -> bool:
    """Whether a card in full view without a name may be this one, which nobody could read, a little aside."""
    return are_unread(card, unread.belief.label) and overlap(card.quad, unread.quad) > MOSTLY
