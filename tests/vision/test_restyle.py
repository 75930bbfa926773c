"""Artwork printed anew for the training: another hand and other dyes, the same card."""

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.training.decks import Deck, random_design
from vision.training.restyle import restyled

LABELS = ("KH", "QS", "5D")


@pytest.fixture(scope="module")
def faces() -> dict[str, Image]:
    deck = Deck(random_design(np.random.default_rng(3)))
    return {label: deck.face(label) for label in LABELS}


def reds(face: Image) -> int:
    """Pixels in the red that hearts and diamonds are printed in."""
    hue, colour, _ = cv2.split(cv2.cvtColor(face[..., :3], cv2.COLOR_BGR2HSV))
    return int((((hue < 12) | (hue > 168)) & (colour > 120)).sum())


@pytest.mark.parametrize("seed", range(12))
def test_the_suits_red_stays_red_in_every_print(faces: dict[str, Image], seed: int) -> None:
    printed = restyled(faces, np.random.default_rng(seed))
    assert reds(printed["5D"]) > 0.6 * reds(faces["5D"])


def test_two_prints_differ_and_the_same_seed_prints_the_same(faces: dict[str, Image]) -> None:
    first, again, other = (restyled(faces, np.random.default_rng(seed))["KH"] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert float(np.abs(first[..., :3].astype(int) - other[..., :3]).mean()) > 5


def test_a_print_keeps_the_shape_of_the_card(faces: dict[str, Image]) -> None:
    printed = restyled(faces, np.random.default_rng(4))
    assert all(np.array_equal(printed[label][..., 3], faces[label][..., 3]) for label in LABELS)
