"""Suit marks that are set in type."""

from pathlib import Path

import cv2
import numpy as np

from vision.faces import SUITS
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, Deck, DeckDesign
from vision.training.fonts import TypePips, fonts_with_suits

SANS = next(path for path in fonts_with_suits() if Path(path).name == "DejaVuSans.ttf")


def area(suit: str) -> float:
    return sum(cv2.contourArea(outline.astype(np.float32)) for outline in TypePips(SANS).outlines(suit))


def test_a_mark_of_type_is_one_high_about_the_middle_and_as_wide_as_it_is_wished() -> None:
    for suit in SUITS:
        usual, narrow = (np.concatenate(TypePips(SANS, width).outlines(suit)) for width in (1.0, 0.5))
        assert np.allclose([usual[:, 1].min(), usual[:, 1].max()], [-0.5, 0.5], atol=0.02)
        assert np.allclose(usual[:, 0].min(), -usual[:, 0].max(), atol=0.02)
        assert np.allclose(narrow, usual * [0.5, 1.0])


def test_the_four_marks_of_a_font_are_four_shapes() -> None:
    assert len({round(area(suit), 2) for suit in SUITS}) == 4


def test_a_deck_is_printed_with_the_marks_of_a_font() -> None:
    face = Deck(DeckDesign(3, pip_style=TypePips(SANS), index_corners=0, pip_size=0.3)).face("3D")
    ink = (face[..., 2] > 150) & (face[..., 1] < 90)
    assert abs(ink.sum() - 3 * area("D") * (0.3 * FACE_WIDTH) ** 2) < 150
    assert ink[FACE_HEIGHT // 2, FACE_WIDTH // 2]
