"""What the table's process has counted since it began: whoever watches over many boxes sees from it which one falls behind."""

from collections import deque
from dataclasses import asdict, dataclass

from vision.faces import is_card
from vision.sighting import Sighting, SightingKind

RECENT = 50
"""Pictures of which it is told how fast they come."""


@dataclass
class Counts:
    """Pictures of the camera, and how many a second of late; cards laid face up that the eye named or did not, and their seconds.

    A card takes from when its picture came in to when its event was in the log.
    """

    frames: int = 0
    frames_a_second: float = 0.0
    sure: int = 0
    unsure: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._times: deque[float] = deque(maxlen=RECENT)

    def saw(self, now: float) -> None:
        """A picture came in, at that moment of a clock that nobody sets."""
        self.frames += 1
        self._times.append(now)
        if now > self._times[0]:
            self.frames_a_second = (len(self._times) - 1) / (now - self._times[0])

    def took(self, sighting: Sighting, seconds: float) -> None:
        """What was seen has led to what it leads to."""
        if sighting.kind is SightingKind.CARD_PLAYED:
            is_sure = sighting.label is not None and is_card(sighting.label)
            self.sure, self.unsure = self.sure + is_sure, self.unsure + (not is_sure)
            self.seconds += seconds

    def as_json(self) -> dict[str, int | float]:
        """The counts as the page gets them."""
        return asdict(self)
