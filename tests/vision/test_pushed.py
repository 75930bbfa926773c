"""Cards that were pushed aside: which one it was, and what is the quiet table then."""

import numpy as np
import pytest

from tests.vision.drawn import AWAY, NEAR, NOBODY_KNOWS, DrawnTable, at, sure, told
from vision.arrays import Quad
from vision.faces import NONE, UNKNOWN
from vision.picture.reading import CardReading
from vision.scene.cards import Hand, LyingCard, is_in_place, was_pushed
from vision.scene.motion import Motion


@pytest.mark.parametrize(
    ("shows", "x", "is_pushed"),
    [(90, 190, True), (20, 190, False), (20, 165, True)],
    ids=["the table shows again", "something else shows: an arm, a lamp", "a strip, in its own shadow"],
)
def test_a_card_was_pushed_away_where_its_place_shows_what_was_there_before(shows: int, x: float, is_pushed: bool) -> None:
    motion, table = Motion(), np.full((360, 480, 3), 90, np.uint8)
    motion.look(table)
    laid = table.copy()
    laid[60:260, 60:260] = 200
    motion.look(laid)
    motion.settle(at(150, 150))
    picture = table.copy()
    picture[80:220, 100:200] = shows
    motion.look(picture)
    unread = LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS)
    assert was_pushed(unread, at(x, 150), [unread], motion) is is_pushed


@pytest.mark.parametrize("is_pushed", [True, False], ids=["its picture moved with it", "another picture"])
def test_on_a_cloth_as_light_as_cards_one_was_pushed_where_it_shows_the_same_a_little_aside(is_pushed: bool) -> None:
    first, second = np.random.default_rng(1).integers(0, 200, (2, 50, 34, 1), np.uint8)
    motion = Motion()
    for blot, x in ((None, 0), (first, 150), (first if is_pushed else second, 165)):
        picture = np.full((360, 480, 3), 200, np.uint8)
        if blot is not None:
            picture[125:175, x - 17 : x + 17] = blot
        motion.look(picture)
        if x == 150:
            motion.settle(at(x, 150))
    unread = LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS)
    assert was_pushed(unread, at(165, 150), [unread], motion) is is_pushed


@pytest.mark.parametrize("stays", [False, True], ids=["it is gone from there", "it is there still"])
def test_one_that_looks_the_same_farther_aside_was_pushed_where_its_place_looks_otherwise(stays: bool) -> None:
    motion = Motion()
    for places in ((), (150,), (150, 180) if stays else (180,)):
        picture = np.full((360, 480, 3), 200, np.uint8)
        for x in places:
            picture[130:170, x - 10 : x + 10] = 50
        motion.look(picture)
        if places == (150,):
            motion.settle(at(150, 150))
    unread = LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS)
    assert was_pushed(unread, at(180, 150), [unread], motion) is not stays


def test_of_a_pushed_card_that_another_was_laid_on_the_rest_tells() -> None:
    blot, face = (
        np.random.default_rng(seed).integers(0, 255, (14, 10, 1), np.uint8).repeat(6, 0).repeat(6, 1) for seed in (1, 2)
    )
    motion, cloth = Motion(), np.full((360, 480, 3), 200, np.uint8)
    for x in (None, 150, 160):
        picture = cloth.copy()
        if x is not None:
            picture[120:180, x - 18 : x + 18] = blot[:60, :36]
        if x == 160:
            picture[108:192, 155:215] = face
        motion.look(picture)
        if x == 150:
            motion.settle(at(x, 150))
    motion.settle(at(185, 150))
    unread, upper = LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS), LyingCard(2, at(185, 150), "KS", sure("KS"))
    assert [was_pushed(unread, at(160, 150), lying, motion) for lying in ([unread], [unread, upper])] == [False, True]


@pytest.mark.parametrize(("hand", "unsettled"), [(NEAR, True), (AWAY, False)])
def test_of_a_card_that_was_laid_under_a_hand_it_is_not_known_how_it_looks(hand: Hand, unsettled: bool) -> None:
    table = DrawnTable()
    table.cards.append((at(200, 150), sure("AS")))
    table.see(3, hand)
    assert [card.unsettled for card in table.scene.lying] == [unsettled]


@pytest.mark.parametrize(("seen", "lies"), [(at(150, 160), at(150, 150)), (at(150, 154), at(150, 154))], ids=["askew", "there"])
def test_what_nobody_can_read_does_not_walk_with_outlines_that_are_askew(seen: Quad, lies: Quad) -> None:
    card = LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS)
    assert is_in_place(card, seen, NONE)
    card.see(CardReading(seen, NOBODY_KNOWS, 1.0, (True, True, True, True)), 5)
    assert card.quad == pytest.approx(lies)


def test_a_card_whose_suit_another_was_pushed_over_is_no_new_one() -> None:
    table = DrawnTable()
    table.lay("JS", at(200, 150), 12)
    table.lay("QD", at(250, 200, 0.2), 12)
    table.cards[1] = (at(210, 165), sure("QD"))
    readings = [CardReading(at(210, 165), sure("QD"), 1.0), CardReading(at(200, 150), sure("JC"), 0.75)]
    picture = table.picture()
    assert told([said for hand in [NEAR] * 3 + [AWAY] * 20 for said in table.step(picture, readings, hand)]) == []
