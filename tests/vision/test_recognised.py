"""Which readings are cards that lie there already, asked of one reading at a time."""

import numpy as np
import pytest

from tests.vision.drawn import NOW, at, everywhere, sure
from vision.picture.reading import CardReading
from vision.scene.candidates import Rules
from vision.scene.lying import LyingCard
from vision.scene.motion import Motion
from vision.scene.plays import Moment
from vision.scene.recognised import recognise


@pytest.mark.parametrize(
    ("whole", "beside", "visible", "is_known"),
    [(NOW, 20, 0.75, True), (NOW - 9, 20, 0.75, False), (NOW, 55, 0.75, False), (NOW, 20, 1.0, False)],
    ids=["seen whole now", "not for a while", "beside it", "in full view itself"],
)
def test_another_name_in_a_cards_place_is_that_card_where_one_on_it_is_seen_whole(
    whole: int, beside: float, visible: float, is_known: bool
) -> None:
    motion = Motion()
    motion.look(np.full((360, 480, 3), 90, np.uint8))
    seven = LyingCard(1, at(150, 150), "7H", sure("7H"), named=9)
    six = LyingCard(2, at(150 + beside, 155), "6C", sure("6C"), since=12, whole=whole)
    moment = Moment(Rules(), NOW, [seven, six], [], motion, False, frozenset(), everywhere)
    assert recognise(moment, CardReading(at(151, 150), sure("7D"), visible)) is is_known
