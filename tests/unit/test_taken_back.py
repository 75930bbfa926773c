"""What is taken back or put right: undo, corrections of old hands, claims, cards that were missed."""

import pytest

from scoring import Call, CallKind, Card, Seat, Table, decide, fold
from scoring.commands import (
    AddMissedCard,
    ChangePlayers,
    ClaimTrick,
    Command,
    CorrectCall,
    CorrectCard,
    CorrectMove,
    DealHand,
    MakeCall,
    PlayCard,
    RemoveCard,
    StartSession,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.errors import BadCall, NoSuchCard
from scoring.ledger.phrases import read_move
from scoring.projections import hand_view
from tests.conftest import NOON, run
from tests.tables import bid, call, change, hand_of_spar, moves, table_of, tricks


def test_correcting_an_old_hand_reaches_the_totals_after_new_seats() -> None:
    table = change(hand_of_spar(table_of("spar", 2)), "Kofi", "Ama")
    table = hand_of_spar(run(table, DealHand(by="t")))
    table = run(table, CorrectCard(by="t", hand=1, trick=5, position=0, card=Card.parse("6C")))
    assert table.standing.totals == (3, 1)


def test_an_unnamed_dealer_follows_a_correction_of_the_hand_before() -> None:
    table = run(hand_of_spar(table_of("spar", 2)), DealHand(by="t"))
    assert table.hand is not None
    assert table.hand.dealer == Seat.B
    corrected = run(table, CorrectCard(by="t", hand=1, trick=5, position=1, card=Card.parse("AC")))
    assert corrected.hand is not None
    assert corrected.hand.dealer == Seat.A


def test_a_claimed_trick_can_be_taken_back() -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H"), ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))
    back = run(table, WithdrawCard(by="t"))
    assert back.hand is not None
    assert (back.hand.confirmed, back.hand.claims, len(back.hand.laid)) == (1, (), 1)
    assert back.hand.turn == Seat.B


def test_undo_goes_back_over_hands_calls_and_seats_to_the_start() -> None:
    states = [run(Table(), StartSession(by="t", game="spar", players=("Ama", "Kofi"), options={"under_ten": True}))]
    commands: list[Command] = [
        DealHand(by="t"),
        MakeCall(by="t", call=Call(CallKind.TRADE, Seat.B)),
        PlayCard(by="t", card=Card.parse("AH")),
        VoidHand(by="t", reason="x"),
        ChangePlayers(by="t", players=("Kofi", "Ama")),
        DealHand(by="t"),
        PlayCard(by="t", card=Card.parse("AC")),
    ]
    for command in commands:
        states.append(run(states[-1], command))
    table = states[-1]
    for before in reversed(states[:-1]):
        table = run(table, Undo(by="t"))
        assert (table.deals, table.setup, table.standing) == (before.deals, before.setup, before.standing)
    assert decide(table, Undo(by="t"), NOON) == []


def test_two_phones_that_take_the_last_card_back_at_once_take_back_one() -> None:
    table = run(table_of("spar", 2), PlayCard(by="t", card=Card.parse("AH")), PlayCard(by="t", card=Card.parse("7H")))
    once = run(table, WithdrawCard(by="Ama", seq=table.seq))
    assert decide(once, WithdrawCard(by="Kofi", seq=table.seq), NOON) == []
    assert once.hand is not None
    assert [str(play.card) for play in once.hand.laid[0]] == ["AH"]


def test_undo_names_what_it_took_back_and_respects_what_came_between() -> None:
    table = run(table_of("spar", 2), PlayCard(by="t", card=Card.parse("AH")))
    (event,) = decide(table, Undo(by="Ama", seq=table.seq), NOON)
    assert getattr(event, "what", "") == "CardPlayed"
    assert decide(table, Undo(by="Ama", seq=table.seq - 1), NOON) == []
    assert fold([event], table).seq == table.seq + 1


def test_calls_of_an_old_hand_can_be_corrected_and_reach_the_total() -> None:
    lines = [f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"]
    table = tricks(bid(table_of("spades"), 3, 4, 2, 4), *lines)
    table = run(table, DealHand(by="t"))
    fixed = run(table, CorrectCall(by="Ama", hand=1, index=0, call=Call(CallKind.BID, Seat.A, number=0)))
    assert (table.standing.totals, fixed.standing.totals) == ((-50, 85), (80, 85))
    assert run(fixed, CorrectCall(by="Ama", hand=1, index=0, call=Call(CallKind.BID, Seat.A, number=0))) == fixed
    with pytest.raises(BadCall, match="out of range"):
        run(table, CorrectCall(by="Ama", hand=1, index=0, call=Call(CallKind.BID, Seat.A, number=14)))


def test_every_hand_is_found_by_its_number_with_its_own_corrections() -> None:
    table = table_of("spar", 2)
    for _ in range(3):
        table = run(hand_of_spar(table), DealHand(by="t"))
    assert [table.deal_numbered(number).hand.number for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    for number in (0, 5):
        with pytest.raises(NoSuchCard, match=f"there is no hand {number}: 4 have been played"):
            table.deal_numbered(number)
    table = run(table, CorrectCard(by="t", hand=2, trick=5, position=0, card=Card.parse("6C")))
    assert [len(hand_view(table, number)["corrections"]) for number in (1, 2, 3)] == [0, 1, 0]


@pytest.mark.parametrize("index", [-1, 2, 3])
def test_a_call_or_move_that_was_never_made_cannot_be_corrected(index: int) -> None:
    spades = bid(table_of("spades"), 3, 4)
    with pytest.raises(NoSuchCard, match=f"hand 1 has no call number {index + 1}"):
        run(spades, CorrectCall(by="t", hand=1, index=index, call=Call(CallKind.BID, Seat.A, number=2)))
    suipe = moves(call(table_of("suipe", 2), CallKind.LAYOUT, cards="5H 4C KD 9S"), "B 2D trails", "A 3D trails")
    with pytest.raises(NoSuchCard, match=f"hand 1 has no move number {index + 1}"):
        run(suipe, CorrectMove(by="t", hand=1, index=index, move=read_move("B 2C trails")))


def test_a_card_beyond_the_last_of_a_trick_is_gone_already() -> None:
    table = run(table_of("spar", 3), PlayCard(by="t", card=Card.parse("AH")))
    for position in (1, 2):
        assert decide(table, RemoveCard(by="t", hand=1, trick=1, position=position, was=Card.parse("AH")), NOON) == []
    assert len(decide(table, RemoveCard(by="t", hand=1, trick=1, position=0, was=Card.parse("AH")), NOON)) == 1


def test_a_card_missed_in_a_later_trick_is_put_in_there_once() -> None:
    table = run(tricks(table_of("spar", 3), "AH 7H 8H"), PlayCard(by="t", card=Card.parse("KH")))
    missed = AddMissedCard(by="t", hand=1, trick=2, position=0, card=Card.parse("9H"))
    table = run(table, missed)
    assert table.hand is not None
    assert [str(play.card) for play in table.hand.laid[1]] == ["9H", "KH"]
    assert decide(table, missed, NOON) == []


def test_the_start_of_a_session_is_not_undone_and_everything_else_is() -> None:
    start = run(Table(), StartSession(by="t", game="spar", players=("Ama", "Kofi")))
    assert not start.can_undo
    dealt = run(start, DealHand(by="t"))
    assert dealt.can_undo
    assert run(dealt, PlayCard(by="t", card=Card.parse("AH"))).can_undo
    assert not run(dealt, Undo(by="t")).can_undo


def test_a_card_taken_out_of_a_later_trick_leaves_the_tricks_before_it() -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H", "KH 8H"), PlayCard(by="t", card=Card.parse("QH")))
    gone = run(table, RemoveCard(by="t", hand=1, trick=3, position=0, was=Card.parse("QH")))
    assert gone.hand is not None
    assert [len(laid) for laid in gone.hand.laid] == [2, 2]
    assert gone.hand.trick_to_confirm == 3
