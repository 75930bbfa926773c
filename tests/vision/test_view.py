"""The camera was knocked where the picture as a whole has moved with the cards, and was not where they were pushed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn import AWAY, NOBODY_KNOWS, WIDTH, DrawnTable, at, sure
from vision.arrays import Floats
from vision.faces import UNKNOWN
from vision.geometry import moved, turned
from vision.picture.reading import CardReading
from vision.scene.cards import Hand, LyingCard
from vision.scene.motion import Motion
from vision.scene.view import FITS, camera_shift

PLACES = {"KH": at(150, 150), "AD": at(190, 200, 0.4), "8D": at(240, 150, 1.0), "AC": at(120, 220, 2.0)}
STILL = np.eye(2, 3)
KNOCK = np.array([[1.0, 0, 12], [0, 1, 8]])
GUESSED = np.array([[0, 0], [0, 0], [0.2, 0.2], [0.2, 0.2]], np.float32) * WIDTH
"""How far the corners of a half covered card lie from where they are guessed: all askew in the same way."""

HERE, JUST_LEFT = Hand(True, 90.0), Hand(False, 90.0)


class Knocked:
    """Cards on a table, seen again after the camera moved by `knock`, or they did, for the cloth moved by `cloth`.

    The cloth has a pattern so strong, 0..1; every picture has grain of its own.
    """

    def __init__(self, *names: str, knock: Floats = KNOCK, pattern: float = 0, cloth: Floats | None = None) -> None:
        self.knock, self.motion, rng = knock, Motion(), np.random.default_rng(0)
        self.lying = [LyingCard(number, PLACES[name], name, sure(name)) for number, name in enumerate(names)]
        for cards_by, cloth_by in ((STILL, STILL), (knock, knock if cloth is None else cloth)):
            cards = DrawnTable(cards=[(PLACES[name], sure(name)) for name in names], view=cards_by).picture()
            under = 90 + pattern * (DrawnTable(pattern=True, view=cloth_by).picture() - 90.0)
            seen = cv2.GaussianBlur(np.where(cards == 90, under, cards), (0, 0), 3) + rng.normal(0, 4, cards.shape)
            self.motion.look(np.clip(seen, 0, 255).astype(np.uint8))

    def read(self, name: str, visible: float = 1.0) -> CardReading:
        """Of a half covered card two corners are guessed."""
        quad = moved(PLACES[name], self.knock) + (GUESSED if visible < 1 else 0)
        return CardReading(quad, sure(name), visible, (True, True, visible == 1, visible == 1))

    def shift(self, *readings: CardReading, hand: Hand = AWAY) -> Floats | None:
        return camera_shift(self.lying, list(readings), hand, self.motion)

    def is_told(self, *readings: CardReading, hand: Hand = AWAY) -> bool:
        """Whether the knock is told as what it was, to half a pixel at every card."""
        shift = self.shift(*readings, hand=hand)
        return shift is not None and all(np.abs(moved(q, shift) - moved(q, self.knock)).max() < 0.5 for q in PLACES.values())


def test_corners_seen_wrongly_are_no_knocked_camera() -> None:
    table = Knocked("KH", "AD", knock=STILL)
    askew = [table.read("KH"), table.read("AD")]
    askew[0].quad[1] += (0.05 * WIDTH, 0)
    askew[1].quad[2] += (0.11 * WIDTH, 0.08 * WIDTH)
    assert table.shift(*askew) is None
    knocked = Knocked("KH", "AD")
    assert knocked.is_told(knocked.read("KH"), knocked.read("AD"))


ONE_WHOLE, NONE_WHOLE = {"KH": 1.0, "AD": 0.5, "8D": 0.5, "AC": 0.5}, {"KH": 0.5, "AD": 0.5}


@pytest.mark.parametrize("seen", [ONE_WHOLE, NONE_WHOLE], ids=["one whole", "none"])
def test_half_covered_cards_whose_other_corners_are_guesses_tell_that_the_camera_was_knocked(seen: dict[str, float]) -> None:
    table = Knocked(*seen)
    assert table.is_told(*(table.read(name, visible) for name, visible in seen.items()))


def test_two_corners_tell_nothing() -> None:
    table = Knocked(*PLACES, pattern=1)
    assert table.shift(table.read("KH", 0.5)) is None


def test_a_card_that_is_named_from_its_other_end_tells_as_well() -> None:
    table = Knocked("KH", "AD")
    assert table.is_told(table.read("KH"), replace(table.read("AD"), quad=turned(table.read("AD").quad)))


def test_a_turn_that_hardly_moves_the_cards_in_the_middle_is_told() -> None:
    table = Knocked(*PLACES, knock=np.array([[1.0, -0.06, 10.8], [0.06, 1.0, -10.8]]))
    assert table.is_told(*(table.read(name) for name in PLACES))


def test_two_cards_that_are_seen_elsewhere_in_a_picture_that_has_not_moved_are_no_knocked_camera() -> None:
    table = Knocked(*PLACES, knock=STILL)
    table.knock = KNOCK
    assert table.shift(table.read("KH"), table.read("AD")) is None


def test_a_card_that_was_laid_since_does_not_hide_a_knocked_camera() -> None:
    table = Knocked(*PLACES)
    table.lying.append(LyingCard(4, moved(at(300, 250), KNOCK), "9S", sure("9S")))
    laid = CardReading(table.lying[-1].quad, sure("9S"), 1.0)
    assert table.is_told(*(table.read(name) for name in PLACES), laid)


def test_what_counts_is_where_the_quiet_table_shows_cards_that_seem_to_be_pushed() -> None:
    table = Knocked("KH", "AD")
    for card in table.lying:
        card.push_to(moved(card.quad, KNOCK))
    assert table.is_told(table.read("KH"), table.read("AD"))


@pytest.mark.parametrize("hand", [HERE, JUST_LEFT, AWAY], ids=["under a hand", "a hand has just left", "no hand"])
def test_a_cloth_that_moved_with_the_cards_tells_a_knocked_camera_from_cards_that_were_pushed_together(hand: Hand) -> None:
    knocked, pushed = Knocked(*PLACES, pattern=0.2), Knocked(*PLACES, pattern=0.2, cloth=STILL)
    assert pushed.motion.misfit_by(KNOCK) < FITS
    assert pushed.motion.misfit_by(KNOCK, [moved(q, by) for q in PLACES.values() for by in (STILL, KNOCK)]) > 1 / FITS
    assert knocked.is_told(*(knocked.read(name) for name in PLACES), hand=hand)
    assert pushed.shift(*(pushed.read(name) for name in PLACES), hand=hand) is None


@pytest.mark.parametrize("hand", [HERE, JUST_LEFT], ids=["under a hand", "a hand has just left"])
def test_a_hand_may_have_pushed_all_cards_together_on_a_plain_cloth(hand: Hand) -> None:
    table = Knocked(*PLACES)
    readings = [table.read(name) for name in PLACES]
    assert table.is_told(*readings)
    assert table.shift(*readings, hand=hand) is None


@pytest.mark.parametrize(
    ("hand", "pattern", "is_knocked"),
    [(AWAY, 0, False), (AWAY, 1, True), (HERE, 1, True)],
    ids=["a plain cloth", "a cloth that moved with it", "a cloth that moved with it, under a hand"],
)
def test_one_card_alone_tells_nothing_of_the_camera_but_the_cloth_does(hand: Hand, pattern: float, is_knocked: bool) -> None:
    table = Knocked("KH", pattern=pattern)
    assert table.is_told(table.read("KH"), hand=hand) is is_knocked
    assert is_knocked or table.shift(table.read("KH"), hand=hand) is None


def test_a_card_that_seemed_to_be_pushed_when_the_camera_was_knocked_was_not() -> None:
    kept, pushed = LyingCard(1, at(150, 150), "KH", sure("KH")), LyingCard(2, at(220, 150), "AD", sure("AD"))
    kept.push_to(at(162, 158))
    pushed.push_to(at(250, 190))
    for card in (kept, pushed):
        card.follow_camera(KNOCK)
    assert (kept.quad.mean(axis=0).tolist(), kept.left) == ([162, 158], None)
    assert pushed.left is not None
    assert (pushed.quad.mean(axis=0).tolist(), pushed.left.mean(axis=0).tolist()) == ([262, 198], [232, 158])


def test_a_card_that_nobody_could_read_tells_with_named_ones_alone_that_the_camera_was_knocked() -> None:
    table = Knocked("KH", "AD")
    table.lying[1].label, table.lying[1].belief = UNKNOWN, NOBODY_KNOWS
    nameless = CardReading(moved(PLACES["AD"], KNOCK), NOBODY_KNOWS, 1.0)
    assert table.shift(nameless) is None
    assert table.shift(table.read("KH", 0.5)) is None
    assert table.is_told(table.read("KH", 0.5), nameless)
