"""Somebody is called by another name: the same person, in every hand."""

from dataclasses import replace

import pytest

from scoring import CallKind, Card, Seat
from scoring.commands import DealHand, PlayCard, RenamePlayer, Undo
from scoring.errors import BadSetup, Refused
from scoring.projections import balance
from tests.conftest import run, session
from tests.tables import call, change, hand_of_spar, table_of


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
    with pytest.raises(BadSetup, match="a name stands on one line"):
        run(table, RenamePlayer(by="t", seat=Seat.A, name="A\nB"))
    back = run(table, Undo(by="t"))
    assert [deal.setup.players for deal in back.deals] == [("Ama", "Kofi")] * 2


def test_tables_that_show_the_same_are_equal_whatever_led_to_them() -> None:
    begun = session()
    steps = DealHand(by="t"), RenamePlayer(by="t", seat=Seat.B, name="Akosua")
    one, other = run(begun, *steps), run(begun, *reversed(steps))
    assert (one.start, one.since) != (other.start, other.since)
    assert one == other
    played, other = (run(one, PlayCard(by="t", card=Card.parse(code)), Undo(by="t")) for code in ("AH", "7H"))
    assert played.undone != other.undone
    assert played == other
    hand = call(table_of("bridge"), CallKind.PASS).hand
    assert hand is not None
    assert hand.settled is not None
    assert replace(hand, settled=None) == hand
    assert not [word for word in ("start=", "since=", "undone=", "settled=") if word in f"{played} {hand}"]


def test_nobody_takes_the_name_of_somebody_who_went_away() -> None:
    table = change(hand_of_spar(table_of("spar", 2)), "Kofi", "Esi")
    with pytest.raises(Refused, match="called Ama already"):
        run(table, RenamePlayer(by="t", seat=Seat.B, name="Ama"))
