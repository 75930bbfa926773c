"""Whose card it was: told by the side that the hand came from and by the place where the card lies."""

from device.whose import sides, witness
from scoring.seats import Seat
from tests.tables import table_of, tricks
from vision.sighting import Sighting, SightingKind


def came_from(side: float | None, zone: int | None = None) -> Sighting:
    return Sighting(SightingKind.CARD_PLAYED, 0.0, 0, label="7H", confidence=1.0, entered_from=side, zone=zone)


def test_a_hand_from_the_wrong_side_is_a_witness_and_a_doubtful_one_is_not() -> None:
    spar = tricks(table_of("spar", 2), "AH")
    assert sides(2) == [180, 0]
    from_side = {side: witness(spar, spar.hand, came_from(side), 0) for side in (185.0, 5.0, 95.0, None)}
    assert from_side == {185.0: None, 5.0: Seat.B, 95.0: None, None: None}


def test_in_a_game_played_in_front_of_oneself_the_place_tells_whose_card_it_is() -> None:
    jeu = tricks(table_of("jeu_de_carte", 3), "AC")
    assert witness(jeu, jeu.hand, came_from(None, zone=0), 3) is Seat.A
    assert witness(jeu, jeu.hand, came_from(None, zone=None), 3) is None
    assert witness(jeu, jeu.hand, came_from(None, zone=0), 4) is None
    spar = tricks(table_of("spar", 3), "AC")
    assert witness(spar, spar.hand, came_from(None, zone=0), 3) is None
