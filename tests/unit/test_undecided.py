"""Why a hand has no result, in a sentence that says what would settle it."""

import pytest

from scoring import Card, Seat, Table
from scoring.commands import AddMissedCard, ClaimTrick, ConfirmTrick, DealHand, PlayCard, VoidHand
from scoring.errors import Refused
from scoring.undecided import undecided
from tests.conftest import run
from tests.tables import bid, hand_of_spar, laid_out, moves, table_of, tricks
from tests.unit.test_roque import HAND, bidding, four


def why(table: Table) -> str:
    assert table.deal is not None
    return undecided(table.deal)


def test_a_hand_with_a_result_waits_for_nothing() -> None:
    assert why(hand_of_spar(table_of("spar", 2))) == ""


def test_a_hand_that_is_played_says_how_much_is_left() -> None:
    left = "5 tricks still to be played: lay the cards, or say who took them"
    assert why(table_of("spar", 2)) == left
    assert why(tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H", "JH 6D")).startswith("1 trick still to be played")
    assert why(moves(laid_out(), "B 3C trails")) == "1 turn taken, and cards are left: play on"


def test_a_hand_waits_for_what_has_not_been_said() -> None:
    assert why(bid(table_of("spades"), 3, 4)) == "the hand waits for bids: say what was said"
    assert why(table_of("stovkahra")) == "the hand waits for the card that makes trumps: say what was said"
    assert why(table_of("suipe")) == "the hand waits for the first four cards: say what was said"


def test_a_claimed_trick_of_roque_leaves_its_points_unknown() -> None:
    played = tricks(bidding(four(), "-", 100, "-", "-", "-"), *HAND[:11])
    claimed = run(played, ClaimTrick(by="t", hand=1, trick=12, seat=Seat.A))
    assert claimed.results == (None,)
    assert why(claimed) == ("4 cards of trick 12 were not seen, and cards count: name them, or say that the hand does not count")


def test_naming_the_cards_of_a_claimed_trick_settles_the_hand_even_behind_others() -> None:
    played = tricks(bidding(four(), "-", 100, "-", "-", "-"), *HAND[:11])
    table = run(played, ClaimTrick(by="t", hand=1, trick=12, seat=Seat.A), DealHand(by="t"))
    for position, code in enumerate(HAND[11].split()):
        assert table.results[0] is None
        table = run(table, AddMissedCard(by="t", hand=1, trick=12, position=position, card=Card.parse(code)))
    whole = tricks(played, HAND[11]).results[-1]
    assert whole is not None
    assert table.results[0] is not None
    assert table.results[0].points == whole.points
    with pytest.raises(Refused, match="trick 12 misses no card"):
        run(table, AddMissedCard(by="t", hand=1, trick=12, position=4, card=Card.parse("2H")))
    with pytest.raises(Refused, match="trick 11 misses no card"):
        run(table, AddMissedCard(by="t", hand=1, trick=11, position=4, card=Card.parse("2H")))


def test_a_card_that_nobody_named_leaves_the_last_trick_to_nobody() -> None:
    table = tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H", "JH 6D", "8C")
    table = run(table, PlayCard(by="t", card=None), ConfirmTrick(by="t", hand=1, trick=5))
    assert why(table) == "nobody can tell who took trick 5: name its cards and whose they were"


def test_a_card_seen_twice_is_named_where_nothing_else_is_missing() -> None:
    twice = tricks(bidding(four(), "-", 100, "-", "-", "-"), *HAND[:11], "7D 2D 5S 5S")
    assert twice.results == (None,)
    assert why(twice) == "two cards cannot both be right: correct one"


def test_a_hand_that_does_not_count_is_decided() -> None:
    assert why(run(table_of("stovkahra"), VoidHand(by="t", reason="misdeal"))) == ""
