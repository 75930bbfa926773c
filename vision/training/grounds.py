"""What a face is printed on where that is not plain paper: a tint that changes across the card, or a pattern up to its edge."""

import cv2
import numpy as np

from vision.arrays import Floats, Image


def random_ground(rng: np.random.Generator, height: int, width: int) -> Floats:
    """How much of the light each place of such a paper throws back, height × width × 3, at most 1."""
    first, second = rng.uniform(0.45, 1.0, (2, 3)), rng.uniform(0.7, 1.0, (2, 3))
    angle = float(rng.uniform(0, 2 * np.pi))
    y, x = np.mgrid[:height, :width].astype(np.float32) / width - 0.5
    way = np.clip(0.5 + x * np.cos(angle) + y * np.sin(angle), 0, 1)[..., None]
    light, dark = np.maximum(first, second)
    ground = light * way + dark * (1 - way)
    if rng.random() < 0.6:
        cells = int(rng.integers(3, 24))
        texture = rng.uniform(0, 1, (round(1.4 * cells), cells)).astype(np.float32)
        relief = cv2.resize(texture, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
        ground = ground * (1 - float(rng.uniform(0.05, 0.4)) * relief)
    return np.asarray(np.clip(ground, 0, 1), np.float32)


def printed_on(face: Image, ground: Floats) -> Image:
    """The face (H × W × 4) on such a paper."""
    return np.dstack([face[..., :3] * ground, face[..., 3]]).astype(np.uint8)
