"""What pages, lamps and interfaces are told, and the defaults that RULES name."""

from dataclasses import asdict
from enum import Enum
from typing import Any

import pytest

from scoring import Call, CallKind, Card, Seat, Table
from scoring.cards import SuitSystem
from scoring.commands import (
    AddMissedCard,
    ConfirmTrick,
    CorrectCall,
    CorrectCard,
    CorrectSeat,
    DealHand,
    EndSession,
    MakeCall,
    OpenDispute,
    PlayCard,
    RemoveCard,
    RuleOnOffence,
)
from scoring.games import game_named
from scoring.packs import PACKS, pack_named
from scoring.projections import Attention, attention, balance, table_view
from scoring.remaining import unseen
from scoring.sheet import payments
from scoring.tricks import Reading
from tests.conftest import run
from tests.tables import bid, call, moves, offences, points, table_of, tricks

SURE = Reading(0.97, ((Card.parse("KH"), 0.97), (Card.parse("KD"), 0.02)), "a" * 64)


def plain(options: Any) -> dict[str, Any]:
    return {key: value.value if isinstance(value, Enum) else value for key, value in asdict(options).items()}


def test_the_defaults_are_those_of_the_rules() -> None:
    assert plain(game_named("spades").read_options({})) == {
        "teams": "auto", "direction": "cw", "pack": None, "jokers": False, "raised_twos": False, "draw": False,
        "breaking": True, "no_spade_first": "off", "min_team_bid": 0, "blind_nil": True, "blind_nil_deficit": 100,
        "blind_bid_multiplier": 1, "blind_bid_failed_multiplier": None, "passing": "no", "passed_cards": 1, "nil": 100,
        "failed_nil_tricks": "bags_only", "double_nil": "400", "bags": True, "bag_limit": 10, "bag_penalty": 100,
        "rollover": "minus100", "target": 500, "floor": -200, "fixed_hands": None, "time_limit": None,
        "renege_penalty": "lose_bid",
        "renege_of_nil": "nil", "bid_of_one": True, "sum_of_tricks": True, "blind_exact": False, "blind_together": False,
        "bags_kept": True, "renege_once_a_suit": False,
    }  # fmt: skip
    assert plain(game_named("stovkahra").read_options({})) == {
        "pack": "german32", "overtrump": True, "undertrump": "must", "dost_counts_cards": True, "both_over": "first",
        "award_mode": "either", "target_sticks": 10, "revoke_penalty": "report_only", "double_series": False,
    }  # fmt: skip
    assert dict(game_named("roque").read_options({}).extra) == {
        "min_bid": 0, "bid_step": 1, "pass_is_final": False, "slam": 250,
    }  # fmt: skip
    assert plain(game_named("suipe").read_options({})) == {
        "hand_size": None, "partners": True, "values13": False, "face_capture_max": 1, "allow_pair_sum_build": False,
        "owner_may_build_other": True, "suipe_cancel": "pairwise", "length": "two_deals",
    }  # fmt: skip
    assert plain(game_named("spar").read_options({})) == {
        "direction": "cw", "hand_size": 5, "target": None, "dealer": "winner", "revoke_penalty": "report_only",
        "scoring": "points", "stones": 30, "stones_overflow": "take_what_is_left",
        "extra": (("ace_of_spades", False), ("double_six", False), ("under_ten", False), ("show_bottom", False)),
    }  # fmt: skip
    assert dict(game_named("fapfap").read_options({}).extra) == {
        "pack": "fap31", "kora": (1, 2, 3, 4), "instant_wins": (), "total_limit": 21, "flush_with_three": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("word", "value"), [("true", True), ("Yes", True), ("on", True), ("false", False), ("no", False), ("OFF", False)]
)
def test_switches_take_the_words_of_forms(word: str, value: bool) -> None:
    assert game_named("spar").read_options({"double_six": word}).get("double_six") is value
    assert game_named("spades").read_options({"breaking": word}).breaking is value
    wins = game_named("fapfap").read_options({"instant_wins": word}).get("instant_wins")
    assert wins == (("total", "three_sevens", "four_of_a_kind", "flush") if value else ())


def test_packs_are_what_the_rules_say() -> None:
    sizes = {name: pack.size for name, pack in PACKS.items()}
    assert sizes == {
        "std52": 52, "std51": 51, "std50": 50, "std48": 48, "joker52": 52, "joker54": 54, "joker50": 50, "double102": 102,
        "spar35": 35, "spar36": 36, "benin31": 31, "agram35": 35, "fap31": 31, "fap32": 32, "french32": 32,
        "german24": 24, "german32": 32, "german36": 36, "swiss36": 36, "italian40": 40, "spanish40": 40, "spanish48": 48,
        "rook57": 57, "rook45": 45, "rook41": 41, "tarock54": 54,
    }  # fmt: skip
    assert all(pack.suits.value in name for name, pack in PACKS.items() if pack.suits is not SuitSystem.FRENCH)
    joker = pack_named("joker54")
    order = sorted(joker.cards, key=joker.strength, reverse=True)
    assert [str(card) for card in order[:2]] == ["BJ", "LJ"]


@pytest.mark.parametrize("suit", "CDHS")
def test_a_card_foreign_to_the_pack_ranks_by_the_ordinary_order_in_every_suit(suit: str) -> None:
    agram = pack_named("agram35")
    order = sorted((Card.parse(rank + suit) for rank in "AKQJT98765432"), key=agram.strength, reverse=True)
    assert [card.rank.value for card in order] == list("AKQJT98765432")
    german = pack_named("german32")
    order = sorted((Card.parse(rank + suit) for rank in "AKOUT987Q6"), key=german.strength, reverse=True)
    assert [card.rank.value for card in order] == list("AKOUQT9876")
    assert german.strength(Card.parse("BJ")) < german.strength(Card.parse("2" + suit))


def test_only_who_jumped_the_queue_played_out_of_turn() -> None:
    table = table_of("spar", 4)
    for seat, card in ((Seat.B, "AC"), (Seat.D, "7C"), (None, "8C"), (None, "9C")):
        table = run(table, PlayCard(by="t", card=Card.parse(card), seat=seat))
    assert offences(table) == ["out_of_turn D 1 -"]
    assert table.hand is not None
    assert [play.seat for play in table.hand.tricks[0].plays] == [Seat.B, Seat.D, Seat.C, Seat.A]
    assert table.hand.turn == Seat.B


def test_a_play_is_shown_with_what_the_camera_said() -> None:
    table = run(table_of("spar", 2), PlayCard(by="camera", card=Card.parse("KH"), reading=SURE), PlayCard(by="camera", card=None))
    view = table_view(table)
    assert view["hand"]["tricks"] == [
        {
            "number": 1, "is_confirmed": False, "led": "H", "winner": None, "winner_name": None, "winning_card": None,
            "is_counted": False,
            "points": None,
            "plays": [
                {"position": 0, "seat": 1, "player": "Kofi", "card": "KH", "confidence": 0.97, "evidence": "a" * 64},
                {"position": 1, "seat": 0, "player": "Ama", "card": "??", "confidence": 1.0, "evidence": None},
            ],
        }
    ]  # fmt: skip
    hand = view["hand"]
    assert (hand["number"], hand["to_confirm"], hand["is_over"], hand["turn"]) == (1, 1, False, None)
    assert (view["attention"], view["seq"], view["next_dealer"], view["winner"]) == ("question", 4, 0, None)
    (question,) = view["questions"]
    assert (question["kind"], question["trick"], question["position"], question["player"]) == ("unsure", 1, 1, "Ama")
    assert "KH" not in question["others"]
    assert len(question["others"]) == 34
    assert table.hand is not None
    assert len(unseen(table.hand)) == 34


def test_behind_a_full_trick_whoever_took_it_is_to_play_and_nobody_behind_the_last() -> None:
    def with_full_trick(table: Table) -> Table:
        return run(table, *(PlayCard(by="t", card=Card.parse(code)) for code in ("7H", "AH")))

    first = with_full_trick(table_of("spar", 2))
    assert table_view(first)["hand"]["turn"] == Seat.A
    last = with_full_trick(tricks(table_of("spar", 2), "KD 7D", "QD 8D", "JD 9D", "TC 7C"))
    assert table_view(last)["hand"]["turn"] is None


def test_an_unsure_card_is_asked_about_with_its_likeliest_names() -> None:
    unsure = Reading(0.6, ((Card.parse("KH"), 0.6), (Card.parse("KD"), 0.3)), None)
    table = run(table_of("spar", 2), PlayCard(by="camera", card=None, reading=unsure))
    (question,) = table_view(table)["questions"]
    assert question["likeliest"] == [["KH", 0.6], ["KD", 0.3]]
    assert not {"KH", "KD"} & set(question["others"])


def test_a_wrong_number_of_cards_is_asked_about() -> None:
    table = run(table_of("spar", 3), PlayCard(by="t", card=Card.parse("KH")), ConfirmTrick(by="t", hand=1, trick=1))
    (question,) = table_view(table)["questions"]
    assert (question["kind"], question["found"], question["expected"], question["position"]) == ("missing", 1, 3, 1)
    for card in ("7H", "8H", "9H"):
        table = run(table, PlayCard(by="t", card=Card.parse(card)))
    assert table_view(table)["questions"] == []
    table = run(table, ConfirmTrick(by="t", hand=1, trick=1))
    assert table_view(table)["questions"][0]["kind"] == "too_many"


def test_a_missed_card_is_as_sure_as_the_person_who_named_it() -> None:
    table = run(table_of("spar", 2), PlayCard(by="t", card=Card.parse("KH")))
    table = run(table, AddMissedCard(by="Ama", hand=1, trick=1, position=0, card=Card.parse("AH")))
    assert table.hand is not None
    assert [(str(play.card), play.reading.confidence) for play in table.hand.tricks[0].plays] == [("AH", 1.0), ("KH", 1.0)]
    assert run(table, RemoveCard(by="t", hand=1, trick=1, position=5, was=Card.parse("KH"))) == table


def test_the_last_hand_and_the_sheet_name_the_winner() -> None:
    table = tricks(table_of("spar", 2, stake=5), "AH 7H", "KH 8H", "QH 9H", "JH 6D", "6C 9D")
    view = table_view(run(table, DealHand(by="t")))
    assert view["last_hand"] == {
        "number": 1, "sides": ["Ama", "Kofi"],
        "winner": 1, "winner_name": "Kofi", "last_card": "6C", "points": [0, 3], "settlement": [-15, 15],
        "next_dealer": 1,
    }  # fmt: skip
    assert view["sheet"] == [
        {
            "hand": 1, "side": 1, "player": "Kofi", "label": "last trick", "points": 3, "reason": "last trick won with 6C",
            "rule": "Spar: what tricks are worth", "tricks": [5],
        }
    ]  # fmt: skip
    assert [(player["name"], player["total"], player["shown"]) for player in view["players"]] == [
        ("Ama", 0, "0"),
        ("Kofi", 3, "c3"),
    ]
    assert view["payments"] == [{"payer": "Ama", "payee": "Kofi", "amount": 15}]


def test_an_offence_is_shown_with_both_pictures_and_the_weaker_reading() -> None:
    table = table_of("spar", 2)
    weak, strong = Reading(0.9, (), "b" * 64), Reading(0.99, (), "c" * 64)
    plays = (("AH", strong), ("7H", strong), ("KD", strong), ("8C", strong), ("AC", strong), ("9C", weak))
    for place, (card, reading) in enumerate(plays):
        table = run(table, PlayCard(by="camera", card=Card.parse(card), reading=reading))
        if place % 2:
            table = run(table, ConfirmTrick(by="b", hand=1, trick=place // 2 + 1))
    table = run(table, PlayCard(by="camera", card=Card.parse("QC"), reading=strong))
    table = run(table, PlayCard(by="camera", card=Card.parse("9D"), reading=weak))
    (found,) = table_view(table)["offences"]
    assert (found["key"], found["player"], found["card"], found["proved_by"], found["proved_in"]) == (
        "revoke:A:2",
        "Ama",
        "8C",
        "9D",
        4,
    )
    assert (found["pictures"], found["probability"], found["is_waived"]) == (["c" * 64, "b" * 64], 0.9, False)
    assert found["sentence"] == "Ama played 8C to a diamond lead in trick 2 and 9D in trick 4: Ama could have followed suit."
    waived = run(table, RuleOnOffence(by="t", hand=1, offence="revoke:A:2", waived=True))
    assert table_view(waived)["offences"][0]["is_waived"]
    assert run(waived, RuleOnOffence(by="t", hand=1, offence="revoke:A:2", waived=True)) == waived


def test_what_was_said_before_the_first_lead_has_no_picture() -> None:
    table = call(table_of("stovkahra"), CallKind.TRUMP, cards="7H")
    table = tricks(call(table, CallKind.DECLARE, Seat.B, number=4, rank="7"), "AC 8C 9C TC", "KD 8D 9D TD")
    (found,) = [offence for offence in table_view(table)["offences"] if offence["kind"] == "false_declaration"]
    assert (found["trick"], found["pictures"], found["probability"]) == (0, [], 0.0)
    assert found["sentence"] == "Kofi declared a combination that 7H shows to be false."
    assert found["card"] == "??"


def test_values_are_frozen() -> None:
    from dataclasses import FrozenInstanceError

    table = table_of("spar", 2)
    values: list[Any] = [table, table.agreed, table.agreed.options, table.deal, table.hand]
    for value in values:
        with pytest.raises(FrozenInstanceError):
            value.seq = 3


def test_the_lamp_says_what_the_table_waits_for() -> None:
    assert attention(Table()) is Attention.IDLE
    table = table_of("spar", 2, target=1)
    assert attention(table) is Attention.READING
    table = tricks(table, "AH 7H", "KH 8H", "QH 9H", "JH 6D")
    full = run(table, PlayCard(by="t", card=Card.parse("8C")), PlayCard(by="t", card=Card.parse("9D")))
    assert attention(full) is Attention.TRICK_WAITS
    over = run(full, ConfirmTrick(by="t", hand=1, trick=5))
    assert attention(over) is Attention.OVER
    assert attention(run(over, EndSession(by="t"))) is Attention.IDLE
    assert table_view(Table()) == {"seq": 0, "attention": "idle", "game": None}


def test_disputes_and_corrections_are_seen() -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H"), OpenDispute(by="t", hand=1, trick=1))
    assert table_view(table)["disputed"] == (1, 1)
    table = run(table, CorrectSeat(by="Ama", hand=1, trick=1, position=0, seat=Seat.A))
    assert table_view(table)["corrections"] == [
        {"hand": 1, "trick": 1, "position": 0, "was": "by turn", "now": "A", "by": "Ama", "at": "2026-01-01T12:00:00+00:00"}
    ]
    spades = bid(table_of("spades"), 3, 4)
    spades = run(spades, CorrectCall(by="Ama", hand=1, index=1, call=Call(CallKind.BID, Seat.B, number=5)))
    (note,) = spades.corrections
    assert (note.hand, note.trick, note.position) == (1, 0, 1)


def test_a_refused_build_is_not_accused_a_second_time() -> None:
    table = call(table_of("suipe", 2, hand_size=1), CallKind.LAYOUT, cards="5H 4C KD 9S")
    assert offences(moves(table, "B 3C builds 9: 3C 5H", "A QC trails")) == ["illegal_build B 1 -"]


def test_a_late_call_waits_for_the_hand_that_lacks_it_and_else_opens_the_next() -> None:
    lines = [f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"]
    scored = tricks(bid(table_of("spades"), 3, 4, 2, 4), *lines)
    opened = run(scored, MakeCall(by="t", call=Call(CallKind.BID, Seat.C, number=4)))
    assert (len(opened.deals), points(opened)) == (2, None)
    running = bid(table_of("spades"), 3, 4)
    assert len(run(running, MakeCall(by="t", call=Call(CallKind.BID, Seat.C, number=4))).deals) == 1


def test_who_never_won_or_lost_pays_nothing() -> None:
    assert balance(table_of("spar", 2)) == {}
    assert payments({}) == ()
    assert payments({"A": 0, "B": 0}) == ()
    many = {f"p{place:02}": (1 if place % 2 else -1) for place in range(12)}
    found = payments(many)
    assert len(found) == 6
    assert {payment.amount for payment in found} == {1}
    two_pairs = payments({"A": -5, "B": 5, "C": -3, "D": 3, "E": -2, "F": 2})
    assert len(two_pairs) == 3
    # The largest debtor paying the largest creditor alone would need five.
    grouped = payments({"A": -7, "B": -6, "C": 4, "D": 3, "E": 5, "F": 1})
    assert sorted((payment.payer, payment.payee, payment.amount) for payment in grouped) == [
        ("A", "C", 4),
        ("A", "D", 3),
        ("B", "E", 5),
        ("B", "F", 1),
    ]
    three = payments({"A": -5, "B": 3, "C": 2})
    assert [(payment.payer, payment.payee, payment.amount) for payment in three] == [("A", "B", 3), ("A", "C", 2)]


def test_the_ten_newest_corrections_are_told() -> None:
    table = tricks(table_of("spar", 2), "AH 7H")
    for place in range(12):
        table = run(table, CorrectCard(by=str(place), hand=1, trick=1, position=1, card=Card.parse("8H" if place % 2 else "9H")))
    assert [note["by"] for note in table_view(table)["corrections"]] == [str(place) for place in range(2, 12)]


def test_how_sure_a_proof_is_stands_to_the_hundredth_of_a_percent() -> None:
    table = table_of("spar", 2)
    for code, sure in (("AH", 1.0), ("9D", 0.99876), ("KH", 1.0), ("8H", 0.999)):
        table = run(table, PlayCard(by="camera", card=Card.parse(code), reading=Reading(sure, (), code * 32)))
        if code in ("9D", "8H"):
            assert table.hand is not None
            table = run(table, ConfirmTrick(by="t", hand=1, trick=table.hand.trick_to_confirm))
    (offence,) = table_view(table)["offences"]
    assert offence["probability"] == 0.9988
