"""Cards that lie farther off are smaller: a leaning camera's pile is followed all the same."""

import numpy as np
import pytest

from tests.vision.drawn import AWAY, NEAR, NOBODY_KNOWS, WIDTH, DrawnTable, at, sure, told
from vision.arrays import Quad
from vision.faces import UNKNOWN
from vision.geometry import card_outline, width_of
from vision.picture.reading import CardReading
from vision.scene.cards import Hand, LyingCard
from vision.scene.lean import Lean
from vision.sighting import Frame

SIZE = (480, 360)


def seen_from(degrees: float, x: float, y: float, turn: float = 0.0) -> Quad:
    """The outline, in a picture whose camera leans so far, of a card that lies so many widths right and up of the middle."""
    lean, focal = np.radians(degrees), SIZE[0] / 2 / np.tan(np.radians(33))
    card = (card_outline((x, -y), 1.0, turn) * (1, -1)).astype(np.float64)
    height, depth = card[:, 1] * np.cos(lean), focal / WIDTH + card[:, 1] * np.sin(lean)
    points = np.stack([card[:, 0], -height], axis=1) * focal / depth[:, None]
    return np.asarray(points + np.array(SIZE) / 2, np.float32)


@pytest.mark.parametrize("degrees", [0, 20, 35])
def test_from_cards_about_the_middle_it_is_told_how_large_one_is_that_lies_farther_off(degrees: float) -> None:
    places = [(0, 0), (0.4, 0.6), (-0.5, -0.4), (0.3, -0.7), (-0.2, 0.5)]
    quads = [seen_from(degrees, x, y, turn) for turn, (x, y) in enumerate(places)]
    lean = Lean()
    labels = ["AS", "KD", "7H", "9C", "TD"]
    lean.learn([LyingCard(1, quad, label, sure(label)) for quad, label in zip(quads, labels, strict=True)], WIDTH)
    for place in ((0, 2.0), (2.0, 0), (0, -1.5)):
        far = seen_from(degrees, *place)
        assert lean.at(far, WIDTH) == pytest.approx(width_of(far), rel=0.06)


def test_before_a_card_was_seen_they_are_as_wide_everywhere() -> None:
    assert Lean().at(seen_from(0, 3, 3), WIDTH) == WIDTH


def test_one_outline_that_was_seen_wrongly_does_not_tell_how_the_table_leans() -> None:
    lean, wrong = Lean(), card_outline(at(150, 120).mean(axis=0), 0.9 * WIDTH, 0.0)
    for quad in (at(150, 120), at(150, 120), wrong):
        lean.learn([LyingCard(1, quad, "AS", sure("AS")), LyingCard(2, at(200, 150), "KD", sure("KD"))], WIDTH)
    assert lean.at(at(260, 200), WIDTH) == pytest.approx(WIDTH, rel=0.01)


@pytest.mark.parametrize(("is_moving", "hand"), [(True, AWAY), (False, NEAR)], ids=["something moves", "a hand"])
def test_how_the_table_leans_is_learnt_from_quiet_pictures(is_moving: bool, hand: Hand) -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 120))
    table.lay("KD", at(200, 150))
    wrong = CardReading(card_outline(at(150, 120).mean(axis=0), 0.7 * WIDTH, 0.0), sure("AS"), 1.0)
    sightings = []
    for laid in ([], [], [], [(at(330, 250), sure("7H"))], [], []):
        table.cards += laid
        table.motion.look(table.picture())
        frame, seen = Frame(table.number, table.number / 10, table.picture()), [wrong, *table.readings()[1:]]
        sightings += table.tracker.update(frame, seen, table.motion, is_moving, hand)
        table.number += 1
    assert told(sightings) == [("card_played", "7H")]


def test_a_card_that_lies_far_off_where_the_camera_leans_is_asked_about() -> None:
    table = DrawnTable()
    for label, place in (("AS", (-0.9, -0.6)), ("KD", (0.9, 0.6)), ("7H", (0.9, -0.8)), ("9C", (-0.9, 0.8))):
        table.cards.append((seen_from(30, *place), sure(label)))
        table.see(12)
    table.cards.append((seen_from(30, 0, 2.2), NOBODY_KNOWS))
    assert told(table.see(20)) == [("card_played", UNKNOWN)]
