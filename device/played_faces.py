"""What the evidence shows of the session's cards: the first pictures of a deck that is new to the eye.

Players have told the eye which cards it could not read, so that the log knows them by name.
"""

import cv2
import numpy as np

from device.faces import label_of
from scoring.ledger import EvidenceStore
from scoring.table import Table
from scoring.tricks import Reading
from vision.arrays import Image
from vision.setup.enrolment import face_at


def pictured(table: Table) -> dict[str, Reading]:
    """The latest picture of each card of the session that the log has by name and outline, by its label."""
    plays = [play for hand in table.hands for trick in hand.laid for play in trick]
    return {label_of(play.card): play.reading for play in plays if play.card and not play.face_down and play.reading.outline}


def played_faces(table: Table, evidence: EvidenceStore) -> dict[str, Image]:
    """These faces, 224 × 160 × 4; a picture that is no longer kept, or cannot be read, is left out."""
    found = {label: _face(reading, evidence) for label, reading in pictured(table).items()}
    return {label: face for label, face in found.items() if face is not None}


def _face(reading: Reading, evidence: EvidenceStore) -> Image | None:
    try:
        jpeg = evidence.content(reading.evidence or "")
    except OSError:
        return None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if picture is None:
        return None
    quad = np.array(reading.outline, np.float32) * picture.shape[1::-1]
    return face_at(np.asarray(picture, np.uint8), quad.astype(np.float32))
