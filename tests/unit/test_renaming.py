"""Somebody is called by another name: the same person, in every hand."""

import pytest

from scoring import Seat
from scoring.commands import DealHand, RenamePlayer, Undo
from scoring.errors import Refused
from scoring.projections import balance
from tests.conftest import run
from tests.tables import change, hand_of_spar, table_of


def test_who_is_renamed_is_the_same_person_in_every_hand() -> None:
    table = run(hand_of_spar(table_of("spar", 2)), DealHand(by="t"))
    table = run(table, RenamePlayer(by="t", seat=Seat.B, name="Akosua"))
    assert table.agreed.players == ("Ama", "Akosua")
    assert [deal.setup.players for deal in table.deals] == [("Ama", "Akosua")] * 2
    assert table.standing.totals == (0, 1)
    assert balance(table) == {"Ama": 0, "Akosua": 0}
    assert run(table, RenamePlayer(by="t", seat=Seat.B, name="Akosua")) == table
    with pytest.raises(Refused, match="called Akosua already"):
        run(table, RenamePlayer(by="t", seat=Seat.A, name="Akosua"))
    with pytest.raises(Refused, match="nobody sits"):
        run(table, RenamePlayer(by="t", seat=Seat.H, name="Adwoa"))
    back = run(table, Undo(by="t"))
    assert [deal.setup.players for deal in back.deals] == [("Ama", "Kofi")] * 2


def test_nobody_takes_the_name_of_somebody_who_went_away() -> None:
    table = change(hand_of_spar(table_of("spar", 2)), "Kofi", "Esi")
    with pytest.raises(Refused, match="called Ama already"):
        run(table, RenamePlayer(by="t", seat=Seat.B, name="Ama"))
