"""What was found out about a part of the box."""

from dataclasses import dataclass
from enum import Enum


class Part(Enum):
    """Parts that something can be wrong with."""

    CONFIGURATION = "configuration"
    CAMERA = "camera"
    CALIBRATION = "calibration"
    PICTURE = "picture"
    DECK = "deck"
    BUTTONS = "buttons"
    READER = "reader"
    VOICE = "voice"
    BOARD = "board"
    STORAGE = "storage"
    CLOCK = "clock"
    HEAT = "heat"
    POWER = "power"
    NETWORK = "network"
    CLUB = "club"


@dataclass(frozen=True)
class Finding:
    """One line of the doctor: the part, whether it is well, and what to do where it is not."""

    part: Part
    is_good: bool
    text: str

    def as_json(self) -> dict[str, str | bool]:
        """The finding as the page and `cardtable doctor --json` have it."""
        return {"part": self.part.value, "is_good": self.is_good, "text": self.text}
