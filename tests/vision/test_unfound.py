"""Cards that no outline fits any more: they are asked about while the picture shows them, and not once they were taken."""

from tests.vision.drawn import NOBODY_KNOWS, DrawnTable, at, told
from vision.faces import UNKNOWN


def test_a_card_that_rested_in_plain_view_and_is_found_no_more_is_asked_about() -> None:
    table = DrawnTable()
    table.lay("7H", at(240, 200, 0.5))
    table.cards.append((at(200, 150), NOBODY_KNOWS))
    assert table.see(5) == []
    table.smudged = (1,)
    assert told(table.see(5)) == [("card_played", UNKNOWN)]


def test_a_card_that_rested_and_was_taken_again_is_not_asked_about() -> None:
    table = DrawnTable()
    table.lay("7H", at(240, 200, 0.5))
    table.cards.append((at(200, 150), NOBODY_KNOWS))
    table.see(5)
    table.cards.pop()
    assert table.see(12) == []
