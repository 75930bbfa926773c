"""What the quiet table is, and what it was."""

import numpy as np
import pytest

from vision.geometry import UNIT
from vision.scene.motion import EARLIER, Motion


def test_the_bare_table_is_nothing_new_however_many_cards_lay_there_before() -> None:
    motion, bare = Motion(), np.full((360, 480, 3), 90, np.uint8)
    place = (UNIT * [120, 168] + [180, 90]).astype(np.float32)
    motion.look(bare)
    for number in range(EARLIER + 10):
        laid = bare.copy()
        laid[90:258, 180:300] = 150 + number % 2 * 80
        motion.look(laid)
        assert motion.changed_share(place) > 0.9
        motion.settle(place)
    motion.look(bare)
    assert motion.changed_share(place) > 0.9
    assert motion.novel_in(motion.part(place)) == 0


def test_where_a_card_is_taken_from_the_edge_of_the_picture_no_hand_reaches_in() -> None:
    motion, bare = Motion(), np.full((360, 480, 3), 90, np.uint8)
    place, laid, reached = (UNIT * [120, 168] + [180, 192]).astype(np.float32), bare.copy(), bare.copy()
    laid[192:360, 180:300] = 200
    reached[192:360, 200:260] = 160
    motion.look(bare)
    motion.look(laid)
    motion.settle(place)
    assert motion.hand_side() is None
    motion.look(reached)
    assert motion.hand_side() == pytest.approx(180, abs=15)
    motion.look(bare)
    assert motion.hand_side() is None
