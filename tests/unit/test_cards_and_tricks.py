"""Cards, packs, seats and tricks."""

import pytest

from scoring import Card, Direction, Hand, Rank, Seat, Suit
from scoring.cards import WITHOUT_SUIT
from scoring.errors import Unreadable
from scoring.packs import PACKS, pack_named, ranks_of, trumps_of
from scoring.tricks import Reading, TrickOrder


@pytest.mark.parametrize("code", ["AS", "TD", "7H", "BJ", "LJ", "OS", "UD", "1H", "14S", "ND", "XXI", "I"])
def test_a_card_is_written_as_it_is_read(code: str) -> None:
    assert str(Card.parse(code)) == code


def test_no_two_cards_have_one_code() -> None:
    cards = [Card(rank, suit) for rank in Rank for suit in ((None,) if rank in WITHOUT_SUIT else Suit)]
    assert [Card.parse(str(card)) for card in cards] == cards
    assert ranks_of(" ".join(rank.value for rank in Rank if rank not in WITHOUT_SUIT)) == tuple(
        rank for rank in Rank if rank not in WITHOUT_SUIT
    )


@pytest.mark.parametrize("text", ["", "0H", "10H", "15H", "QX", "back", "A", "XXII", "BJS", "XXIH", "14"])
def test_what_is_no_card_is_named_in_the_error(text: str) -> None:
    with pytest.raises(Unreadable, match="is not a card"):
        Card.parse(text)


def test_the_pack_of_spar_holds_35_cards_without_the_ace_of_spades() -> None:
    assert (len(PACKS["spar35"].cards), Card.parse("AS") in PACKS["spar35"]) == (35, False)
    assert (len(PACKS["spar36"].cards), Card.parse("AS") in PACKS["spar36"]) == (36, True)


def test_an_unknown_pack_names_the_known_ones() -> None:
    with pytest.raises(Unreadable, match="spar35"):
        pack_named("tarot78")


@pytest.mark.parametrize(("direction", "order"), [("cw", "ABCA"), ("ccw", "ACBA")])
def test_seats_follow_each_other_round_the_table(direction: str, order: str) -> None:
    seats = tuple(Seat)[:3]
    seat, walked = Seat.A, "A"
    for _ in range(3):
        seat = Direction(direction).after(seat, seats)
        walked += str(seat)
    assert walked == order


def test_the_next_seat_skips_those_who_do_not_play() -> None:
    assert Direction.CLOCKWISE.after(Seat.B, (Seat.A, Seat.D)) is Seat.D


def spar() -> Hand:
    return Hand.start(PACKS["spar35"], players=3, dealer=Seat.C)


def test_the_highest_card_of_the_led_suit_takes_the_trick_and_leads_next() -> None:
    hand = spar().play_trick("8H KD QH")
    assert (hand.tricks[0].winner, hand.tricks[0].winning_card, hand.turn) == (Seat.C, Card.parse("QH"), Seat.C)


def test_an_unknown_card_leaves_winner_and_turn_open_until_it_is_named() -> None:
    hand = spar().play(Card.parse("8H")).play(None).play(Card.parse("9H")).confirm()
    assert (hand.tricks[0].winner, hand.turn) == (None, None)


def test_a_foreign_card_lies_among_trumps_where_its_rank_is() -> None:
    trumps = trumps_of(("JC", "J", "A", "T", "K", "Q", "9", "8", "7"), Suit.SPADES)
    order = TrickOrder(PACKS["german32"], Suit.SPADES, trumps=trumps)
    deuce, jack, seven = map(Card.parse, ("2S", "JC", "7S"))
    assert [order.beats(jack, deuce), order.beats(deuce, seven), order.beats(seven, deuce)] == [True, False, True]


def test_a_face_down_card_never_wins() -> None:
    hand = spar().play(Card.parse("6H")).play(None, face_down=True).play(Card.parse("KD")).confirm()
    assert hand.tricks[0].winner is Seat.A


def test_after_a_card_of_which_nobody_knows_whose_it_was_nobody_is_known_to_play_next() -> None:
    hand = spar()
    for played in ((None, Seat.B), (Seat.B, None), (None,)):
        assert hand.turn_after(played, Seat.B) is None
    assert hand.turn_after((), Seat.B) is Seat.B


def test_what_the_camera_said_of_a_card_stays_with_the_play() -> None:
    reading = Reading(0.5, ((Card.parse("KH"), 0.5),), "0" * 64)
    assert spar().play(Card.parse("AH"), reading=reading).plays[0].reading is reading
    assert spar().play(Card.parse("AH")).plays[0].reading == Reading()
