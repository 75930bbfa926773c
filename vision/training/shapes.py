"""Suit marks and index characters as outlines: the procedural deck maker needs no font and no artwork.

Everything here is drawn from formulas, so that the decks of the demo and of the tests belong to the project.
Coordinates are in a box of height 1 with y downwards; `Polygons` are filled, `Strokes` are drawn with a pen.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from vision.arrays import Floats

Polygons = list[Floats]
Strokes = list[Floats]


class Pips(Protocol):
    """Draws suit marks."""

    def outlines(self, suit: str) -> Polygons:
        """One suit mark, centred on the origin, about 1 high."""
        ...


@dataclass(frozen=True)
class PipStyle:
    """How a designer draws suit marks: all are factors around 1, so that the default is the common shape."""

    width: float = 1.0
    waist: float = 1.0
    stem: float = 1.0
    lobes: float = 1.0

    def outlines(self, suit: str) -> Polygons:
        """See `Pips`."""
        drawn = {"H": _heart, "S": _spade, "D": _diamond, "C": _club}[suit](self)
        return [polygon * [self.width, 1.0] for polygon in drawn]


def _circle(x: float, y: float, radius: float, first: float = 0.0, last: float = 2 * np.pi, steps: int = 28) -> Floats:
    angle = np.linspace(first, last, steps)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)


def _heart(style: PipStyle) -> Polygons:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    x = 16 * np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (3 / style.waist)
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * style.lobes * np.cos(3 * t) - np.cos(4 * t))
    points = np.stack([x / 34, y], axis=1)
    points[:, 1] = (points[:, 1] - points[:, 1].min()) / np.ptp(points[:, 1]) - 0.5
    return [points]


def _stem(style: PipStyle, top: float) -> Floats:
    foot = 0.2 * style.stem
    return np.array([[-0.04, top], [-0.07, 0.3], [-foot, 0.5], [foot, 0.5], [0.07, 0.3], [0.04, top]])


def _spade(style: PipStyle) -> Polygons:
    body = _heart(style)[0] * [1.0, -0.86] - [0.0, 0.07]
    return [body, _stem(style, 0.1)]


def _diamond(style: PipStyle) -> Polygons:
    bend = 0.12 * (style.waist - 0.8)
    t = np.linspace(0, 1, 8)[:, None]
    tips = np.array([[0.0, -0.5], [0.38, 0.0], [0.0, 0.5], [-0.38, 0.0], [0.0, -0.5]])
    sides = [a + (b - a) * t - (a + b) * 4 * bend * t * (1 - t) for a, b in pairwise(tips)]
    return [np.concatenate(sides)]


def _club(style: PipStyle) -> Polygons:
    radius = 0.235 * style.lobes
    return [
        _circle(0.0, -0.26, radius),
        _circle(-0.255, 0.08, radius),
        _circle(0.255, 0.08, radius),
        np.array([[-0.12, -0.1], [0.12, -0.1], [0.12, 0.14], [-0.12, 0.14]]),
        _stem(style, 0.0),
    ]


def _bow(x: float, y: float, rx: float, ry: float, first: float, last: float) -> Floats:
    """Part of an ellipse; angles in degrees, clockwise on the page from the right."""
    return (_circle(0, 0, 1, np.radians(first), np.radians(last), 16) * [rx, ry]) + [x, y]


def _line(*points: tuple[float, float]) -> Floats:
    return np.array(points, dtype=float)


FLAT_THREE = "\u01b7"
"""A three with a flat top, as American decks have it: drawn in place of the round one, never lettered as such."""

CHARACTERS: dict[str, Strokes] = {
    "A": [_line((0.0, 1.0), (0.3, 0.0), (0.6, 1.0)), _line((0.12, 0.66), (0.48, 0.66))],
    "K": [_line((0.05, 0.0), (0.05, 1.0)), _line((0.58, 0.0), (0.05, 0.6)), _line((0.24, 0.4), (0.6, 1.0))],
    "Q": [_bow(0.3, 0.48, 0.29, 0.48, 0, 360), _line((0.34, 0.68), (0.6, 1.02))],
    "J": [np.concatenate([_line((0.48, 0.0), (0.48, 0.7)), _bow(0.25, 0.72, 0.23, 0.28, 0, 170)])],
    "1": [_line((0.1, 0.2), (0.3, 0.0), (0.3, 1.0))],
    "0": [_bow(0.3, 0.5, 0.27, 0.5, 0, 360)],
    "2": [np.concatenate([_bow(0.3, 0.27, 0.27, 0.27, 180, 390), _line((0.02, 1.0), (0.58, 1.0))])],
    "3": [np.concatenate([_bow(0.28, 0.25, 0.25, 0.25, 200, 450), _bow(0.28, 0.74, 0.29, 0.26, 270, 520)])],
    FLAT_THREE: [np.concatenate([_line((0.04, 0.0), (0.55, 0.0), (0.26, 0.4)), _bow(0.28, 0.7, 0.29, 0.3, 270, 520)])],
    "4": [_line((0.6, 0.7), (0.0, 0.7), (0.42, 0.0), (0.42, 1.0))],
    "5": [
        np.concatenate([_line((0.54, 0.0), (0.1, 0.0), (0.06, 0.46)), _bow(0.28, 0.68, 0.3, 0.32, 225, 500)]),
    ],
    "6": [_bow(0.3, 0.68, 0.27, 0.32, 0, 360), _bow(0.48, 0.55, 0.45, 0.55, 175, 285)],
    "7": [_line((0.02, 0.0), (0.58, 0.0), (0.22, 1.0))],
    "8": [_bow(0.3, 0.25, 0.23, 0.25, 0, 360), _bow(0.3, 0.74, 0.28, 0.26, 0, 360)],
    "9": [_bow(0.3, 0.32, 0.27, 0.32, 0, 360), _bow(0.12, 0.45, 0.45, 0.55, -5, 105)],
    "R": [
        _line((0.06, 1.0), (0.06, 0.0)),
        np.concatenate([_line((0.06, 0.0)), _bow(0.3, 0.26, 0.25, 0.26, 270, 450), _line((0.06, 0.52))]),
        _line((0.28, 0.52), (0.58, 1.0)),
    ],
    "D": [np.concatenate([_line((0.06, 1.0), (0.06, 0.0)), _bow(0.2, 0.5, 0.38, 0.5, 270, 450), _line((0.06, 1.0))])],
    "T": [_line((0.0, 0.0), (0.6, 0.0)), _line((0.3, 0.0), (0.3, 1.0))],
    "V": [_line((0.0, 0.0), (0.3, 1.0), (0.6, 0.0))],
    "B": [
        _line((0.06, 0.0), (0.06, 1.0)),
        np.concatenate([_line((0.06, 0.0)), _bow(0.28, 0.24, 0.24, 0.24, 270, 450), _line((0.06, 0.48))]),
        np.concatenate([_line((0.06, 0.48)), _bow(0.3, 0.74, 0.28, 0.26, 270, 450), _line((0.06, 1.0))]),
    ],
    "H": [_line((0.05, 0.0), (0.05, 1.0)), _line((0.55, 0.0), (0.55, 1.0)), _line((0.05, 0.5), (0.55, 0.5))],
    "E": [_line((0.52, 0.0), (0.05, 0.0), (0.05, 1.0), (0.52, 1.0)), _line((0.05, 0.48), (0.42, 0.48))],
    "O": [_bow(0.3, 0.5, 0.29, 0.5, 0, 360)],
    "U": [np.concatenate([_line((0.04, 0.0), (0.04, 0.7)), _bow(0.3, 0.7, 0.26, 0.3, 180, 0), _line((0.56, 0.0))])],
    "S": [np.concatenate([_bow(0.3, 0.26, 0.26, 0.26, -30, -270), _bow(0.3, 0.75, 0.27, 0.25, 270, 510)])],
    "C": [_bow(0.34, 0.5, 0.3, 0.5, 310, 50)],
    "F": [_line((0.52, 0.0), (0.05, 0.0), (0.05, 1.0)), _line((0.05, 0.48), (0.42, 0.48))],
    "I": [_line((0.3, 0.0), (0.3, 1.0))],
    "X": [_line((0.0, 0.0), (0.6, 1.0)), _line((0.6, 0.0), (0.0, 1.0))],
    "n": [_line((0.06, 0.4), (0.06, 1.0)), np.concatenate([_bow(0.27, 0.62, 0.21, 0.22, 180, 360), _line((0.48, 1.0))])],
    "\u0414": [_line((0.0, 1.0), (0.0, 0.8), (0.6, 0.8), (0.6, 1.0)), _line((0.08, 0.8), (0.2, 0.0), (0.5, 0.0), (0.5, 0.8))],
}
"""Pen strokes of every index character that the deck maker can draw by itself, in a box 0.6 wide."""

CHARACTERS |= {"\u0422": CHARACTERS["T"], "\u0412": CHARACTERS["B"], "\u041a": CHARACTERS["K"]}


def characters(text: str) -> Strokes:
    """Strokes of a short text, set side by side, its left top at the origin."""
    strokes: Strokes = []
    left = 0.0
    for letter in text:
        narrow = 0.2 if letter == "1" and len(text) > 1 else 0.0
        strokes += [stroke + [left - narrow / 2, 0.0] for stroke in CHARACTERS[letter]]
        left += 0.78 - narrow
    return strokes


def text_width(text: str) -> float:
    """Width of `characters(text)` for a height of 1."""
    return max(float(stroke[:, 0].max()) for stroke in characters(text))
