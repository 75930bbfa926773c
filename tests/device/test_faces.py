"""Labels of vision and cards of the packs: which is which, both ways."""

import pytest

from device.enrolling import parse_order
from device.errors import BadInput
from device.faces import card_of, code_of, label_of
from device.setup import labels_by_code, pack_labels
from scoring.packs import PACKS, READ, Pack
from vision.faces import FACES


@pytest.mark.parametrize("pack", READ.values(), ids=READ.keys())
def test_every_card_of_a_pack_that_a_camera_can_know_has_a_face_and_the_face_that_card(pack: Pack) -> None:
    for card in pack.cards:
        assert label_of(card) in FACES
        assert card_of(label_of(card), pack) == card
    assert len(set(pack_labels(pack))) == len(pack.cards) + 1


@pytest.mark.parametrize(
    ("pack", "names"),
    [("std52", "Q J"), ("german24", "O U"), ("swiss36", "O U"), ("italian40", "Q J"), ("spanish48", "Q J")],
)
def test_queens_and_jacks_are_called_as_the_pack_has_them(pack: str, names: str) -> None:
    assert [code_of(label, PACKS[pack])[0] for label in ("QH", "JH")] == names.split()
    assert [code_of(label, PACKS[pack]) for label in ("TH", "back", "??")] == ["TH", "back", "??"]


def test_cards_are_shown_in_the_order_of_the_packs_codes_or_of_visions_own() -> None:
    swiss = PACKS["swiss36"]
    assert parse_order("OH, UH,QS,back", swiss) == ("QH", "JH", "QS", "back")
    assert labels_by_code(swiss)["UD"] == "JD"
    with pytest.raises(BadInput, match="'OH' is no card"):
        parse_order("OH", PACKS["italian40"])
