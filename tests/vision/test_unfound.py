"""Cards that no outline fits any more, or never did: they are asked about when another covers them, or when they stay."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DrawnTable, at, everywhere, sure, told
from vision.arrays import Image
from vision.faces import UNKNOWN
from vision.scene.candidates import Candidate, Rules
from vision.scene.lying import LyingCard
from vision.scene.motion import Motion
from vision.scene.plays import Moment
from vision.scene.undecided import NOBODY_KNOWS, lay_under

BARE = np.full((360, 480, 3), 120, np.uint8)
PLACE = at(200, 150)


def printed(*greys: int) -> Image:
    """The table with a card in `PLACE` that is printed in stripes of these greys."""
    picture = BARE.copy()
    for stripe, grey in enumerate(greys):
        cv2.rectangle(
            picture, (160, 100 + 100 * stripe // len(greys)), (240, 100 + 100 * (stripe + 1) // len(greys)), [grey] * 3, -1
        )
    return picture


def seen(pictures: Sequence[Image], earlier: Image | None = None) -> Motion:
    motion = Motion()
    motion.look(BARE)
    if earlier is not None:
        for picture in (earlier, BARE):
            motion.look(picture)
            motion.settle(PLACE)
    for picture in pictures:
        motion.look(picture)
    return motion


CARD, LATER = printed(40, 200), printed(240, 10)


@pytest.mark.parametrize(
    ("pictures", "earlier", "is_new"),
    [
        ([CARD] * 6 + [LATER] * 3, None, True),
        ([CARD] * 5 + [LATER] * 3, None, False),
        ([BARE] + [CARD] * 5 + [LATER] * 3, None, False),
        ([printed(200)] * 6 + [LATER] * 3, None, False),
        ([printed(40)] * 6 + [LATER] * 3, None, False),
        ([CARD] * 6 + [LATER] * 3, CARD, False),
    ],
    ids=["a card", "too few frames", "a passing hand", "a lamp is reflected", "it was reflected", "it lay there once before"],
)
def test_something_stayed_that_was_never_seen_there_before(pictures: list[Image], earlier: Image | None, is_new: bool) -> None:
    motion = seen(pictures, earlier)
    assert (motion.stayed_new(motion.part(PLACE), newest=3) > 0.5) is is_new


def test_where_the_same_print_shows_in_another_light_nothing_stayed_new() -> None:
    motion = seen([printed(40, 60, 180, 200)])
    motion.settle(PLACE)
    for picture in [printed(20, 100, 160, 240)] * 6 + [LATER] * 3:
        motion.look(picture)
    assert motion.stayed_new(motion.part(PLACE), newest=3) == 0


def test_what_is_taken_for_the_quiet_table_did_not_stay_new() -> None:
    motion = seen([CARD] * 9)
    assert motion.stayed_new(motion.part(PLACE), newest=3) > 0.5
    motion.settle(PLACE)
    assert motion.stayed_new(motion.part(PLACE), newest=3) == 0


@pytest.mark.parametrize(
    ("since", "whole", "named", "is_pushed", "is_known"),
    [(3, 28, 28, False, True), (3, 3, 28, True, True), (3, 3, 28, False, False), (3, 3, 3, True, False), (28, 3, 3, False, True)],
    ids=["seen whole", "pushed, and read there", "read, but not pushed", "pushed, and not read", "just taken in"],
)
def test_a_card_on_one_that_nobody_found_does_not_lie_on_a_known_one(
    since: int, whole: int, named: int, is_pushed: bool, is_known: bool
) -> None:
    motion = seen([CARD] * 6 + [LATER] * 3)
    known = LyingCard(1, PLACE, "7H", sure("7H"), since=since, whole=whole, named=named, left=PLACE + 9 if is_pushed else None)
    upper = Candidate(PLACE, 30, still=1, corners=1, beliefs=[sure("QS")])
    moment = Moment(Rules(), 30, [known], [upper], motion, False, frozenset(), everywhere)
    assert (lay_under(moment, upper, []) is None) is is_known


@pytest.mark.parametrize("corners", [1.0, 0.5], ids=["it may yet be read", "a corner of it"])
def test_what_still_shows_of_a_card_is_waited_for(corners: float) -> None:
    motion = seen([CARD] * 6 + [LATER] * 3)
    upper = Candidate(PLACE, 30, still=1, corners=1, beliefs=[sure("QS")])
    lower = Candidate(at(204, 152), 30, still=8, corners=corners, beliefs=[NOBODY_KNOWS])
    moment = Moment(Rules(), 30, [], [lower, upper], motion, False, frozenset(), everywhere)
    assert (lay_under(moment, upper, []) is None) is (corners == 1)


def test_a_card_that_nobody_found_is_asked_about_before_the_one_that_covers_it() -> None:
    table = DrawnTable()
    table.lay("7H", at(168, 150))
    table.lay("KD", at(232, 150))
    table.cards.append((at(200, 150), sure("9S")))
    table.smudged = (2,)
    assert table.see(8) == []
    table.cards.append((at(206, 156, 0.3), sure("QS")))
    assert told(table.see(4)) == [("card_played", UNKNOWN), ("card_played", "QS")]


@pytest.mark.parametrize(("frames", "asked"), [(5, [("card_played", UNKNOWN)]), (3, [])], ids=["it had rested", "it was passing"])
def test_a_card_that_rested_in_plain_view_and_is_found_no_more_is_asked_about(frames: int, asked: list[tuple[str, str]]) -> None:
    table = DrawnTable()
    table.lay("7H", at(240, 200, 0.5))
    table.cards.append((at(200, 150), NOBODY_KNOWS))
    assert table.see(frames) == []
    table.smudged = (1,)
    assert told(table.see(5)) == asked


def test_a_card_that_rested_and_was_taken_again_is_not_asked_about() -> None:
    table = DrawnTable()
    table.lay("7H", at(240, 200, 0.5))
    table.cards.append((at(200, 150), NOBODY_KNOWS))
    table.see(5)
    table.cards.pop()
    assert table.see(12) == []


@pytest.mark.parametrize(
    ("corners", "covered", "is_new"),
    [(0.5, 0.45, True), (0.5, 0.3, False), (0.25, 0.45, False), (0.25, 0.9, True)],
    ids=["half of it, some is new", "half of it, little is new", "a corner, some is new", "a corner, nearly all is new"],
)
def test_the_less_is_found_of_a_card_the_more_of_it_must_be_new(corners: float, covered: float, is_new: bool) -> None:
    left, right = PLACE[:, 0].min(), PLACE[:, 0].max()
    picture = BARE.copy()
    cv2.rectangle(picture, (0, 0), (round(left + covered * (right - left)), 359), [40] * 3, -1)
    candidate = Candidate(PLACE, 30, still=3, corners=corners, beliefs=[NOBODY_KNOWS])
    moment = Moment(Rules(), 30, [], [candidate], seen([picture] * 4), False, frozenset(), everywhere)
    moment.take_note(candidate)
    assert candidate.is_new is is_new
