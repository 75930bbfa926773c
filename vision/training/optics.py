"""What light and a camera make of a table: uneven light and glare, the lens, and what the sensor gives."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, Quad

Owners = npt.NDArray[np.int16]
"""Height × width: which card shows at a pixel, -1 the table, -2 something in the way."""

STRONG = 0.02
"""By how much a lens distorts at most, in parts of a picture's side at one side's distance from its middle."""


@dataclass(frozen=True)
class Lens:
    """Radial distortion of the third order about `middle`, pixels: straight lines bow outwards or inwards (Brown, 1966).

    A point of the picture shows what lies `amount` · r² / side² of its distance r farther out, but for the shift of the middle.
    """

    middle: tuple[float, float]
    amount: float
    side: int

    @classmethod
    def random(cls, rng: np.random.Generator, side: int) -> "Lens":
        """The picture is a part of a wider one: the lens's middle may lie outside it."""
        x, y = rng.uniform(-0.5, 1.5, 2) * side
        return cls((float(x), float(y)), float(rng.uniform(-STRONG, STRONG)), side)

    def _shift(self, points: Floats) -> Floats:
        """How far from each point (… × 2) what it shows lies; the picture's own middle stays where it is."""
        return self._pull(points) - self._pull(np.full(2, self.side / 2, np.float32))

    def _pull(self, points: Floats) -> Floats:
        away = points - np.array(self.middle, np.float32)
        return np.asarray(away * (away**2).sum(axis=-1, keepdims=True) * (self.amount / self.side**2), np.float32)

    def picture(self, lit: Floats) -> Floats:
        """The picture through the lens."""
        x, y = self._map
        return np.asarray(cv2.remap(lit, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32)

    def owners(self, owner: Owners) -> Owners:
        """Which card shows where, through the lens."""
        x, y = self._map
        return np.asarray(cv2.remap(owner, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=-2), np.int16)

    def outline(self, quad: Quad) -> Quad:
        """Where the corners are seen: the shift at the place where it leads is found in three steps."""
        seen = quad
        for _ in range(3):
            seen = np.asarray(quad - self._shift(seen), np.float32)
        return seen

    @cached_property
    def _map(self) -> tuple[Floats, Floats]:
        y, x = np.mgrid[: self.side, : self.side].astype(np.float32)
        points = np.stack([x, y], axis=-1)
        there = (points + self._shift(points)).astype(np.float32)
        return there[..., 0], there[..., 1]


def light_up(canvas: Floats, rng: np.random.Generator, troubles: float) -> Floats:
    """Uneven light, glare, cast shadows, a lamp that flickers, and its colour."""
    n = canvas.shape[0]
    uneven = cv2.resize(rng.standard_normal((3, 3)).astype(np.float32), (n, n), interpolation=cv2.INTER_CUBIC)
    lit = canvas * (1 + uneven * rng.uniform(0, 0.18))[..., None]
    if rng.random() < 0.2 * troubles:
        spot = np.zeros((n, n), np.float32)
        axes = (int(rng.uniform(4, n / 5)), int(rng.uniform(4, n / 5)))
        cv2.ellipse(spot, tuple(rng.integers(0, n, 2).tolist()), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        lit += cv2.GaussianBlur(spot, (0, 0), rng.uniform(4, 20))[..., None] * rng.uniform(30, 150)
    if rng.random() < 0.25 * troubles:
        dark = np.zeros((n, n), np.float32)
        cv2.fillConvexPoly(dark, rng.integers(-n // 2, n + n // 2, (3, 2)).astype(np.int32), 1.0)
        lit *= 1 - (cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 12)) * rng.uniform(0.1, 0.55))[..., None]
    if rng.random() < 0.1 * troubles:
        # A lamp that flickers with the mains, and a sensor that reads row after row (rolling exposure): bands.
        rows = np.arange(n, dtype=np.float32) / (n * float(rng.uniform(0.2, 2)))
        lit *= (1 + rng.uniform(0.02, 0.15) * np.sin(2 * np.pi * (rows + rng.uniform())))[:, None, None]
    lamp = rng.uniform(0.82, 1.18, 3) if rng.random() < 0.85 else rng.uniform([0.35, 0.75, 0.8], [0.8, 1.0, 1.1])
    return np.asarray(lit * (lamp * rng.uniform(0.4, 1.25)), np.float32)


GRAIN = np.random.default_rng(0).standard_normal(3_000_000, np.float32)
"""Sensor noise, drawn once: a picture takes a stretch of it."""


def camera(lit: Floats, rng: np.random.Generator, width: float, troubles: float) -> Image:
    """What the sensor makes of it: focus, movement, gamma, noise, compression. `width` of a card bounds the blur."""
    seen = lit.astype(np.float32)
    if rng.random() < 0.65:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 0.4 + 0.016 * width))), np.float32)
    if rng.random() < 0.12 * troubles:
        length = int(rng.integers(3, max(4, int(width * 0.05) + 3)))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        seen = np.asarray(cv2.filter2D(seen, -1, kernel / max(1.0, float(kernel.sum()))), np.float32)
    if rng.random() < 0.25:
        seen = seen + (seen - cv2.GaussianBlur(seen, (0, 0), 1.2)) * float(rng.uniform(0.3, 1.5))
    curve = 255 * (np.arange(256) / 255) ** float(rng.uniform(0.7, 1.4))
    picture = cv2.LUT(np.clip(seen, 0, 255).astype(np.uint8), curve.astype(np.uint8)).astype(np.uint8)
    grain = int(rng.integers(GRAIN.size - picture.size))
    strength = float(rng.uniform(0, 8))
    noisy = picture + strength * GRAIN[grain : grain + picture.size].reshape(picture.shape)
    picture = np.clip(noisy, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    if rng.random() < 0.05:
        picture = np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2).astype(np.uint8)
    return picture
