"""Cards that were pushed aside: which one it was, and what is the quiet table then."""

import numpy as np
import pytest

from tests.vision.drawn import AWAY, NEAR, DrawnTable, at, sure
from vision.faces import UNKNOWN
from vision.scene.candidates import Candidate, Rules
from vision.scene.lying import Hand, LyingCard
from vision.scene.motion import Motion
from vision.scene.pushed import pushed_to, settle_seen
from vision.scene.undecided import NOBODY_KNOWS


@pytest.mark.parametrize(
    ("is_covered", "shows", "x", "is_pushed"),
    [(False, 90, 190, True), (True, 90, 190, False), (False, 20, 190, False), (False, 20, 165, True)],
    ids=["the table shows again", "another lies on it", "something else shows: an arm, a lamp", "a strip, in its own shadow"],
)
def test_a_card_was_pushed_away_where_its_place_shows_what_was_there_before(
    is_covered: bool, shows: int, x: float, is_pushed: bool
) -> None:
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
    lying = [unread, LyingCard(2, at(152, 154), "AS", sure("AS"))] if is_covered else [unread]
    assert pushed_to(at(x, 150), lying, motion, Rules()) is (unread if is_pushed else None)


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
    assert (pushed_to(at(165, 150), [unread], motion, Rules()) is unread) is is_pushed


@pytest.mark.parametrize(("label", "is_quiet"), [("KS", False), ("none", True)], ids=["a named card", "a piece"])
def test_where_another_card_waits_to_be_named_a_straightened_one_leaves_no_quiet_table(label: str, is_quiet: bool) -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.cards = [(at(225, 160, 0.4), sure("AS"))]
    table.see(2, NEAR)
    waiting = Candidate(at(225, 160, 0.4), table.number - 1, still=2, corners=0.5, beliefs=[sure(label)])
    settle_seen(table.tracker.lying, [waiting], table.motion, table.number - 1, Rules())
    assert (table.motion.changed_share(at(225, 160, 0.4)) == 0) is is_quiet


@pytest.mark.parametrize(
    ("unsettled", "plain", "is_quiet"),
    [(True, True, True), (False, True, False), (True, False, False)],
    ids=["a hand lay on it", "it was settled", "something lies on it now"],
)
def test_a_card_that_was_laid_under_a_hand_is_the_quiet_table_when_it_is_plain_to_see(
    unsettled: bool, plain: bool, is_quiet: bool
) -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.cards = [(at(200, 150), sure("KS"))]
    table.motion.look(table.picture())
    card = table.tracker.lying[0]
    card.unsettled, card.plain = unsettled, 99 if plain else 3
    settle_seen([card], [], table.motion, 99, Rules())
    assert (table.motion.changed_share(at(200, 150)) == 0) is is_quiet
    assert not card.unsettled


@pytest.mark.parametrize(("hand", "unsettled"), [(NEAR, True), (AWAY, False)])
def test_of_a_card_that_was_laid_under_a_hand_it_is_not_known_how_it_looks(hand: Hand, unsettled: bool) -> None:
    table = DrawnTable()
    table.cards.append((at(200, 150), sure("AS")))
    table.see(3, hand)
    assert [card.unsettled for card in table.tracker.lying] == [unsettled]
