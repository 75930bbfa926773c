"""Whether the cards on the table have the French suits or others: each kind is read by a network of its own.

What the network of the French suits saw of a card tells it: logistic regression on its features, fitted by
`vision.training.tell_suits`.
"""

from dataclasses import dataclass, field
from enum import Enum
from functools import cache

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.faces import FACES
from vision.models import folder

A_LOOK, MOST = 3.0, 12.0
"""Log-odds that one look counts for at the most, and all looks together: some hearts of another deck do not change it."""

NOT_RECKONED_WITH = float(-np.log(100))
"""Log-odds of other suits up to which the second network need not look: a reading is certain that is wrong twice in a hundred."""

NOT_READ, NEVER_SURE = 1.0, 1.02
"""Log-odds of other suits where the network of the French ones reads nothing; the surer it reads a card, the fewer they are.

Of held-out cut-outs it is sure of 68 in 100 where the suits are French, and of 4 where they are not.
"""


CAUTION = 0.5
"""Power of the second network's chances of ranks and suits where those are neither German nor French: of such decks it learnt the
fewest, and is surer than it may be.
"""


class Expected(Enum):
    """The suits of the pack that is played with: log-odds of others than French ones, and the power of what is read of those.

    Somebody may play with another pack than the game asks for, but where others are expected that is not doubted: the second
    network reads French ones as well, only less.
    """

    FRENCH = -9.0, 1.0
    UNKNOWN = -3.0, 1.0
    GERMAN = 20.0, 1.0
    OTHERS = 20.0, CAUTION

    @property
    def log_odds(self) -> float:
        """Of others than the French suits, before anything was seen."""
        return self.value[0]

    @property
    def power(self) -> float:
        """To which the chances of other suits' ranks and suits are raised."""
        return self.value[1]


@dataclass(frozen=True)
class Teller:
    """Weights (one a feature) and a bias."""

    weights: Floats = field(repr=False)
    bias: float

    def log_odds(self, features: Floats) -> Floats:
        """How much likelier each of N cards (N × features) is to have other suits than the French ones."""
        return np.asarray(features @ self.weights + self.bias)


@cache
def teller() -> Teller:
    """The one that ships."""
    with np.load(folder() / "suits.npz") as stored:
        return Teller(stored["weights"].astype(np.float32), float(stored["bias"]))


class SuitsChoice:
    """By every look of late at a card that mostly shows."""

    def __init__(self, expected: Expected = Expected.UNKNOWN) -> None:
        self._expected = expected
        self._seen = 0.0

    @property
    def power(self) -> float:
        """To which the chances of other suits' cards are raised."""
        return self._expected.power

    @property
    def chance_of_others(self) -> float:
        """How likely the cards have other suits than the French ones; nothing where that is too little to count."""
        odds = self._expected.log_odds + self._seen
        return 0.0 if odds < NOT_RECKONED_WITH else float(1 / (1 + np.exp(-odds)))

    def hear(self, features: Floats, own: Floats, has_say: npt.NDArray[np.bool_]) -> None:
        """Take in what N looks of the first network saw, and its log-probabilities (N × 56); only those with a say count."""
        read = np.exp(own[has_say, : len(FACES)]).max(axis=1, initial=0.0)
        said = (teller().log_odds(features[has_say]) + NOT_READ + np.log(NEVER_SURE - read)).clip(-A_LOOK, A_LOOK)
        self._seen = float(np.clip(self._seen + said.sum(), -MOST, MOST))
