"""A card that lies just on a named one, which nobody could name: it is asked about, and none passes for taken."""

import numpy as np
import pytest

from tests.vision.drawn import AWAY, NEAR, NOBODY_KNOWS, WIDTH, DrawnTable, at, belief, sure, told
from vision.faces import UNKNOWN
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.motion import Motion

PLACE = at(200, 150)


def table_with_a_card() -> DrawnTable:
    """A nine of spades lies there, and has been read for a while."""
    table = DrawnTable()
    assert told(table.lay("9S", PLACE, frames=12)) == [("card_played", "9S")]
    return table


@pytest.mark.parametrize("what", [NOBODY_KNOWS, belief(("JC", 0.7), ("JS", 0.3))], ids=["smudged", "unsure"])
def test_one_that_shows_whole_is_asked_about(what: Belief) -> None:
    table = table_with_a_card()
    table.cards.append((at(214, 158), what))
    assert told(table.see(20)) == [("card_played", UNKNOWN)]


def test_one_of_its_colour_that_lies_squarely_on_it_is_asked_about_though_most_looks_as_before() -> None:
    table = table_with_a_card()
    there = table.picture()
    table.cards.append((at(203, 153), NOBODY_KNOWS))
    laid, alike = table.picture(), np.arange(360) // 6 % 5 == 0
    laid[alike] = there[alike]
    readings = [CardReading(at(203, 153), NOBODY_KNOWS, 1.0)]
    table.motion.look(laid)
    assert 0.25 < table.motion.changed_share(PLACE) < 0.5
    assert told([said for _ in range(20) for said in table.step(laid, readings)]) == [("card_played", UNKNOWN)]


def test_one_of_which_few_corners_were_found_is_asked_about_with_what_it_may_be() -> None:
    table = table_with_a_card()
    table.cards.append((at(214, 158), belief(("JC", 0.7), ("JS", 0.3))))
    table.flush, table.found = (1,), 0.75
    (asked,) = table.see(20)
    assert (asked.label, [label for label, _ in asked.alternatives]) == (UNKNOWN, ["JC", "JS"])


def test_a_pushed_card_of_which_few_corners_show_has_nothing_on_it() -> None:
    table = table_with_a_card()
    table.cards[0] = (at(222, 154), sure("9S"))
    table.see(2, NEAR)
    table.flush = (0,)
    assert told(table.see(20)) == []


def test_a_hand_that_rests_on_a_card_is_no_card() -> None:
    table = table_with_a_card()
    table.cards.append((at(206, 153, 0.1), NOBODY_KNOWS))
    table.smudged = (1,)
    assert told(table.see(20, NEAR)) == []
    table.cards.pop()
    assert told(table.see(10, AWAY)) == []


def test_a_card_that_is_uncovered_again_is_not_new_though_it_is_unsure_now() -> None:
    table = table_with_a_card()
    table.lay("KD", at(222, 160), frames=12)
    table.cards = [(PLACE, belief(("9S", 0.5), ("9C", 0.5)))]
    assert [(s.kind.value, s.cards) for s in table.see(20)] == [("cards_taken", ("KD",))]


def test_what_was_there_before_is_not_novel() -> None:
    table = table_with_a_card()
    table.lay("KD", PLACE)
    table.cards = [(PLACE, sure("9S"))]
    table.motion.look(table.picture())
    assert table.motion.changed_share(PLACE) > 0.5
    assert table.motion.novel_in(table.motion.part(PLACE)) < 0.05
    table.cards = [(PLACE, sure("2C"))]
    table.motion.look(table.picture())
    assert table.motion.novel_in(table.motion.part(PLACE)) > 0.3


def test_once_the_table_is_bare_nothing_was_there_before() -> None:
    table = table_with_a_card()
    table.cards.clear()
    assert told(table.see(20)) == [("pile_cleared", None)]
    table.cards = [(PLACE, sure("9S"))]
    table.motion.look(table.picture())
    assert table.motion.novel_in(table.motion.part(PLACE)) > 0.5


def test_what_was_there_at_two_different_times_is_novel() -> None:
    motion = Motion()
    for grey in (40, 120, 200):
        motion.look(np.full((360, 480, 3), grey, np.uint8))
        motion.settle(PLACE)
    halves = np.full((360, 480, 3), 40, np.uint8)
    halves[:, 200:] = 120
    motion.look(halves)
    assert motion.novel_in(motion.part(PLACE)) == pytest.approx(0.5, abs=0.05)


def seen_in_turn(shows: float, other: CardReading, frames: int) -> list[tuple[str, str | None]]:
    """What is told where a card that hides some of another and that one are read as the two ends of one outline."""
    table = table_with_a_card()
    named = CardReading(PLACE, table.cards[0][1], 1.0)
    table.cards.append((np.asarray(PLACE + ((1 - shows) * WIDTH, 0), np.float32), sure("2C")))
    sightings = []
    for _ in range(frames):
        sightings += table.step(table.picture(), [named if table.number % 2 else other])
    return told(sightings)


BESIDE = np.asarray(PLACE + (6, 4), np.float32)


def test_a_card_that_is_read_in_turn_with_the_one_it_lies_on_is_played() -> None:
    assert seen_in_turn(0.6, CardReading(BESIDE, sure("2C"), 1.0), 12) == [("card_played", "2C")]
