"""Where known cards do not predict the picture and the reader found no outline: a thing of a card's size has come there."""

from collections.abc import Callable, Sequence

import numpy as np

from vision.arrays import Quad
from vision.faces import LABELS, NONE
from vision.geometry import distance, overlap
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.cards import MOSTLY, PLACE, SAME, LyingCard
from vision.scene.motion import Motion

NOBODY_KNOWS = Belief(np.log(np.where(np.array(LABELS) == NONE, 1.0, 1e-9)))
"""Of a card that no outline fits."""


def patches(
    motion: Motion,
    readings: Sequence[CardReading],
    lying: Sequence[LyingCard],
    width_at: Callable[[Quad], float | None],
    aspect: float,
) -> list[CardReading]:
    """As readings that say nothing, with no corner seen; none where the reader found an outline or a card is known."""
    thing = motion.lasting()
    width = None if thing is None else width_at(thing)
    if thing is None or width is None or any(distance(thing, reading.quad) < PLACE for reading in readings):
        return []
    if any(overlap(thing, card.quad) > SAME for card in lying):
        return []
    first, second = (float(np.linalg.norm(thing[place] - thing[place - 1])) / width for place in (1, 2))
    if not all(SAME < side < 1 / SAME for side in (min(first, second), max(first, second) / aspect)):
        return []
    if motion.novel_share(thing) < MOSTLY:  # what a card that was taken or pushed away has left
        return []
    named = thing if first < second else np.roll(thing, 1, axis=0)
    return [CardReading(named, NOBODY_KNOWS, 0.0, (False, False, False, False))]
