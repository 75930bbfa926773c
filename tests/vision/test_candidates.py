"""Which reading continues which waiting outline, from frame to frame."""

import numpy as np
import pytest

from tests.vision.drawn import at, belief, sure
from vision.arrays import Quad
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.candidates import Candidates, Rules
from vision.scene.undecided import NOBODY_KNOWS
from vision.sighting import Frame


def seen(candidates: Candidates, number: int, quad: Quad, visible: float, belief: Belief = NOBODY_KNOWS) -> None:
    """One frame of a moving picture in which one outline was found."""
    frame = Frame(number, number / 10, np.zeros((2, 2, 3), np.uint8))
    candidates.follow(frame, [CardReading(quad, belief, visible)], side=None, is_moving=True)


@pytest.mark.parametrize(
    ("before", "now", "still"),
    [(1.0, 0.25, [3, 0]), (0.75, 0.5, [3, 0]), (1.0, 1.0, [0]), (0.5, 0.25, [0])],
    ids=["a corner", "half of it", "the card itself", "half of it was seen before"],
)
def test_a_card_that_lay_still_in_plain_view_does_not_move_on_as_a_piece(before: float, now: float, still: list[int]) -> None:
    candidates = Candidates(Rules())
    for number in range(4):
        seen(candidates, number, at(150, 150), before)
    seen(candidates, 4, at(156, 150), now)
    assert [candidate.still for candidate in candidates.waiting] == still


@pytest.mark.parametrize("visible", [0.25, 1.0])
def test_a_card_that_is_seen_where_it_lay_goes_on_lying_there(visible: float) -> None:
    candidates = Candidates(Rules())
    for number in range(4):
        seen(candidates, number, at(150, 150), visible=1.0)
    seen(candidates, 4, at(151, 150), visible)
    assert [candidate.still for candidate in candidates.waiting] == [4]


@pytest.mark.parametrize(("before", "still"), [(0.25, 0), (0.5, 4)], ids=["one corner", "half"])
def test_a_named_card_that_comes_into_view_where_one_corner_was_seen_was_laid_there_now(before: float, still: int) -> None:
    candidates, unsure = Candidates(Rules()), belief(("KS", 0.6), ("QS", 0.4))
    for number in range(4):
        seen(candidates, number, at(150, 150), before, unsure)
    seen(candidates, 4, at(151, 150), 1.0, sure("KS"))
    assert [candidate.still for candidate in candidates.waiting] == [still]


def test_how_long_a_card_has_lain_is_not_forgotten_when_the_camera_is_knocked() -> None:
    candidates = Candidates(Rules())
    for number in range(4):
        seen(candidates, number, at(150, 150), visible=1.0)
    seen(candidates, 4, at(158, 150), visible=1.0)
    assert [(candidate.still, candidate.lain) for candidate in candidates.waiting] == [(0, 3)]


@pytest.mark.parametrize(
    ("found", "x"),
    [((1.0, 0.25), 150.0), ((0.5, 0.5), 152.0), ((0.25, 0.75), 152.0)],
    ids=["the first", "the newest", "the better"],
)
def test_a_card_lies_where_most_of_its_corners_were_seen(found: tuple[float, float], x: float) -> None:
    candidates = Candidates(Rules())
    for number, visible in enumerate(found):
        seen(candidates, number, at(150 + 2 * number, 150), visible)
    assert candidates.waiting[0].place.mean(axis=0).tolist() == [x, 150.0]


@pytest.mark.parametrize(
    ("frames", "let_go", "visible", "is_new", "count"),
    [
        (4, True, 0.75, False, 1),
        (3, True, 0.75, False, 0),
        (4, False, 0.75, False, 0),
        (4, True, 0.5, False, 0),
        (4, True, 0.5, True, 1),
    ],
    ids=["rested", "not for long", "under a hand all the time", "half of it seen", "half of it, and all is new there"],
)
def test_a_card_that_rested_and_was_plain_to_see_is_remembered_for_a_while(
    frames: int, let_go: bool, visible: float, is_new: bool, count: int
) -> None:
    candidates = Candidates(Rules())
    for number in range(frames):
        seen(candidates, number, at(150, 150), visible)
    candidates.waiting[0].let_go, candidates.waiting[0].is_new = let_go, is_new
    frame = Frame(frames + Rules().frames_forgotten, 0.0, np.zeros((2, 2, 3), np.uint8))
    candidates.forget_lost(frame)
    assert (candidates.waiting, len(candidates.rested)) == ([], count)
    candidates.forget_lost(Frame(frame.number + Rules().frames_remembered, 0.0, frame.picture))
    assert candidates.rested == []
