"""Roque: the auction, the discard, points, sets and slams."""

from typing import Any

import pytest

from scoring import CallKind, Card, Seat, Suit, Table
from scoring.commands import DealHand, StartSession, VoidHand
from scoring.errors import BadCall, BadSetup
from scoring.games.trick_game import TrickGame
from tests.conftest import run
from tests.tables import NAMES, call, offences, points, say, table_of, tricks

HAND = (
    "4D KD 9D TD",
    "6D QD KC 5D",
    "8H 7H 6H 4H",
    "6S 7S 9S TS",
    "4S AS 3S 8S",
    "5C JC QC TC",
    "KS QS JS 3C",
    "8C QH AC 4C",
    "TH JH 6C 3H",
    "9H JD KH 5H",
    "AD 8D 7C 9C",
    "7D 2D 5S AH",
)
"""Twelve tricks, counter-clockwise; the discard is 2H 2C 2S 3D."""


def four(**options: Any) -> Table:
    """A session with C dealing."""
    start = StartSession(by="t", game="roque", players=NAMES[:4], options=options, stake=1, first_dealer=Seat.C)
    return run(Table(), start, DealHand(by="t"))


def bidding(table: Table, *said: int | str) -> Table:
    """Bids in turn from the dealer's right."""
    for word in said:
        assert table.deal is not None
        table = say(table, table.deal.choices[0].seat, word)
    return table


def ladder(table: Table) -> tuple[str, ...]:
    """Every bid that anybody can make first."""
    return tuple(str(choice.number) for choice in table.deals[-1].choices if choice.kind is CallKind.BID)


def declarer(table: Table) -> Seat | None:
    """Who plays, once the auction is over."""
    assert table.deal is not None
    contract = table.game.contract(table.agreed, table.deal.hand)
    return contract.declarer if contract else None


def worth(table: Table, bid: int, made: int, others: int, tricks: int = 0) -> int:
    """What the page's line for the declarer's side comes to."""
    assert isinstance(table.game, TrickGame)
    game = table.game.definition
    known = {"bid": bid, "made": made, "their_made": others, "tricks": tricks, "size": 12, **dict(table.agreed.options.extra)}
    known["set"] = game.defined["set"].value(known.__getitem__, {})
    return int(game.reckoned[0].points.value(known.__getitem__, {}))


def test_the_frame_for_four_and_for_three() -> None:
    table = four()
    assert table.hand is not None
    assert (table.hand.leader, table.hand.hand_size, table.pack.size) == (Seat.B, 12, 52)
    assert (ladder(table)[0], ladder(table)[-1]) == ("85", "165")
    three = table_of("roque", 3)
    assert three.hand is not None
    assert (three.hand.hand_size, three.pack.size, len(three.standing.totals)) == (15, 51, 3)
    assert (ladder(three)[0], ladder(three)[-1]) == ("95", "185")
    for players in (2, 5):
        with pytest.raises(BadSetup, match="expected 3 to 4"):
            table_of("roque", players)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"min_bid": -1}, "min_bid is -1: expected a whole number from 0"),
        ({"min_bid": 166}, "nobody can bid from 166 to 165"),
        ({"bid_step": 0}, "bid_step is 0: expected a whole number from 1"),
        ({"pass_is_final": 2}, "pass_is_final is 2: expected true or false"),
        ({"target": 0}, "target is 0: expected a whole number from 1"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        table_of("roque", 4, **options)


def test_each_bid_exceeds_the_last_in_turn_from_the_dealers_right() -> None:
    table = four()
    with pytest.raises(BadCall, match="expected 85 to 165"):
        say(table, Seat.B, 84)
    table = bidding(table, 85)
    for number in (85, 166):
        with pytest.raises(BadCall, match="expected 86 to 165"):
            say(table, Seat.A, number)
    table = bidding(table, 90, "-", "-", 95, "-", "-", "-")
    assert declarer(table) is Seat.B
    with pytest.raises(BadCall, match="the auction is over"):
        say(table, Seat.A, 120)
    with pytest.raises(BadCall, match="Roque knows no dost"):
        call(four(), CallKind.DOST)


def test_who_has_passed_may_bid_again_unless_a_pass_is_final() -> None:
    table = bidding(four(), "-", 90, "-", "-", 95)
    assert (declarer(table), table.deals[-1].choices[0].seat) == (None, Seat.A)
    final = bidding(four(pass_is_final=True), "-", 90, "-", "-")
    assert declarer(final) is Seat.A
    final = bidding(four(pass_is_final=True), 85, "-", 90, "-", 95)
    assert final.deals[-1].choices[0].seat is Seat.D


def test_shelem_bids_in_fives_from_a_hundred() -> None:
    table = four(min_bid=100, bid_step=5)
    for number in (95, 101):
        with pytest.raises(BadCall, match=f"a bid of {number} is not possible now: expected 100 to"):
            say(table, Seat.B, number)
    table = bidding(table, 100)
    with pytest.raises(BadCall, match="expected 105 to 165"):
        say(table, Seat.A, 104)


def test_when_everybody_passes_the_same_dealer_deals_again() -> None:
    table = bidding(four(), "-", "-", "-", "-")
    assert table.is_hand_over
    result = table.results[-1]
    assert result is not None
    assert result.lines[0].reason == "everybody passed: Esi deals again"
    assert (table.next_dealer, points(table), table.standing.hands) == (Seat.C, (0, 0), 0)


def test_the_declarer_leads_and_the_suit_led_is_trump() -> None:
    table = bidding(four(), 85, "-", "-", "-")
    assert table.hand is not None
    assert table.hand.leader == Seat.B
    other = bidding(four(), "-", 90, "-", "-", "-")
    assert other.hand is not None
    assert other.hand.leader == Seat.A
    table = tricks(table, *HAND)
    assert table.hand is not None
    assert table.hand.order_of_play.trump is Suit.DIAMONDS
    assert [str(trick.winning_card) for trick in table.hand.tricks] == [
        "KD",
        "QD",
        "8H",
        "TS",
        "AS",
        "QC",
        "KS",
        "AC",
        "JH",
        "JD",
        "AD",
        "7D",
    ]


def test_the_discard_is_the_declarers_and_known_by_elimination() -> None:
    table = tricks(bidding(four(), 100, "-", "-", "-"), *HAND)
    assert points(table) == (45, 120)
    result = table.results[-1]
    assert result is not None
    assert [line.reason for line in result.lines] == ["made 45", "bid 100, made 120 against 45"]
    assert (result.winner, str(result.winning_card), table.standing.hands) == (Seat.B, "7D", 1)
    assert (result.settlement, table.next_dealer) == ((-75, 75, -75, 75), Seat.B)
    assert offences(table) == []
    assert table.standing.needed == "first to 505: 385 to go"


def test_a_set_costs_the_bid_and_twice_where_the_others_have_more() -> None:
    assert points(tricks(bidding(four(), 125, "-", "-", "-"), *HAND)) == (45, -125)
    table = four()
    assert worth(table, 125, 135, 30) == 135
    assert worth(table, 125, 125, 40) == 125
    assert worth(table, 125, 115, 50) == -125
    assert worth(table, 125, 75, 90) == -250
    assert worth(table, 100, 82, 83) == -200
    assert worth(table, 100, 83, 83) == -100
    assert worth(table, 165, 165, 0, tricks=12) == 250
    assert worth(four(slam=330), 85, 165, 0, tricks=12) == 330


def test_a_revoke_is_proved_by_a_later_card_of_the_suit() -> None:
    table = tricks(bidding(four(), 85, "-", "-", "-"), "AH 3H 4H 5H", "KC 9D TC 2C", "QD KD 2D 3D", "8C 6C JC 4C")
    assert offences(table) == ["revoke A 2 8C"]
    assert table.deals[-1].suspicions == ()


def test_nothing_is_scored_without_the_auction_or_with_an_unknown_card() -> None:
    assert points(tricks(four(), *HAND)) is None
    assert points(tricks(bidding(four(), 100, "-", "-", "-"), *HAND[:11])) is None
    assert four().game.awaits(four().agreed, four().deals[-1].hand) == "bids"
    assert Card.parse("2C") not in table_of("roque", 3).pack


def test_reaching_the_target_wins() -> None:
    table = tricks(bidding(four(target=120), 100, "-", "-", "-"), *HAND)
    assert (table.standing.winner, table.standing.needed) == (1, "Kofi and Yaw reached 120")


@pytest.mark.parametrize(
    ("penalty", "expected", "gains"),
    [
        ("report_only", (45, 120), (-75, 75, -75, 75)),
        ("forfeit_hand", (0, 120), (-120, 120, -120, 120)),
        ("void_hand", (0, 0), (0, 0, 0, 0)),
        ("pay", (45, 120), (-77, 76, -75, 76)),
    ],
)
def test_a_revoke_costs_what_was_agreed(penalty: str, expected: tuple[int, int], gains: tuple[int, ...]) -> None:
    table = tricks(bidding(four(revoke_penalty=penalty), 100, "-", "-", "-"), *HAND)
    assert points(table) == (45, 120)
    table = tricks(bidding(four(revoke_penalty=penalty), 100, "-", "-", "-"), *revoked())
    assert {o.seat for o in table.deals[-1].offences} == {Seat.A}
    result = table.results[-1]
    assert result is not None
    assert (result.points, result.settlement) == (expected, gains)


def revoked() -> tuple[str, ...]:
    """A keeps QS from the spade lead of trick 6 and plays QH instead, which it should have kept until trick 8."""
    lines = list(HAND)
    assert (lines[6], lines[7]) == ("KS QS JS 3C", "8C QH AC 4C")
    lines[6], lines[7] = "KS QH JS 3C", "8C QS AC 4C"
    return tuple(lines)


def test_of_three_players_the_points_of_both_others_count_against_the_declarer() -> None:
    table = tricks(bidding(table_of("roque", 3), 95, "-", "-"), *_three_suits())
    result = table.results[-1]
    assert result is not None
    made = [int(line.reason.partition("made ")[2].split()[0]) for line in result.lines]
    assert sum(made) == 185
    side = next(number for number, line in enumerate(result.lines) if "bid 95" in line.reason)
    assert result.points[side] == (made[side] if made[side] >= 95 else -95 * (1 + (sum(made) - made[side] > made[side])))


def _three_suits() -> tuple[str, ...]:
    """Fifteen tricks of three cards each of which the leader wins with the highest of its suit, where there is one."""
    pack = table_of("roque", 3).pack.cards
    holdings = [sorted(pack[seat::3], key=str)[:15] for seat in range(3)]
    return tuple(f"{a} {b} {c}" for a, b, c in zip(*holdings, strict=True))


def test_a_void_hand_costs_nothing_although_somebody_revoked() -> None:
    table = tricks(bidding(four(revoke_penalty="pay"), 100, "-", "-", "-"), *revoked()[:9])
    assert {o.seat for o in table.deals[-1].offences} == {Seat.A}
    result = run(table, VoidHand(by="t", reason="misdeal")).results[-1]
    assert result is not None
    assert set(result.settlement) == {0}


@pytest.mark.parametrize("penalty", ["report_only", "pay"])
def test_an_open_auction_scores_nothing_whatever_a_revoke_costs(penalty: str) -> None:
    assert tricks(bidding(four(revoke_penalty=penalty), 100, "-"), *HAND).results[-1] is None
    assert tricks(four(revoke_penalty=penalty), *HAND).results[-1] is None
