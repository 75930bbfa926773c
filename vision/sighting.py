"""What the camera saw: one record for everything that leaves this room."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from vision.arrays import Image, Quad


class SightingKind(Enum):
    """What happened on the table."""

    CARD_PLAYED = "card_played"
    CARD_HIDDEN = "card_hidden"
    CARDS_TAKEN = "cards_taken"
    PILE_CLEARED = "pile_cleared"
    CARD_TURNED = "card_turned"
    CARD_NAMED = "card_named"
    CARDS_OPEN = "cards_open"
    CAMERA_MOVED = "camera_moved"
    HAND_OVER_TABLE = "hand_over_table"
    CAMERA_LOST = "camera_lost"
    CAMERA_BACK = "camera_back"


ABOUT_A_CARD = (SightingKind.CARD_PLAYED, SightingKind.CARD_HIDDEN, SightingKind.CARD_TURNED, SightingKind.CARD_NAMED)


@dataclass(frozen=True)
class Frame:
    """A picture with its number (from 0) and its time, in seconds from the start."""

    number: int
    at: float
    picture: Image = field(repr=False)


@dataclass(frozen=True)
class Sighting:
    """One event on the table.

    `label` is a face of `vision.faces`, `back` or `??`; `quad` its outline in the frame; `entered_from` the side the hand
    came from, in degrees clockwise from the top of the picture; `picture` the frame that shows it. `number` counts plays, so
    that `card_turned` and `card_named` say which one they mean; `lies_on` names the cards that a new one overlaps; `reason`
    says what is wrong with the camera.
    """

    kind: SightingKind
    at: float
    frame: int
    label: str | None = None
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    quad: Quad | None = field(default=None, repr=False)
    zone: int | None = None
    entered_from: float | None = None
    cards: tuple[str, ...] = ()
    picture: Image | None = field(default=None, repr=False)
    number: int | None = None
    lies_on: tuple[str, ...] = ()
    reason: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The public form: one line of `cardtable watch --json`."""
        record: dict[str, Any] = {"at": round(self.at, 3), "event": self.kind.value, "frame": self.frame}
        if self.kind in ABOUT_A_CARD:
            record |= {
                "card": self.label,
                "confidence": round(self.confidence, 4),
                "alternatives": [[label, round(chance, 4)] for label, chance in self.alternatives],
                "corners": [] if self.quad is None else [[round(float(v), 1) for v in corner] for corner in self.quad],
                "zone": self.zone,
                "entered_from": None if self.entered_from is None else round(self.entered_from, 1),
                "number": self.number,
                "lies_on": list(self.lies_on),
            }
        if self.kind in (SightingKind.CARDS_TAKEN, SightingKind.PILE_CLEARED, SightingKind.CARDS_OPEN):
            record["cards"] = list(self.cards)
        if self.reason is not None:
            record["reason"] = self.reason
        return record
