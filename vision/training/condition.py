"""What cards have been through: faces that are smudged, bent, worn by many hands, or in a sleeve that shines."""

import cv2
import numpy as np

from vision.arrays import Floats, Image


def smudged(face: Image, rng: np.random.Generator) -> Image:
    """The face as nobody can read it any more; its outline stays sharp."""
    blurred = cv2.GaussianBlur(face[..., :3], (0, 0), float(rng.uniform(0.055, 0.1)) * face.shape[1])
    return np.dstack([blurred, face[..., 3]]).astype(np.uint8)


def bent(face: Image, rng: np.random.Generator) -> Image:
    """The face of a card that does not lie flat, as seen from above: its corners stay, its edges bow."""
    height, width = face.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across, down = rng.uniform(-0.03, 0.03, 2).astype(np.float32)
    bow_x, bow_y = across * width * np.sin(np.pi * y / height), down * width * np.sin(np.pi * x / width)
    return np.asarray(cv2.remap(face, x + bow_x, y + bow_y, cv2.INTER_LINEAR), np.uint8)


def handled(face: Image, wear: float, rng: np.random.Generator) -> Image:
    """The face after many evenings: dirt that grows towards the edges, scratches, and now and then a crease or a streak of light.

    `wear` is 0 for a new deck and 1 for one that should be replaced.
    """
    if wear == 0:
        return face
    height, width = face.shape[:2]
    worn = face[..., :3].astype(np.float32)
    across, down = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    edge = np.maximum(np.abs(across)[None], np.abs(down)[:, None]) ** 12
    worn *= 1 - (0.25 * wear * float(rng.uniform(0, 1)) * edge)[..., None]
    for _ in range(int(rng.poisson(3 * wear))):
        _draw_line(worn, rng, float(rng.uniform(-70, 70)), max(1, width // 200))
    if rng.random() < 0.25 * wear:
        _crease(worn, rng)
    if rng.random() < 0.2 * wear:
        streak = np.zeros((height, width), np.float32)
        _draw_line(streak, rng, float(rng.uniform(20, 90)), int(rng.uniform(0.05, 0.25) * width))
        worn += cv2.GaussianBlur(streak, (0, 0), 0.03 * width)[..., None]
    return np.dstack([np.clip(worn, 0, 255), face[..., 3]]).astype(np.uint8)


def _draw_line(canvas: Floats, rng: np.random.Generator, light: float, thick: int) -> None:
    """A straight line from somewhere to somewhere, so much brighter than what is there."""
    height, width = canvas.shape[:2]
    mask = np.zeros((height, width), np.float32)
    start, end = (rng.uniform(0, 1, (2, 2)) * [width, height]).astype(int).tolist()
    cv2.line(mask, start, end, 1.0, thick, cv2.LINE_AA)
    canvas += light * (mask[..., None] if canvas.ndim == 3 else mask)


def _crease(worn: Floats, rng: np.random.Generator) -> None:
    """A fold across a corner or the whole card: light on its one side, shade on its other."""
    height, width = worn.shape[:2]
    turn, at = rng.uniform(0, np.pi), rng.uniform(0.15, 0.85, 2) * [width, height]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    beside = ((x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)) / (0.015 * width)
    worn += (float(rng.uniform(15, 60)) * beside * np.exp(-(beside**2)))[..., None]
