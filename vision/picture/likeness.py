"""Whether two pictures show one face, of whatever deck: compared spot by spot, for an index alone may tell two cards apart."""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image

Cells = npt.NDArray[np.bool_]

CELL, COLUMNS, ROWS = 8, 10, 14
"""Pixels of a cell's side, and how many cells a face has across and down."""

WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
"""Pixels at which faces are compared."""

SPOT = 5
"""Side of a spot in these pixels: about a stroke of an index character, or a small mark."""

AROUND = 25
"""Pixels around a spot, of which the brightest is its paper and the darkest its ink: light falls unevenly on a card."""

SHIFT = 2
"""Pixels by which the outlines of two pictures may differ."""

WELL_INSIDE = slice(12, -12)
"""Pixels of a face that no frame and no table beside a round corner reaches."""

RIM = 2 * SHIFT
"""Pixels at the edge of a face that are not compared."""

_MEAN = np.full((1, 3), 1 / 3, np.float32)

LEAST_INK = 0.1
"""Ink, in parts of the paper's white, below which a face counts as bare: what differs there is noise."""

SAME = 0.25
"""Difference up to which two pictures of one evening show the same face.

Of 60 drawn decks of every family, 65 to 140 pixels wide, 1 in 50 of 1,272 faces shown twice differed by more, and of 6,264 pairs
of faces of one suit 2 in 1,000 by less: marks that run into each other, and courts without a figure.
"""

HIDES = 0.25
"""Difference, in parts of the paper's white, from which on it is no matter how much a spot differs."""


def even(face: Image) -> Floats:
    """A straightened face (H × W × 3 or 4) as it is compared, HEIGHT × WIDTH × 3: softened, its paper white in any light."""
    small = cv2.resize(face[..., :3], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), 1.2)
    paper = cv2.GaussianBlur(cv2.dilate(soft, np.ones((AROUND, AROUND), np.uint8)), (0, 0), AROUND / 3)
    return np.asarray(soft / np.maximum(paper, 1.0), np.float32)


def difference(one: Floats, other: Floats) -> float:
    """How much two faces of `even` differ at the spot where they do most, as a share of the ink there, from either end."""
    return min(float(_differences(one, end).max()) for end in (other, upside_down(other)))


def apart(seen: Floats, shown: Floats) -> float:
    """How much a face of `even` is not another one on the whole, 0..HIDES, for that shift of it which makes it least.

    A spot counts for no more than HIDES: something may lie on it.
    """
    inner = _inside(seen)
    return min(float(np.minimum(_by_spot(inner - part), HIDES).mean()) for part in _moved(shown, SHIFT))


def differs(one: Floats, other: Floats) -> Cells:
    """In which cells (ROWS × COLUMNS) a face of `even` is not what the other one shows there, the same end up."""
    there = np.zeros((HEIGHT, WIDTH), np.float32)
    _inside(there)[:] = _differences(one, other)
    return np.asarray(there.reshape(ROWS, CELL, COLUMNS, CELL).max(axis=(1, 3)) >= SAME)


def upside_down(face: Floats) -> Floats:
    """The face with its other end up."""
    return np.ascontiguousarray(face[::-1, ::-1])


def _differences(one: Floats, other: Floats) -> Floats:
    """By spot, for that shift of the other one which makes the largest of them least; without the rim."""
    ink = _inside(np.maximum(_ink(one), _ink(other)))
    inner = _inside(one)
    return min((_by_spot(inner - part) / ink for part in _moved(other, 1)), key=np.max)


def _moved(face: Floats, step: int) -> Iterator[Floats]:
    """What is inside the rim of a face, for every shift of so many pixels at a time."""
    shifts = range(-SHIFT, SHIFT + 1, step)
    return (face[RIM + y : HEIGHT - RIM + y, RIM + x : WIDTH - RIM + x] for y in shifts for x in shifts)


def _ink(face: Floats) -> Floats:
    """How much of it a difference at a spot is measured by: the mean of the most there is around it and well inside the face.

    Beside a thick frame a thin mark is little, and all the same tells a two from a three.
    """
    ink = _by_spot(1 - face)
    around = cv2.dilate(ink, np.ones((AROUND, AROUND)))
    return np.asarray(np.sqrt(np.maximum(around, LEAST_INK) * max(float(ink[WELL_INSIDE, WELL_INSIDE].max()), LEAST_INK)))


def _inside(face: Floats) -> Floats:
    return face[RIM:-RIM, RIM:-RIM]


def _by_spot(values: Floats) -> Floats:
    """The mean of all colours, and of all pixels around."""
    return np.asarray(cv2.blur(cv2.transform(np.abs(values), _MEAN), (SPOT, SPOT)))
