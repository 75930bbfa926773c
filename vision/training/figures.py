"""What a printer draws on a card beside marks and letters: courts, the ornament of an ace, and the back."""

import cv2
import numpy as np

from vision.arrays import Floats
from vision.training.shapes import characters, text_width

Colour = tuple[int, int, int]
"""Blue, green, red, each 0..255."""

LETTERS_OF_NAMES = list("ABDEHKQRTV")
"""Letters of which a printer's name is made: those that every lettering can draw."""


def random_name(rng: np.random.Generator) -> str:
    """A printer's name."""
    return "".join(rng.choice(LETTERS_OF_NAMES, int(rng.integers(4, 12))))


def draw_rosette(card: Floats, rng: np.random.Generator, ink: Colour, size: float) -> None:
    """The printer's ornament around (and behind) an ace's mark: rings, petals, tendrils and a line of type."""
    height, width = card.shape[:2]
    colour = ink if rng.random() < 0.7 else tuple(float(c) for c in rng.uniform(0, 220, 3))
    middle, reach = np.array([width / 2, height / 2]), size * width * float(rng.uniform(0.5, 0.75))
    petals, depth, phase = int(rng.integers(4, 17)), float(rng.uniform(0.05, 0.35)), float(rng.uniform(0, np.pi))
    angle = np.linspace(0, 2 * np.pi, 240)
    for ring in range(int(rng.integers(1, 5))):
        radius = reach * (1 + 0.14 * ring) * (1 + depth * np.cos(petals * angle + phase * ring))
        stretch = float(rng.uniform(0.9, 1.3))
        points = middle + np.stack([radius * np.cos(angle), radius * stretch * np.sin(angle)], axis=1)
        pen = int(rng.integers(1, 6))
        cv2.polylines(card, [np.round(points * 16).astype(np.int32)], True, colour, pen, cv2.LINE_AA, 4)
    for _ in range(int(rng.integers(0, 12))):
        place = middle + rng.normal(0, 0.5, 2) * reach
        ends = (float(rng.uniform(0, 180)), float(rng.uniform(180, 360)))
        axes = (int(rng.uniform(0.05, 0.3) * reach) + 1, int(rng.uniform(0.05, 0.3) * reach) + 1)
        centre = (int(place[0]), int(place[1]))
        cv2.ellipse(card, centre, axes, float(rng.uniform(0, 360)), *ends, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.4:
        text = random_name(rng)
        letter = float(rng.uniform(0.025, 0.06)) * width
        place = (width / 2 - text_width(text) * letter / 2, height / 2 + reach * float(rng.uniform(1.0, 1.5)))
        strokes = [np.round((stroke * letter + place) * 16).astype(np.int32) for stroke in characters(text)]
        cv2.polylines(card, strokes, False, colour, max(1, round(letter * 0.15)), cv2.LINE_AA, 4)


def draw_lace(card: Floats, mark: Floats, rng: np.random.Generator, colour: Colour) -> None:
    """Scrolls inside an ace's mark, the same at its left as at its right, as printers fill a large one.

    `mark` is 1 where the card (changed in place) bears it, 0 elsewhere. Its rim is left as it was.
    """
    rows, columns = np.nonzero(mark > 0.5)
    reach, turn = float(np.ptp(rows)) / 2, np.linspace(0, 1, 60)
    pen = int(rng.integers(1, max(2, round(reach * 0.07)) + 1))
    scrolls = np.zeros_like(mark)
    for _ in range(int(rng.integers(3, 25))):
        place = int(rng.integers(len(rows)))
        angle = float(rng.uniform(0, 2 * np.pi)) + turn * float(rng.uniform(-4, 4)) * np.pi
        radius = reach * float(rng.uniform(0.05, 0.5)) * (1 - turn * float(rng.uniform(0.3, 1.0)))
        points = np.stack([columns[place] + radius * np.cos(angle), rows[place] + radius * np.sin(angle)], axis=1)
        cv2.polylines(scrolls, [np.round(points * 16).astype(np.int32)], False, 1.0, pen, cv2.LINE_AA, 4)
    rim = 2 * round(reach * float(rng.uniform(0.02, 0.12))) + 3
    inside = cv2.erode(mark, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (rim, rim)))
    lace = (np.maximum(scrolls, scrolls[:, ::-1]) * inside)[..., None]
    card *= 1 - lace
    card += lace * np.array(colour, np.float32)


def draw_figure(half: Floats, rank: str, rng: np.random.Generator, ink: Colour) -> None:
    """The upper half of a court: robe, sleeves, head, hair, and what tells a king from a queen from a jack."""
    height, width = half.shape[:2]
    palette = [(30, 30, 190), (30, 180, 235), (150, 70, 30), (30, 30, 30), (90, 140, 40), (200, 200, 200), ink]
    colours = [tuple(float(c) for c in palette[i]) for i in rng.permutation(len(palette))]
    head_x, head_y = width * rng.uniform(0.45, 0.62), height * rng.uniform(0.3, 0.42)
    size = width * rng.uniform(0.12, 0.17)
    for k in range(int(rng.integers(3, 7))):
        spread = width * (0.5 - 0.05 * k)
        robe = np.array([[head_x - size * 0.6, head_y + size], [head_x + size * 0.6, head_y + size]])
        hem = np.array([[head_x + spread * rng.uniform(0.5, 1), height], [head_x - spread * rng.uniform(0.5, 1), height]])
        cv2.fillPoly(half, [np.concatenate([robe, hem]).astype(np.int32)], colours[k % 5], cv2.LINE_AA)
    _draw_ornament(half, rng, colours)
    hair = colours[int(rng.integers(5))]
    if rank == "Q":
        cv2.ellipse(
            half, (int(head_x), int(head_y + size * 0.4)), (int(size * 1.4), int(size * 1.9)), 0, 0, 360, hair, -1, cv2.LINE_AA
        )
    else:
        cv2.circle(half, (int(head_x), int(head_y)), int(size * 1.25), hair, -1, cv2.LINE_AA)
    skin = (190.0 + rng.uniform(-20, 30), 215.0, 240.0)
    cv2.ellipse(half, (int(head_x), int(head_y)), (int(size * 0.8), int(size)), 0, 0, 360, skin, -1, cv2.LINE_AA)
    _draw_face_features(half, rank, (head_x, head_y), size, hair)
    _draw_headgear(half, rank, (head_x, head_y), size, colours, rng)


def _draw_ornament(half: Floats, rng: np.random.Generator, colours: list[tuple[float, ...]]) -> None:
    height, width = half.shape[:2]
    for _ in range(int(rng.integers(5, 26))):
        x, y = int(rng.uniform(0.1, 0.9) * width), int(rng.uniform(0.55, 1.0) * height)
        colour, size = colours[int(rng.integers(6))], max(2, int(rng.uniform(0.01, 0.07) * width))
        kind = int(rng.integers(3))
        if kind == 0:
            cv2.circle(half, (x, y), size, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.line(
                half, (x, y), (int(x + rng.normal() * 0.3 * width), int(y + rng.normal() * 0.3 * height)), colour, size // 2 + 1
            )
        else:
            cv2.rectangle(half, (x, y), (x + 2 * size, y + size), colour, -1)


def _draw_face_features(half: Floats, rank: str, head: tuple[float, float], size: float, hair: tuple[float, ...]) -> None:
    x, y = head
    dark = (30.0, 20.0, 20.0)
    for side in (-0.3, 0.3):
        cv2.circle(half, (int(x + side * size), int(y - 0.1 * size)), max(1, int(size * 0.1)), dark, -1, cv2.LINE_AA)
    cv2.line(
        half, (int(x - 0.25 * size), int(y + 0.5 * size)), (int(x + 0.25 * size), int(y + 0.5 * size)), (40.0, 40.0, 160.0), 2
    )
    if rank == "K":
        beard = np.array(
            [[x - 0.8 * size, y + 0.3 * size], [x, y + 1.8 * size], [x + 0.8 * size, y + 0.3 * size], [x, y + 0.8 * size]]
        )
        cv2.fillPoly(half, [beard.astype(np.int32)], hair, cv2.LINE_AA)


def _draw_headgear(
    half: Floats, rank: str, head: tuple[float, float], size: float, colours: list[tuple[float, ...]], rng: np.random.Generator
) -> None:
    x, y = head
    points: list[tuple[float, float]]
    if rank == "J":
        points = [
            (x - 1.3 * size, y - 0.6 * size),
            (x - size, y - 1.3 * size),
            (x + 1.2 * size, y - 1.2 * size),
            (x + 1.3 * size, y - 0.5 * size),
        ]
        cv2.line(
            half, (int(x), int(y - size)), (int(x + rng.uniform(-2, 2) * size), int(y - 2.2 * size)), colours[2], 5, cv2.LINE_AA
        )
    else:
        tips = 5 if rank == "K" else 3
        rise = 2.3 if rank == "K" else 1.7
        points = [(x - size, y - 0.7 * size)]
        for k in range(2 * tips - 1):
            points.append((x + size * 1.2 * (k / (tips - 1) - 1), y - size * (rise if k % 2 == 0 else 1.3)))
        points.append((x + size, y - 0.7 * size))
    cv2.fillPoly(half, [np.array(points).astype(np.int32)], colours[1], cv2.LINE_AA)


def draw_back(card: Floats, rng: np.random.Generator) -> None:
    """A pattern that looks the same upside down, with or without a white border."""
    height, width = card.shape[:2]
    margin = round(float(rng.choice([0.0, rng.uniform(0.02, 0.08)], p=[0.2, 0.8])) * width)
    panel = card[margin : height - margin, margin : width - margin]
    y, x = np.mgrid[: panel.shape[0], : panel.shape[1]].astype(np.float32)
    y, x = y - panel.shape[0] / 2, x - panel.shape[1] / 2
    step = rng.uniform(6, 40)
    kind = int(rng.integers(5))
    if kind == 0:
        pattern = (np.floor(x / step) + np.floor(y / step)) % 2
    elif kind == 1:
        pattern = ((np.sin((x + y) / step * 3) > 0) ^ (np.sin((x - y) / step * 3) > 0)).astype(np.float32)
    elif kind == 2:
        pattern = (np.sin(x / step * 3) * np.sin(y / step * 3) > rng.uniform(-0.3, 0.3)).astype(np.float32)
    elif kind == 3:
        pattern = (np.sin(np.hypot(x, y * rng.uniform(0.5, 1.5)) / step * 3) > 0).astype(np.float32)
    else:
        pattern = np.zeros_like(x)
    emblem = kind == 4 or rng.random() < 0.4
    ground = rng.uniform(0, 200, 3)
    other = np.clip(ground + rng.uniform(20, 150), 0, 255) if rng.random() < 0.7 else np.array([245.0, 248.0, 248.0])
    panel[:] = np.where(np.asarray(pattern, dtype=bool)[..., None], ground, other)
    if emblem:
        size = int(rng.uniform(0.1, 0.3) * width)
        cv2.circle(card, (width // 2, height // 2), size, tuple(ground[::-1].tolist()), -1, cv2.LINE_AA)
