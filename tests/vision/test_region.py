"""Only where something has changed or a card lies is a picture of the film searched."""

import numpy as np
import pytest

from vision.arrays import Image
from vision.geometry import card_outline, distance
from vision.picture.finder import Finder
from vision.picture.region import Region
from vision.scene.motion import Motion
from vision.scene.watcher import AROUND
from vision.training.decks import Deck, DeckDesign
from vision.training.scenes import paste

WIDTH = 64.0
PLACES = ((200, 150), (330, 260), (560, 380))


def cloth() -> Image:
    return np.full((480, 640, 3), (40, 90, 30), np.uint8)


def with_cards(picture: Image, places: tuple[tuple[int, int], ...]) -> Image:
    canvas, deck = picture.astype(np.float32), Deck(DeckDesign(3))
    for label, place in zip(("7H", "QS", "4D"), places, strict=False):
        paste(canvas, deck.face(label), card_outline(place, WIDTH, 0.4), np.ones(3, np.float32), (2, 2, 2, 0.3))
    return np.clip(canvas, 0, 255).astype(np.uint8)


def seen(*pictures: Image) -> Motion:
    motion = Motion()
    for picture in pictures:
        motion.look(picture)
    return motion


def test_what_has_changed_lies_in_one_rectangle_and_a_speck_does_not_count() -> None:
    laid = with_cards(cloth(), PLACES[:2])
    laid[470:472, 630:632] = 255
    box = seen(cloth(), laid).changed_box()
    assert box is not None
    outlines = np.concatenate([card_outline(place, WIDTH, 0.4) for place in PLACES[:2]])
    assert box.min(axis=0) == pytest.approx(outlines.min(axis=0), abs=6)
    assert box.max(axis=0) == pytest.approx(outlines.max(axis=0), abs=6)
    assert seen(cloth(), cloth()).changed_box() is None


@pytest.mark.parametrize("place", PLACES)
def test_a_card_is_found_in_its_part_of_the_picture_just_where_it_lies(place: tuple[int, int]) -> None:
    laid = with_cards(cloth(), (place,))
    box = seen(cloth(), laid).changed_box()
    assert box is not None
    region = Region.around([box], AROUND * WIDTH, laid)
    (found,) = Finder().find(laid, WIDTH, region)
    assert distance(found.quad, card_outline(place, WIDTH, 0.4)) < 0.05
    height, width = region.of(laid).shape[:2]
    assert height * width < 0.3 * laid.shape[0] * laid.shape[1]


def test_a_region_ends_where_the_picture_does() -> None:
    region = Region.around([card_outline((10, 470), WIDTH, 0.0)], WIDTH, cloth())
    assert region == Region(0, 361, 106, 480)
    picture = cloth()
    picture[473:478, 3:8] = 255
    rows, columns = np.nonzero(region.of(picture)[..., 0] == 255)
    middle = np.array([[columns.mean(), rows.mean()]] * 4, np.float32)
    assert region.in_picture(middle)[0] == pytest.approx((5, 475))


def test_of_a_card_that_was_pushed_out_of_the_picture_the_nearest_edge_is_searched() -> None:
    region = Region.around([card_outline((900, -200), WIDTH, 0.3)], WIDTH, cloth())
    assert region == Region(576, 0, 640, 64)
