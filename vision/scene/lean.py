"""How much smaller cards are farther off: a camera that leans sees the table from the side.

Learnt from played cards in full view, each in the last place where it was seen so. Near enough, the logarithm of a card's size
changes evenly across the picture.
"""

from collections import defaultdict, deque
from collections.abc import Iterable

import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import is_card
from vision.geometry import width_of
from vision.scene.cards import LyingCard

NOISE = 0.015
"""Standard deviation of the logarithm of a card's size as it is measured."""

STEEP = 0.07
"""By how much it may change, one standard deviation, within the width of a card: a camera that leans by 20 degrees."""

LOOKS = 5
"""Newest looks at a card of which the middle one counts: one outline may be wrong, though all of the card seemed to show."""


class Lean:
    """Of one table, as its camera hangs now; says nothing, and a card is as large everywhere, until cards were seen."""

    def __init__(self) -> None:
        self._seen: defaultdict[str, deque[tuple[float, float, float]]] = defaultdict(lambda: deque(maxlen=LOOKS))
        self._middle: Floats = np.zeros(2)
        self._level, self._slope = 0.0, np.zeros(2)

    def learn(self, cards: Iterable[LyingCard], card_width: float) -> None:
        """Take in named cards that are in full view now, and lie still."""
        for card in cards:
            if is_card(card.label):
                x, y = (card.quad.mean(axis=0) / card_width).tolist()
                self._seen[card.label].append((x, y, float(np.log(width_of(card.quad) / card_width))))
        if not self._seen:
            return
        found = np.array([np.median(looks, axis=0) for looks in self._seen.values()])
        places, sizes = found[:, :2], found[:, 2]
        self._middle = places.mean(axis=0)
        # The card that gave the width counts as one more; where all lie close together there is no slope to be told (ridge).
        self._level = float(sizes.sum() / (len(sizes) + 1))
        away = places - self._middle
        spread = away.T @ away + np.eye(2) * (NOISE / STEEP) ** 2
        self._slope = np.linalg.solve(spread, away.T @ (sizes - sizes.mean()))

    def at(self, quad: Quad, card_width: float) -> float:
        """The width, in pixels, of a card that lies there."""
        away = quad.mean(axis=0) / card_width - self._middle
        return card_width * float(np.exp(self._level + self._slope @ away))
