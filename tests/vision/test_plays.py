"""What counts as a play, asked of one candidate at a time."""

import numpy as np
import pytest

from tests.vision.drawn import NOW, at, belief, changed_for, everywhere, sure
from vision.arrays import Quad
from vision.faces import UNKNOWN
from vision.scene.candidates import Candidate, Rules
from vision.scene.lying import LyingCard
from vision.scene.motion import Motion
from vision.scene.plays import Moment
from vision.scene.undecided import NOBODY_KNOWS


@pytest.mark.parametrize(
    ("since", "whole", "is_as_it_was", "is_play"),
    [(5, NOW, True, False), (5, 10, True, True), (25, NOW, True, True), (5, NOW, False, True)],
    ids=["the other is seen whole", "it was, before this one came", "it came later", "its place has changed"],
)
def test_an_outline_of_two_corners_under_a_card_in_full_view_is_no_play(
    since: int, whole: int, is_as_it_was: bool, is_play: bool
) -> None:
    ten = LyingCard(1, at(150, 150), "TC", sure("TC"), since=since, whole=whole)
    mixed = Candidate(at(176, 150), NOW, still=12, corners=0.5, beliefs=[sure("8C")])
    motion = changed_for(12)
    motion.settle(at(150, 150) if is_as_it_was else at(80, 80))
    moment = Moment(Rules(), NOW, [ten], [mixed], motion, False, frozenset(), everywhere)
    moment.take_note(mixed)
    assert moment.is_play(mixed) is is_play


@pytest.mark.parametrize(("least", "is_play"), [(0.7, True), (0.1, False)], ids=["changed all along", "changed just now"])
def test_an_unsure_face_of_two_corners_is_a_play_where_the_picture_has_differed_since_it_lies_there(
    least: float, is_play: bool
) -> None:
    ace = Candidate(at(150, 150), NOW, still=6, corners=0.5, changed=least, beliefs=[belief(("AC", 0.8), ("AS", 0.2))])
    moment = Moment(Rules(), NOW, [], [ace], changed_for(1), False, frozenset(), everywhere)
    assert moment.is_play(ace) is is_play


@pytest.mark.parametrize(
    ("ace", "was_there", "below", "is_play"),
    [(0.8, False, "7D", True), (0.8, True, "7D", False), (0.5, False, "7D", False), (0.8, False, "KC", False)],
    ids=["some ace in a new place", "nothing new shows", "perhaps no card", "perhaps the corner of the card below"],
)
def test_a_card_of_one_corner_without_a_likely_name_is_one_where_all_is_new(
    ace: float, was_there: bool, below: str, is_play: bool
) -> None:
    motion = changed_for(12)
    if was_there:
        motion.settle(at(150, 150))
        for _ in range(12):
            motion.look(np.full((360, 480, 3), 90, np.uint8))
    said = belief(("AC", ace), ("KC", ace / 6), ("none", 1 - ace * 7 / 6))
    ornate = Candidate(at(150, 150), NOW, still=6, corners=0.25, beliefs=[said])
    lying = [LyingCard(1, at(180, 150), below, sure(below))]
    moment = Moment(Rules(), NOW, lying, [ornate], motion, False, frozenset(), everywhere)
    moment.take_note(ornate)
    assert moment.is_play(ornate) is is_play


@pytest.mark.parametrize(
    ("changed_since", "frames", "is_play"), [(0.4, 12, True), (0.4, 11, False), (0.1, 12, False)], ids=["long", "short", "same"]
)
def test_a_sure_card_of_two_corners_that_changed_little_is_a_play_once_it_has_lain_there_for_long(
    changed_since: float, frames: int, is_play: bool
) -> None:
    on_others = Candidate(at(150, 150), NOW, still=frames, corners=0.5, changed=changed_since, beliefs=[sure("6D")])
    moment = Moment(Rules(), NOW, [], [on_others], changed_for(0), False, frozenset(), everywhere)
    assert moment.is_play(on_others) is is_play


@pytest.mark.parametrize(("coming", "is_play"), [("6D", True), ("6H", False)], ids=["the same", "another"])
def test_a_sure_card_of_two_corners_that_was_seen_coming_need_not_lie_there_for_long(coming: str, is_play: bool) -> None:
    carried = Candidate(at(300, 150), NOW - 1, corners=1, beliefs=[sure(coming)])
    lies = Candidate(at(150, 150), NOW, still=3, corners=0.5, changed=0.4, beliefs=[sure("6D")])
    moment = Moment(Rules(), NOW, [], [carried, lies], changed_for(0), False, frozenset(), everywhere)
    moment.take_note(lies)
    lies.changed = 0.4
    assert moment.is_play(lies) is is_play


@pytest.mark.parametrize(("above", "is_play"), [(at(154, 150), False), (at(190, 150), True)], ids=["on it", "beside it"])
def test_what_is_read_under_a_card_that_lies_there_in_full_view_is_a_piece_of_that_card(
    changed: Motion, above: Quad, is_play: bool
) -> None:
    ten = Candidate(above, NOW, still=2, corners=1, beliefs=[sure("TH")])
    piece = Candidate(at(150, 150), NOW, still=3, corners=0.5, beliefs=[sure("QH")])
    assert Moment(Rules(), NOW, [], [piece, ten], changed, False, frozenset(), everywhere).is_play(piece) is is_play


@pytest.mark.parametrize(("place", "is_play"), [(at(165, 150), False), (at(215, 150), True)], ids=["on its place", "beside it"])
def test_a_card_that_is_likely_the_one_that_lay_just_there_was_pushed(changed: Motion, place: Quad, is_play: bool) -> None:
    king = LyingCard(1, at(150, 150), "KD", sure("KD"))
    pushed = Candidate(place, NOW, still=6, corners=0.75, beliefs=[belief(("KD", 0.97), ("JD", 0.03))])
    assert Moment(Rules(), NOW, [king], [pushed], changed, False, frozenset(), everywhere).is_play(pushed) is is_play


@pytest.mark.parametrize(("whole", "is_play"), [(NOW, False), (NOW - 5, True)], ids=["seen whole now", "not seen now"])
def test_what_is_unsurely_read_as_a_card_that_is_seen_whole_beside_it_is_that_card(
    changed: Motion, whole: int, is_play: bool
) -> None:
    king = LyingCard(1, at(170, 150), "KD", sure("KD"), whole=whole)
    beside = Candidate(at(150, 150), NOW, still=6, corners=1, beliefs=[belief(("KD", 0.7), ("JD", 0.3))])
    assert Moment(Rules(), NOW, [king], [beside], changed, False, frozenset(), everywhere).is_play(beside) is is_play


@pytest.mark.parametrize(("queen", "is_play"), [(0.03, False), (0.001, True)], ids=["it may be the queen", "it may not"])
def test_what_is_read_in_a_covered_cards_place_may_still_be_that_card(changed: Motion, queen: float, is_play: bool) -> None:
    lying = [LyingCard(1, at(150, 150), "QD", sure("QD")), LyingCard(2, at(165, 150), UNKNOWN, NOBODY_KNOWS)]
    shows = Candidate(at(151, 150), NOW, still=6, corners=0.75, beliefs=[belief(("JD", 0.97 - queen), ("QD", queen))])
    moment = Moment(Rules(), NOW, lying, [shows], changed, False, frozenset(), everywhere)
    assert moment.is_play(shows) is is_play


@pytest.mark.parametrize("label", ["6H", "??"], ids=["read for certain", "unsure"])
def test_what_only_a_hand_in_passing_changes_is_no_new_card(label: str) -> None:
    said = sure(label) if label == "6H" else belief(("AS", 0.8), ("AC", 0.2))
    ghost = Candidate(at(150, 150), NOW - 1, still=8, corners=0.75, beliefs=[said])
    Moment(Rules(), NOW - 1, [], [ghost], changed_for(0), False, frozenset(), everywhere).take_note(ghost)
    ghost.last, ghost.still = NOW, 9
    now = Moment(Rules(), NOW, [], [ghost], changed_for(1), True, frozenset(), everywhere)
    now.take_note(ghost)
    assert not now.is_play(ghost)


@pytest.mark.parametrize(("last", "is_play"), [(NOW, True), (NOW - 1, False)], ids=["seen there", "gone with the hand"])
def test_another_card_in_a_named_cards_place_is_one_once_the_hand_has_left(changed: Motion, last: int, is_play: bool) -> None:
    lying = [LyingCard(1, at(150, 150), "KS", sure("KS"))]
    other = Candidate(at(151, 150), last, still=2, corners=0.75, beliefs=[sure("KD")])
    for frame, hand_is_here in ((NOW - 1, True), (NOW, False)):
        moment = Moment(Rules(), frame, lying, [other], changed, hand_is_here, frozenset(), everywhere)
        moment.take_note(other)
        assert moment.is_play(other) is (is_play and not hand_is_here)


@pytest.mark.parametrize(
    ("corners", "was_there", "is_play"),
    [(1.0, False, True), (0.75, False, False), (1.0, True, False)],
    ids=["another one", "a piece of it", "nothing new shows"],
)
def test_a_card_in_full_view_on_one_that_was_asked_about_is_another(corners: float, was_there: bool, is_play: bool) -> None:
    motion = changed_for(12)
    if was_there:
        motion.settle(at(150, 150))
        motion.look(np.full((360, 480, 3), 90, np.uint8))
    lying = [LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS)]
    other = Candidate(at(160, 150), NOW, still=9, corners=corners, beliefs=[NOBODY_KNOWS])
    moment = Moment(Rules(), NOW, lying, [other], motion, False, frozenset(), everywhere)
    moment.take_note(other)
    assert moment.is_play(other) is is_play


@pytest.mark.parametrize(
    ("still", "least", "was_there", "is_question"),
    [(12, 1.0, False, True), (11, 1.0, False, False), (12, 0.1, False, False), (12, 1.0, True, False)],
    ids=["something new shows", "not yet", "it came later", "it was seen there before"],
)
def test_a_smudged_card_that_changes_little_of_the_white_cards_below_is_asked_about(
    still: int, least: float, was_there: bool, is_question: bool
) -> None:
    motion, bare = Motion(), np.full((360, 480, 3), 90, np.uint8)
    left, _, right, _ = at(150, 150)[:, 0].tolist()
    laid = bare.copy()
    laid[60:260, 60 : round(left + 0.35 * (right - left))] = 200
    motion.look(bare)
    if was_there:
        motion.look(laid)
        motion.settle(at(150, 150))
        motion.look(bare)
        motion.settle(at(150, 150))
    for _ in range(13):
        motion.look(laid)
    blurred = Candidate(at(150, 150), NOW, still=still, corners=0.75, changed=least, beliefs=[NOBODY_KNOWS])
    moment = Moment(Rules(), NOW, [], [blurred], motion, False, frozenset(), everywhere)
    moment.take_note(blurred)
    assert moment.is_play(blurred) is is_question


def test_what_was_taken_for_the_quiet_table_had_not_changed_before() -> None:
    motion = changed_for(12)
    assert motion.changed_before(at(150, 150)) == 1
    motion.settle(at(150, 150))
    assert motion.changed_before(at(150, 150)) == 0
    assert motion.changed_before(at(80, 80)) > 0


def test_what_two_hands_in_passing_changed_did_not_change_for_good() -> None:
    motion, bare, hand = Motion(), *(np.full((360, 480, 3), shade, np.uint8) for shade in (90, 90))
    motion.look(bare)
    hand[60:260, 60:260] = 200
    for picture in [hand, hand, bare, bare, bare, bare, bare, hand, hand]:
        motion.look(picture)
    ghost = Candidate(at(150, 150), NOW, still=9, corners=1, changed=0, beliefs=[NOBODY_KNOWS])
    assert not Moment(Rules(), NOW, [], [ghost], motion, False, frozenset(), everywhere).is_play(ghost)


@pytest.mark.parametrize(("last", "count"), [(NOW - 1, 1), (NOW, 0)], ids=["where it was", "beside it"])
def test_what_is_seen_where_a_card_vanished_lies_on_it(changed: Motion, last: int, count: int) -> None:
    lower = Candidate(at(150, 150), last, still=7, corners=1, beliefs=[sure("KD")])
    upper = Candidate(at(165, 160), NOW, still=0, corners=0.75, beliefs=[sure("JC")])
    assert len(Moment(Rules(), NOW, [], [lower, upper], changed, False, frozenset(), everywhere).above(lower)) == count


@pytest.mark.parametrize(("near", "is_play"), [("9C", False), ("8C", True)], ids=["its rank", "another rank"])
def test_one_corner_with_the_rank_of_one_card_here_and_the_suit_of_another_is_no_card(
    changed: Motion, near: str, is_play: bool
) -> None:
    lying = [LyingCard(1, at(180, 150), near, sure(near)), LyingCard(2, at(150, 190), "QS", sure("QS"))]
    corner = Candidate(at(150, 150), NOW, still=9, corners=0.25, beliefs=[belief(("9S", 0.95), (near, 0.05))])
    moment = Moment(Rules(), NOW, lying, [corner], changed, False, frozenset(), everywhere)
    assert moment.is_play(corner) is is_play


@pytest.mark.parametrize(
    ("rested", "lain", "is_play"),
    [(2, 2, True), (7, 2, False), (0, 2, False), (2, 90, False)],
    ids=["together", "the other lay there before", "the other passes over it", "it lay there before"],
)
def test_the_lower_card_of_two_that_came_in_one_movement_is_a_play_though_little_changed(
    rested: int, lain: int, is_play: bool
) -> None:
    lower = Candidate(
        at(150, 150), NOW, still=2, lain=lain, corners=0.5, changed=0.3, beliefs=[belief(("7H", 0.985), ("7D", 0.015))]
    )
    upper = Candidate(at(175, 155), NOW, still=rested, corners=1, beliefs=[sure("QS")])
    moment = Moment(Rules(), NOW, [], [lower, upper], changed_for(1), False, frozenset(), everywhere)
    moment.take_note(lower)
    assert moment.is_play(lower) is is_play


@pytest.mark.parametrize(("frames", "is_question"), [(6, True), (5, False)])
def test_the_lower_card_of_two_that_is_only_likely_is_asked_about_after_a_while(frames: int, is_question: bool) -> None:
    lower = Candidate(
        at(150, 150), NOW, still=frames, corners=0.5, changed=0.3, below=True, beliefs=[belief(("7H", 0.95), ("7D", 0.05))]
    )
    moment = Moment(Rules(), NOW, [], [lower], changed_for(1), False, frozenset(), everywhere)
    assert moment.is_play(lower) is is_question


@pytest.mark.parametrize(("since", "is_play"), [(NOW - 2, True), (NOW - 20, False)], ids=["decided since", "lay there before"])
def test_beside_a_card_that_was_decided_since_what_shows_tells_whether_a_card_is_new(since: int, is_play: bool) -> None:
    motion, upper = changed_for(12), at(180, 150)
    motion.settle(upper)
    lower = Candidate(at(150, 150), NOW, still=9, corners=0.5, changed=0, let_go=True, beliefs=[sure("7H")])
    lying = [LyingCard(1, upper, "QS", sure("QS"), since=since)]
    assert Moment(Rules(), NOW, lying, [lower], motion, False, frozenset(), everywhere).is_play(lower) is is_play


def test_what_is_taken_for_the_quiet_table_may_leave_out_a_card_that_is_still_to_be_decided() -> None:
    motion, upper = changed_for(12), at(180, 150)
    motion.settle(at(150, 150), [upper])
    assert motion.changed_share(upper) == 1
    assert motion.changed_share(at(150, 150)) < 0.6


@pytest.mark.parametrize("beside", [24, 36])
def test_the_upper_card_of_two_is_still_one_when_the_lower_one_has_been_decided(beside: int) -> None:
    motion = changed_for(12)
    lower = Candidate(at(150, 150), NOW, still=2, corners=0.5, beliefs=[sure("7H")])
    upper = Candidate(at(150 + beside, 152), NOW, still=2, corners=1, beliefs=[sure("QS")])
    # The upper one sticks out over white cards: there nothing has changed.
    motion.settle(at(150 + beside + 60, 152))
    before = Moment(Rules(), NOW, [], [lower, upper], motion, False, frozenset(), everywhere)
    for each in (lower, upper):
        before.take_note(each)
    assert before.is_play(upper)
    motion.settle(lower.quad, before.above(lower))
    decided = [LyingCard(1, lower.quad, "7H", sure("7H"), since=NOW)]
    after = Moment(Rules(), NOW, decided, [upper], motion, False, frozenset(), everywhere)
    after.take_note(upper)
    assert after.is_play(upper)


@pytest.mark.parametrize(("last", "waits"), [(NOW, True), (NOW - 1, False)])
def test_the_upper_card_of_two_waits_for_the_lower_one_though_this_frame_did_not_show_it_itself(last: int, waits: bool) -> None:
    lower = Candidate(at(150, 150), last, still=1 - NOW + last, corners=0.5, beliefs=[sure("7H")])
    upper = Candidate(at(175, 152), NOW - 1, still=1, corners=1, beliefs=[sure("QS")])
    moment = Moment(Rules(), NOW, [], [lower, upper], changed_for(1), False, frozenset(), everywhere)
    assert moment.waits_for_lower(upper) is waits


@pytest.mark.parametrize(
    ("whole", "beside", "is_play"),
    [(NOW - 2, 10, False), (NOW - 9, 10, True), (NOW - 2, 45, True)],
    ids=["seen whole since", "not seen whole since", "more of it shows"],
)
def test_what_lay_still_before_a_card_was_decided_and_shows_nothing_beside_it_is_a_piece_of_it(
    changed: Motion, whole: int, beside: float, is_play: bool
) -> None:
    seven = LyingCard(1, at(150 + beside, 152), "7S", sure("7S"), since=NOW - 8, whole=whole)
    mixed = Candidate(at(150, 150), NOW, still=9, corners=1, beliefs=[belief(("JS", 0.6), ("JC", 0.4))])
    assert Moment(Rules(), NOW, [seven], [mixed], changed, False, frozenset(), everywhere).is_play(mixed) is is_play


@pytest.mark.parametrize(("was_there", "is_play"), [(False, True), (True, False)], ids=["something new", "nothing new"])
def test_half_an_outline_that_nobody_can_name_is_a_card_where_something_new_shows(was_there: bool, is_play: bool) -> None:
    motion = changed_for(12)
    if was_there:
        motion.settle(at(150, 150))
        table, card = (np.full((360, 480, 3), shade, np.uint8) for shade in (90, 200))
        motion.look(table)
        motion.settle(at(150, 150))
        for _ in range(12):
            motion.look(card)
    half = Candidate(at(150, 150), NOW, still=9, corners=0.5, beliefs=[NOBODY_KNOWS])
    assert Moment(Rules(), NOW, [], [half], motion, False, frozenset(), everywhere).is_play(half) is is_play


@pytest.mark.parametrize(
    ("since", "beside", "is_play"),
    [(NOW - 3, 20, False), (NOW - 12, 20, True), (NOW - 3, 45, True)],
    ids=["there when that was asked", "came later", "beside it"],
)
def test_a_second_outline_of_a_card_that_was_just_asked_about_is_that_card(
    changed: Motion, since: int, beside: float, is_play: bool
) -> None:
    asked = LyingCard(1, at(150, 150), UNKNOWN, NOBODY_KNOWS, since=since)
    again = Candidate(at(150 + beside, 150), NOW, still=9, corners=1, beliefs=[NOBODY_KNOWS])
    assert Moment(Rules(), NOW, [asked], [again], changed, False, frozenset(), everywhere).is_play(again) is is_play


@pytest.mark.parametrize(
    ("label", "corners", "is_play"),
    [("9C", 0.5, False), ("9C", 0.75, True), ("8C", 0.5, True)],
    ids=["its rank, another's suit", "nearly all of it seen", "another rank"],
)
def test_a_card_that_shows_and_is_read_with_another_cards_suit_is_no_new_card(
    changed: Motion, label: str, corners: float, is_play: bool
) -> None:
    nine = LyingCard(1, at(160, 150), "9S", sure("9S"))
    mixed = Candidate(at(150, 150), NOW, still=2, corners=corners, below=True, beliefs=[sure(label)])
    seven = Candidate(at(180, 190), NOW, still=1, corners=1, beliefs=[sure("7C")])
    moment = Moment(Rules(), NOW, [nine], [mixed, seven], changed, False, frozenset(), everywhere)
    assert moment.is_play(mixed) is is_play


@pytest.mark.parametrize(
    ("label", "chance", "is_play"),
    [("9C", 0.985, False), ("9C", 0.999, True), ("8D", 0.985, True)],
    ids=["certain", "beyond doubt", "another rank and suit"],
)
def test_a_name_with_the_rank_of_one_card_here_and_the_suit_of_another_must_be_beyond_doubt(
    changed: Motion, label: str, chance: float, is_play: bool
) -> None:
    nine = LyingCard(1, at(170, 150), "9S", sure("9S"))
    mixed = Candidate(at(150, 150), NOW, still=2, corners=1, let_go=True, beliefs=[belief((label, chance), ("AH", 1 - chance))])
    seven = Candidate(at(180, 190), NOW, still=1, corners=1, beliefs=[sure("7C")])
    moment = Moment(Rules(), NOW, [nine], [mixed, seven], changed, False, frozenset(), everywhere)
    assert moment.is_play(mixed) is is_play


@pytest.mark.parametrize(("corners", "is_play"), [(0.75, False), (1.0, True)])
def test_a_named_card_under_one_that_is_seen_whole_is_no_new_one(corners: float, is_play: bool) -> None:
    ten = LyingCard(1, at(150, 150), "TC", sure("TC"), since=5, whole=NOW)
    below = Candidate(at(174, 150), NOW, still=12, corners=corners, let_go=True, beliefs=[sure("8D")])
    motion = changed_for(12)
    motion.settle(at(150, 150))
    moment = Moment(Rules(), NOW, [ten], [below], motion, False, frozenset(), everywhere)
    moment.take_note(below)
    assert moment.is_play(below) is is_play
