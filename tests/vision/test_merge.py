"""Corners that were seen become outlines of cards."""

import numpy as np
import pytest

from vision.arrays import Quad
from vision.finder import Corner, merge
from vision.geometry import card_outline, turned

WIDTH = 64.0


def corner(card: Quad, place: int, turn: float = 0.0, longer: float = 1.0) -> Corner:
    """A corner of the card whose edges are seen `turn` radians off and `longer` than they are."""
    c, s = np.cos(turn) * longer, np.sin(turn) * longer
    off = np.array([[c, s], [-s, c]])
    short, long = card[place ^ 1] - card[place], card[3 - place] - card[place]
    return Corner(card[place].astype(float), short @ off, long @ off, place % 2 == 1, 0.9 - 0.1 * place)


def farthest(found: Quad, card: Quad) -> float:
    """How far the worst corner is off, in widths of a card, from whichever end the outline is named."""
    return min(float(np.linalg.norm(found - named, axis=1).max()) for named in (card, turned(card))) / WIDTH


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.5])
@pytest.mark.parametrize(("places", "limit"), [((0, 1, 2), 0.03), ((1, 2, 3), 0.03), ((0, 2), 0.06), ((0, 1), 0.1), ((3,), 0.12)])
def test_the_more_corners_are_seen_the_better_the_outline(angle: float, places: tuple[int, ...], limit: float) -> None:
    card = card_outline((150, 150), WIDTH, angle)
    (found,) = merge([corner(card, place, turn=0.05, longer=1.04) for place in places])
    assert farthest(found.quad, card) < limit
    assert [score > 0 for score in found.seen].count(True) == len(places)


def test_cards_of_a_fan_that_show_one_corner_each_stay_apart() -> None:
    cards = [card_outline((150 + 16 * k, 150), WIDTH, 0.05 * k) for k in range(5)]
    found = merge([corner(card, 0) for card in cards])
    assert len(found) == 5
    assert all(min(farthest(each.quad, card) for each in found) < 0.01 for card in cards)


def test_a_corner_that_was_seen_is_where_it_was_seen() -> None:
    card = card_outline((150, 150), WIDTH, 0.3)
    bent = card + np.array([[0, 0], [0, 0], [3, 2], [0, 0]], np.float32)
    (found,) = merge([corner(bent, place) for place in range(4)])
    assert farthest(found.quad, bent) < 0.001
