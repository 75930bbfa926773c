"""The camera was knocked where the picture as a whole has moved with the cards, and was not where they were pushed."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import AWAY, NOBODY_KNOWS, WIDTH, DrawnTable, at, sure
from vision.arrays import Floats
from vision.faces import UNKNOWN
from vision.geometry import moved
from vision.picture.reading import CardReading
from vision.scene.cards import Hand, LyingCard
from vision.scene.motion import Motion
from vision.scene.view import camera_shift

PLACES = {"KH": at(150, 150), "AD": at(190, 200, 0.4), "8D": at(240, 150, 1.0), "AC": at(120, 220, 2.0)}
STILL = np.eye(2, 3)
KNOCK = np.array([[1.0, 0, 12], [0, 1, 8]])
GUESSED = np.array([[0, 0], [0, 0], [0.2, 0.05], [-0.25, 0.1]], np.float32) * WIDTH
"""How far the corners of a half covered card lie from where they are guessed."""

HERE = Hand(True, 90.0)


class Knocked:
    """Cards on a table, seen again after the camera moved by `knock`, or they did, for the cloth moved by `cloth`."""

    def __init__(self, *names: str, knock: Floats = KNOCK, pattern: bool = False, cloth: Floats | None = None) -> None:
        self.knock, self.motion = knock, Motion()
        self.lying = [LyingCard(number, PLACES[name], name, sure(name)) for number, name in enumerate(names)]
        for cards_by, cloth_by in ((STILL, STILL), (knock, knock if cloth is None else cloth)):
            cards = DrawnTable(cards=[(PLACES[name], sure(name)) for name in names], view=cards_by).picture()
            under = DrawnTable(pattern=pattern, view=cloth_by).picture()
            self.motion.look(np.asarray(cv2.GaussianBlur(np.where(cards == 90, under, cards), (0, 0), 3), np.uint8))

    def read(self, name: str, visible: float = 1.0) -> CardReading:
        """Of a half covered card two corners are guessed."""
        quad = moved(PLACES[name], self.knock) + (GUESSED if visible < 1 else 0)
        return CardReading(quad, sure(name), visible, (True, True, visible == 1, visible == 1))

    def shift(self, *readings: CardReading, hand: Hand = AWAY) -> Floats | None:
        return camera_shift(self.lying, list(readings), hand, self.motion)


def test_one_corner_seen_wrongly_is_no_knocked_camera() -> None:
    table = Knocked("KH", "AD", knock=STILL)
    askew = [table.read("KH"), table.read("AD")]
    askew[0].quad[1] += (0.05 * WIDTH, 0)
    askew[1].quad[2] += (0.11 * WIDTH, 0.08 * WIDTH)
    assert table.shift(*askew) is None
    knocked = Knocked("KH", "AD")
    assert knocked.shift(knocked.read("KH"), knocked.read("AD")) == pytest.approx(KNOCK, abs=0.1)


@pytest.mark.parametrize(
    "seen", [{"KH": 1.0, "AD": 0.5, "8D": 0.5, "AC": 0.5}, {"KH": 0.5, "AD": 0.5}], ids=["one whole", "none"]
)
def test_half_covered_cards_whose_other_corners_are_guesses_tell_that_the_camera_was_knocked(seen: dict[str, float]) -> None:
    table = Knocked(*seen)
    assert table.shift(*(table.read(name, visible) for name, visible in seen.items())) == pytest.approx(KNOCK, abs=0.1)


def test_a_turn_that_hardly_moves_the_cards_in_the_middle_is_told() -> None:
    turn = np.array([[1.0, -0.06, 10.8], [0.06, 1.0, -10.8]])
    table = Knocked(*PLACES, knock=turn)
    assert table.shift(*(table.read(name) for name in PLACES)) == pytest.approx(turn, abs=0.1)


def test_two_cards_that_are_seen_elsewhere_in_a_picture_that_has_not_moved_are_no_knocked_camera() -> None:
    table = Knocked(*PLACES, knock=STILL)
    table.knock = KNOCK
    assert table.shift(table.read("KH"), table.read("AD")) is None


def test_a_card_that_was_laid_since_does_not_hide_a_knocked_camera() -> None:
    table = Knocked(*PLACES)
    table.lying.append(LyingCard(4, moved(at(300, 250), KNOCK), "9S", sure("9S")))
    laid = CardReading(table.lying[-1].quad, sure("9S"), 1.0)
    assert table.shift(*(table.read(name) for name in PLACES), laid) == pytest.approx(KNOCK, abs=0.1)


@pytest.mark.parametrize("hand", [HERE, AWAY], ids=["under a hand", "no hand"])
def test_a_cloth_that_moved_with_the_cards_tells_a_knocked_camera_from_cards_that_were_pushed_together(hand: Hand) -> None:
    knocked, pushed = Knocked(*PLACES, pattern=True), Knocked(*PLACES, pattern=True, cloth=STILL)
    assert knocked.shift(*(knocked.read(name) for name in PLACES), hand=hand) == pytest.approx(KNOCK, abs=0.1)
    assert pushed.shift(*(pushed.read(name) for name in PLACES), hand=hand) is None


@pytest.mark.parametrize(
    ("hand", "pattern", "is_knocked"),
    [(AWAY, False, False), (AWAY, True, True), (HERE, True, True)],
    ids=["a plain cloth", "a cloth that moved with it", "a cloth that moved with it, under a hand"],
)
def test_one_card_alone_tells_nothing_of_the_camera_but_the_cloth_does(hand: Hand, pattern: bool, is_knocked: bool) -> None:
    table = Knocked("KH", pattern=pattern)
    assert (table.shift(table.read("KH"), hand=hand) is not None) is is_knocked


def test_a_card_that_seemed_to_be_pushed_when_the_camera_was_knocked_was_not() -> None:
    by = np.array([[1, 0, 12], [0, 1, 8]], float)
    kept, pushed = LyingCard(1, at(150, 150), "KH", sure("KH")), LyingCard(2, at(220, 150), "AD", sure("AD"))
    kept.push_to(at(162, 158))
    pushed.push_to(at(250, 190))
    for card in (kept, pushed):
        card.follow_camera(by)
    assert (kept.quad.mean(axis=0).tolist(), kept.left) == ([162, 158], None)
    assert pushed.left is not None
    assert (pushed.quad.mean(axis=0).tolist(), pushed.left.mean(axis=0).tolist()) == ([262, 198], [232, 158])


def test_a_card_that_nobody_could_read_tells_with_named_ones_alone_that_the_camera_was_knocked() -> None:
    table = Knocked("KH", "AD")
    table.lying[1].label, table.lying[1].belief = UNKNOWN, NOBODY_KNOWS
    nameless = CardReading(moved(PLACES["AD"], KNOCK), NOBODY_KNOWS, 1.0)
    assert table.shift(nameless) is None
    assert table.shift(table.read("KH", 0.5), nameless) == pytest.approx(KNOCK, abs=0.1)
