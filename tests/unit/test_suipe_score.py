"""Suipe: what a deal is worth, Suipes that cancel, the deal, the session and who plays together."""

from typing import Any

import pytest

from scoring import Call, CallKind, Seat, Table
from scoring.commands import CorrectCall, DealHand, VoidHand
from scoring.errors import BadCall, BadSetup
from scoring.games.game import Setup
from scoring.games.suipe.game import SUIPE, deals_in, is_even, turn_at
from scoring.games.suipe.options import batches
from scoring.games.suipe.score import details, net_suipes
from scoring.games.suipe.score import points as pile_points
from scoring.packs import PACKS, cards_of
from tests.conftest import run
from tests.tables import call, laid_out, moves, offences, points, suipe_options, table_of

SPADES = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"

DIAMONDS = "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D"

HEARTS = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"

CLUBS = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"


def test_eleven_points_are_in_the_pack_and_23_with_numbered_faces() -> None:
    whole = [PACKS["std52"].cards, ()]
    assert pile_points(suipe_options(), whole, (0, 0)) == [11, 0]
    assert pile_points(suipe_options(values13=True), whole, (0, 0)) == [23, 0]
    first, second = [cards_of(f"{DIAMONDS} {SPADES} AH"), cards_of(f"{CLUBS} {HEARTS[3:]}")]
    assert details(suipe_options(), (first, second)) == [{"cards": 3, "spades": 1, "aces": 3, "2S": 1, "TD": 2}, {"aces": 1}]


def test_a_tie_for_most_scores_for_nobody() -> None:
    piles = (cards_of(f"{SPADES[:18]}"), cards_of("8S 7S 6S 5S 4S 3S"), cards_of("2S"))
    found = details(suipe_options(), piles)
    assert [("spades" in detail, "cards" in detail) for detail in found] == [(False, False)] * 3
    assert pile_points(suipe_options(), piles, (0, 0, 0)) == [1, 0, 1]


@pytest.mark.parametrize(
    ("rule", "suipes", "net"),
    [
        ("pairwise", (3, 1), [2, 0]),
        ("pairwise", (2, 2), [0, 0]),
        ("pairwise", (0, 2), [0, 2]),
        ("pairwise", (3, 1, 2), [1, 0, 0]),
        ("none", (3, 1), [3, 1]),
        ("wipe_opponent", (3, 1), [3, 1]),
    ],
)
def test_suipes_cancel_as_agreed(rule: str, suipes: tuple[int, ...], net: list[int]) -> None:
    assert net_suipes(suipe_options(suipe_cancel=rule), suipes) == net


def test_batches_that_use_the_cards_exactly() -> None:
    cases = [(2, 6, 4), (2, 8, 3), (2, 7, None), (3, 8, 2), (3, 6, None), (4, 6, 2), (2, 24, 1), (4, 12, 1)]
    for players, size, expected in cases:
        assert batches(players, size) == expected
    assert is_even(table_of("suipe", 2).agreed)
    assert not is_even(table_of("suipe", 3, hand_size=7).agreed)
    for players, size in ((2, 24), (2, 1), (3, 16), (4, 12)):
        assert is_even(table_of("suipe", players, hand_size=size).agreed)
    assert [table_of("suipe", players).agreed.options.hand_size for players in (2, 3, 4)] == [None] * 3
    dealt = [table_of("suipe", players).hand for players in (2, 3, 4)]
    assert [hand.hand_size for hand in dealt if hand] == [6, 8, 6]


def test_the_dealer_says_for_each_deal_how_many_cards_it_has() -> None:
    """B of two deals in batches of one: after two turns the batch is over, and a build without its card is proved."""
    table = call(laid_out(), CallKind.DEALS, Seat.A, number=2)
    assert table.hand is not None
    assert table.hand.hand_size == 2
    proved = moves(table, "B 3C builds 8: 3C 5H", "A QC trails", "B 7C trails")
    assert offences(proved) == ["illegal_build B 1 7C", "trail_with_own_build B 3 -"]
    assert offences(moves(laid_out(), "B 3C builds 8: 3C 5H", "A QC trails", "B 7C trails")) == ["trail_with_own_build B 3 -"]
    corrected = run(proved, CorrectCall(by="t", hand=1, index=1, call=Call(CallKind.DEALS, Seat.A, number=24)))
    assert corrected.hand is not None
    assert corrected.hand.hand_size == 24
    assert offences(corrected) == ["trail_with_own_build B 3 -"]
    again = run(proved, VoidHand(by="t", reason="misdeal"), DealHand(by="t"))
    assert again.hand is not None
    assert again.hand.hand_size == 6


@pytest.mark.parametrize(
    ("seat", "number", "words"),
    [
        (Seat.B, 6, "Ama, who deals, says how many"),
        (Seat.A, 25, "25 cards each: expected 1 to 24"),
        (Seat.A, 0, "0 cards each: expected 1 to 24"),
        (Seat.A, None, "expected 1 to 24"),
    ],
)
def test_how_many_cards_are_dealt_is_the_dealers_and_fits_the_pack(seat: Seat, number: int | None, words: str) -> None:
    with pytest.raises(BadCall, match=words):
        call(table_of("suipe", 2), CallKind.DEALS, seat, number=number)
    with pytest.raises(BadCall, match="has been said already"):
        call(call(table_of("suipe", 2), CallKind.DEALS, number=6), CallKind.DEALS, number=8)


WHOLE = 48


def whole_deal(table: Table) -> Table:
    """Everybody trails all cards left in the pack but the last one, which captures its like."""
    assert table.hand is not None
    seen = {*table.hand.calls[0].cards, *(move.card for move in table.hand.moves)}
    left = [card for card in PACKS["std52"].cards if card not in seen]
    for place, card in enumerate(left, start=len(table.hand.moves)):
        turn = turn_at(table.hand, place)
        twins = [other for other in seen if other.rank is card.rank and other.suit is not card.suit]
        text = f"{turn} {card} captures {twins[0]}" if card == left[-1] else f"{turn} {card} trails"
        table = moves(table, text)
        seen.add(card)
    return table


def test_what_is_left_goes_to_the_last_taker_and_piles_make_52() -> None:
    table = whole_deal(laid_out())
    assert table.is_hand_over
    layout = SUIPE.layout(table.agreed, table.deals[-1].hand)
    assert [len(pile) for pile in layout.won] == [52, 0]
    assert points(table) == (11, 0)
    result = table.results[-1]
    assert result is not None
    assert (result.settlement, table.next_dealer) == ((110, -110), Seat.B)
    assert [(line.label, line.points) for line in result.lines] == [
        ("most cards", 3),
        ("most spades", 1),
        ("aces", 4),
        ("2S", 1),
        ("TD", 2),
    ]
    assert [line.reason for line in result.lines] == [
        "52 cards, more than anybody else",
        "more spades than anybody else",
        "each counts one",
        "2S in the pile",
        "TD in the pile",
    ]


def setup(**more: Any) -> Setup:
    return Setup("suipe", ("A", "B", "C"), suipe_options(**more))


def test_a_session_is_two_deals_unless_the_table_agrees_otherwise() -> None:
    assert [deals_in(setup(length=length)) for length in ("two_deals", "each_deals", "one_deal")] == [2, 3, 1]
    table = whole_deal(laid_out(length="one_deal"))
    assert (table.standing.winner, table.standing.needed) == (0, "Ama won after 1 deal")
    assert laid_out().standing.needed == "2 deals to go"
    table = whole_deal(laid_out())
    assert table.standing.needed == "1 deal to go"
    assert run(table, DealHand(by="t")).hand is not None


@pytest.mark.parametrize(
    ("players", "more", "words"),
    [
        (5, {}, "5 players: expected 2 to 4"),
        (4, {"hand_size": 13}, "4 players with 13 cards each need more than 48"),
        (2, {"hand_size": 25}, "hand_size is 25"),
        (3, {"hand_size": 24}, "3 players with 24 cards each need more than 48"),
        (2, {"hand_size": 0}, "hand_size is 0"),
        (2, {"face_capture_max": 4}, "face_capture_max is 4"),
        (2, {"suipe_cancel": "x"}, "expected one of pairwise"),
    ],
)
def test_a_setup_that_does_not_fit_is_refused(players: int, more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        table_of("suipe", players, **more)


def test_a_deal_that_sweeps_pair_by_pair_makes_no_suipe_with_its_very_last_card() -> None:
    table, lying = laid_out(cards="AC 2C 3C 4C"), ["AC", "2C", "3C", "4C"]
    assert table.hand is not None
    for card in (f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"):
        if card in ("AC", "2C", "3C", "4C"):
            continue
        twin = next((other for other in lying if other[0] == card[0]), None)
        assert table.hand is not None
        turn = turn_at(table.hand, len(table.hand.moves))
        table = moves(table, f"{turn} {card} captures {twin}" if twin else f"{turn} {card} trails")
        if twin:
            lying.remove(twin)
        else:
            lying.append(card)
    assert table.hand is not None
    layout = SUIPE.layout(table.agreed, table.hand)
    # Ranks four to King empty the table twice each, the Kings' second time with the last card.
    assert sum(layout.sweeps) == 2 * 10 - 1


def test_a_hand_size_out_of_range_says_which_ones_there_are() -> None:
    with pytest.raises(BadSetup, match="hand_size is 25: expected 1 to 24"):
        suipe_options(hand_size=25)


@pytest.mark.parametrize(("players", "size", "sides"), [(2, 6, 2), (3, 8, 3), (4, 6, 2)])
def test_how_many_cards_are_dealt_and_who_plays_together(players: int, size: int, sides: int) -> None:
    table = table_of("suipe", players)
    assert table.hand is not None
    assert (table.hand.hand_size, len(table.standing.totals)) == (size, sides)
