"""Tables without cards: cloths, phones, beer mats, magazines and hands. Nothing there may be reported as a certain card."""

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.training.optics import camera, light_up
from vision.training.scenes import draw_hand, table

SIDE = 480


def empty_table(rng: np.random.Generator) -> Image:
    """A picture of a table with things on it that are no cards."""
    canvas = table(rng, SIDE, SIDE)
    for draw in rng.permutation(np.array([_phone, _beer_mat, _magazine, _hand], object))[: int(rng.integers(1, 4))]:
        draw(canvas, rng)
    return camera(light_up(canvas, rng, 1.0), rng, 80.0, 1.0)


def _place(canvas: Floats, thing: Image, rng: np.random.Generator) -> None:
    """Lay a picture on the table, turned and somewhere."""
    height, width = thing.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] += rng.uniform(0, SIDE, 2) - [width / 2, height / 2]
    cover = cv2.warpAffine(np.full((height, width), 1, np.float32), turn, (SIDE, SIDE))[..., None]
    canvas += (cv2.warpAffine(thing, turn, (SIDE, SIDE)).astype(np.float32) - canvas) * cover


def _phone(canvas: Floats, rng: np.random.Generator) -> None:
    """A telephone with a screen of coloured squares and lines of text."""
    width = int(rng.uniform(70, 130))
    phone = np.full((2 * width, width, 3), 20, np.uint8)
    screen = phone[6:-6, 5:-5]
    screen[:] = rng.integers(0, 256, 3)
    for _ in range(int(rng.integers(3, 20))):
        x, y = int(rng.integers(0, width - 20)), int(rng.integers(0, 2 * width - 20))
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        cv2.rectangle(screen, (x, y), (x + int(rng.integers(8, 40)), y + int(rng.integers(4, 20))), colour, -1)
        cv2.putText(screen, _words(rng, 8), (4, y), cv2.FONT_HERSHEY_SIMPLEX, 0.3, colour, 1, cv2.LINE_AA)
    _place(canvas, phone, rng)


def _beer_mat(canvas: Floats, rng: np.random.Generator) -> None:
    """Square or round, with a ring and a large letter or number."""
    side = int(rng.uniform(60, 120))
    mat = np.full((side, side, 3), int(rng.integers(150, 256)), np.uint8)
    colour = tuple(int(c) for c in rng.integers(0, 200, 3))
    cv2.circle(mat, (side // 2, side // 2), int(side * 0.42), colour, int(rng.integers(2, 8)), cv2.LINE_AA)
    cv2.putText(mat, _words(rng, 2), (side // 5, 2 * side // 3), cv2.FONT_HERSHEY_DUPLEX, side / 60, colour, 2, cv2.LINE_AA)
    _place(canvas, mat, rng)


def _magazine(canvas: Floats, rng: np.random.Generator) -> None:
    """A page with a headline, columns of type and pictures, of any size down to a card's."""
    width = int(rng.uniform(60, 300))
    page = np.full((int(1.4 * width), width, 3), int(rng.integers(225, 256)), np.uint8)
    ink = tuple(int(c) for c in rng.integers(0, 90, 3))
    cv2.putText(page, _words(rng, 7), (8, width // 6), cv2.FONT_HERSHEY_TRIPLEX, width / 180, ink, 1, cv2.LINE_AA)
    for y in range(width // 4, page.shape[0] - 8, 7):
        cv2.putText(page, _words(rng, width // 6), (8, y), cv2.FONT_HERSHEY_PLAIN, 0.5, ink, 1, cv2.LINE_AA)
    if rng.random() < 0.7:
        x, y = int(rng.uniform(0, width * 0.5)), int(rng.uniform(width * 0.3, width * 0.8))
        picture = cv2.resize(
            rng.integers(0, 256, (4, 5, 3)).astype(np.uint8), (width // 2, width // 3), interpolation=cv2.INTER_CUBIC
        )
        part = page[y : y + width // 3, x : x + width // 2]
        part[:] = picture[: part.shape[0], : part.shape[1]]
    _place(canvas, page, rng)


def _hand(canvas: Floats, rng: np.random.Generator) -> None:
    tip = rng.uniform(0.2, 0.8, 2) * SIDE
    draw_hand(canvas, rng, (float(tip[0]), float(tip[1])), float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(60, 120)))


def _words(rng: np.random.Generator, length: int) -> str:
    return "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789   "), max(1, length)))
