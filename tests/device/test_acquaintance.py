"""A deck that the eye hardly knows is noticed after some cards."""

import pytest

from device.acquaintance import Acquaintance
from vision.sighting import Sighting, SightingKind


def heard(plays: str, named: tuple[int, ...] = ()) -> Acquaintance:
    """Plays that were read (r) or asked about (?), of which some were named later."""
    found = Acquaintance()
    for number, what in enumerate(plays, 1):
        label = "AS" if what == "r" else "??"
        found.hear(Sighting(SightingKind.CARD_PLAYED, float(number), number, label, number=number))
    for number in named:
        found.hear(Sighting(SightingKind.CARD_NAMED, 99.0, 99, "AS", number=number))
    return found


@pytest.mark.parametrize(
    ("plays", "named", "is_new"),
    [
        ("?????", (), False),
        ("??????", (), True),
        ("?r??r?", (), True),
        ("r?r?r?", (), False),
        ("??????", (1, 2, 3), False),
        ("rrrrrrrrrr????", (), False),
        ("rrrrrrrrrr????????", (), True),
    ],
    ids=[
        "too few",
        "none was read",
        "some were",
        "half were",
        "their questions answered themselves",
        "a dim moment",
        "another deck",
    ],
)
def test_a_deck_is_new_where_most_of_its_cards_of_late_were_not_read(plays: str, named: tuple[int, ...], is_new: bool) -> None:
    assert heard(plays, named).is_new is is_new
