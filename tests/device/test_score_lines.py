"""What `cardtable score` says of a record in words."""

from device.records import score_lines
from scoring import CallKind, Seat, Table
from scoring.commands import ClaimTrick, VoidHand
from tests.conftest import run
from tests.tables import bid, call, hand_of_spar, table_of, tricks
from tests.unit.test_roque import HAND, bidding, four


def said(table: Table, *words: str) -> list[str]:
    """The lines that begin with one of these."""
    return [line.strip() for line in score_lines(table) if line.strip().startswith(words)]


def test_who_took_the_last_trick_and_whether_the_game_goes_on() -> None:
    table = hand_of_spar(table_of("spar", 2, target=10))
    assert said(table, "Result", "Total", "The game") == [
        "Result: Kofi took the last trick with 8C; Ama +0, Kofi +1",
        "Total: Ama 0, Kofi 1",
        "The game goes on: first to 10: 9 to go",
    ]


def test_who_won_the_game_and_what_is_left_of_the_stones() -> None:
    won = hand_of_spar(table_of("spar", 2, target=1))
    assert said(won, "Kofi won") == ["Kofi won the game: Kofi reached 1"]
    stones = hand_of_spar(table_of("spar", 2, scoring="stones", stones=5))
    assert said(stones, "Stones", "The game") == ["Stones in the pool: 4", "The game goes on: 4 stones left"]


def test_matchsticks_and_bags_of_both_sides() -> None:
    dost = call(call(table_of("stovkahra"), CallKind.DECLARE, Seat.B, number=4, rank="A"), CallKind.DOST, Seat.B)
    assert said(dost, "Result", "Matchsticks") == [
        "Result: Kofi and Yaw won the hand; Ama and Esi won the game; Ama and Esi +0, Kofi and Yaw +40",
        "Matchsticks: Ama and Esi 2, Kofi and Yaw 0",
    ]
    spades = tricks(bid(table_of("spades"), 3, 4, 2, 4), *(f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"))
    assert said(spades, "Bags") == ["Bags: Ama and Esi 0, Kofi and Yaw 5"]


def test_why_a_hand_has_no_result() -> None:
    table = tricks(bidding(four(), "-", 100, "-", "-", "-"), *HAND[:11])
    table = run(table, ClaimTrick(by="t", hand=1, trick=12, seat=Seat.A))
    assert said(table, "No result") == [
        "No result: 4 cards of trick 12 were not seen, and cards count: name them, or say that the hand does not count"
    ]
    void = run(table, VoidHand(by="t", reason="misdeal"))
    assert said(void, "Result") == ["Result: the hand does not count, Esi deals"]
