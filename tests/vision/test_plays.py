"""What counts as a play, asked of one candidate at a time."""

import numpy as np
import pytest

from tests.vision.test_pile import WIDTH, at, sure
from vision.candidates import Candidate, Rules
from vision.lying import LyingCard
from vision.motion import Motion
from vision.plays import Moment

NOW = 30


@pytest.fixture(scope="module")
def changed() -> Motion:
    """A part of the picture has changed for good, all that lies in it."""
    motion, picture = Motion(), np.full((360, 480, 3), 90, np.uint8)
    motion.look(picture)
    picture[60:260, 60:260] = 200
    for _ in range(12):
        motion.look(picture)
    return motion


@pytest.mark.parametrize(
    ("since", "whole", "is_play"),
    [(5, NOW, False), (5, 10, True), (25, NOW, True)],
    ids=["the other is seen whole", "it was, before this one came", "it came later"],
)
def test_an_outline_of_two_corners_under_a_card_in_full_view_is_no_play(
    changed: Motion, since: int, whole: int, is_play: bool
) -> None:
    ten = LyingCard(1, at(150, 150), "TC", sure("TC"), since=since, whole=whole)
    mixed = Candidate(at(165, 150), NOW, still=9, corners=0.5, beliefs=[sure("8C")])
    moment = Moment(Rules(), NOW, [ten], [mixed], changed, False, frozenset(), WIDTH)
    assert moment.is_play(mixed) is is_play
