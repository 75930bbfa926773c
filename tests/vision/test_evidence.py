"""What speaks for a new card and against it, and how that is said."""

import re
from collections import deque
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from benchmarks.events import LEFT_OUT
from benchmarks.weigh import fit, steps_of
from device.simulation import RenderedTable
from tests.vision.drawn import AWAY, NOBODY_KNOWS, DrawnTable, at, belief, sure, told
from vision.arrays import Quad
from vision.faces import NONE, UNKNOWN
from vision.geometry import distance
from vision.picture.reading import CERTAIN, CardReading
from vision.scene.cards import Hand
from vision.scene.evidence import STEPS, Evidence, Weighing, tables, terms
from vision.scene.explain import Explanation
from vision.scene.in_play import InPlay
from vision.scene.motion import Motion
from vision.scene.scene import Scene
from vision.scene.tracks import Track
from vision.sighting import Frame, Sighting, SightingKind

PLAIN = Evidence(changed=0.9, novel=0.9, unexplained=4, corners=4, face=9, name=9, size=0.01, spent=0)
"""A card that is plain to see on a bare table."""


def nats(evidence: Evidence) -> float:
    return sum(terms(evidence).values())


def test_a_card_that_is_plain_to_see_leads_and_one_of_which_nothing_is_new_does_not() -> None:
    assert nats(PLAIN) > 2
    assert nats(replace(PLAIN, changed=0, novel=0, unexplained=0)) < -2


@pytest.mark.parametrize("term", ["changed", "novel", "unexplained", "corners", "face", "name"])
def test_every_step_of_what_speaks_for_a_card_speaks_for_it(term: str) -> None:
    said = [nats(replace(PLAIN, **{term: value})) for value in (-np.inf, *STEPS[term])]
    assert said == sorted(set(said))


def test_what_was_pushed_with_the_heap_has_hardly_changed_and_what_was_laid_there_has() -> None:
    table, place = DrawnTable(), at(208, 156)
    table.lay("AS", at(200, 150))
    pushed = np.roll(table.picture(), (6, 8), (0, 1))
    table.cards.append((place, sure("7H")))
    seen = list[Evidence]()
    for picture in (pushed, table.picture()):
        table.motion.look(picture)
        assert table.motion.changed_share(place) > 0.6
        weighing = Weighing(last_frame(table), table.scene.lying, table.motion, AWAY, 60.0, lambda _: False)
        seen.append(weighing.evidence(Track(place, 9, 9, place, [NOBODY_KNOWS], 1.0)))
    assert max(seen[0].changed, seen[0].novel) < 0.3
    assert min(seen[1].changed, seen[1].novel) > 0.6


def test_every_term_has_a_table_of_as_many_nats_as_it_has_steps_none_of_them_nothing() -> None:
    reached = steps_of(PLAIN)
    assert set(tables()) == {"prior", *reached}
    assert {term: len(tables()[term]) for term in reached} == {term: len(steps) for term, steps in reached.items()}
    assert all(all(nats) for nats in tables().values())


def test_a_name_whose_every_card_is_known_speaks_against_a_card_as_far_as_it_is_likely() -> None:
    doubted = [nats(replace(PLAIN, spent=chance)) - nats(PLAIN) for chance in (0.0, 0.6, 0.99, 1.0)]
    assert doubted == sorted(doubted, reverse=True)
    assert doubted[1] > -1  # most of the other 0.4 is a card that nobody knows
    assert doubted[3] == pytest.approx(tables()["spent"][0])


def test_of_an_outline_that_a_told_card_covers_half_the_other_half_tells() -> None:
    table = DrawnTable()
    under = Track(at(200, 150), 3, 3, at(200, 150), [belief(("QS", 0.6), ("KS", 0.4))], 1.0, still=3)
    table.cards += [(at(200, 150), sure("QS")), (at(230, 150), sure("AS"))]
    table.flush, table.smudged = (0,), (0,)
    assert told(table.see(4)) == [("card_played", "AS")]
    weighing = Weighing(last_frame(table), table.scene.lying, table.motion, AWAY, 60.0, lambda _: False)
    part = weighing.undecided_part(under)
    assert part.sum() < 0.7 * table.motion.part(under.quad).sum()
    assert table.motion.changed_in(part) > 0.9
    assert weighing.evidence(under).changed > 0.98  # the told one is familiar, and that does not count


@pytest.mark.parametrize(("place", "name"), [(at(204, 152), UNKNOWN), (at(230, 150), "JC")], ids=["in its place", "on it"])
def test_what_reads_otherwise_in_the_place_of_a_named_card_may_be_that_card(place: Quad, name: str) -> None:
    table = DrawnTable()
    table.lay("KC", at(200, 150))
    weighing = Weighing(last_frame(table), table.scene.lying, table.motion, AWAY, 60.0, lambda _: False)
    track = Track(place, 9, 9, place, [belief(("JC", 0.99), ("KC", 0.01))], 1.0)
    assert weighing.name(track) == name
    assert weighing.name(replace(track, beliefs=[belief(("JC", 0.999), ("KC", 0.001))])) == "JC"


def lying(nats: float) -> Track:
    """An outline of one corner that has lain still for nine frames, found first while a hand reached in from the left."""
    place = at(200, 150)
    seen = deque([nats])
    return Track(place, 9, 9, place[:1], [belief((NONE, 0.9))], 0.25, entered_from=270.0, still=9, changed=0.02, weighed=seen)


@pytest.mark.parametrize("place", [at(203, 150), at(222, 150)], ids=["there", "beside it"])
@pytest.mark.parametrize(("nats", "side"), [(-12.0, 0.0), (2.0, 270.0)], ids=["hardly a card", "a card"])
def test_what_begins_again_where_hardly_a_card_was_came_with_the_hand_that_is_there_now(
    nats: float, side: float, place: Quad
) -> None:
    track = lying(nats)
    track.look(10, CardReading(place, sure("9C"), 1.0, (True,) * 4), 0.0, True)
    assert (track.still, track.entered_from) == (0, side)


def test_looks_at_a_card_on_its_way_help_one_that_the_looks_at_rest_leave_open() -> None:
    place, said = at(200, 150), belief(("AD", 0.93), ("KD", 0.07))
    on_its_way = [
        Track(at(90, 150), 3, 3, place, [belief(("AD", 0.995), ("KD", 0.005))], 1.0),
        Track(at(140, 150), 4, 4, place, [belief(("KD", 0.99), ("AD", 0.01))], 1.0),
        Track(at(150, 150), 4, 4, place[:2], [belief(("AD", 0.995), ("KD", 0.005))], 0.5),
    ]
    track, alone = (Track(place, 5, 5, place, [said], 1.0, still=1) for _ in range(2))
    track.take_note(5, [*on_its_way, track], Hand(True, None))
    assert track.belief.confidence == pytest.approx(0.93, abs=0.001)  # they do not make a name certain sooner
    assert list(track.carried) == [3]
    for frame in range(6, 11):
        for one in (track, alone):
            one.look(frame, CardReading(place, said, 1.0, (True,) * 4), None, False)
    assert track.belief.certain(CERTAIN) == "AD"
    assert alone.belief.certain(CERTAIN) == UNKNOWN


def test_once_a_question_is_due_looks_at_a_corner_do_not_drown_those_that_saw_more() -> None:
    place = at(200, 150)
    corner = CardReading(place, belief((NONE, 0.98), ("5S", 0.01)), 0.25, (True, False, False, False))
    half = CardReading(place, belief(("5S", 0.98), (NONE, 0.02)), 0.5, (True, False, True, False))
    track = Track(place, 0, 0, corner.seen_corners, [corner.belief], corner.visible)
    for frame in range(1, 6):
        assert track.belief.label == NONE
        track.look(frame, half if frame == 2 else corner, None, False)
    assert track.belief.label == "5S"


@pytest.mark.parametrize(
    ("hand", "let_go"),
    [(Hand(False, None), True), (Hand(True, 182.0), True), (Hand(True, 300.0), False), (Hand(True, None), False)],
    ids=["none is there", "another one is there", "it is still there", "nobody knows whose"],
)
def test_a_card_is_let_go_when_the_hand_that_brought_it_is_away(hand: Hand, let_go: bool) -> None:
    track = lying(2.0)
    track.take_note(9, [track], hand)
    assert track.let_go == let_go


def test_an_upper_card_that_waits_for_the_lower_one_is_told_in_the_same_breath() -> None:
    table = DrawnTable()
    table.cards += [(at(200, 150), sure("5S")), (at(222, 162, 0.2), sure("6C"))]
    assert told(table.see(4)) == [("card_played", "5S"), ("card_played", "6C")]


def test_why_a_card_was_told_or_asked_about_is_said_in_numbers_with_a_picture() -> None:
    why = Explanation()
    table = DrawnTable(scene=Scene(Motion(), why.hear))
    told_at_once, asked = None, None
    table.cards.append((at(150, 150), sure("AS")))
    for _ in range(4):
        for sighting in table.see():
            told_at_once = why.lines(sighting), why.picture(sighting)
    table.cards.append((at(300, 150), belief(("QS", 0.6), ("KS", 0.4))))
    for _ in range(12):
        for sighting in table.see():
            assert sighting.label == UNKNOWN
            asked = why.lines(sighting), why.picture(sighting)
    assert told_at_once is not None
    assert asked is not None
    assert told_at_once[0][0].startswith("a new card leads by +")
    assert "reads as AS (1.000)" in told_at_once[0][0]
    assert "prior -" in told_at_once[0][1]
    assert "reads as QS (0.640)" in asked[0][0]  # 0.6 at each look, and there were many
    assert told_at_once[1] is not None
    assert (told_at_once[1] != table.picture()).any()


def test_of_a_card_that_was_covered_is_said_by_how_much_it_led_before() -> None:
    why = Explanation()
    table = DrawnTable(scene=Scene(Motion(), why.hear))
    table.cards.append((at(150, 150), belief(("QS", 0.6), ("KS", 0.4))))
    assert table.see(4) == []
    table.cards += [(at(150, 150), sure("AD")), (at(300, 150), NOBODY_KNOWS)]
    said = list[tuple[str | None, str]]()
    for x in (300, 330, 360, 390):
        table.cards[2] = (at(x, 250), NOBODY_KNOWS)
        said += [(sighting.label, why.lines(sighting)[0].split(";")[0]) for sighting in table.see()]
    assert [label for label, _ in said] == [UNKNOWN, "AD"]
    assert re.fullmatch(r"a new card led by \+\d\.\d nats when it was seen last", said[0][1])
    assert said[1][1].startswith("a new card leads by +")


@pytest.mark.parametrize("last", [9, 5], ids=["it is seen", "it led when it was seen last"])
def test_the_pixels_that_decided_are_drawn_whether_it_leads_or_led(last: int) -> None:
    table, why = DrawnTable(), Explanation()
    frame = Frame(9, 0.9, table.picture())
    weighing = Weighing(frame, [], table.motion, AWAY, 60.0, lambda _: False)
    place = at(200, 150)
    track = Track(place, last, last, place, [NOBODY_KNOWS], 1.0, weighed=deque([2.0]))
    why.hear(weighing, track, PLAIN, {"prior": 2.0 if last == 9 else -3.0})
    asked = Sighting(SightingKind.CARD_PLAYED, 0.9, 9, UNKNOWN, number=1, quad=place, picture=table.picture())
    drawn = why.picture(asked)
    assert drawn is not None
    assert (drawn != table.picture()).any()


def test_tables_are_fitted_to_what_was_seen_and_steps_go_one_way() -> None:
    rng = np.random.default_rng(1)
    rows = []
    for _ in range(600):
        changed, face = float(rng.random()), float(rng.normal(3))
        is_new = bool(rng.random() < 1 / (1 + np.exp(-(8 * changed - 4))))
        rows.append((vars(replace(PLAIN, changed=changed, face=face)), is_new, 1.0))
    found = fit(rows)
    assert min(found["changed"]) >= 0
    assert sum(found["changed"]) > 3
    assert found["face"][0] < 0.6
    again = fit(rows, {"changed": [1.0] * 4, "corners": [0.5, 0.6, 0.7]})
    assert (again["changed"], again["corners"]) == ([1.0] * 4, [0.5, 0.6, 0.7])
    assert again["prior"] != found["prior"]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_to_see_what_it_costs_is_there(name: str) -> None:
    owner, what, instead = LEFT_OUT[name]
    assert callable(getattr(owner, what)) == callable(instead)


def last_frame(table: DrawnTable) -> Frame:
    return Frame(table.number, table.number / 10, table.picture())


def test_two_cards_of_one_name_are_two_where_the_pack_has_two() -> None:
    table = DrawnTable()
    table.scene.in_play = InPlay(copies=2)
    assert told(table.lay("AS", at(150, 120))) == [("card_played", "AS")]
    assert told(table.lay("AS", at(330, 240))) == [("card_played", "AS")]


def test_tidy_players_lay_cards_squarely_on_others() -> None:
    table, places = RenderedTable(5, squarely=1.0), list[Quad]()
    for label in ("QS", "7H", "AD"):
        deque(table.lay(label, 90.0, 0), maxlen=0)
        assert table.newest is not None
        places.append(table.newest)
    assert max(distance(before, after) for before, after in pairwise(places)) < 0.3
