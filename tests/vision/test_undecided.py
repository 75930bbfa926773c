"""Cards that nothing had decided when they were covered, asked of one candidate at a time."""

import numpy as np
import pytest

from tests.vision.drawn import NOW, WIDTH, at, everywhere, sure
from vision.arrays import Quad
from vision.faces import UNKNOWN
from vision.geometry import card_outline
from vision.scene.candidates import Candidate, Rules
from vision.scene.lying import LyingCard
from vision.scene.motion import Motion
from vision.scene.plays import Moment
from vision.scene.undecided import NOBODY_KNOWS, covered_by, lay_under


@pytest.mark.parametrize(("place", "count"), [(at(150, 150), 1), (at(350, 150), 0)], ids=["something new", "nothing new"])
def test_of_outlines_that_vanish_under_a_card_those_are_asked_about_in_which_something_was_new(
    changed: Motion, place: Quad, count: int
) -> None:
    below = Candidate(place, NOW - 1, still=1, lain=9, corners=1, beliefs=[NOBODY_KNOWS])
    above = Candidate(place + np.float32(15), NOW, still=1, corners=1, beliefs=[sure("KS")])
    for frame in (NOW - 2, NOW - 1):
        Moment(Rules(), frame, [], [below], changed, False, frozenset(), everywhere).take_note(below)
    moment = Moment(Rules(), NOW, [], [below, above], changed, False, frozenset(), everywhere)
    assert len(covered_by(moment, above)) == count


@pytest.mark.parametrize(("last", "count"), [(NOW, 0), (NOW - 1, 1)], ids=["still seen", "vanished"])
def test_of_two_outlines_that_nobody_can_name_the_lower_is_another_card_where_it_has_vanished(
    changed: Motion, last: int, count: int
) -> None:
    lower = Candidate(at(150, 150), last, still=9, lain=9, corners=1, changed=1, beliefs=[NOBODY_KNOWS])
    upper = Candidate(at(165, 150), NOW, still=7, corners=1, beliefs=[NOBODY_KNOWS])
    moment = Moment(Rules(), NOW, [], [lower, upper], changed, False, frozenset(), everywhere)
    assert len(covered_by(moment, upper)) == count


@pytest.mark.parametrize(
    ("beside", "asked", "count"),
    [(20, None, 1), (50, None, 0), (20, NOW - 12, 0), (20, NOW - 25, 1)],
    ids=["covered", "hardly covered", "asked about since", "another one asked about before"],
)
def test_what_rested_in_plain_view_and_is_covered_now_is_asked_about(
    changed: Motion, beside: float, asked: int | None, count: int
) -> None:
    rested = Candidate(at(150, 150), NOW - 10, still=6, lain=6, corners=1, let_go=True, changed=1, beliefs=[NOBODY_KNOWS])
    upper = Candidate(at(150 + beside, 150), NOW, still=2, corners=1, beliefs=[sure("KS")])
    lying = [] if asked is None else [LyingCard(1, at(90, 190), UNKNOWN, NOBODY_KNOWS, since=asked)]
    moment = Moment(Rules(), NOW, lying, [upper], changed, False, frozenset(), everywhere)
    assert lay_under(moment, upper, [rested]) is (rested if count else None)


@pytest.mark.parametrize(("size", "count"), [(0.8, 1), (0.7, 0)], ids=["found a little too small", "no card"])
def test_what_rested_may_have_been_found_a_little_too_small(changed: Motion, size: float, count: int) -> None:
    outline = card_outline((150, 150), size * WIDTH, 0.0)
    rested = Candidate(outline, NOW - 10, still=6, lain=6, corners=0.75, let_go=True, changed=1, beliefs=[NOBODY_KNOWS])
    upper = Candidate(at(155, 150), NOW, still=2, corners=1, beliefs=[sure("KS")])
    moment = Moment(Rules(), NOW, [], [upper], changed, False, frozenset(), everywhere)
    assert lay_under(moment, upper, [rested]) is (rested if count else None)
