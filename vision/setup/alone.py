"""The outline of a card that lies alone on a table whose bare picture is known: what differs there has a card's shape.

Lines inside a card's edge, and proportions that the network never met, mean nothing here.
"""

import math

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.geometry import resized

SIDE = 640
"""Pixels of the longer side of the pictures that are compared."""

STEP = 24
"""Grey levels, of any colour, by which a card differs from the bare table."""

LEAST, MOST = 0.004, 0.5
"""Shares of the picture that a card covers."""

ALONE = 0.1
"""Share of its area from which another thing that differs lies there as well."""

FULL = 0.94
"""Share of its four sides' area that a card fills; its round corners and a ragged edge are what is missing."""

NARROWEST, TALLEST = 1.2, 2.1
"""Length by width of what may be a card, tilted as it may be."""

HALF = 0.5
"""Pixels from the middle of a contour's pixels to their outer edge."""

MIDDLE, BESIDE = 0.35, 0.1
"""Half of that part of a side which is straight, and how far from the first guess, in widths, its edge may lie."""

RINGS = (0.9, 1.0, 1.1)
"""Sizes of the outline between which its inside and its outside are compared."""


def outline_alone(picture: Image, bare: Image) -> Quad | None:
    """The outline of the one card by which two pictures of one size differ, named from a short edge; None for anything else."""
    factor = min(1.0, SIDE / max(picture.shape[:2]))
    size = round(picture.shape[1] * factor), round(picture.shape[0] * factor)
    now, before = (np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA), np.uint8) for each in (picture, bare))
    differs = (cv2.absdiff(now, before).max(axis=2) > STEP).astype(np.uint8)
    closed = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    things = sorted(contours, key=cv2.contourArea, reverse=True)
    if not things or any(cv2.contourArea(other) > ALONE * cv2.contourArea(things[0]) for other in things[1:]):
        return None
    hull = cv2.convexHull(things[0])
    if not LEAST * size[0] * size[1] <= cv2.contourArea(hull) <= MOST * size[0] * size[1]:
        return None
    around = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32)
    quad = _four_sides(things[0].reshape(-1, 2).astype(np.float32), around)
    if quad is None or cv2.contourArea(hull) < FULL * cv2.contourArea(quad):
        return None
    across, down = (float(np.linalg.norm(quad[place + 1] - quad[place])) for place in (0, 1))
    if not NARROWEST <= max(across, down) / min(across, down) <= TALLEST:
        return None
    if _contrast(now, quad) < _contrast(before, quad):  # it lay there before, and was taken away
        return None
    named = quad if across < down else np.roll(quad, 1, axis=0)
    # A pixel's middle lies half a pixel from its corner, in the small picture as in the large one.
    return np.asarray((named + 0.5) / factor - 0.5, np.float32)


def _contrast(picture: Image, quad: Quad) -> float:
    """How far the colours along the outline's inside are from those along its outside."""
    within, without = (np.zeros(picture.shape[:2], np.uint8) for _ in range(2))
    inner, edge, outer = (np.round(resized(quad, scale)).astype(np.int32) for scale in RINGS)
    for ring, large, small in ((within, edge, inner), (without, outer, edge)):
        cv2.fillConvexPoly(ring, large, 255)
        cv2.fillConvexPoly(ring, small, 0)
    return math.dist(cv2.mean(picture, within), cv2.mean(picture, without))


def _four_sides(edge: Floats, around: Quad) -> Quad | None:
    """The four straight sides that a contour (N × 2) has along the rectangle around it, by where they meet."""
    width = float(np.linalg.norm(np.diff(np.vstack([around, around[:1]]), axis=0), axis=1).min())
    lines = []
    for start, end in zip(around, np.roll(around, -1, axis=0), strict=True):
        length = max(1e-6, float(np.linalg.norm(end - start)))
        along = (end - start) / length
        offset = edge - (start + end) / 2
        at, off = offset @ along, offset @ np.array([-along[1], along[0]])
        near = edge[(np.abs(at) < MIDDLE * length) & (np.abs(off) < BESIDE * width)]
        if len(near) < 8:
            return None
        along_x, along_y, x, y = cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        outward = (start + end) / 2 - around.mean(axis=0)
        x, y = np.array([x, y]) + HALF * outward / np.linalg.norm(outward)
        lines.append(np.cross([x, y, 1.0], [x + along_x, y + along_y, 1.0]))
    meet = [np.cross(first, second) for first, second in zip([lines[-1], *lines], lines, strict=False)]
    if min(abs(point[2]) for point in meet) < 1e-9:
        return None
    return np.array([point[:2] / point[2] for point in meet], np.float32)
