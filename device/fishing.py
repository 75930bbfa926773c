"""A turn of a fishing game as far as the camera sees it: the cards that were laid, and those that were taken with them.

What the turn was, a capture, a build or a trail, people say: the page offers what was seen, and one tap confirms it.
"""

from dataclasses import dataclass, field

from scoring.table import Table
from vision.faces import is_card
from vision.sighting import Sighting, SightingKind


@dataclass
class SeenTurn:
    """Cards laid and taken since the last turn that was agreed; `is_cleared` where nothing was left on the table."""

    laid: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    is_cleared: bool = False
    _agreed: int = -1

    def see(self, sighting: Sighting, table: Table) -> None:
        """Take one sighting in."""
        self.follow(table)
        if sighting.kind is SightingKind.CARD_PLAYED and is_card(str(sighting.label)):
            self.laid.append(str(sighting.label))
        elif sighting.kind is SightingKind.CARDS_TAKEN:
            self.taken += [label for label in sighting.cards if is_card(label) and label not in self.laid]
        elif sighting.kind is SightingKind.PILE_CLEARED:
            self.is_cleared = True

    def follow(self, table: Table) -> None:
        """Once a turn is agreed the next begins."""
        hand = table.hand
        agreed = 0 if hand is None else len(hand.moves) + len(hand.calls)
        if agreed != self._agreed:
            self.laid, self.taken, self.is_cleared, self._agreed = [], [], False, agreed
