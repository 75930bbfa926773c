"""Cards that everybody passes on before the first lead: how many, and to whom."""

from dataclasses import dataclass
from enum import Enum

from scoring.sheet import counted_in_words


class To(Enum):
    """Who gets the cards, as seen by who passes them on; nobody in a deal that is played as it was dealt."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    NOBODY = "none"


@dataclass(frozen=True)
class PassedOn:
    """So many cards of everybody's go to somebody else."""

    cards: int
    to: To

    def __str__(self) -> str:
        """`3 cards to the left`."""
        cards = counted_in_words(self.cards, "card")
        if self.to is To.ACROSS:
            return f"{cards} to the player opposite"
        return f"{cards} to the left" if self.to is To.LEFT else f"{cards} to the right"
