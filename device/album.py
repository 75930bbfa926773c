"""Pictures for the evidence: each card as it was laid, and the last seconds of the table where a trick is disputed."""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2

from device.film import Film
from device.framing import surroundings
from scoring.ledger import EvidenceStore
from vision.arrays import Image
from vision.sighting import Sighting


@dataclass
class Album:
    """Keeps pictures before the events that name them; a full card costs the picture and not the play."""

    evidence: EvidenceStore
    report: Callable[[str], None]
    is_down: bool = False
    _film: Film = field(default_factory=Film)

    def see(self, picture: Image) -> None:
        """Take a frame into the film."""
        self._film.see(picture)

    def keep(self, sighting: Sighting) -> str | None:
        """The part of the frame that shows the card: the picture's name, or None where there is none."""
        if sighting.picture is None or sighting.quad is None:
            return None
        return self._keep(cv2.imencode(".jpg", surroundings(sighting), [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())

    def keep_film(self) -> str | None:
        """The last seconds as one picture: its name, or None where there is none."""
        sheet = self._film.sheet()
        return None if sheet is None else self._keep(sheet)

    def _keep(self, jpeg: bytes) -> str | None:
        try:
            name = self.evidence.keep(jpeg)
        except OSError as error:
            if not self.is_down:
                self.report(f"{self.evidence.folder}: no pictures are kept: {error.strerror}")
            self.is_down = True
            return None
        self.is_down = False
        return name
