"""Courts put together from two decks, so that what tells a king from a jack is learnt part by part: head, robe, belt."""

from collections.abc import Mapping

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.training.marks import is_number

HEAD, BELT = ((0.5, 0.27), (0.3, 0.2)), ((0.5, 0.5), (0.45, 0.17))
"""Middle and reach of the oval of the upper half that is taken from the other deck, in parts of the card's width and height."""

JITTER = 0.15
"""How much such an oval differs from deck to deck, in parts of its reach (one standard deviation)."""

SEAM = 0.02
"""How soft the oval's rim is, in parts of the card's width."""


def patched(faces: Mapping[str, Image], others: Mapping[str, Image], rng: np.random.Generator) -> dict[str, Image]:
    """The faces (each H × W × 4), their courts with the heads, or with the belts, of the other deck's courts of the same name."""
    middle, reach = np.array(HEAD if rng.random() < 0.5 else BELT)
    oval = (middle + rng.normal(0, JITTER, 2) * reach, reach * np.exp(rng.normal(0, JITTER, 2)))
    return {
        label: face if is_number(label) or label not in others else _joined(face, others[label], *oval)
        for label, face in faces.items()
    }


def _joined(face: Image, other: Image, middle: Floats, reach: Floats) -> Image:
    """The other face inside the oval and where the half turn of the card takes it."""
    height, width = face.shape[:2]
    oval = np.zeros((height, width), np.float32)
    centre, axes = ((part * (width, height)).astype(int).tolist() for part in (middle, reach))
    cv2.ellipse(oval, centre, axes, 0, 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(np.maximum(oval, oval[::-1, ::-1]), (0, 0), SEAM * width)[..., None]
    colours = face[..., :3] * (1 - mask) + other[..., :3] * mask
    return np.dstack([colours.astype(np.uint8), face[..., 3]])
