"""Cards that lie farther off are smaller: a leaning camera's pile is followed all the same."""

from device.simulation import seen_from
from tests.vision.drawn import NOBODY_KNOWS, WIDTH, DrawnTable, at, sure, told
from vision.arrays import Quad
from vision.faces import UNKNOWN
from vision.training.scenes import perspective_of

SIZE = (480, 360)


def leant(x: float, y: float) -> Quad:
    """The outline, under a camera that leans by 30 degrees, of a card that lies so many widths right and up of the middle."""
    return perspective_of(at(SIZE[0] / 2 + WIDTH * x, SIZE[1] / 2 - WIDTH * y), seen_from(30, *SIZE))


def test_a_card_that_lies_far_off_where_the_camera_leans_is_asked_about() -> None:
    table = DrawnTable()
    for label, place in (("AS", (-0.9, -0.6)), ("KD", (0.9, 0.6)), ("7H", (0.9, -0.8)), ("9C", (-0.9, 0.8))):
        table.cards.append((leant(*place), sure(label)))
        table.see(12)
    table.cards.append((leant(0, 2.2), NOBODY_KNOWS))
    assert told(table.see(20)) == [("card_played", UNKNOWN)]
