"""Cards that lie farther off are smaller: a leaning camera's pile is followed all the same."""

import numpy as np

from tests.vision.drawn import NOBODY_KNOWS, WIDTH, DrawnTable, sure, told
from vision.arrays import Quad
from vision.faces import UNKNOWN
from vision.geometry import card_outline

SIZE = (480, 360)


def seen_from(degrees: float, x: float, y: float, turn: float = 0.0) -> Quad:
    """The outline, in a picture whose camera leans so far, of a card that lies so many widths right and up of the middle."""
    lean, focal = np.radians(degrees), SIZE[0] / 2 / np.tan(np.radians(33))
    card = (card_outline((x, -y), 1.0, turn) * (1, -1)).astype(np.float64)
    height, depth = card[:, 1] * np.cos(lean), focal / WIDTH + card[:, 1] * np.sin(lean)
    points = np.stack([card[:, 0], -height], axis=1) * focal / depth[:, None]
    return np.asarray(points + np.array(SIZE) / 2, np.float32)


def test_a_card_that_lies_far_off_where_the_camera_leans_is_asked_about() -> None:
    table = DrawnTable()
    for label, place in (("AS", (-0.9, -0.6)), ("KD", (0.9, 0.6)), ("7H", (0.9, -0.8)), ("9C", (-0.9, 0.8))):
        table.cards.append((seen_from(30, *place), sure(label)))
        table.see(12)
    table.cards.append((seen_from(30, 0, 2.2), NOBODY_KNOWS))
    assert told(table.see(20)) == [("card_played", UNKNOWN)]
