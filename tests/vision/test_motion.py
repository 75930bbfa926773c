"""What the quiet table is, and what it was."""

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.geometry import UNIT
from vision.scene.motion import CLOTH, EARLIER, LOOK_BACK, Motion


def test_the_bare_table_is_nothing_new_however_many_cards_lay_there_before() -> None:
    motion, bare = Motion(), np.full((360, 480, 3), 90, np.uint8)
    place = (UNIT * [120, 168] + [180, 90]).astype(np.float32)
    motion.look(bare)
    for number in range(EARLIER + 10):
        laid = bare.copy()
        laid[90:258, 180:300] = 150 + number % 2 * 80
        motion.look(laid)
        assert motion.changed_share(place) > 0.9
        motion.settle(place)
    motion.look(bare)
    assert motion.changed_share(place) > 0.9
    assert motion.novel_in(motion.part(place)) == 0


@pytest.mark.parametrize(
    ("corner", "share"),
    [
        ((180, 90), 1.0),
        ((240, 90), 0.5),
        ((120, 90), 0.5),
        ((310, 90), 0.0),
        ((20, 180), 0.0),
        ((-60, -84), 0.0),
        ((900, 90), 0.0),
    ],
    ids=[
        "where it changed",
        "right half of it",
        "left half of it",
        "beside it",
        "below it",
        "at the edge",
        "outside the picture",
    ],
)
def test_how_much_of_an_outline_has_changed_wherever_it_lies(corner: tuple[int, int], share: float) -> None:
    motion, bare = Motion(), np.full((360, 480, 3), 90, np.uint8)
    laid, place = bare.copy(), (UNIT * [120, 168] + corner).astype(np.float32)
    laid[90:258, 180:300] = 200
    motion.look(bare)
    motion.look(laid)
    assert motion.changed_share(place) == pytest.approx(share, abs=0.03)
    assert motion.changed_share(place) == motion.changed_in(motion.part(place))


def test_where_a_card_is_taken_from_the_edge_of_the_picture_no_hand_reaches_in() -> None:
    motion, bare = Motion(), np.full((360, 480, 3), 90, np.uint8)
    place, laid, reached = (UNIT * [120, 168] + [180, 192]).astype(np.float32), bare.copy(), bare.copy()
    laid[192:360, 180:300] = 200
    reached[192:360, 200:260] = 160
    motion.look(bare)
    motion.look(laid)
    motion.settle(place)
    assert motion.hand_side() is None
    motion.look(reached)
    assert motion.hand_side() == pytest.approx(180, abs=15)
    motion.look(bare)
    assert motion.hand_side() is None


@pytest.mark.parametrize("frames", [2, LOOK_BACK], ids=["laid just before", "laid for long"])
def test_what_a_place_showed_before_a_knock_is_known_after_it(frames: int) -> None:
    bare = np.random.default_rng(0).integers(60, 120, (36, 48, 1), np.uint8).repeat(10, 0).repeat(10, 1).repeat(3, 2)
    laid, knock = bare.copy(), np.array([[1.0, 0, 40], [0, 1.0, 20]])
    laid[90:258, 180:300] = 220
    place = (UNIT * [120, 168] + [220, 110]).astype(np.float32)
    knocked = np.asarray(cv2.warpAffine(laid, knock, (480, 360), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    motion = Motion()
    for picture in (bare, *frames * (laid,), knocked):
        motion.look(picture)
    motion.follow(knock)
    assert motion.changed_share(place) > 0.9
    if frames < LOOK_BACK:
        assert motion.changed_lately(place) > 0.9
    else:
        assert motion.changed_lately(place) < 0.05
        assert motion.changed_before(motion.part(place)) > 0.9


def test_what_is_not_predicted_and_as_large_as_a_card_stands_alone_on_a_dark_cloth() -> None:
    bare = np.random.default_rng(0).integers(60, 120, (36, 48, 1), np.uint8).repeat(10, 0).repeat(10, 1).repeat(3, 2)
    laid = bare.copy()
    laid[90:258, 180:300] = 220
    laid[90:180, 400:440] = 220
    motion = Motion()
    motion.look(bare)
    motion.look(laid)
    left = motion.left_of(laid, 120)
    assert left is not None
    alone, region = left
    assert (region.of(laid)[alone[..., 0] != CLOTH].shape[0] / (168 * 120)) == pytest.approx(1, abs=0.15)
    inside = np.s_[95 - region.top : 253 - region.top, 185 - region.left : 295 - region.left]
    assert (alone[inside] == 220).all()
    assert (region.right, region.bottom) < (400, 360), "what is too small for a card is painted over as well"
    assert motion.left_of(laid, 220) is None
    motion.settle((UNIT * [120, 168] + [180, 90]).astype(np.float32))
    assert motion.left_of(laid, 120) is None


def test_what_was_pushed_a_little_or_stands_in_other_light_is_familiar_and_what_was_laid_on_it_is_not() -> None:
    rng = np.random.default_rng(0)
    bare, card, other = (rng.integers(60, 200, (height, width, 1), np.uint8) for height, width in ((36, 48), (17, 12), (17, 12)))
    bare, card, other = (picture.repeat(10, 0).repeat(10, 1).repeat(3, 2) for picture in (bare, card, other))
    lay, place = (UNIT * [120, 170] + [180, 90]).astype(np.float32), (UNIT * [120, 170] + [200, 100]).astype(np.float32)

    def shows(picture: Image, x: int, y: int) -> Image:
        laid = bare.copy()
        laid[y : y + 170, x : x + 120] = picture
        return laid

    motion = Motion()
    motion.look(shows(card, 180, 90))
    motion.look(shows(card, 200, 100))
    assert motion.changed_share(place) > 0.5
    assert motion.familiar(motion.part(place), 34) > 0.9
    assert motion.familiar(motion.part(place), 5) < 0.6
    motion.look((shows(card, 180, 90) * 0.7).astype(np.uint8))
    assert motion.familiar(motion.part(lay), 34) > 0.9
    motion.look(shows(other, 180, 90))
    assert motion.familiar(motion.part(lay), 34) < 0.6


def test_a_place_of_one_grey_is_not_familiar() -> None:
    motion = Motion()
    motion.look(np.full((360, 480, 3), 90, np.uint8))
    assert motion.familiar(motion.part((UNIT * [120, 168] + [180, 90]).astype(np.float32)), 34) == 0
