"""A card that lies alone is outlined by what it changes of the bare table, whatever is printed on it."""

import cv2
import numpy as np
import pytest

from vision.arrays import Image, Quad
from vision.geometry import card_outline, size_of, turned
from vision.setup.alone import outline_alone
from vision.training.decks import Deck, DeckDesign
from vision.training.scenes import paste

DECK = Deck(DeckDesign(5))


def table(height: int = 540) -> Image:
    noise = np.random.default_rng(1).normal(0, 3, (height, 960, 3))
    return np.clip(np.array([60, 90, 40]) + noise, 0, 255).astype(np.uint8)


def with_card(quad: Quad, label: str = "KS") -> Image:
    canvas = table().astype(np.float32)
    paste(canvas, DECK.face(label), quad, np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
    return np.clip(canvas, 0, 255).astype(np.uint8)


def miss(found: Quad, quad: Quad) -> float:
    """How far the worst corner is off, in widths of the card, whichever end is named first."""
    return min(float(np.linalg.norm(found - named, axis=1).max()) for named in (quad, turned(quad))) / size_of(quad)


@pytest.mark.parametrize("aspect", [1.4, 1.57, 1.9])
@pytest.mark.parametrize("turn", [0.0, 0.3, 1.2, 2.6])
def test_its_corners_are_where_its_sides_meet(turn: float, aspect: float) -> None:
    quad = card_outline((480, 270), 96, turn, aspect)
    found = outline_alone(with_card(quad), table())
    assert found is not None
    assert miss(found, quad) < 0.04


def test_a_camera_that_looks_askance_is_followed() -> None:
    quad = card_outline((480, 270), 110, 0.4) + np.array([[6, 2], [-4, 3], [5, -4], [-6, 2]], np.float32)
    found = outline_alone(with_card(quad), table())
    assert found is not None
    assert miss(found, quad) < 0.05


def test_a_card_that_was_taken_away_is_none() -> None:
    assert outline_alone(table(), with_card(card_outline((480, 270), 96, 0.3))) is None


def two() -> Image:
    both = with_card(card_outline((300, 270), 96, 0.2))
    other = with_card(card_outline((700, 270), 96, 0.9))
    return np.where(np.arange(960)[None, :, None] < 500, both, other).astype(np.uint8)


@pytest.mark.parametrize(
    "picture",
    [
        table(),
        two(),
        cv2.circle(table(), (480, 270), 70, (240, 240, 240), -1),
        cv2.rectangle(table(), (300, 200), (620, 280), (240, 240, 240), -1),
        np.clip(table().astype(int) + 60, 0, 255).astype(np.uint8),
    ],
    ids=["nothing", "two cards", "a cup", "a ruler", "another light"],
)
def test_anything_else_is_no_card(picture: Image) -> None:
    assert outline_alone(picture, table()) is None
