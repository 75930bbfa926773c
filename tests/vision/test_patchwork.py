"""Courts put together from two decks."""

import numpy as np
import pytest

from vision.arrays import Image
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH
from vision.training.patchwork import patched

SEEDS = range(8)


def plain(grey: int) -> Image:
    return np.full((FACE_HEIGHT, FACE_WIDTH, 4), (grey, grey, grey, 255), np.uint8)


WHITE = {label: plain(255) for label in ("KS", "QH", "5D")}
BLACK = {label: plain(0) for label in ("KS", "5D")}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_court_gets_a_part_of_the_others_and_keeps_its_corners_and_its_shape(seed: int) -> None:
    king = patched(WHITE, BLACK, np.random.default_rng(seed))["KS"]
    share = 1 - king[..., :3].mean() / 255
    assert 0.1 < share < 0.6
    corners = [king[rows, columns, :3] for rows in (slice(30), slice(-30, None)) for columns in (slice(24), slice(-24, None))]
    assert min(corner.min() for corner in corners) > 240
    assert (king[..., 3] == 255).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_both_halves_of_a_court_are_put_together_alike(seed: int) -> None:
    king = patched(WHITE, BLACK, np.random.default_rng(seed))["KS"][..., :3].astype(int)
    assert np.abs(king - king[::-1, ::-1]).max() <= 1


def test_numbers_and_courts_that_the_other_deck_has_not_are_left_as_they_are() -> None:
    faces = patched(WHITE, BLACK, np.random.default_rng(1))
    assert np.array_equal(faces["5D"], WHITE["5D"])
    assert np.array_equal(faces["QH"], WHITE["QH"])


def test_some_decks_give_their_heads_and_some_their_belts() -> None:
    middles = [patched(WHITE, BLACK, np.random.default_rng(seed))["KS"][FACE_HEIGHT // 2, FACE_WIDTH // 2, 0] for seed in SEEDS]
    assert {int(middle) > 128 for middle in middles} == {False, True}
