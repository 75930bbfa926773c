"""What can be said now, and turns of Suipe from what somebody points at."""

from typing import Any

import pytest

from scoring import CallKind, Card, Seat, Table
from scoring.choices import bids, deal_to_speak_in, offered, remarks
from scoring.commands import ClaimTrick
from scoring.ledger.phrases import call_text, move_text
from scoring.moves import Action, Pointed
from scoring.packs import cards_of
from tests.conftest import run
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
    pointed = Pointed(Seat(1 - len(before)), Card.parse(card), action, cards_of(chosen), builds, value)
    move = table.game.move(table.agreed, table.deal.hand, pointed)
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
    chosen = cards_of("5H 4C")
    cases: tuple[tuple[tuple[int, ...], int | None], ...] = (((), 9), ((0,), 9), ((), None))
    for builds, value in cases:
        pointed = Pointed(Seat.B, Card.parse("AC"), Action.RAISE, chosen, builds, value)
        move = table.game.move(table.agreed, table.deal.hand, pointed)
        assert (move.extra, move.also) == (chosen, ())


def words_of(table: Table, seat: Seat) -> list[str]:
    """What the seat can say while nobody waits for it."""
    return [call_text(call) for call in remarks(table) if call.seat is seat]


def test_what_nobody_waits_for_is_listed_as_well() -> None:
    """Blind bids from far enough behind, cards that partners pass on, declarations, and dost on the last bonus."""
    spades = table_of("spades", blind_nil_deficit=0, passing="nil", passed_cards=2)
    assert "A bids blind 0" in [call_text(call) for call in offered(spades)]
    assert bids(spades)[Seat.A] == tuple(range(14))
    assert words_of(spades, Seat.A) == [], "bids are waited for"
    assert words_of(bid(spades, 0, 3, 4, 4), Seat.C) == ["C passes on 2"]
    stovkahra = call(table_of("stovkahra"), CallKind.TRUMP, cards="7H")
    assert len(words_of(stovkahra, Seat.B)) == 16
    assert not any("4 A" in words for words in words_of(call(stovkahra, CallKind.DECLARE, Seat.B, number=4, rank="A"), Seat.C))
    over = stovkahra
    for trick in range(1, 9):
        over = run(over, ClaimTrick(by="t", hand=1, trick=trick, seat=Seat.B))
    assert over.is_hand_over
    assert words_of(over, Seat.D) == ["D says dost"]
    assert words_of(over, Seat.A) == []
