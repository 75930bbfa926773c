"""Outlines: straightening, overlap, and which corners agree on a card."""

import cv2
import numpy as np
import pytest

from vision.arrays import Quad
from vision.geometry import apart, card_outline, grey_at, overlap, size_of, straighten, turned
from vision.picture.outlines import Corner, merge


def corner(quad: Quad, place: int, score: float = 0.9) -> Corner:
    """What the finder would say of one corner of a card."""
    at, before, after = quad[place], quad[place - 1], quad[(place + 1) % 4]
    short, long = (after - at, before - at) if place % 2 == 0 else (before - at, after - at)
    return Corner(at, short, long, place % 2 == 1, score)


def test_a_card_straightened_shows_its_own_top_left_first() -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    quad = card_outline((150, 150), 80, np.radians(90))
    picture[int(quad[0][1]) : int(quad[0][1]) + 12, int(quad[0][0]) - 12 : int(quad[0][0])] = 255
    crop = straighten(picture, quad, 80, 112)
    assert crop[:6, :6].mean() > 200
    assert crop[-20:, -20:].mean() == 0


@pytest.mark.parametrize("width", [20, 80, 400])
def test_straightening_gives_the_same_size_for_any_card(width: int) -> None:
    picture = np.full((900, 900, 3), 255, np.uint8)
    assert straighten(picture, card_outline((450, 450), width, 0.3), 80, 112).shape == (112, 80, 3)


def test_a_third_of_a_picture_is_the_same_whichever_way_it_is_worked_out() -> None:
    sums = np.arange(9 * 255 + 1)
    blocks = ((sums[:, None] + np.arange(9)) // 9).astype(np.uint8).reshape(41, 56, 3, 3)
    grey = blocks.transpose(0, 2, 1, 3).reshape(3 * 41, 3 * 56)
    expected = cv2.resize(grey, (56, 41), interpolation=cv2.INTER_AREA)
    assert np.array_equal(grey_at(np.dstack([grey, grey, grey]), 56, 41), expected)


def test_an_outline_outside_the_picture_is_black() -> None:
    picture = np.full((50, 50, 3), 255, np.uint8)
    assert straighten(picture, card_outline((500, 500), 40, 0), 80, 112).max() == 0


def test_overlap_is_a_share_of_the_smaller_outline() -> None:
    card = card_outline((100, 100), 60, 0)
    assert overlap(card, turned(card)) == pytest.approx(1, abs=0.01)
    assert overlap(card, card_outline((130, 100), 60, 0)) == pytest.approx(0.5, abs=0.02)
    assert overlap(card, card_outline((300, 100), 60, 0)) == 0


@pytest.mark.parametrize("places", [(0,), (1,), (0, 2), (1, 3), (0, 1, 2, 3), (3, 2)])
def test_corners_of_one_card_make_one_outline(places: tuple[int, ...]) -> None:
    quad = card_outline((120, 90), 64, 0.7)
    (found,) = merge([corner(quad, place) for place in places])
    assert min(np.abs(found.quad - quad).max(), np.abs(found.quad - turned(quad)).max()) < 0.5
    assert size_of(found.quad) == pytest.approx(64, abs=0.5)


def test_cards_of_a_narrow_fan_stay_apart() -> None:
    quads = [card_outline((100 + 10 * k, 100), 64, 0.05 * k) for k in range(6)]
    assert len(merge([corner(quad, 0) for quad in quads])) == 6


def test_the_outline_is_named_from_the_end_that_was_seen_best() -> None:
    quad = card_outline((120, 90), 64, 0.2)
    (found,) = merge([corner(quad, 0, 0.4), corner(quad, 2, 0.9)])
    assert np.abs(found.quad[0] - quad[2]).max() < 0.5


def test_how_far_corners_lie_from_the_nearest_one_of_each_outline() -> None:
    near, far = card_outline((200, 150), 60, 0.0), card_outline((300, 250), 60, 0.0)
    gaps = apart(near[:2] + np.array([3, 4], np.float32), [far, near, turned(near)])
    assert gaps[:, 1:] == pytest.approx(5.0)
    assert gaps[:, 0] == pytest.approx([np.linalg.norm(far[0] - near[corner] - (3, 4)) for corner in (0, 1)])
    assert apart(near[:2], []).shape == (2, 0)


def test_corners_are_an_outlines_where_all_of_them_are() -> None:
    card, beside = card_outline((150, 150), 80, 0.3), card_outline((190, 150), 80, 0.3)
    far = apart(np.stack([card[2] + (3, 4), card[0]]), [card, turned(card), beside]).max(axis=0)
    assert far == pytest.approx([5, 5, 40], abs=5)
    assert far[0] == pytest.approx(far[1])


def test_where_there_is_no_outline_no_corner_is_near_one() -> None:
    corners = card_outline((200, 150), 60, 0.0)[:2]
    assert apart(corners, []).min(axis=1, initial=np.inf).tolist() == [np.inf, np.inf]
