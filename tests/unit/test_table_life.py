"""Everything a table does beside playing: seats, redeals, claims, time, playing on, and what is refused."""

from datetime import timedelta
from typing import Any

import pytest

from scoring import Call, CallKind, Card, Seat, Table, decide, fold
from scoring.commands import (
    AddMissedCard,
    CallTime,
    ClaimTrick,
    Command,
    ConfirmTrick,
    CorrectCall,
    CorrectCard,
    CorrectClaim,
    DealHand,
    EndSession,
    MakeCall,
    OpenDispute,
    PlayCard,
    PlayOn,
    RuleOnOffence,
    SignSheet,
    StartSession,
    Undo,
    VoidHand,
)
from scoring.errors import BadCall, BadSetup, HandOver, NoHand, NoSuchCard, NoSuchSeat, Refused, ScoringError, SessionOver
from scoring.events import CardCountQuestioned, HandStarted, TrickConfirmed
from scoring.projections import balance, table_view
from tests.conftest import NOON, run
from tests.tables import bid, call, change, hand_of_spar, offences, points, table_of, tricks


def test_a_total_follows_its_player_to_another_seat() -> None:
    table = hand_of_spar(table_of("spar", 2))
    assert table.standing.totals == (0, 1)
    table = change(table, "Kofi", "Ama")
    assert table.standing.totals == (1, 0)
    assert table.next_dealer == Seat.A
    table = hand_of_spar(run(table, DealHand(by="t")))
    assert table.standing.totals == (1, 1)


def test_who_leaves_and_comes_back_finds_the_total_again() -> None:
    table = change(hand_of_spar(table_of("spar", 2)), "Ama", "Esi")
    assert table.standing.totals == (0, 0)
    assert table.standing.away == (("Kofi", 1),)
    assert table.next_dealer == Seat.B
    table = hand_of_spar(run(table, DealHand(by="t", dealer=Seat.A)))
    table = change(table, "Ama", "Esi", "Kofi")
    assert table.standing.totals == (0, 1, 1)
    assert table.standing.away == ()
    assert table.standing.playing == (Seat.A, Seat.B, Seat.C)


def test_a_substitute_takes_over_the_points_of_the_partnership() -> None:
    table = bid(table_of("spades"), 3, 4, 2, 4)
    table = tricks(table, *(f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"))
    before = table.standing
    table = change(table, "Ama", "Kofi", "Esi", "Kojo")
    assert table.standing == before
    with pytest.raises(BadSetup, match="3 players: expected 4"):
        change(tricks_free_stovkahra(), "Ama", "Kofi", "Esi")


def tricks_free_stovkahra() -> Table:
    return run(Table(), StartSession(by="t", game="stovkahra", players=("Ama", "Kofi", "Esi", "Yaw")))


def test_players_change_between_hands_and_have_names_of_their_own() -> None:
    table = run(table_of("spar", 2), PlayCard(by="t", card=Card.parse("AH")))
    with pytest.raises(Refused, match="a hand is being played"):
        change(table, "Ama", "Esi")
    over = hand_of_spar(table_of("spar", 2))
    for names in (("Ama", "Ama"), ("Ama", " ")):
        with pytest.raises(BadSetup, match="a name of their own"):
            change(over, *names)
    assert change(over, "Ama", "Kofi") == over
    with pytest.raises(BadSetup, match="1 players"):
        change(over, "Ama")


def test_money_is_kept_by_name_and_sums_to_zero() -> None:
    table = change(hand_of_spar(table_of("spar", 2, stake=10)), "Esi", "Kofi")
    table = hand_of_spar(run(table, DealHand(by="t", dealer=Seat.A)))
    assert balance(table) == {"Ama": -10, "Kofi": 20, "Esi": -10}
    assert sum(balance(table).values()) == 0
    paid = table_view(table)["payments"]
    assert paid == [{"payer": "Ama", "payee": "Kofi", "amount": 10}, {"payer": "Esi", "payee": "Kofi", "amount": 10}]


def test_a_hand_can_be_dealt_by_a_named_dealer_and_stays_so() -> None:
    table = hand_of_spar(table_of("spar", 2))
    table = run(table, DealHand(by="t", dealer=Seat.A))
    assert table.hand is not None
    assert (table.hand.dealer, table.hand.leader, table.hand.number) == (Seat.A, Seat.B, 2)
    corrected = run(table, CorrectCard(by="t", hand=1, trick=5, position=1, card=Card.parse("AC")))
    assert corrected.hand is not None
    assert corrected.hand.dealer == Seat.A
    with pytest.raises(NoSuchSeat, match="nobody plays at seat C"):
        run(hand_of_spar(table_of("spar", 2)), DealHand(by="t", dealer=Seat.C))
    with pytest.raises(Refused, match="a hand is being played"):
        run(table, DealHand(by="t"))


def test_after_a_misdeal_the_same_dealer_deals_again_and_nothing_counts() -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H"), VoidHand(by="t", reason="misdeal"))
    assert (table.is_hand_over, table.next_dealer, points(table)) == (True, Seat.A, (0, 0))
    assert run(table, VoidHand(by="t", reason="misdeal")) == table
    table = run(table, DealHand(by="t"))
    assert table.hand is not None
    assert (table.hand.number, table.hand.dealer) == (2, Seat.A)
    assert table.standing.hands == 0


def test_a_trick_that_nobody_saw_can_be_given_to_a_seat() -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H"), ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))
    assert table.hand is not None
    assert (table.hand.confirmed, table.hand.tricks[1].winner, table.hand.turn) == (2, Seat.A, Seat.A)
    assert table.hand.tricks[1].winning_card is None
    table = tricks(table, "KD 7D", "QD 8D")
    last = run(table, PlayCard(by="t", card=Card.parse("6C")))
    table = run(last, ClaimTrick(by="t", hand=1, trick=5, seat=Seat.B))
    assert points(table) == (0, 1)
    result = table.results[-1]
    assert result is not None
    assert result.lines[0].reason == "last trick won with an unseen card"


def test_a_trick_claimed_for_the_wrong_seat_is_given_to_the_right_one_in_any_hand() -> None:
    """Whose the cards after it were follows anew, and so do the totals and who deals in the hands after it."""
    table = run(tricks(table_of("spar", 2, dealer="winner"), "AH 7H"), ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))
    table = tricks(table, "KD 7D", "QD 8D")
    table = run(table, ClaimTrick(by="t", hand=1, trick=5, seat=Seat.B))
    table = hand_of_spar(table)
    assert table.hand is not None
    assert (table.standing.totals, table.hand.dealer) == ((1, 1), Seat.B)
    last = CorrectClaim(by="Esi", hand=1, trick=5, seat=Seat.A)
    corrected = run(table, last)
    assert corrected.hand is not None
    assert (corrected.standing.totals, corrected.hand.dealer) == ((1, 1), Seat.A)
    assert points(corrected) == (0, 1)
    assert corrected.results[0] is not None
    assert corrected.results[0].points == (1, 0)
    (noted,) = corrected.corrections
    assert (noted.hand, noted.trick, noted.was, noted.now, noted.by) == (1, 5, "B", "A", "Esi")
    assert decide(corrected, last, NOON) == []
    second = run(table, CorrectClaim(by="t", hand=1, trick=2, seat=Seat.B))
    assert [play.seat for play in second.hands[0].tricks[2].plays] == [Seat.B, Seat.A]
    assert run(corrected, Undo(by="t")).results == table.results


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (CorrectClaim(by="t", hand=1, trick=1, seat=Seat.B), NoSuchCard),
        (CorrectClaim(by="t", hand=2, trick=1, seat=Seat.B), NoSuchCard),
        (CorrectClaim(by="t", hand=1, trick=2, seat=Seat.C), NoSuchSeat),
    ],
)
def test_a_claim_that_is_not_there_or_for_nobody_is_refused(command: CorrectClaim, error: type[Exception]) -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H"), ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))
    with pytest.raises(error):
        decide(table, command, NOON)


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (ClaimTrick(by="t", hand=1, trick=3, seat=Seat.A), Refused),
        (ClaimTrick(by="t", hand=1, trick=2, seat=Seat.C), NoSuchSeat),
        (ClaimTrick(by="t", hand=9, trick=2, seat=Seat.A), NoSuchCard),
        (PlayCard(by="t", card=Card.parse("AC"), seat=Seat.D), NoSuchSeat),
        (MakeCall(by="t", call=Call(CallKind.BID, Seat.A, number=3)), BadCall),
        (MakeCall(by="t", call=Call(CallKind.TRADE, Seat.H)), NoSuchSeat),
        (CorrectCall(by="t", hand=1, index=0, call=Call(CallKind.BID, Seat.A, number=3)), NoSuchCard),
        (RuleOnOffence(by="t", hand=1, offence="revoke:A:1", waived=True), NoSuchCard),
        (AddMissedCard(by="t", hand=1, trick=1, position=0, card=Card.parse("AC")), Refused),
        (PlayOn(by="t"), Refused),
    ],
)
def test_what_makes_no_sense_is_refused_and_the_state_before_it_stands(command: Command, error: type[ScoringError]) -> None:
    table = tricks(table_of("spar", 2), "AH 7H")
    with pytest.raises(error) as refused:
        decide(table, command, NOON)
    assert str(refused.value)[-1] != "."
    assert type(refused.value).code == error.code or issubclass(type(refused.value), error)


def test_a_claim_for_a_hand_that_is_over_says_so() -> None:
    table = hand_of_spar(table_of("spar", 2))
    table = run(run(table, DealHand(by="t")), VoidHand(by="t", reason="x"))
    with pytest.raises(HandOver, match="hand 2 is over"):
        run(table, ClaimTrick(by="t", hand=2, trick=1, seat=Seat.A))
    assert run(table, ClaimTrick(by="t", hand=1, trick=1, seat=Seat.A)) == table


def test_the_table_may_play_on_past_the_target() -> None:
    table = hand_of_spar(table_of("spar", 2, target=1))
    with pytest.raises(SessionOver, match="Play on"):
        run(table, DealHand(by="t"))
    table = run(table, PlayOn(by="Ama"))
    assert run(table, PlayOn(by="Ama")) == table
    table = run(table, DealHand(by="t"))
    assert table.hand is not None
    assert table.hand.number == 2


def test_time_can_be_called_only_while_somebody_plays() -> None:
    start = StartSession(by="t", game="spades", players=("A", "B", "C", "D"))
    with pytest.raises(NoHand):
        run(run(Table(), start), CallTime(by="t"))
    with pytest.raises(NoHand, match="start a session first"):
        run(Table(), CallTime(by="t"))
    with pytest.raises(SessionOver, match="the session has ended"):
        run(run(Table(), start, EndSession(by="t")), CallTime(by="t"))


@pytest.mark.parametrize(
    ("start", "error", "words"),
    [
        ({"game": "poker"}, BadSetup, "there is no game 'poker'; known: pedro, agram"),
        ({"stake": -1}, BadSetup, "the stake is -1"),
        ({"first_dealer": Seat.C}, NoSuchSeat, "seat C is empty"),
        ({"players": ("A", "A")}, BadSetup, "a name of their own"),
        ({"rules": "name = 3"}, BadSetup, "pack is missing"),
    ],
)
def test_a_session_that_makes_no_sense_does_not_start(start: dict[str, Any], error: type[ScoringError], words: str) -> None:
    values: dict[str, Any] = {"game": "spar", "players": ("Ama", "Kofi"), **start}
    with pytest.raises(error, match=words):
        run(Table(), StartSession(by="t", **values))


def test_a_session_does_not_start_over_a_running_one() -> None:
    with pytest.raises(Refused, match="a session is running"):
        run(table_of("spar", 2), StartSession(by="t", game="spar", players=("Ama", "Kofi")))


def test_the_view_tells_every_kind_of_game() -> None:
    spades = table_view(bid(table_of("spades"), 3, 0, 2, 4))
    assert [side["name"] for side in spades["sides"]] == ["Ama and Esi", "Kofi and Yaw"]
    assert [side["carries"] for side in spades["sides"]] == [{"bags": 0}] * 2
    assert spades["hand"]["trump"] == "S"
    assert [said["number"] for said in spades["hand"]["calls"]] == [3, 0, 2, 4]
    assert spades["hand"]["awaits"] == ""
    assert table_view(table_of("spades"))["hand"]["awaits"] == "bids"
    suipe = table_view(call(table_of("suipe", 2), CallKind.LAYOUT, cards="5H 4C KD 9S"))
    assert suipe["hand"]["layout"] == {
        "loose": ["5H", "4C", "KD", "9S"],
        "builds": [],
        "piles": [0, 0],
        "sweeps": [0, 0],
        "most": 10,
    }
    assert suipe["hand"]["turn"] == Seat.B
    stovkahra = table_view(call(table_of("stovkahra"), CallKind.TRUMP, cards="8H"))
    assert [side["carries"]["matchsticks"] for side in stovkahra["sides"]] == [0, 0]
    assert stovkahra["hand"]["trump"] == "H"


def test_every_offence_has_its_sentence() -> None:
    table = tricks(call(table_of("stovkahra"), CallKind.TRUMP, cards="7H"), "AD TH 8H 8D", "KC 9C 8C TC", "KS KH 8S 9S")
    (found,) = table_view(table)["offences"]
    assert found["sentence"] == "Yaw had to overtrump with KH (trick 3) and played 8H in trick 1."
    assert offences(table) == ["failed_to_overtrump D 1 KH"]


def test_partners_keep_their_number_and_those_who_play_alone_may_grow() -> None:
    four = run(Table(), StartSession(by="t", game="roque", players=("A", "B", "C", "D")))
    with pytest.raises(BadSetup, match="with partners the number of players stays"):
        change(four, "A", "B", "C")
    three = run(Table(), StartSession(by="t", game="roque", players=("A", "B", "C")))
    with pytest.raises(BadSetup, match="with partners the number of players stays"):
        change(three, "A", "B", "C", "D")
    six = StartSession(by="t", game="spades", players=("A", "B", "C", "D", "E", "F"), options={"teams": "partners"})
    with pytest.raises(BadSetup, match="with partners the number of players stays"):
        change(run(Table(), six), "A", "B", "C", "D")
    solo = run(Table(), StartSession(by="t", game="spades", players=("A", "B", "C")))
    assert len(change(solo, "A", "B", "C", "D", "E").standing.totals) == 5


def test_bags_follow_their_player_too() -> None:
    lines = [f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"]
    table = tricks(bid(table_of("spades", teams="solo"), 1, 8, 0, 1), *lines)
    table = change(table, "Kofi", "Ama", "Esi", "Yaw")
    assert table.standing.totals == (85, -10, 100, -10)
    assert [side["carries"]["bags"] for side in table_view(table)["sides"]] == [5, 0, 0, 0]


def test_stones_are_for_one_winner_of_the_last_trick() -> None:
    rules = 'name = "g"\npack = "std52"\n[[score]]\ntrick = "each"\npoints = 1\n'
    with pytest.raises(BadSetup, match="stones are for games in which one player wins the last trick"):
        table_of("g", 2, rules=rules, scoring="stones")


def test_playing_on_after_the_stones_are_gone_deals_to_everybody() -> None:
    table = hand_of_spar(table_of("spar", 2, scoring="stones", stones=1))
    assert table.standing.winner == 1
    table = run(table, PlayOn(by="t"), DealHand(by="t"))
    assert table.hand is not None
    assert table.hand.seats == (Seat.A, Seat.B)


def test_what_was_said_too_late_reaches_the_hand_it_belongs_to() -> None:
    lines = [f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"]
    table = tricks(bid(table_of("spades"), 3, 4, 2), *lines)
    assert points(table) is None
    table = run(table, MakeCall(by="t", call=Call(CallKind.BID, Seat.D, number=4)))
    assert (len(table.deals), points(table)) == (1, (-50, 85))


def test_names_stand_on_one_line() -> None:
    for name in ("Ama\nB: Kofi", "Ama\u2028"):
        with pytest.raises(BadSetup, match="on one line"):
            run(Table(), StartSession(by="t", game="spar", players=(name, "Kofi")))


def test_rules_are_kept_with_plain_line_ends() -> None:
    rules = 'name = "g"\r\npack = "std52"\r\n[[score]]\r\npoints = 1'
    assert table_of("g", 2, rules=rules).agreed.rules == 'name = "g"\npack = "std52"\n[[score]]\npoints = 1\n'


def test_a_call_after_a_void_hand_begins_the_next() -> None:
    table = run(bid(table_of("spades"), 3, 4), VoidHand(by="t", reason="misdeal"))
    table = run(table, MakeCall(by="t", call=Call(CallKind.BID, Seat.A, number=3)))
    assert len(table.deals) == 2
    assert table.hand is not None
    assert len(table.hand.calls) == 1


def test_a_full_trick_misses_no_card() -> None:
    table = run(table_of("spar", 2), PlayCard(by="t", card=Card.parse("AH")), PlayCard(by="t", card=Card.parse("7H")))
    with pytest.raises(Refused, match="trick 1 misses no card"):
        run(table, AddMissedCard(by="t", hand=1, trick=1, position=0, card=Card.parse("AC")))
    assert run(table, AddMissedCard(by="t", hand=1, trick=1, position=0, card=Card.parse("AH"))) == table
    second = run(tricks(table_of("spar", 2), "AH 7H"), PlayCard(by="t", card=Card.parse("8H")))
    second = run(second, AddMissedCard(by="t", hand=1, trick=2, position=0, card=Card.parse("KH")))
    assert second.hand is not None
    assert [[str(play.card) for play in trick.plays] for trick in second.hand.tricks] == [["AH", "7H"], ["KH", "8H"]]
    one = run(table_of("spar", 3), PlayCard(by="t", card=Card.parse("AH")))
    for position in (-1, 2):
        with pytest.raises(NoSuchCard, match="has no place number"):
            run(one, AddMissedCard(by="t", hand=1, trick=1, position=position, card=Card.parse("AC")))
    for position in (0, 1):
        assert run(one, AddMissedCard(by="t", hand=1, trick=1, position=position, card=Card.parse("AC"))).seq == one.seq + 1


def test_only_the_time_of_games_with_a_limit_runs_out() -> None:
    from datetime import timedelta

    table = tricks(table_of("spar", 2), "AH 7H")
    late = NOON + timedelta(days=3)
    assert [type(event).__name__ for event in decide(table, PlayCard(by="t", card=Card.parse("KH")), late)] == ["CardPlayed"]
    limited = bid(table_of("spades", time_limit=1), 3, 4, 2, 4)
    (undone,) = decide(limited, Undo(by="t"), late)
    assert type(undone).__name__ == "Undone"
    called = run(limited, CallTime(by="t"))
    assert [type(e).__name__ for e in decide(called, PlayCard(by="t", card=Card.parse("KH")), late)] == ["CardPlayed"]


def test_a_void_hand_costs_nobody_anything_whatever_was_proved_in_it() -> None:
    table = tricks(table_of("spar", 2, stake=2, revoke_penalty="pay"), "AH 9D", "KH 8H")
    assert offences(table) == ["revoke A 1 8H"]
    table = run(table, VoidHand(by="t", reason="misdeal"))
    assert set(balance(table).values()) == {0}
    assert table.results[-1] is not None
    assert [line.label for line in table.results[-1].lines] == ["void"]


@pytest.mark.parametrize("trick", [0, 3, 4])
def test_a_trick_that_was_not_played_cannot_be_disputed(trick: int) -> None:
    table = tricks(table_of("spar", 2), "AH 7H", "KH 8H")
    with pytest.raises(NoSuchCard, match=f"trick {trick} of hand 1 has not been played"):
        run(table, OpenDispute(by="t", hand=1, trick=trick))
    for played in (1, 2):
        assert run(table, OpenDispute(by="t", hand=1, trick=played)).disputed == (1, played)


def test_a_count_that_was_asked_about_is_not_asked_about_again_until_it_changes() -> None:
    table = run(table_of("spar", 3), PlayCard(by="t", card=Card.parse("AH")))
    press = ConfirmTrick(by="t", hand=1, trick=1)
    asked = run(table, press)
    assert asked.count_question is not None
    assert decide(asked, press, NOON) == []
    more = run(asked, PlayCard(by="t", card=Card.parse("KH")))
    assert [type(event) for event in decide(more, press, NOON)] == [CardCountQuestioned]
    assert run(asked, ClaimTrick(by="t", hand=1, trick=1, seat=Seat.B)).count_question is None


def test_a_press_for_a_trick_that_is_fact_already_does_nothing() -> None:
    table = tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H")
    for trick in (1, 2, 3):
        assert decide(table, ConfirmTrick(by="t", hand=1, trick=trick), NOON) == []
    with pytest.raises(Refused, match="trick 4 has no cards yet"):
        decide(table, ConfirmTrick(by="t", hand=1, trick=4), NOON)


@pytest.mark.parametrize("hand", [1, 3])
def test_a_record_in_which_hands_are_left_out_or_come_twice_is_refused(hand: int) -> None:
    table = hand_of_spar(table_of("spar", 2))
    with pytest.raises(NoSuchCard, match=f"hand {hand} cannot begin after 1"):
        fold([HandStarted(at=NOON, by="t", hand=hand, seats=(Seat.A, Seat.B))], table)


@pytest.mark.parametrize("laid", [("AH", "7H"), ()])
def test_a_log_that_confirms_a_trick_without_cards_is_refused_at_once_and_in_pieces(laid: tuple[str, ...]) -> None:
    table = run(table_of("spar", 2), *(PlayCard(by="camera", card=Card.parse(code)) for code in laid))
    twice = [TrickConfirmed(at=NOON, by="button", hand=1, trick=1), TrickConfirmed(at=NOON, by="button", hand=1, trick=2)]
    with pytest.raises(NoSuchCard, match="has no cards"):
        fold(twice, table)
    if laid:
        assert fold(twice[:1], table).hand == run(table, ConfirmTrick(by="button", hand=1, trick=1)).hand


def test_a_sheet_is_signed_by_its_players_once_the_session_has_ended() -> None:
    table = run(table_of("spar", 2), *(PlayCard(by="camera", card=Card.parse(code)) for code in ("AH", "7H")))
    with pytest.raises(Refused, match="end it before"):
        run(table, SignSheet(by="tag", player="Ama"))
    ended = run(table, EndSession(by="t"))
    with pytest.raises(NoSuchSeat, match="Nobody does not play in this session"):
        run(ended, SignSheet(by="tag", player="Nobody"))
    ama, kofi = (player for player in ended.agreed.players)
    signed = run(ended, SignSheet(by="tag", player=kofi), SignSheet(by="tag", player=ama))
    assert (signed.signed, decide(signed, SignSheet(by="tag", player=ama), NOON)) == ((kofi, ama), [])
    assert (table_view(signed)["signed"], signed.is_ended) == ((kofi, ama), True)
    once = run(signed, Undo(by="t"))
    assert (once.signed, once.is_ended) == ((kofi,), True)
    assert run(once, Undo(by="t"), Undo(by="t")).signed == ()
    assert not run(once, Undo(by="t"), Undo(by="t")).is_ended


def test_a_sheet_is_signed_although_the_agreed_time_is_long_up() -> None:
    ended = run(table_of("spades", 4, time_limit=1), EndSession(by="t"))
    events = decide(ended, SignSheet(by="t", player=ended.agreed.players[0]), NOON + timedelta(hours=1))
    assert [type(event).__name__ for event in events] == ["SheetSigned"]
