"""The suit marks of German, Swiss, Italian and Spanish packs as coloured outlines, drawn from formulas like the French ones.

A mark stands in a box of height 1 about the origin, y downwards. The letters are those of the French suits whose place they
take: clubs for acorns and batons, diamonds for bells and coins, hearts for hearts, roses and cups, spades for leaves, shields
and swords.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from vision.arrays import Floats
from vision.faces import SUITS
from vision.training.figures import Colour
from vision.training.shapes import PipStyle


class Nation(Enum):
    """Whose suits a pack has, where they are not the French ones."""

    GERMAN = "german"
    SWISS = "swiss"
    ITALIAN = "italian"
    SPANISH = "spanish"

    @property
    def is_latin(self) -> bool:
        """Whether the suits are coins, cups, swords and batons."""
        return self in (Nation.ITALIAN, Nation.SPANISH)


@dataclass(frozen=True)
class Mark:
    """What a printer paints for a suit: outlines with their colours, the undermost first; `pen` draws their rims, 0 for none."""

    parts: tuple[tuple[Floats, Colour], ...]
    pen: float = 0.0

    def paint(self, card: Floats, centre: tuple[float, float], size: float, turn: float = 0.0, flat: float = 1.0) -> None:
        """On a card (changed in place), so many pixels high; `turn` in radians, clockwise. `flat` makes it so much less high."""
        c, s = np.cos(turn), np.sin(turn)
        by = np.array([[c, s], [-s, c]]) * size * [1.0, flat]
        for outline, colour in self.parts:
            points = [np.round((outline @ by + centre) * 16).astype(np.int32)]
            cv2.fillPoly(card, points, colour, cv2.LINE_AA, 4)
            if self.pen:
                cv2.polylines(card, points, True, INK, max(1, round(self.pen * size)), cv2.LINE_AA, 4)

    @property
    def colour(self) -> Colour:
        """Of its largest part."""
        return max(self.parts, key=lambda part: float(np.ptp(part[0], axis=0).prod()))[1]


INK: Colour = (35, 30, 30)

RED, GREEN, GOLD, BLUE = (40, 35, 205), (55, 125, 35), (40, 185, 235), (165, 90, 40)
BROWN, WHITE, GREY = (45, 85, 135), (245, 248, 248), (185, 175, 165)


def random_marks(nation: Nation, rng: np.random.Generator) -> dict[str, Mark]:
    """The marks of a printer, by the letters of their suits."""
    pen = float(rng.choice([0.0, rng.uniform(0.015, 0.05)]))
    return {suit: Mark(tuple(DRAWN[nation][suit](rng)), pen) for suit in SUITS}


Parts = list[tuple[Floats, Colour]]


def _one_of(rng: np.random.Generator, *colours: Colour) -> Colour:
    """One of these, as another printer mixes it."""
    blue, green, red = np.clip(np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 14, 3), 0, 255).tolist()
    return int(blue), int(green), int(red)


def _oval(x: float, y: float, across: float, down: float, first: float = 0.0, last: float = 360.0) -> Floats:
    """Part of an ellipse; angles in degrees, clockwise from the right."""
    angle = np.radians(np.linspace(first, last, 28))
    return np.stack([x + across * np.cos(angle), y + down * np.sin(angle)], axis=1)


def _band(x: float, y: float, width: float, height: float) -> Floats:
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _both(right_half: list[tuple[float, float]]) -> Floats:
    """An outline from its right half, from the top down."""
    half = np.array(right_half)
    return np.concatenate([half, half[::-1] * [-1.0, 1.0]])


def _heart(rng: np.random.Generator) -> Parts:
    style = PipStyle(*(float(v) for v in rng.uniform([0.85, 0.8, 0.7, 0.9], [1.2, 1.2, 1.3, 1.12])))
    return [(style.outlines("H")[0], _one_of(rng, RED))]


def _leaf(rng: np.random.Generator) -> Parts:
    green, width, low = (
        _one_of(rng, GREEN, (40, 95, 20), (60, 150, 60)),
        float(rng.uniform(0.32, 0.5)),
        float(rng.uniform(0.1, 0.3)),
    )
    t = np.linspace(0, 1, 20)
    side = width * np.sin(np.pi * t ** (1.1 + low)) ** float(rng.uniform(0.55, 1.0))
    body = np.stack([side, -0.5 + 0.82 * t], axis=1)
    lobe = float(rng.uniform(0.0, 0.07))
    body[-6:, 1] += lobe * np.sin(np.linspace(0, np.pi, 6))
    parts: Parts = [
        (_band(0.0, 0.38, float(rng.uniform(0.04, 0.08)), 0.26), _one_of(rng, green, BROWN, RED)),
        (_both(body.tolist()), green),
    ]
    if rng.random() < 0.6:
        vein = _one_of(rng, (30, 70, 15), (90, 190, 120), GOLD)
        parts.append((_band(0.0, 0.0, 0.035, 0.7), vein))
        for y in np.linspace(-0.2, 0.15, int(rng.integers(0, 4))):
            for side_of in (-1, 1):
                parts.append((np.array([[0, y], [side_of * 0.24, y - 0.12], [side_of * 0.24, y - 0.09], [0, y + 0.035]]), vein))
    return parts


def _acorn(rng: np.random.Generator) -> Parts:
    nut = _one_of(rng, GOLD, (60, 150, 225), (50, 110, 190), RED, (90, 190, 190), BROWN)
    cup = _one_of(rng, GREEN, (30, 80, 20), BROWN, (50, 60, 60), RED) if rng.random() < 0.9 else nut
    width, seam = float(rng.uniform(0.13, 0.3)), float(rng.uniform(-0.02, 0.2))
    nose = np.linspace(0, 1, 14)
    body = np.stack([width * np.sqrt(1 - nose[::-1] ** float(rng.uniform(2, 4))), -0.5 + (0.5 + seam) * nose], axis=1)
    parts: Parts = [
        (_band(0.0, 0.42, float(rng.uniform(0.05, 0.1)), 0.2), _one_of(rng, GREEN, BROWN, RED)),
        (_both(body.tolist()), nut),
    ]
    if rng.random() < 0.4:
        stripe = _one_of(rng, RED, WHITE, GREEN, BROWN)
        parts.append(
            (_band(float(rng.uniform(-0.5, 0.5)) * width, seam - 0.2, float(rng.uniform(0.3, 0.7)) * width, 0.34), stripe)
        )
    rim = width * float(rng.uniform(1.05, 1.35))
    parts.append((_oval(0.0, seam, rim, float(rng.uniform(0.22, 0.34)), 0, 180), cup))
    if rng.random() < 0.5:
        parts.append((_band(0.0, seam + 0.03, 2 * rim, float(rng.uniform(0.04, 0.12))), _one_of(rng, GREEN, GOLD, BROWN, RED)))
    return [(outline * [1.0, -1.0], colour) for outline, colour in parts] if rng.random() < 0.25 else parts


def _bell(rng: np.random.Generator) -> Parts:
    gold, other = _one_of(rng, GOLD, (60, 160, 215), BROWN, (70, 220, 250)), _one_of(rng, RED, BLUE, GREEN, BROWN, INK)
    radius = float(rng.uniform(0.38, 0.46))
    parts: Parts = [
        (_oval(0.0, -radius - 0.01, 0.08, 0.09), _one_of(rng, gold, BROWN, INK)),
        (_oval(0.0, 0.04, radius, radius), gold),
    ]
    if rng.random() < 0.35:
        parts.append((_oval(0.0, 0.04, radius, radius, 0, 180), _one_of(rng, GREEN, RED, BLUE, gold)))
    for y in (rng.uniform(-0.08, 0.1), rng.uniform(-0.25, -0.1))[: int(rng.integers(1, 3))]:
        reach = float(np.sqrt(max(0.0, radius**2 - (y - 0.04) ** 2)))
        parts.append((_band(0.0, float(y), 2 * reach, float(rng.uniform(0.05, 0.16))), other))
    if rng.random() < 0.6:
        parts.append((_band(0.0, 0.3, 0.05, 0.22), INK))
        parts.append((_oval(0.0, 0.2, 0.06, 0.06), INK))
    if rng.random() < 0.3:
        parts.append((_band(0.0, -0.18, 0.07, 0.36), other))
    return parts


def _rose(rng: np.random.Generator) -> Parts:
    petal, inner = _one_of(rng, GOLD, RED, WHITE, (70, 220, 250)), _one_of(rng, RED, GOLD, GREEN)
    petals, phase = int(rng.choice([5, 5, 5, 6, 8])), float(rng.uniform(0, 2 * np.pi))
    angles = phase + np.arange(petals) * 2 * np.pi / petals
    away, size = float(rng.uniform(0.24, 0.3)), float(rng.uniform(0.16, 0.22))
    parts: Parts = []
    if rng.random() < 0.6:
        green = _one_of(rng, GREEN)
        parts += [(_oval(0.36 * np.cos(a + np.pi / petals), 0.36 * np.sin(a + np.pi / petals), 0.1, 0.1), green) for a in angles]
    parts += [(_oval(away * np.cos(a), away * np.sin(a), size, size), petal) for a in angles]
    return [*parts, (_oval(0, 0, float(rng.uniform(0.12, 0.2)), float(rng.uniform(0.12, 0.2))), inner)]


def _shield(rng: np.random.Generator) -> Parts:
    ground, other = _one_of(rng, GOLD, BLUE, RED, WHITE, GREEN), _one_of(rng, BLUE, RED, GREEN, INK, WHITE)
    width, t = float(rng.uniform(0.32, 0.42)), np.linspace(0, 1, 12)
    side = np.stack([width * np.cos(t * np.pi / 2) ** float(rng.uniform(0.4, 0.9)), -0.05 + 0.55 * t], axis=1)
    outline = np.concatenate([[[-width, -0.48], [width, -0.48]], side, side[::-1] * [-1, 1]])
    parts: Parts = [(outline * 1.06, INK), (outline, ground)]
    kind = int(rng.integers(5))
    if kind == 0:
        parts.append((_band(0.0, -0.2, 2 * width, float(rng.uniform(0.1, 0.25))), other))
    elif kind == 1:
        parts.append((_band(0.0, -0.02, float(rng.uniform(0.12, 0.25)), 0.85), other))
    elif kind == 2:
        parts.append((np.array([[-width, -0.48], [-width * 0.5, -0.48], [width, 0.0], [width * 0.7, 0.25]]), other))
    elif kind == 3:
        parts += [(_band(0.0, -0.1, 0.12, 0.6), other), (_band(0.0, -0.15, 1.5 * width, 0.12), other)]
    else:
        parts.append((_oval(0.0, -0.12, 0.17, 0.17), other))
    return parts


def _coin(rng: np.random.Generator) -> Parts:
    gold = _one_of(rng, GOLD, (60, 160, 215), (70, 220, 250))
    parts: Parts = [(_oval(0, 0, 0.48, 0.48), _one_of(rng, gold, INK, RED, BLUE))]
    for radius in np.sort(rng.uniform(0.08, 0.44, int(rng.integers(2, 5))))[::-1]:
        parts.append((_oval(0, 0, float(radius), float(radius)), _one_of(rng, gold, gold, RED, BLUE, WHITE, GREEN)))
    rays = int(rng.choice([0, 0, 4, 6, 8, 12]))
    for angle in np.arange(rays) * 2 * np.pi / max(1, rays):
        way, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        parts.append((np.array([way * 0.42, way * 0.1 + side * 0.05, way * 0.1 - side * 0.05]), _one_of(rng, RED, BLUE, INK)))
    return parts


def _cup(rng: np.random.Generator) -> Parts:
    body, other = _one_of(rng, GOLD, RED, BLUE, (60, 160, 215)), _one_of(rng, RED, BLUE, GOLD, GREEN)
    width, waist = float(rng.uniform(0.26, 0.42)), float(rng.uniform(-0.02, 0.14))
    t = np.linspace(0, 1, 10)
    bowl = np.stack([width * np.cos(t * np.pi / 2) ** float(rng.uniform(0.3, 0.9)) + 0.04, -0.38 + (waist + 0.38) * t], axis=1)
    foot = width * float(rng.uniform(0.6, 1.0))
    parts: Parts = [
        (_both([(0.05, waist), (0.05, 0.34), (foot, 0.44), (foot, 0.5)]), _one_of(rng, body, other)),
        (_both(bowl.tolist()), body),
        (_oval(0.0, -0.38, width + 0.04, float(rng.uniform(0.05, 0.12))), other),
    ]
    if rng.random() < 0.6:
        parts.append((_oval(0.0, (waist + 0.34) / 2, 0.12, 0.07), _one_of(rng, RED, GREEN, body)))
    if rng.random() < 0.5:
        parts.append((_band(0.0, -0.2, 1.7 * width, float(rng.uniform(0.05, 0.14))), other))
    return parts


def _sword(rng: np.random.Generator) -> Parts:
    blade, hilt = _one_of(rng, GREY, (215, 190, 150), BLUE, WHITE), _one_of(rng, GOLD, RED, GREEN, BLUE)
    wide, guard = float(rng.uniform(0.05, 0.09)), float(rng.uniform(0.14, 0.24))
    return [
        (_both([(0.0, -0.5), (wide, -0.4), (wide, 0.26)]), blade),
        (_band(0.0, 0.0, 0.02, 0.5), _one_of(rng, INK, BLUE)),
        (_band(0.0, 0.28, 2 * guard, 0.06), hilt),
        (_band(0.0, 0.38, 0.07, 0.16), _one_of(rng, RED, BROWN, BLUE)),
        (_oval(0.0, 0.46, 0.06, 0.05), hilt),
    ]


def _club(rng: np.random.Generator) -> Parts:
    """The knotted cudgel of Spanish packs."""
    wood, thick = _one_of(rng, GREEN, BROWN, (60, 120, 90)), float(rng.uniform(0.09, 0.14))
    parts: Parts = [(_both([(0.6 * thick, -0.5), (1.5 * thick, -0.36), (0.8 * thick, 0.5)]), wood)]
    for _ in range(int(rng.integers(3, 8))):
        x, y = float(rng.choice([-1, 1])) * thick, float(rng.uniform(-0.4, 0.4))
        parts.append((_oval(x, y, 0.06, 0.05), _one_of(rng, wood, wood, RED, GOLD)))
    return parts


def _baton(rng: np.random.Generator) -> Parts:
    """The straight staff of Italian packs, in bands of colour."""
    thick = float(rng.uniform(0.05, 0.09))
    parts: Parts = [(_band(0.0, 0.0, 2 * thick, 1.0), _one_of(rng, GREEN, RED, GOLD))]
    for y, height in ((-0.44, 0.12), (0.44, 0.12), (0.0, float(rng.uniform(0.08, 0.3)))):
        parts.append((_band(0.0, y, 2.6 * thick, height), _one_of(rng, GOLD, BLUE, RED)))
    return parts


Drawing = Callable[[np.random.Generator], Parts]

DRAWN: dict[Nation, dict[str, Drawing]] = {
    Nation.GERMAN: {"C": _acorn, "D": _bell, "H": _heart, "S": _leaf},
    Nation.SWISS: {"C": _acorn, "D": _bell, "H": _rose, "S": _shield},
    Nation.ITALIAN: {"C": _baton, "D": _coin, "H": _cup, "S": _sword},
    Nation.SPANISH: {"C": _club, "D": _coin, "H": _cup, "S": _sword},
}
