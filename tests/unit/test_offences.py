"""Offences are proved by cards, at the moment that a card shows them, and nobody else is accused."""

import pytest

from scoring import Card, Hand, Seat
from scoring.commands import CorrectCard, PlayCard, ShowCard, Undo
from scoring.duties import Duties
from scoring.offences import OffenceKind
from scoring.packs import PACKS
from scoring.proofs import offences_of, suspicions_of, undone_duties
from tests.conftest import run
from tests.tables import offences, table_of, tricks


def spar(*tricks: str) -> Hand:
    hand = Hand.start(PACKS["spar35"], players=3, dealer=Seat.C)
    for trick in tricks:
        hand = hand.play_trick(trick)
    return hand


def test_discard_then_same_suit_proves_revoke() -> None:
    """A seat that discards on hearts and later plays a heart has revoked on the first trick."""
    hand = spar("AH 7H 9D", "KH 8H QH")
    (offence,) = offences_of(hand)
    assert (offence.kind, offence.seat, offence.trick) == (OffenceKind.REVOKE, Seat.C, 1)
    assert (offence.card, offence.proved_by, offence.proved_in, offence.proved_at) == (Card.parse("9D"), Card.parse("QH"), 2, 5)


def test_a_discard_is_suspicious_until_the_hand_is_played_out() -> None:
    hand = spar("AH 7H 9D")
    assert offences_of(hand) == ()
    assert [(s.seat, s.trick) for s in suspicions_of(hand)] == [(Seat.C, 1)]


def test_a_card_of_another_pack_shows_at_once() -> None:
    (offence,) = offences_of(spar("KS AS QS"))
    assert (offence.kind, offence.card, offence.seat) == (OffenceKind.CARD_NOT_IN_PACK, Card.parse("AS"), Seat.B)


def test_the_same_card_twice_shows_at_once() -> None:
    found = offences_of(spar("KS QS JS", "KS 9S 8S"))
    assert [o.kind for o in found] == [OffenceKind.DUPLICATE_CARD]


def test_a_witness_proves_a_play_out_of_turn() -> None:
    hand = spar().play(Card.parse("AH"), Seat.B)
    (offence,) = offences_of(hand)
    assert (offence.kind, offence.seat, offence.proved_at) == (OffenceKind.OUT_OF_TURN, Seat.B, 0)


def test_a_hidden_card_proves_nothing_until_it_is_turned_up() -> None:
    hand = spar().play(Card.parse("AH")).play(None, face_down=True).play(Card.parse("7H")).confirm()
    hand = hand.play_trick("KH QH 8H")
    assert offences_of(hand) == ()


def test_a_card_shown_from_the_undealt_part_cannot_be_played() -> None:
    table = run(table_of("spar", 2, show_bottom=True), ShowCard(by="t", card=Card.parse("6S")))
    assert offences(tricks(table, "AH 6S")) == ["duplicate_card A 1 -"]


def test_a_shown_card_that_was_taken_for_a_play_leaves_the_trick() -> None:
    table = run(tricks(table_of("spar", 3, show_bottom=True), "AH 6S"), ShowCard(by="t", card=Card.parse("6S")))
    assert table.hand is not None
    assert [str(play.card) for play in table.hand.plays] == ["AH"]
    assert [str(play.card) for play in table.hand.shown] == ["6S"]
    back = run(table, Undo(by="t")).hand
    assert back is not None
    assert ([str(play.card) for play in back.plays], back.shown) == (["AH", "6S"], ())
    assert offences(tricks(table, "7H 8H")) == []
    late = run(table, PlayCard(by="t", card=None), CorrectCard(by="t", hand=1, trick=1, position=1, card=Card.parse("6S")))
    late = run(late, ShowCard(by="t", card=Card.parse("6S")))
    assert late.hand is not None
    assert [str(play.card) for play in late.hand.plays] == ["AH"]


def test_a_shown_trump_is_the_dealers_to_play() -> None:
    rules = 'name = "g"\npack = "std52"\nhand_size = 2\ntrump = "turned"\n[[score]]\ntrick = "each"\npoints = 1\n'
    table = run(table_of("g", 2, rules=rules), ShowCard(by="t", card=Card.parse("6S")))
    assert offences(tricks(table, "AH 6S")) == []


def test_one_card_of_an_unknown_player_hides_no_one_who_lays_too_many() -> None:
    hand = Hand.start(PACKS["spar35"], players=2, dealer=Seat.A, hand_size=1)
    hand = hand.play(Card.parse("AH")).play(None).confirm()
    hand = hand.play(Card.parse("KH")).play(Card.parse("QH"), seat=Seat.B)
    assert [play.seat for play in hand.tricks[1].plays] == [None, Seat.B]
    assert [(o.kind, o.seat) for o in offences_of(hand)] == [(OffenceKind.TOO_MANY_CARDS, Seat.B)]


@pytest.mark.parametrize(
    ("duties", "kinds"),
    [
        (Duties(), []),
        (Duties(beat=True), [OffenceKind.FAILED_TO_BEAT]),
        (Duties(trump=True), []),
        (Duties(beat=True, trump=True), [OffenceKind.FAILED_TO_BEAT]),
    ],
)
def test_each_duty_is_judged_where_the_game_has_it(duties: Duties, kinds: list[OffenceKind]) -> None:
    hand = spar("9H 7H TH", "KD QD JD", "8H 6H KH")
    assert [offence.kind for offence in undone_duties(hand, duties)] == kinds


def test_a_trick_whose_lead_nobody_saw_keeps_later_ones_from_no_proof() -> None:
    hand = spar("AH 7H 8H")
    hand = hand.play(None).play(Card.parse("9H")).play(Card.parse("JD")).confirm()
    hand = hand.change(2, 0, hand.at(2, 0)._replace(face_down=True))
    for code in ("KC", "7D", "8C"):
        hand = hand.play(Card.parse(code), Seat(("KC", "7D", "8C").index(code)))
    hand = hand.confirm()
    for code, seat in (("KD", Seat.A), ("9C", Seat.B), ("QD", Seat.C)):
        hand = hand.play(Card.parse(code), seat)
    assert [(found.seat, found.trick) for found in undone_duties(hand.confirm())] == [(Seat.B, 3)]
