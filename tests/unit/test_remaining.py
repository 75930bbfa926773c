"""Which cards are still to come: each as often as the pack has it, and what somebody types is held against it."""

import pytest

from scoring import Card
from scoring.commands import PlayCard
from scoring.errors import CardTwice
from scoring.ledger.phrases import read_call
from scoring.remaining import spent, unseen
from tests.conftest import run
from tests.tables import call, laid_out, moves, table_of, tricks


def test_a_card_that_the_pack_has_no_more_of_is_not_typed_but_may_be_seen() -> None:
    ace, queen = Card.parse("AH"), Card.parse("QH")
    spar = tricks(table_of("spar", 2), "AH QH", "9C")
    assert spar.deal is not None
    assert {str(card): trick for card, trick in spent(spar.deal).items()} == {"AH": 1, "QH": 1, "9C": 2}
    assert not {ace, queen} & set(unseen(spar.deal.hand))
    with pytest.raises(CardTwice, match="AH has been played already"):
        run(spar, PlayCard(by="t", card=ace, is_typed=True))
    assert run(spar, PlayCard(by="camera", card=ace)).hand is not None


def test_of_two_copies_the_second_is_still_to_come() -> None:
    pinochle = table_of("pinochle")
    assert pinochle.deal is not None
    hand = pinochle.deal.hand.play(Card.parse("AH"))
    assert Card.parse("AH") in unseen(hand)
    assert Card.parse("AH") not in unseen(hand.play(Card.parse("AH")))


def test_in_a_fishing_game_every_card_that_was_seen_is_spent() -> None:
    table = moves(laid_out(), "B 9C captures 9S")
    assert table.deal is not None
    assert sorted(map(str, spent(table.deal))) == ["4C", "5H", "9C", "9S", "KD"]


def test_who_turns_out_the_partner_stands_beside_the_contract() -> None:
    table = table_of("schafkopf")
    for words in ("B bids rufspiel", "C passes", "D passes", "A passes", "B calls AC"):
        said = read_call(words)
        table = call(table, said.kind, said.seat, number=said.number, word=said.word, cards=" ".join(map(str, said.cards)))
    early = tricks(table, "QH JC QS QC")
    assert early.deal is not None
    contract = table.game.contract(early.agreed, early.deal.hand)
    assert contract is not None
    assert (contract.card, contract.partner) == (Card.parse("AC"), None)
    late = tricks(early, "JS QD 9H AS", "JD TH TS JH", "KH AH 7D KD", "8H 8S 8C KS", "7H KC 9S 7C", "9C 9D AC")
    assert late.deal is not None
    contract = table.game.contract(late.agreed, late.deal.hand)
    assert contract is not None
    assert contract.partner == 3
