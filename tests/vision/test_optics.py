"""What a lens and many evenings do to cards: the truth about them moves with the picture, and a new deck stays as it is."""

import numpy as np
import pytest

from vision.faces import PLAIN_FACES
from vision.geometry import card_outline
from vision.training.condition import handled
from vision.training.decks import Deck, DeckDesign
from vision.training.optics import STRONG, Lens
from vision.training.scenes import Recipe, render

SIDE = 240


@pytest.mark.parametrize("amount", [STRONG, -STRONG])
@pytest.mark.parametrize("middle", [(120.0, 120.0), (-60.0, 300.0)], ids=["in the middle", "outside"])
def test_corners_lie_where_the_picture_shows_them_through_the_lens(amount: float, middle: tuple[float, float]) -> None:
    lens, quad = Lens(middle, amount, SIDE), card_outline((130, 100), 70, 0.4)
    for corner, said in zip(quad, lens.outline(quad), strict=True):
        y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
        spot = np.exp(-((x - corner[0]) ** 2 + (y - corner[1]) ** 2) / 4)
        seen = lens.picture(np.dstack([spot] * 3).astype(np.float32))[..., 0]
        found = np.array([(seen * x).sum(), (seen * y).sum()]) / seen.sum()
        assert np.abs(found - said).max() < 0.2


def test_straight_lines_bow_and_the_middle_of_the_picture_stays() -> None:
    lens = Lens((-60.0, 300.0), STRONG, SIDE)
    edge = np.array([[10, 20], [120, 20], [230, 20], [120, 120]], np.float32)
    left, between, right, middle = lens.outline(edge)
    assert abs(between[1] - (left[1] + right[1]) / 2) > 0.7
    assert middle == pytest.approx([120, 120], abs=0.1)


def test_who_shows_at_a_pixel_goes_with_the_picture() -> None:
    lens = Lens((0.0, 0.0), STRONG, SIDE)
    owner = np.full((SIDE, SIDE), -1, np.int16)
    owner[80:160, 60:180] = 3
    lit = np.repeat((owner == 3).astype(np.float32)[..., None], 3, axis=2)
    assert ((lens.owners(owner) == 3) == (lens.picture(lit)[..., 0] > 0.5)).mean() > 0.99


def test_a_new_deck_is_as_it_was_and_a_worn_one_keeps_its_outline() -> None:
    face = Deck(DeckDesign(3)).face("7H")
    assert handled(face, 0.0, np.random.default_rng(1)) is face
    worn = handled(face, 1.0, np.random.default_rng(1))
    assert np.array_equal(worn[..., 3], face[..., 3])
    assert 0.3 < np.abs(worn.astype(int) - face).mean() < 25
    assert np.array_equal(worn, handled(face, 1.0, np.random.default_rng(1)))


def test_the_same_seed_renders_the_same_scene_with_everything_that_may_befall_it() -> None:
    deck, recipe = Deck(DeckDesign(3)), Recipe(size=160, smallest=30, largest=60, troubles=3.0)
    for seed in range(6):
        one, other = (render(np.random.default_rng(seed), deck, list(PLAIN_FACES), recipe) for _ in range(2))
        assert np.array_equal(one.picture, other.picture)
        assert all(np.array_equal(a.quad, b.quad) for a, b in zip(one.cards, other.cards, strict=True))
