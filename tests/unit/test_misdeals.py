"""Misdeals: a card too many or too few is drawn back, a deal out of turn goes back to whose turn it was."""

import pytest

from scoring import Card, Seat, Table, decide
from scoring.commands import CorrectCard, CountCards, DealHand, PlayCard, Undo, VoidHand
from scoring.errors import Refused, Unreadable
from scoring.ledger.phrases import drawn_text, read_drawn
from scoring.misdeals import DrawnBack, drawn_back, misdealt
from tests.conftest import NOON, run
from tests.tables import hand_of_spar, table_of, tricks

A, B, C, D = Seat.A, Seat.B, Seat.C, Seat.D


def counted(*counts: int) -> dict[Seat, int]:
    return dict(zip(Seat, counts, strict=False))


@pytest.mark.parametrize(
    ("counts", "size", "has_rest", "expected"),
    [
        ((13, 13, 13, 13), 13, False, None),
        ((13, 14, 12, 13), 13, False, DrawnBack(B, C)),
        ((13, 12, 14, 13), 13, False, DrawnBack(C, B)),
        ((15, 11, 13, 13), 13, False, None),
        ((14, 14, 12, 12), 13, False, None),
        ((5, 6), 5, True, DrawnBack(B, None)),
        ((5, 4), 5, True, DrawnBack(None, B)),
        ((5, 4), 5, False, None),
        ((6, 6, 5), 5, True, None),
        ((5, 7, 4), 5, True, None),
    ],
)
def test_one_card_puts_a_deal_right_or_none_does(
    counts: tuple[int, ...], size: int, has_rest: bool, expected: DrawnBack | None
) -> None:
    assert drawn_back(counted(*counts), size, has_rest) == expected


def test_seats_with_a_wrong_number_of_cards() -> None:
    assert misdealt(counted(5, 6, 4), 5) == (B, C)
    assert misdealt(counted(5, 5), 5) == ()


def test_a_card_drawn_back_is_noted_and_the_hand_goes_on() -> None:
    table = run(table_of("spades"), CountCards(by="t", counts=(13, 14, 12, 13)))
    assert table.hand is not None
    assert (table.hand.drawn_back, table.hand.is_void, table.is_hand_over) == ((DrawnBack(B, C),), False, False)
    undone = run(table, Undo(by="t")).hand
    assert undone is not None
    assert undone.drawn_back == ()
    assert decide(table, CountCards(by="t", counts=(13, 13, 13, 13)), NOON) == []


@pytest.mark.parametrize(("counts", "is_seen"), [((13, 14, 12, 13), True), ((15, 11, 13, 13), False)])
def test_any_other_misdeal_is_dealt_again_by_the_same_dealer(counts: tuple[int, ...], is_seen: bool) -> None:
    table = run(table_of("spades"), CountCards(by="t", counts=counts, is_seen=is_seen))
    assert (table.is_hand_over, table.next_dealer, table.standing.hands) == (True, A, 0)
    result = table.results[-1]
    assert result is not None
    assert result.lines[0].reason == "the hand was declared void: Ama deals again"


def test_cards_may_be_counted_before_anything_of_the_hand_was_said() -> None:
    """B won and deals the second hand, which nobody has begun to write down."""
    table = run(hand_of_spar(table_of("spar", 2)), CountCards(by="t", counts=(5, 7)))
    assert [hand.dealer for hand in table.hands] == [A, B]
    assert (table.hands[1].is_void, table.next_dealer) == (True, B)


def test_once_a_card_was_played_the_hand_is_void_or_stands() -> None:
    table = run(table_of("spar", 2), PlayCard(by="t", card=None))
    with pytest.raises(Refused, match="cards have been played already"):
        run(table, CountCards(by="t", counts=(5, 6)))
    for counts in ((5,), (5, 5, 5), (5, -1)):
        with pytest.raises(Refused, match="how many cards each of 2 players has"):
            run(table_of("spar", 2), CountCards(by="t", counts=counts))


def out_of_turn(table: Table, dealer: Seat | None) -> Table:
    return run(table, DealHand(by="t", dealer=dealer), VoidHand(by="t", reason="misdeal", is_out_of_turn=True))


@pytest.mark.parametrize("dealer", [None, A])
def test_dealt_out_of_turn_the_deal_goes_back_to_whose_turn_it_was(dealer: Seat | None) -> None:
    """B has won and should deal, whether the record knows that A did or not."""
    table = out_of_turn(hand_of_spar(table_of("spar", 2)), dealer)
    assert table.next_dealer == B
    result = table.results[-1]
    assert result is not None
    assert result.lines[0].reason == "dealt out of turn: Kofi deals"
    again = run(table, DealHand(by="t")).hand
    assert again is not None
    assert (again.number, again.dealer) == (3, B)


@pytest.mark.parametrize("game", ["spades", "stovkahra", "roque", "suipe", "hearts"])
def test_the_deal_goes_back_in_every_game(game: str) -> None:
    table = run(table_of(game), VoidHand(by="t", reason="again"))
    assert out_of_turn(table, C).next_dealer == A
    assert run(table, DealHand(by="t", dealer=C), VoidHand(by="t", reason="misdeal")).next_dealer == C


def test_whose_turn_it_was_follows_a_correction_of_the_hand_before() -> None:
    table = out_of_turn(tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H", "JH 6D", "8C 9D"), A)
    assert table.next_dealer == B
    corrected = run(table, CorrectCard(by="t", hand=1, trick=5, position=1, card=Card.parse("9C")))
    assert corrected.next_dealer == A


@pytest.mark.parametrize("card", [DrawnBack(A, B), DrawnBack(None, B), DrawnBack(A, None)])
def test_a_card_drawn_back_goes_into_words_and_back(card: DrawnBack) -> None:
    assert read_drawn(drawn_text(card)) == card


@pytest.mark.parametrize("text", ["B from B", "the pack from the pack", "I from A", "B", "from B"])
def test_words_that_draw_no_card_back_are_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="draws no card back"):
        read_drawn(text)
