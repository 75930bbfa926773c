"""What can be said now, and turns of Suipe from what somebody points at."""

from typing import Any

import pytest

from scoring import CallKind, Card, Seat, Table
from scoring.choices import bids, deal_to_speak_in
from scoring.games.suipe import SUIPE
from scoring.games.suipe.turns import turn
from scoring.ledger.phrases import move_text
from scoring.moves import Action
from scoring.packs import cards_of
from tests.tables import bid, call, moves, table_of, tricks


def test_nobody_speaks_before_a_session_or_in_games_without_bids() -> None:
    assert deal_to_speak_in(Table()) is None
    assert bids(Table()) == {}
    assert bids(table_of("spar")) == {}


def test_every_seat_bids_once_in_spades() -> None:
    table = bid(table_of("spades", min_team_bid=4), 3)
    offered = bids(table)
    assert sorted(offered) == [Seat.B, Seat.C, Seat.D]
    assert offered[Seat.B] == tuple(range(14))
    assert offered[Seat.C] == tuple(range(1, 14))
    assert bids(bid(table_of("spades"), 3, 4, 2, 2)) == {}


def test_an_auction_goes_round_and_upwards() -> None:
    offered = bids(table_of("roque"))
    assert offered == {Seat.D: tuple(range(85, 166))}


def test_a_bid_may_still_be_said_when_the_cards_are_played() -> None:
    rules = 'name = "g"\npack = "std52"\nhand_size = 1\n[[score]]\ntrick = "each"\npoints = 1\n[bids]\nmade = "at_least"\n'
    played = tricks(table_of("g", 2, rules=rules), "AC 2C")
    assert bids(played) == {Seat.A: (0, 1), Seat.B: (0, 1)}
    deal = deal_to_speak_in(played)
    assert deal is not None
    assert deal.hand.number == 1
    said = bid(played, 1, 1)
    assert said.results[0] is not None
    assert bids(said) == {Seat.A: (0, 1), Seat.B: (0, 1)}


@pytest.mark.parametrize(
    ("before", "card", "action", "chosen", "builds", "value", "words"),
    [
        ((), "9C", Action.CAPTURE, "9S", (), None, "B 9C captures 9S"),
        ((), "9C", Action.TRAIL, "", (), None, "B 9C trails"),
        ((), "4D", Action.BUILD, "5H 9S", (), 9, "B 4D builds 9: 4D 5H / 9S"),
        ((), "4D", Action.BUILD, "5H 9S", (), 8, "B 4D builds 8: 4D 5H 9S"),
        (("B 2C builds 6: 2C 4C",), "3C", Action.RAISE, "9S", (0,), 9, "A 3C raises build 1 to 9, beside 9S"),
        (("B 2C builds 6: 2C 4C",), "AC", Action.RAISE, "", (0,), 7, "A AC raises build 1 to 7"),
        (("B 2C builds 6: 2C 4C",), "AC", Action.RAISE, "9S", (0,), 8, "A AC raises build 1 to 8 with 9S"),
        (("B 2C builds 6: 2C 4C",), "AC", Action.ADD, "5H", (0,), None, "A AC adds to build 1: AC 5H"),
        (("B 4D builds 9: 4D 5H",), "5S", Action.ADD, "4C 9S", (0,), None, "A 5S adds to build 1: 5S 4C / 9S"),
        (("B 2C builds 6: 2C 4C",), "6C", Action.CAPTURE, "", (0,), None, "A 6C captures build 1"),
    ],
)
def test_a_turn_is_what_somebody_points_at(
    before: tuple[str, ...], card: str, action: Action, chosen: str, builds: tuple[int, ...], value: int | None, words: str
) -> None:
    table = moves(call(table_of("suipe", 2), CallKind.LAYOUT, cards="5H 4C KD 9S"), *before)
    assert table.deal is not None
    layout, seat = SUIPE.layout(table.agreed, table.deal.hand), Seat(1 - len(before))
    move = turn(table.agreed.options, layout, seat, Card.parse(card), action, cards_of(chosen), builds, value)
    assert move_text(move) == words


def test_what_can_be_said_in_spades_follows_the_options() -> None:
    def kinds(**options: Any) -> tuple[CallKind, ...]:
        table = table_of("spades", 4, **options)
        return table.game.says(table.agreed)

    assert kinds() == (CallKind.BID,)
    assert kinds(passing="nil") == (CallKind.BID, CallKind.PASS_CARDS)


def test_a_raise_of_no_build_or_to_no_number_keeps_what_was_pointed_at_together() -> None:
    table = call(table_of("suipe", 2), CallKind.LAYOUT, cards="5H 4C KD 9S")
    assert table.deal is not None
    layout, chosen = SUIPE.layout(table.agreed, table.deal.hand), cards_of("5H 4C")
    for builds, value in (((), 9), ((0,), 9), ((), None)):
        move = turn(table.agreed.options, layout, Seat.B, Card.parse("AC"), Action.RAISE, chosen, builds, value)
        assert (move.extra, move.also) == (chosen, ())
