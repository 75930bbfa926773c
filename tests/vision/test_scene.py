"""The scene, with pictures drawn as plain as can be and readings that say what a perfect reader would."""

from collections import deque

import numpy as np
import pytest

from tests.vision.drawn import NEAR, NOBODY_KNOWS, DrawnTable, at, belief, sure, told
from vision.arrays import Quad
from vision.faces import BACK, NONE, UNKNOWN
from vision.geometry import moved, overlap
from vision.picture.identifier import Belief
from vision.picture.outlines import FoundCard
from vision.picture.reading import CardReading
from vision.scene.cards import LyingCard
from vision.scene.evidence import LEAD
from vision.scene.in_play import InPlay
from vision.scene.tracks import Track
from vision.sighting import Frame, SightingKind

IN_DOUBT = belief((NONE, 0.6), ("9S", 0.4))
"""Of what may be no card at all."""


def test_a_card_that_comes_to_rest_is_one_play() -> None:
    table = DrawnTable()
    assert told(table.lay("AS", at(200, 150), frames=12)) == [("card_played", "AS")]


def test_two_cards_of_one_movement_are_two_plays_the_lower_one_first() -> None:
    table = DrawnTable()
    table.cards += [(at(200, 150), sure("AS")), (at(225, 165, 0.2), sure("7H"))]
    assert told(table.see(10)) == [("card_played", "AS"), ("card_played", "7H")]


@pytest.mark.parametrize("upper", [at(218, 150, 0.1), at(218, 156), at(240, 150)], ids=["a strip, askew", "a strip", "half"])
def test_of_two_of_one_movement_the_lower_one_is_asked_about_however_little_of_it_shows(upper: Quad) -> None:
    table = DrawnTable()
    table.cards += [(at(200, 150), belief(("QS", 0.6), ("KS", 0.4))), (upper, sure("7H"))]
    assert told(table.see(12)) == [("card_played", "7H"), ("card_played", UNKNOWN)]


def test_where_the_table_begins_again_nothing_lies_there_and_nothing_waits() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.cards.append((at(300, 150), belief(("QS", 0.6), ("KS", 0.4))))
    table.see(3)
    assert table.scene.is_undecided
    table.scene.begin_again()
    assert not table.scene.lying
    assert not table.scene.is_undecided


@pytest.mark.parametrize(
    ("turn", "shift", "seen", "is_explained"),
    [
        (0.7, (0, 0), (0.9, 0, 0, 0), True),
        (0.7, (3, 2), (0.9, 0, 0, 0), True),
        (0.0, (0, 0), (0.9, 0, 0, 0), False),
        (0.15, (0, 0), (0.9, 0, 0, 0), False),
        (0.7, (0, 0), (0.9, 0, 0.8, 0), False),
        (0.7, (30, 0), (0.9, 0, 0, 0), False),
    ],
    ids=[
        "askew at its corner",
        "near it",
        "the card itself",
        "the card, found a little askew",
        "two corners",
        "a corner of its own",
    ],
)
def test_an_outline_of_one_corner_that_a_known_card_has_is_explained_by_it(
    turn: float, shift: tuple[float, float], seen: tuple[float, float, float, float], is_explained: bool
) -> None:
    table = DrawnTable()
    card = at(200, 150)
    askew = at(0, 0, turn)
    found = FoundCard((askew - askew[0] + card[0] + shift).astype(np.float32), seen)
    beside = FoundCard(at(360, 250), (0.9, 0, 0, 0))
    assert table.scene.unexplained([found]) == [(found, None)]
    table.lay("AS", card)
    left = [outline for outline, _ in table.scene.unexplained([found, beside])]
    assert left == ([beside] if is_explained else [found, beside])


def test_a_card_that_slid_a_little_before_it_was_read_is_one_play() -> None:
    table = DrawnTable()
    table.cards.append((at(200, 150), belief(("7H", 0.6), ("7D", 0.4))))
    assert told(table.see(3)) == []
    table.cards = [(at(215, 152, 0.03), sure("7H"))]
    assert told(table.see(8)) == [("card_played", "7H")]


def test_a_new_card_says_on_what_it_lies() -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 150))
    assert table.lay("7H", at(180, 170, 0.3))[0].lies_on == ("AS",)
    assert table.lay("KD", at(380, 250))[0].lies_on == ()


def test_a_card_that_is_straightened_is_no_play() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.cards = [(at(225, 160, 0.4), sure("AS"))]
    assert told(table.see(10, NEAR)) == []


def test_what_a_straightened_card_has_left_is_the_quiet_table_again() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.cards = [(at(225, 160, 0.4), sure("AS"))]
    table.see(2, NEAR)
    assert table.motion.changed_share(at(200, 150)) > 0.3
    table.see(2)
    assert table.motion.changed_share(at(200, 150)) == table.motion.changed_share(at(225, 160, 0.4)) == 0


def test_a_card_that_is_read_once_in_another_cards_outline_lies_where_it_lay() -> None:
    table = DrawnTable()
    table.lay("KD", at(200, 120))
    table.cards = [(at(200, 150), sure("KD"))]
    table.see(1, NEAR)
    table.cards = [(at(200, 120), sure("KD")), (at(200, 150), NOBODY_KNOWS)]
    table.flush, table.found = (1,), 0.75
    assert told(table.see(12)) == [("card_played", UNKNOWN)]


def test_the_last_card_taken_back_is_told() -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 150))
    table.lay("7H", at(320, 200))
    table.cards.pop()
    taken = table.see(20)
    assert [(s.kind, s.cards) for s in taken] == [(SightingKind.CARDS_TAKEN, ("7H",))]


def test_several_cards_taken_at_once_come_in_one_list() -> None:
    table = DrawnTable()
    for label, place in (("AS", at(100, 120)), ("7H", at(220, 120)), ("KD", at(340, 120)), ("9C", at(220, 260))):
        table.lay(label, place)
    del table.cards[1:3]
    assert [s.cards for s in table.see(20)] == [("7H", "KD")]
    assert {card.label for card in table.scene.lying} == {"AS", "9C"}


def test_nobody_takes_a_card_that_another_lies_on_which_stays() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.lay("7H", at(225, 185, 0.3))
    del table.cards[0]
    assert told(table.see(20)) == []
    del table.cards[0]
    assert told(table.see(20)) == [("pile_cleared", None)]


def test_a_gathered_pile_with_covered_cards_is_cleared() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    table.lay("7H", at(203, 152, 0.05))
    table.lay("KD", at(215, 160, 0.3))
    table.cards = []
    assert told(table.see(12)) == [("pile_cleared", None)]
    assert not table.scene.is_undecided


def test_a_pile_of_cards_that_hardly_differ_from_the_cloth_is_cleared() -> None:
    table = DrawnTable(white=True)
    for label, place in (("AS", at(150, 150)), ("KD", at(165, 158, 0.3)), ("7H", at(158, 150, 0.8))):
        table.lay(label, place)
    assert {card.label for card in table.scene.lying} == {"AS", "KD", "7H"}
    table.cards.clear()
    assert told(table.see(12)) == [("pile_cleared", None)]


def test_what_lies_about_at_the_start_is_no_play_and_may_be_taken() -> None:
    table = DrawnTable()
    table.cards = [(at(100, 120), sure(BACK)), (at(340, 120), sure("QS"))]
    table.motion.begin_again()
    table.motion.look(table.picture())
    table.scene.adopt(table.readings())
    assert told(table.see(8)) == []
    table.cards.pop()
    assert [(s.kind.value, s.cards) for s in table.see(20)] == [("cards_taken", ("QS",))]


def test_a_card_laid_where_a_hidden_one_lies_under_another_is_a_play() -> None:
    table = DrawnTable()
    table.lay(BACK, at(200, 150))
    table.lay("AC", at(215, 158, 0.2))
    assert told(table.lay("8D", at(204, 152, 0.03))) == [("card_played", "8D")]


def test_a_hidden_card_turned_up_is_named_with_its_own_number() -> None:
    table = DrawnTable()
    hidden = table.lay(BACK, at(200, 150), frames=6)
    table.lay("7H", at(330, 200))
    table.cards[0] = (at(204, 151, 0.03), sure("QS"))
    turned = table.see(10)
    assert told(hidden) == [("card_hidden", BACK)]
    assert [(s.kind.value, s.label, s.number) for s in turned] == [("card_turned", "QS", hidden[0].number)]


def test_a_card_that_was_typed_in_is_not_played_again() -> None:
    table = DrawnTable()
    table.scene.in_play = InPlay(typed=frozenset({"AS"}))
    assert told(table.lay("AS", at(200, 150))) == []
    assert told(table.lay("7H", at(320, 200))) == [("card_played", "7H")]


def test_a_camera_that_was_knocked_moves_every_card_and_plays_none() -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 150))
    table.lay("7H", at(320, 200))
    table.cards.append((at(230, 280), belief(("QS", 0.6), ("KS", 0.4))))
    table.see(12)
    c, s = np.cos(0.03), np.sin(0.03)
    table.view = np.array([[c, -s, 22.0], [s, c, -9.0]])
    assert told(table.see(10)) == [("camera_moved", None)]
    assert overlap(table.scene.lying[0].quad, moved(at(150, 150), table.view)) > 0.95


def test_a_card_says_in_whose_zone_it_lies() -> None:
    table = DrawnTable()
    table.scene.zones = (np.array([[0, 0], [240, 0], [240, 360], [0, 360]], np.float32),)
    assert table.lay("AS", at(150, 150))[0].zone == 0
    assert table.lay("7H", at(400, 200))[0].zone is None


@pytest.mark.parametrize(("before", "side"), [(0, 180.0), (20, None)], ids=["with the hand", "long before it"])
def test_a_card_came_with_the_hand_that_is_there_unless_its_place_has_shown_it_for_a_second(
    before: int, side: float | None
) -> None:
    table = DrawnTable()
    for label, frames in (("AS", 20), ("7H", before)):  # the first was never told, as in a heap that was pushed
        table.cards = [(at(150, 150), sure(label))]
        for _ in range(frames):
            table.motion.look(table.picture())
    assert [(s.label, s.entered_from) for s in table.see(8, NEAR)] == [("7H", side)]


@pytest.mark.parametrize(("x", "said"), [(150, [("card_played", "AS")]), (330, [("card_played", "AS")]), (430, [])])
@pytest.mark.parametrize("label", ["AS", "??"])
def test_what_lies_outside_the_play_zone_and_every_seat_s_is_no_play(x: float, said: list[tuple[str, str]], label: str) -> None:
    table = DrawnTable()
    middle, seat = ((left, right) for left, right in ((0, 240), (280, 380)))
    table.scene.play_zones = tuple(
        np.array([[left, 0], [right, 0], [right, 360], [left, 360]], np.float32) for left, right in (middle, seat)
    )
    table.cards.append((at(x, 150), sure("AS") if label == "AS" else NOBODY_KNOWS))
    assert told(table.see(20)) == [(kind, label) for kind, _ in said]


def test_a_card_laid_while_the_pile_is_gathered_is_still_asked_about() -> None:
    table = DrawnTable()
    table.lay("AS", at(120, 120))
    table.lay("7H", at(150, 130, 0.2))
    table.cards = [(at(330, 220), belief(("QS", 0.6), ("KS", 0.4)))]
    assert told(table.see(20)) == [("pile_cleared", None), ("card_played", UNKNOWN)]


def test_a_card_that_is_covered_while_a_hand_is_over_it_is_asked_about_though_it_may_be_one_that_lies_there() -> None:
    table = DrawnTable()
    table.lay("7S", at(350, 250))
    table.cards.append((at(200, 150), belief(("7H", 0.7), ("7S", 0.3))))
    assert told(table.see(10, NEAR)) == []
    table.cards.append((at(215, 160, 0.2), sure("8D")))
    said = [("card_played", UNKNOWN), ("card_played", "8D"), ("card_named", "7H")]  # for the seven of spades lies there
    assert told(table.see(4, NEAR)) == said


def test_what_does_not_lead_is_not_asked_about_because_it_is_covered() -> None:
    table = DrawnTable(found=0.25, flush=(0,))
    table.cards.append((at(200, 150), IN_DOUBT))
    table.see(10)
    assert table.scene.tracks[0].nats < LEAD
    assert told(table.lay("8D", at(215, 160, 0.2))) == [("card_played", "8D")]


def test_something_put_down_at_the_edge_is_no_hand_for_ever() -> None:
    table = DrawnTable()
    table.lay("AS", at(200, 150))
    seen = []
    for place in range(80):
        picture = table.picture()
        picture[:, : 60 if place > 3 else 0] = 20
        table.motion.look(picture)
        seen.append(table.motion.hand_side())
    assert seen[5] is not None
    assert seen[-1] is None


@pytest.mark.parametrize(("chance", "found", "label"), [(0.985, 0.5, "7H"), (0.7, 0.5, UNKNOWN), (0.985, 0.25, "7H")])
def test_a_card_that_lies_flush_with_others_is_a_play_however_little_is_found_of_it(
    chance: float, found: float, label: str
) -> None:
    table = DrawnTable(found=found)
    table.lay("AS", at(150, 150))
    table.flush = (1,)
    table.cards.append((at(182, 150), belief(("7H", chance), ("9H", 1 - chance))))
    assert told(table.see(20)) == [("card_played", label)]


def test_a_card_whose_outline_jumps_while_nothing_moves_lies_still() -> None:
    table = DrawnTable(found=0.75, askew=0.2)
    table.flush = (0,)
    table.cards.append((at(182, 150), belief(("7S", 0.9), ("9S", 0.1))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]


def test_a_card_laid_just_where_an_unread_one_lies_is_a_play_of_its_own() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), NOBODY_KNOWS))
    table.see(12)
    table.cards.append((at(150, 90), sure("JC")))
    table.see(1, NEAR)
    table.cards[1] = (at(153, 153, 0.05), sure("JC"))
    assert told(table.see(6)) == [("card_played", "JC")]


def test_an_unsure_card_laid_where_an_unread_one_lies_under_another_is_asked_about() -> None:
    table = DrawnTable()
    table.cards.append((at(150, 150), NOBODY_KNOWS))
    table.see(12)
    table.lay("7H", at(156, 158, 0.3))
    table.cards.append((at(153, 150, 0.08), belief(("QS", 0.5), ("KS", 0.49))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]


def test_a_named_card_that_is_pushed_though_one_of_its_corners_is_not_found_hides_nothing() -> None:
    table = DrawnTable(found=0.75)
    table.lay("AS", at(150, 150))
    table.flush = (0,)
    table.cards[0] = (at(165, 158, 0.05), sure("AS"))
    assert told(table.see(20)) == []
    assert overlap(table.scene.lying[0].quad, at(165, 158, 0.05)) > 0.95


def test_a_named_card_that_is_pushed_and_reads_less_surely_there_is_no_new_one() -> None:
    table = DrawnTable()
    table.lay("QC", at(150, 150))
    table.cards[0] = (at(160, 170), belief(("QC", 0.96), ("JC", 0.04)))
    assert told(table.see(20)) == []


@pytest.mark.parametrize(
    ("by", "is_pushed"),
    [((1.0, 1.3), False), ((1.3, 1.0), False), ((1.1, 1.12), True), ((1.15, 0.87), True)],
    ids=["another lies on its end", "on its side", "nearer to the camera", "turned under a camera that leans"],
)
def test_a_card_does_not_lie_in_an_outline_that_spans_it_and_another(by: tuple[float, float], is_pushed: bool) -> None:
    card, found = LyingCard(1, at(150, 150), "7H", sure("7H")), at(0, 0) * by + (180, 150)
    for frame, quad in enumerate((at(150, 150), found)):
        card.see(CardReading(quad.astype(np.float32), sure("7H"), 1.0, (True, True, True, True)), frame)
    assert card.plain == is_pushed
    np.testing.assert_allclose(card.quad, found if is_pushed else at(150, 150), atol=1e-4)


def test_two_looks_at_what_comes_over_a_card_do_not_hide_that_it_led() -> None:
    track = Track(at(200, 150), 0, 0, at(200, 150), [NOBODY_KNOWS], 1.0, still=1)
    for nats in (2.2, 2.2, 2.2, 0.4, -1.5):
        track.note_nats(nats, 0)
    assert track.nats >= LEAD
    for nats in (-9.0, -9.0):
        track.note_nats(nats, 0)
    assert track.nats < LEAD


@pytest.mark.parametrize(
    ("nats", "visible", "reads", "said"),
    [(-1.3, 1.0, NOBODY_KNOWS, []), (2.0, 0.25, IN_DOUBT, []), (2.0, 1.0, NOBODY_KNOWS, [("card_played", UNKNOWN)])],
    ids=["hardly a card when it was seen", "hardly one by what is known now", "a card"],
)
def test_what_shows_beside_a_told_card_is_asked_about_where_it_led_and_leads(
    nats: float, visible: float, reads: Belief, said: list[tuple[str, str]]
) -> None:
    table = DrawnTable(smudged=(0,))
    table.cards += [(at(158, 160), NOBODY_KNOWS), (at(168, 170, 0.1), sure("QC"))]
    assert told(table.see(4)) == [("card_played", "QC")]
    under = at(158, 160)
    table.scene.tracks = [Track(under, 1, 1, under[:1], [reads], visible, still=1, let_go=True, weighed=deque([nats]))]
    assert told(table.see(2)) == said


def test_an_unsure_card_is_not_pushed_to_where_another_card_that_it_may_be_is_laid() -> None:
    table = DrawnTable(found=0.75)
    table.cards.append((at(150, 150), belief(("QC", 0.95), ("JC", 0.05))))
    table.see(12)
    table.lay("7H", at(165, 140, 0.2))
    table.flush = (2,)
    table.cards.append((at(156, 156, 0.1), sure("JC")))
    table.see(2)
    assert table.scene.lying[0].quad.mean(axis=0).tolist() == [150, 150]


@pytest.mark.parametrize(("second", "said"), [("QC", []), ("4D", [("card_played", UNKNOWN)])])
def test_an_unsure_card_is_not_pushed_to_where_one_lies_that_reads_otherwise(second: str, said: list[tuple[str, str]]) -> None:
    table = DrawnTable()
    table.lay("AS", at(300, 150))
    table.cards.append((at(150, 150), belief(("QC", 0.9), ("JC", 0.1))))
    assert told(table.see(12)) == [("card_played", UNKNOWN)]
    table.cards[1] = (at(160, 170), belief((second, 0.9), ("4H", 0.1)))
    assert [one for one in told(table.see(12)) if one[0] == "card_played"] == said


def test_a_card_that_nobody_can_read_and_that_is_pushed_is_asked_about_once() -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 150))
    table.cards.append((at(180, 160, 0.3), NOBODY_KNOWS))
    asked = table.see(12)
    table.cards[1] = (at(195, 168, 0.2), NOBODY_KNOWS)
    assert told(asked + table.see(12)) == [("card_played", "??")]


@pytest.mark.parametrize(
    "second", [at(192, 168, 0.6), at(250, 180, 0.3), at(183, 163, 0.45)], ids=["on it", "beside it", "nearly in its place"]
)
def test_a_second_card_that_nobody_can_read_is_asked_about_as_well(second: Quad) -> None:
    table = DrawnTable()
    table.cards.append((at(180, 160, 0.3), NOBODY_KNOWS))
    asked = table.see(12)
    table.cards.append((second, NOBODY_KNOWS))
    assert told(asked + table.see(12)) == 2 * [("card_played", "??")]


def test_a_second_card_that_nobody_can_read_is_asked_about_where_less_than_half_of_its_place_looks_otherwise() -> None:
    table, second = DrawnTable(), at(187, 167)
    table.cards.append((at(180, 160), NOBODY_KNOWS))
    asked = table.see(12)
    picture = table.picture()
    picture[130:167, 162:220] = 255 - picture[130:167, 162:220]
    for _ in range(12):
        asked += table.step(picture, [CardReading(second, NOBODY_KNOWS, 1.0)])
        assert table.number > 13 or 0.4 < table.motion.changed_share(second) < 0.5
    assert told(asked) == 2 * [("card_played", "??")]


def test_cards_that_a_hand_pushes_aside_are_no_knocked_camera() -> None:
    table = DrawnTable()
    table.pattern = True
    table.motion.begin_again()
    table.motion.look(table.picture())
    table.lay("AS", at(150, 150))
    table.lay("7H", at(300, 150))
    table.cards = [(at(180, 170), sure("AS")), (at(330, 170), sure("7H"))]
    assert told(table.see(10, NEAR)) == []


def test_after_a_gap_what_is_gone_was_taken_and_a_card_of_the_same_name_is_a_new_play() -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 150))
    table.lay("KD", at(300, 150))
    table.cards = [(at(360, 250), sure("AS"))]
    table.motion.look(table.picture())
    frame = Frame(table.number, 0.0, table.picture())
    assert told(table.scene.drop_unseen(frame, table.readings())) == [("pile_cleared", None)]
    assert told(table.see(14)) == [("card_played", "AS")]


def test_a_card_that_was_only_covered_while_the_camera_was_away_was_not_taken() -> None:
    table = DrawnTable()
    table.lay("AS", at(150, 150))
    table.lay("KD", at(300, 150))
    table.cards.append((at(304, 153), sure("QH")))
    table.motion.look(table.picture())
    frame = Frame(table.number, 0.0, table.picture())
    assert table.scene.drop_unseen(frame, table.readings()) == []
    assert told(table.see(6)) == [("card_played", "QH")]


def test_an_index_read_in_the_outline_of_another_card_does_not_push_its_own_there() -> None:
    table = DrawnTable()
    table.lay("AH", at(150, 150))
    table.cards.append((at(170, 165), NOBODY_KNOWS))
    table.see(3)
    table.cards[1] = (at(170, 165), sure("AH"))
    table.see(1)
    table.cards[1] = (at(170, 165), NOBODY_KNOWS)
    assert told(table.see(8)) == [("card_played", UNKNOWN)]


@pytest.mark.parametrize("is_covered", [False, True])
def test_a_second_card_of_the_same_name_is_a_play_where_the_pack_has_two(is_covered: bool) -> None:
    table = DrawnTable()
    table.scene.in_play = InPlay(copies=2)
    assert told(table.lay("AS", at(150, 150))) == [("card_played", "AS")]
    if is_covered:
        assert told(table.lay("KD", at(152, 152))) == [("card_played", "KD")]
    assert told(table.lay("AS", at(360, 250), frames=12)) == [("card_played", "AS")]


@pytest.mark.parametrize("is_covered", [False, True])
def test_where_the_pack_has_one_a_second_one_is_asked_about_and_not_named_by_what_lies_elsewhere(is_covered: bool) -> None:
    table = DrawnTable()
    assert told(table.lay("AS", at(150, 150))) == [("card_played", "AS")]
    if is_covered:
        assert told(table.lay("KD", at(152, 152))) == [("card_played", "KD")]
    (asked,) = table.lay("AS", at(360, 250), frames=20)
    assert (asked.label, asked.alternatives[0][0]) == (UNKNOWN, "AS")


def test_a_card_that_is_pushed_is_no_second_one_even_where_the_pack_has_two() -> None:
    table = DrawnTable()
    table.scene.in_play = InPlay(copies=2)
    table.lay("AS", at(150, 150))
    table.cards = [(at(205, 190), sure("AS"))]
    assert told(table.see(12, NEAR)) == []


def test_a_third_card_of_one_name_is_asked_about_where_the_pack_has_two() -> None:
    table = DrawnTable()
    table.scene.in_play = InPlay(copies=2)
    for x in (100, 250):
        table.lay("AS", at(x, 100))
    assert told(table.lay("AS", at(400, 250), frames=12)) == [("card_played", UNKNOWN)]


def test_a_card_laid_a_little_beside_a_hidden_one_does_not_turn_that_up() -> None:
    table = DrawnTable()
    table.lay(BACK, at(200, 150))
    assert told(table.lay("8D", at(216, 150))) == [("card_played", "8D")]
