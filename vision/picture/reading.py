"""What one picture says of one card, and from when on that counts as certain."""

from dataclasses import dataclass

from vision.arrays import Floats, Quad
from vision.faces import is_card
from vision.picture.identifier import Belief

CERTAIN = 0.98
"""Least probability of a reading that is shown as certain; how it was chosen stands in the model card."""


def is_named(belief: Belief) -> bool:
    """Whether it is certain which card it is."""
    return is_card(belief.certain(CERTAIN))


@dataclass(frozen=True)
class CardReading:
    """One card in one picture: outline, what it may be, how much of it was seen by its corners (0..1), and by which."""

    quad: Quad
    belief: Belief
    visible: float
    seen: tuple[bool, bool, bool, bool] | None = None

    @property
    def label(self) -> str:
        """The card, `back`, or `??` where nothing is certain."""
        return self.belief.certain(CERTAIN)

    @property
    def seen_corners(self) -> Floats:
        """Where those of its corners lie that were seen themselves: N × 2."""
        return self.quad if self.seen is None else self.quad[list(self.seen)]
