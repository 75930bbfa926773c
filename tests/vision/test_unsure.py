"""Cards that nobody could name at first: asked about once, told from others, and named by a later look."""

import numpy as np
import pytest

from tests.vision.drawn import NEAR, NOBODY_KNOWS, WIDTH, DrawnTable, at, belief, sure, told
from vision.faces import UNKNOWN
from vision.picture.reading import CardReading
from vision.scene.cards import LyingCard
from vision.scene.naming import name_late
from vision.scene.tracks import PATIENCE
from vision.sighting import SightingKind


def test_an_unsure_card_that_is_covered_at_once_is_asked_about_before_the_one_on_top() -> None:
    table = DrawnTable()
    table.cards.append((at(200, 150), belief(("QS", 0.6), ("KS", 0.4))))
    assert told(table.see(3)) == []
    assert told(table.lay("7H", at(204, 152, 0.03))) == [("card_played", UNKNOWN), ("card_played", "7H")]


def test_an_unsure_card_laid_where_another_is_pushed_away_is_asked_about() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.cards = [(at(245, 150), sure("AS")), (at(190, 150), belief(("QS", 0.5), ("KS", 0.49)))]
    assert told(table.see(12)) == [("card_played", UNKNOWN)]


@pytest.mark.parametrize(("half", "name"), [((), "QS"), ((0,), UNKNOWN)], ids=["whole", "half of it"])
def test_many_looks_at_a_whole_card_name_it_where_one_leaves_some_doubt(half: tuple[int, ...], name: str) -> None:
    table = DrawnTable(flush=half)
    table.cards.append((at(200, 150), belief(("QS", 0.96), ("KS", 0.04))))
    assert told(table.see(PATIENCE - 1)) == []
    assert told(table.see(4)) == [("card_played", name)]


def test_an_unsure_card_is_named_when_the_other_it_may_be_turns_up() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QS", 0.55), ("QC", 0.45))))
    asked = table.see(12)
    assert told(asked) == [("card_played", UNKNOWN)]
    later = table.lay("QC", at(320, 200), frames=6)
    named = [s for s in later if s.kind is SightingKind.CARD_NAMED]
    assert [(s.label, s.number) for s in named] == [("QS", asked[0].number)]


@pytest.mark.parametrize(("below", "names"), [("9S", []), ("KS", [("card_named", "9C")])], ids=["pieces of two cards", "another"])
def test_an_unsure_card_is_not_named_by_elimination_of_those_whose_pieces_it_may_be(below: str, names: list[object]) -> None:
    table = DrawnTable()
    table.lay(below, at(150, 150))
    table.lay("QC", at(158, 170, 0.3))
    table.cards.append((at(165, 200, 0.6), belief(("9C", 0.9), ("QC", 0.1))))
    assert told(table.see(20)) == [("card_played", UNKNOWN), *names]


@pytest.mark.parametrize(("x", "names"), [(168, []), (205, [("card_named", "JC")])], ids=["most of it on it", "beside it"])
def test_an_unsure_card_is_not_settled_by_the_card_on_which_it_lies(x: float, names: list[object]) -> None:
    table = DrawnTable()
    table.lay("QC", at(150, 150))
    table.cards.append((at(x, 152), belief(("JC", 0.9), ("QC", 0.1))))
    assert told(table.see(20)) == [("card_played", UNKNOWN), *names]


def test_an_unsure_card_is_named_when_later_looks_are_clear() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QS", 0.6), ("KS", 0.4))))
    asked = table.see(12)
    table.cards[0] = (at(150, 150), sure("QS"))
    assert [(s.kind.value, s.label, s.number) for s in table.see(6)] == [("card_named", "QS", asked[0].number)]


@pytest.mark.parametrize(("first", "names"), [(0.55, ["JD"]), (0.874, [])], ids=["as likely as not", "hardly likely"])
def test_later_looks_do_not_undo_what_was_seen_before(first: float, names: list[str]) -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QD", first), ("JD", 1 - first))))
    assert told(table.see(6)) == []
    table.see(1)
    table.cards[0] = (at(150, 150), belief(("JD", 0.9951), ("QD", 0.0049)))
    assert [s.label for s in table.see(12) if s.kind is SightingKind.CARD_NAMED] == names


def test_an_unsure_card_far_from_the_card_of_its_name_is_asked_about() -> None:
    table = DrawnTable()
    table.lay("QS", at(120, 120))
    table.cards.append((at(330, 220), belief(("QS", 0.5), ("KS", 0.49))))
    assert ("card_played", UNKNOWN) in told(table.see(12))


def test_an_unsure_card_in_full_view_is_not_the_one_of_its_name_that_lies_under_it() -> None:
    table = DrawnTable()
    table.lay("KC", at(150, 150))
    table.cards.append((at(165, 185, 0.3), belief(("KC", 0.7), ("JC", 0.3))))
    assert ("card_played", UNKNOWN) in told(table.see(12))


def test_an_unsure_card_that_is_pushed_and_clear_then_is_the_same_card() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QS", 0.6), ("KS", 0.4))))
    asked = table.see(12)
    table.cards[0] = (at(195, 160, 0.2), sure("QS"))
    assert [(s.kind.value, s.label, s.number) for s in table.see(20)] == [("card_named", "QS", asked[0].number)]


def test_an_unsure_card_under_another_is_not_the_one_that_is_laid_beside_it() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QS", 0.4), ("JS", 0.3), ("KS", 0.3))))
    table.see(12)
    table.lay("AS", at(154, 152))
    assert told(table.lay("KS", at(215, 150))) == [("card_played", "KS")]


def test_an_unsure_card_is_asked_about_though_the_next_hand_is_there_already() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), NOBODY_KNOWS))
    assert table.see(3) == []
    assert told(table.see(6, NEAR)) == [("card_played", UNKNOWN)]


def test_an_unsure_card_that_may_still_be_in_the_hand_waits() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), NOBODY_KNOWS))
    assert table.see(9, NEAR) == []


def test_an_unsure_card_is_asked_about_before_the_one_that_covers_half_of_it() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), NOBODY_KNOWS))
    assert table.see(9, NEAR) == []
    table.cards.append((at(185, 190, 0.3), sure("AS")))
    assert told(table.see(6, NEAR)) == [("card_played", UNKNOWN), ("card_played", "AS")]


def test_a_named_card_laid_on_an_unsure_one_that_it_might_have_been_is_a_play_of_its_own() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QH", 0.88), ("JH", 0.12))))
    table.see(10)
    table.cards.append((at(170, 165), sure("JH")))
    assert told(table.see(10)) == [("card_played", "JH"), ("card_named", "QH")]


def test_a_card_that_is_wholly_covered_shows_no_piece_that_could_be_taken_for_another() -> None:
    table = DrawnTable()
    table.lay("9S", at(158, 170, 0.3))
    table.lay("QC", at(158, 170, 0.3))
    table.cards.append((at(165, 200, 0.6), belief(("9C", 0.9), ("QC", 0.1))))
    assert told(table.see(20)) == [("card_played", UNKNOWN), ("card_named", "9C")]


@pytest.mark.parametrize("way", [0.2, 0.6])
def test_an_unsure_card_that_is_clear_after_a_push_is_named_and_not_played_again(way: float) -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QH", 0.6), ("JH", 0.4))))
    asked = table.see(10)
    table.cards[0] = (at(150 + way * WIDTH, 150), sure("JH"))
    assert told(asked + table.see(10)) == [("card_played", UNKNOWN), ("card_named", "JH")]


def test_an_unsure_card_under_the_arm_that_lays_another_is_not_pushed_away() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("QS", 0.55), ("KS", 0.45))))
    table.see(10)
    table.lay("KS", at(225, 150), frames=0)
    table.smudged = (0,)
    unsure, table.cards[0] = table.cards[0], (table.cards[0][0], sure("2C"))
    assert told(table.see(6, NEAR)) == [("card_played", "KS"), ("card_named", "QS")]
    table.cards[0], table.smudged = unsure, ()
    assert table.see(6) == []


def test_an_unsure_card_laid_on_another_that_may_be_the_same_is_one_of_its_own() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("JD", 0.9), ("JH", 0.1))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]
    table.cards.append((at(162, 158), belief(("JH", 0.9), ("JD", 0.1))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]


def test_an_unsure_card_that_is_pushed_and_still_unsure_is_the_same_card() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("JD", 0.9), ("JH", 0.1))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]
    table.cards = [(at(162, 158), belief(("JH", 0.9), ("JD", 0.1)))]
    assert told(table.see(12)) == []


def test_a_smudged_card_that_looks_as_one_beneath_is_another_where_that_is_seen() -> None:
    table, face = DrawnTable(), np.random.default_rng(2).integers(150, 255, (84, 60, 1), np.uint8)
    (low, high), whole = (at(150, 150), at(185, 160)), (True,) * 4
    first, both = table.picture(), table.picture()
    first[108:192, 120:180] = both[108:192, 120:180] = face
    # The hand's shadow lies on what shows of the first.
    both[108:125, 120:155] = 100
    both[118:202, 155:215] = face
    asked = [s for _ in range(12) for s in table.step(first, [CardReading(low, NOBODY_KNOWS, 1.0, whole)])]
    assert told(asked) == [("card_played", UNKNOWN)]
    corner = CardReading(low, NOBODY_KNOWS, 0.25, (True, False, False, False))
    readings = [corner, CardReading(high, NOBODY_KNOWS, 1.0, whole)]
    assert told([s for _ in range(12) for s in table.step(both, readings)]) == [("card_played", UNKNOWN)]


@pytest.mark.parametrize(("shows", "names"), [(0.5, []), (0.75, [("card_named", "KH")])], ids=["half", "nearly all"])
def test_an_unsure_card_is_not_named_by_a_look_that_sees_less_of_it(shows: float, names: list[object]) -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), belief(("KH", 0.9), ("JH", 0.1))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]
    table.cards[0] = (at(150, 150), sure("KH"))
    table.flush, table.found = (0,), shows
    assert told(table.see(6)) == names


@pytest.mark.parametrize(("below", "names"), [(("6C", "9D"), []), (("6C", "9S"), ["6D"])], ids=["its pieces", "others"])
def test_a_late_name_that_cards_below_may_have_lent_must_be_surer(below: tuple[str, str], names: list[str]) -> None:
    lying = [LyingCard(i, at(200 + 4 * i, 150), label, sure(label), since=i) for i, label in enumerate(below, 1)]
    lying.append(LyingCard(3, at(206, 152), UNKNOWN, belief(("6D", 0.996), ("6C", 0.004)), since=3))
    assert [card.label for card in name_late(lying, frozenset(), lambda label: label in below)] == names
