"""What the quiet table is, and what it was."""

import numpy as np

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
    assert motion.novel_share(place) == 0
