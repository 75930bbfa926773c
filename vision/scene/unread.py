"""Cards that no outline fits: a thing of a card's size that has come to lie there, which nobody could name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Quad
from vision.geometry import distance, overlap
from vision.scene.lying import LyingCard, is_unread
from vision.scene.motion import Motion

SAME = 0.8
"""Share of place from which such a thing is taken for a place where a card lies or has lain."""


@dataclass
class Unread:
    """Remembers where cards lie or have lain since the table was bare: what changes there is a card taken or pushed away."""

    _places: list[Quad] = field(default_factory=list)

    def remember(self, lying: Iterable[LyingCard], same_place: float) -> None:
        """Take in where the cards lie in this frame."""
        quads = [card.quad for card in lying]
        self._places = self._places if quads else []
        for quad in quads:
            if all(distance(place, quad) > same_place for place in self._places):
                self._places.append(quad)

    def find(
        self, motion: Motion, width_at: Callable[[Quad], float | None], lying: Iterable[LyingCard], aspect: float
    ) -> Quad | None:
        """The outline of a card of that height over width which is to be asked about, or None."""
        box = motion.lasting()
        card_width = None if box is None else width_at(box)
        if box is None or card_width is None or not _is_as_large_as_a_card(box, card_width, aspect) or is_asked_about(box, lying):
            return None
        return None if any(overlap(place, box) > SAME for place in self._places) else box


def is_asked_about(quad: Quad, lying: Iterable[LyingCard]) -> bool:
    """Whether a card that nobody could read lies just there, and so is known already."""
    return any(is_unread(card) and overlap(card.quad, quad) > SAME for card in lying)


def _is_as_large_as_a_card(box: Quad, card_width: float, aspect: float) -> bool:
    short, long = sorted(float(np.linalg.norm(box[place] - box[0])) / card_width for place in (1, 3))
    return all(0.8 < side < 1.15 for side in (short, long / aspect))
