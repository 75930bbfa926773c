"""Whether the eye knows the deck that lies on the table, by how it fared with the cards of late."""

from collections import deque
from dataclasses import dataclass, field

from vision.faces import UNKNOWN
from vision.sighting import Sighting, SightingKind

LATE, ENOUGH, MOST = 10, 6, 0.6
"""Plays that are remembered, how many there must be, and the share of them that was not read where a deck is new."""


@dataclass
class Acquaintance:
    """Hears what the eye sees; a card whose question answered itself was read after all."""

    _plays: deque[tuple[int, bool]] = field(default_factory=lambda: deque(maxlen=LATE))

    def hear(self, sighting: Sighting) -> None:
        """Take in a sighting."""
        if sighting.kind is SightingKind.CARD_PLAYED and sighting.number is not None:
            self._plays.append((sighting.number, sighting.label != UNKNOWN))
        elif sighting.kind is SightingKind.CARD_NAMED:
            named = [(number, is_read or number == sighting.number) for number, is_read in self._plays]
            self._plays = deque(named, LATE)

    @property
    def is_new(self) -> bool:
        """Whether most cards of late could not be read."""
        unread = sum(not is_read for _, is_read in self._plays)
        return len(self._plays) >= ENOUGH and unread >= MOST * len(self._plays)
