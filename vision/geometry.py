"""Plane geometry of cards: quads, straightening, and how two outlines lie to each other."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import ASPECT


def card_outline(centre: tuple[float, float], width: float, angle: float, aspect: float = ASPECT) -> Quad:
    """Corners of a card seen straight from above; `angle` in radians, clockwise in the picture."""
    x, y = width / 2, width * aspect / 2
    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + centre, np.float32)


def size_of(quad: Quad) -> float:
    """Mean length of the two short edges, in pixels."""
    return mean_width(quad.tolist())


def mean_width(corners: list[list[float]]) -> float:
    """The same of corners in plain numbers."""
    first, second, third, fourth = corners
    return (math.dist(second, first) + math.dist(third, fourth)) / 2


def may_be_as_wide(quad: Quad, width: float) -> bool:
    """Whether the outline may be of a card of that width (pixels), which lies farther off or nearer than another."""
    return 0.6 < size_of(quad) / width < 1.6


def width_of(quad: Quad, aspect: float = ASPECT) -> float:
    """Width of a card of that shape with the outline's area, in pixels: the same from every side of a tilted camera."""
    return float(np.sqrt(cv2.contourArea(quad.astype(np.float32)) / aspect))


def resized(quad: Quad, scale: float) -> Quad:
    """The outline made larger or smaller about its middle."""
    middle = quad.sum(axis=0) / 4
    return np.asarray((quad - middle) * scale + middle, np.float32)


def angle_between(a: float, b: float) -> float:
    """How far one direction is from another: 0 to 180 degrees."""
    return abs((a - b + 180) % 360 - 180)


def turned(quad: Quad) -> Quad:
    """The same outline, named from the card's other end."""
    return np.concatenate([quad[2:], quad[:2]])


def named_like(quad: Quad, other: Quad) -> Quad:
    """The same outline, named from that end which is nearer to where the other one has its own."""
    return min((quad, turned(quad)), key=lambda named: float(np.linalg.norm(other - named)))


def straighten(picture: Image, quad: Quad, width: int, height: int) -> Image:
    """The card under the quad as a height × width picture; what lies outside the picture is black.

    Where the card is much larger than the crop, the picture is halved first, so that thin lines do not alias.
    """
    x, y, w, h = cv2.boundingRect(np.round(quad).astype(np.int32))
    top, left = max(0, y - 2), max(0, x - 2)
    part = picture[top : max(top + 1, y + h + 2), left : max(left + 1, x + w + 2)]
    if min(part.shape[:2]) < 4:
        return np.zeros((height, width, 3), np.uint8)
    inside: Floats = quad - np.array([left, top], np.float32)
    factor = width / max(size_of(quad), 1.0)
    while factor <= 0.55 and min(part.shape[:2]) >= 8:
        part, inside, factor = halved(part), inside / 2, factor * 2
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(inside.astype(np.float32), target)
    return cv2.warpPerspective(part, warp, (width, height), flags=cv2.INTER_LINEAR).astype(np.uint8)


def halved(picture: Image) -> Image:
    """The picture at half its size: OpenCV averages by whole steps many times faster than by fractions."""
    height, width = (side // 2 * 2 for side in picture.shape[:2])
    half = cv2.resize(picture[:height, :width], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return half.astype(np.uint8, copy=False)


def grey_at(picture: Image, width: int, height: int) -> Image:
    """The picture reduced to height × width, in grey: grey first, for one channel is reduced three times as fast as three.

    A third is every third mean of 3 × 3 pixels: the same to the bit, and worked out three times as fast.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if grey.shape == (3 * height, 3 * width):
        return np.ascontiguousarray(cv2.boxFilter(grey, -1, (3, 3))[1::3, 1::3])
    return cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def overlap(a: Quad, b: Quad) -> float:
    """Area that both outlines share over the area of the smaller one, 0..1."""
    smaller = min(cv2.contourArea(a), cv2.contourArea(b))
    if smaller <= 0:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared / smaller)


def distance(a: Quad, b: Quad) -> float:
    """How far apart two outlines are at their worst corner, in widths of a card, from whichever end they are named.

    Asked hundreds of times a frame: of four points plain numbers are four times as fast as arrays.
    """
    one, other = a.tolist(), b.tolist()
    apart = min(max(map(math.dist, one, other)), max(map(math.dist, one, other[2:] + other[:2])))
    return apart / max(mean_width(one), 1.0)


def apart(corners: Floats, outlines: Sequence[Quad]) -> Floats:
    """How far each corner (… × 2) lies from the nearest corner of each of the outlines, in pixels: … × N."""
    there = np.reshape(outlines, (-1, 4, 2)).T
    across, down = (corners[..., axis, None, None] - there[axis] for axis in (0, 1))
    return np.asarray(np.sqrt((across * across + down * down).min(axis=-2)))


def similarity(before: Floats, after: Floats, near: float, least: float) -> Floats | None:
    """The turn, scale and shift (2 × 3) that takes places (N × 2) to places, at least so many of them within `near` pixels."""
    found, agree = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=near)
    return None if found is None or agree.sum() < least else np.asarray(found)


def holds(zone: Quad, quad: Quad) -> bool:
    """Whether the middle of the outline lies in the zone."""
    x, y = quad.mean(axis=0).tolist()
    return cv2.pointPolygonTest(zone, (x, y), False) >= 0


def lies_in(zones: Sequence[Quad], quad: Quad) -> bool:
    """Whether the middle of the outline lies in one of the zones."""
    return any(holds(zone, quad) for zone in zones)


def scale_of(by: Floats) -> float:
    """How much larger things become under a turn, scale and shift (2 × 3)."""
    return float(np.sqrt(abs(np.linalg.det(by[:, :2]))))


def moved(quad: Quad, by: Floats) -> Quad:
    """The outline under a 2 × 3 transformation."""
    return np.asarray(cv2.transform(quad[None], by)[0], np.float32)


UNIT: Quad = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""Corners of a card in its own square: 0..1 across, 0..1 down."""


def perspective(quad: Quad, points: Floats) -> Floats:
    """Where points given in the card's own square lie in the picture: N × 2."""
    warp = cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), warp)[0])


def inside(quad: Quad, points: Floats) -> Floats:
    """Where points of the picture lie in the card's own square: the other way round than `perspective`."""
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), UNIT)
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), warp)[0])
