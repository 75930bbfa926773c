"""Misdeals: what a wrong number of cards asks for before anybody has played (docs/rules.md §0)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.seats import Seat

OUT_OF_TURN = "dealt out of turn"
"""Why a hand is void that somebody else should have dealt, as records write it."""


@dataclass(frozen=True)
class DrawnBack:
    """One card drawn back unseen: from whom and to whom; None is the undealt part of the pack."""

    giver: Seat | None
    taker: Seat | None

    def counts(self, seats: tuple[Seat, ...], hand_size: int) -> tuple[int, ...]:
        """How many cards everybody had before it was drawn."""
        return tuple(hand_size + (seat is self.giver) - (seat is self.taker) for seat in seats)


def misdealt(counts: Mapping[Seat, int], hand_size: int) -> tuple[Seat, ...]:
    """Seats that were dealt a wrong number of cards; any makes a misdeal."""
    return tuple(seat for seat, count in counts.items() if count != hand_size)


def drawn_back(counts: Mapping[Seat, int], hand_size: int, has_rest: bool) -> DrawnBack | None:
    """The one card that puts the deal right; None where one is not enough, and the hand is dealt again.

    Of two seats the shorter draws from the longer. One seat alone is put right with the undealt part, where there is one.
    """
    wrong = misdealt(counts, hand_size)
    longer = [seat for seat in wrong if counts[seat] == hand_size + 1]
    shorter = [seat for seat in wrong if counts[seat] == hand_size - 1]
    is_one_card = 0 < len(wrong) == len(longer) + len(shorter) and max(len(longer), len(shorter)) == 1
    if not is_one_card or (len(wrong) == 1 and not has_rest):
        return None
    return DrawnBack(longer[0] if longer else None, shorter[0] if shorter else None)
