"""What a picture is good for, in plain words: how large, sharp and bright a card is in it, where glare is, how steep it is."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import ASPECT
from vision.geometry import size_of, straighten
from vision.setup.calibration import tilt_of

LEAST_CARD, GOOD_CARD = 42.0, 64.0
"""Pixels of a card's width below which nothing is read with certainty, and from which all is read well."""

INDEX_SHARE = 0.15
"""Height of a usual index character over the card's width."""

WHITE = 252
"""Grey level from which nothing is told apart any more: glare, or paper in too much light."""

STEEPEST = 35.0
"""Degrees off straight above up to which cards are read."""


@dataclass(frozen=True)
class Verdict:
    """One line of the judgement: whether it is good enough, and what to do where it is not."""

    is_good: bool
    text: str


def judge(picture: Image, quad: Quad) -> list[Verdict]:
    """What a picture with a card in it is good for: size, sharpness, light, glare, tilt."""
    height, width = picture.shape[:2]
    size, tilt = size_of(quad), tilt_of(quad, width, height)
    return [_judge_size(size), _judge_focus(picture, quad), *_judge_light(picture, quad), _judge_tilt(tilt)]


def _judge_size(size: float) -> Verdict:
    index = f"a card is {size:.0f} pixels wide, its index {INDEX_SHARE * size:.0f} high"
    if size < LEAST_CARD:
        return Verdict(False, f"{index}: too small; bring the camera nearer, or raise its resolution")
    return Verdict(True, index + ("" if size >= GOOD_CARD else ": enough, more is better"))


def _judge_focus(picture: Image, quad: Quad) -> Verdict:
    """The sharpest edges of the face, over its contrast: a face out of focus has none steeper than a few percent a pixel."""
    width = int(min(320, max(40, size_of(quad))))
    face = cv2.cvtColor(straighten(picture, quad, width, round(width * ASPECT)), cv2.COLOR_BGR2GRAY).astype(np.float32)
    steps = np.abs(np.diff(face, axis=1))
    contrast = float(np.percentile(face, 99) - np.percentile(face, 1))
    steepness = float(np.percentile(steps, 99)) / max(contrast, 1.0)
    if contrast < 40:
        return Verdict(False, "the card shows no contrast: is it face up, and is there light?")
    is_sharp = steepness > 0.16
    return Verdict(is_sharp, "sharp enough" if is_sharp else "blurred: focus the camera on the table, and keep it from shaking")


def _judge_light(picture: Image, quad: Quad) -> list[Verdict]:
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    face = straighten(grey, quad, 80, 112)
    spots = cv2.morphologyEx((grey >= WHITE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    outside = spots.copy()
    cv2.fillConvexPoly(outside, np.round(quad).astype(np.int32), 0)
    count, _, stats, middles = cv2.connectedComponentsWithStats(outside.astype(np.uint8))
    least = 0.02 * size_of(quad) ** 2
    places = {_place(middles[i], picture) for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > least}
    light = _judge_paper(float(np.percentile(face, 80)))
    if light.is_good and (spots - outside).sum() > least:
        places.add("on the card")
    if not places:
        return [light, Verdict(True, "no glare")]
    return [light, Verdict(False, f"glare {' and '.join(sorted(places))}: turn the lamp, or put a cloth on the table")]


def _judge_paper(grey: float) -> Verdict:
    """How bright the card's paper is, 0..255."""
    if grey >= WHITE:
        return Verdict(False, "too bright: the paper is white through and through; dim the lamp, or take it farther away")
    return Verdict(grey >= 80, "bright enough" if grey >= 80 else "too dark: the paper is grey; add a lamp above the table")


def _judge_tilt(tilt: float) -> Verdict:
    text = f"the camera looks at the table from {tilt:.0f} degrees off straight above"
    return Verdict(tilt <= STEEPEST, text if tilt <= STEEPEST else f"{text}: {STEEPEST:.0f} at the most")


def _place(point: Floats, picture: Image) -> str:
    """Where in the picture, in words."""
    down = ("at the top", "in the middle", "at the bottom")[int(np.clip(3 * point[1] / picture.shape[0], 0, 2))]
    across = (" left", "", " right")[int(np.clip(3 * point[0] / picture.shape[1], 0, 2))]
    return down + across
