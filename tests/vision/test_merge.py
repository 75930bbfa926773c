"""Corners that were seen become outlines of cards."""

from dataclasses import replace

import numpy as np
import pytest

from vision.arrays import Quad
from vision.faces import ASPECT
from vision.geometry import card_outline, turned
from vision.picture.outlines import Corner, Votes, merge, merge_looks

WIDTH = 64.0


def corner(card: Quad, place: int, turn: float = 0.0, longer: float = 1.0) -> Corner:
    """A corner of the card whose edges are seen `turn` radians off and `longer` than they are."""
    c, s = np.cos(turn) * longer, np.sin(turn) * longer
    off = np.array([[c, s], [-s, c]])
    short, long = card[place ^ 1] - card[place], card[3 - place] - card[place]
    return Corner(card[place].astype(float), short @ off, long @ off, place % 2 == 1, 0.9 - 0.1 * place)


def seen_as_usual(card: Quad, place: int) -> Corner:
    """A corner of a card of any shape as the network gives it: its edges are those of a card of the usual one."""
    seen = corner(card, place)
    tall = np.linalg.norm(seen.long) / np.linalg.norm(seen.short) / ASPECT
    return replace(seen, short=seen.short * tall**0.4, long=seen.long * tall**-0.6)


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


@pytest.mark.parametrize("aspect", [1.54, 1.79, 1.92])
def test_corners_that_face_each_other_are_one_card_however_tall_it_is(aspect: float) -> None:
    card = card_outline((150, 150), WIDTH, 0.7, aspect)
    (found,) = merge([seen_as_usual(card, place) for place in range(4)])
    assert farthest(found.quad, card) < 0.001
    assert found.visible == 1


def test_a_card_that_shows_little_has_the_shape_of_the_one_that_shows_all() -> None:
    whole, under = (card_outline((150 + 100 * k, 150), WIDTH, 0.2, 1.9) for k in range(2))
    corners = [seen_as_usual(whole, place) for place in range(4)] + [seen_as_usual(under, 0)]
    found = merge(corners)
    assert len(found) == 2
    assert all(min(farthest(each.quad, card) for each in found) < 0.08 for card in (whole, under))
    assert all(min(farthest(each.quad, card) for each in merge(corners, 1.9)) < 0.05 for card in (whole, under))


def test_cards_of_a_row_are_not_taken_for_one_wide_card() -> None:
    row = [card_outline((150 + 0.3 * WIDTH * k, 150), WIDTH, 0.0) for k in range(3)]
    shown = [(card, place) for card in row[:-1] for place in (0, 3)] + [(row[-1], place) for place in range(4)]
    found = merge([corner(card, place, longer=1.03) for card, place in shown])
    assert len(found) == 3
    assert all(min(farthest(each.quad, card) for each in found) < 0.1 for card in row)


def look_at(*cards: Quad, sureness: float = 1.0) -> Votes:
    """All corners of the cards as one look gives them, surer or less sure than others."""
    seen = [corner(card, place) for card in cards for place in range(4)]
    return Votes([replace(one, score=sureness * one.score) for one in seen])


@pytest.mark.parametrize("wrong", [(0,), (2,), (0, 3)])
def test_a_whole_card_is_as_the_surest_look_has_it(wrong: tuple[int, ...]) -> None:
    card = card_outline((150, 150), WIDTH, 0.4)
    on_the_frame = card.copy()
    on_the_frame[list(wrong)] += 0.14 * (card.mean(axis=0) - card[list(wrong)])
    for looks in ([look_at(card), look_at(on_the_frame, sureness=0.9)], [look_at(on_the_frame, sureness=0.9), look_at(card)]):
        (whole,) = (found for found in merge_looks(looks) if found.visible == 1)
        assert farthest(whole.quad, card) < 0.001


def test_what_no_look_shows_whole_is_what_all_show_together() -> None:
    card = card_outline((150, 150), WIDTH, 0.4)
    corners = look_at(card).corners
    (found,) = merge_looks([Votes(corners[:2]), Votes(corners[2:])])
    assert found.visible == 1


def test_cards_side_by_side_with_corners_in_one_place_are_all_there() -> None:
    grid = [card_outline((150 + WIDTH * x, 150 + ASPECT * WIDTH * y), WIDTH, 0.0) for x in range(2) for y in range(2)]
    found = merge_looks([look_at(*grid), look_at(*grid, sureness=0.9)])
    assert len(found) == 4
    assert all(min(farthest(each.quad, card) for each in found) < 0.001 for card in grid)
