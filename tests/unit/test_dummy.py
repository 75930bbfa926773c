"""The dummy: whose cards lie open, what is told of them, what they prove, and what is shown of it."""

import pytest

from scoring import Card, Seat, Table
from scoring.calls import CallKind
from scoring.commands import CorrectCall, PlayCard
from scoring.errors import BadCall, BadRules
from scoring.events import CallMade, SessionStarted
from scoring.folding import fold
from scoring.games.toml import read_definition
from scoring.ledger.codec import decode, encode
from scoring.ledger.phrases import read_call
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from scoring.projections import table_view
from tests.conftest import run
from tests.golden.test_written_games import talked
from tests.tables import offences, suspicions, table_of, tricks
from tests.unit.test_rules_language import GAME

AUCTION = "A bids 1N, B passes, C passes, D passes"
CARDS = "AS KS 2S QH 5H 3H JC TC 9C 2C 9D 8D 4D"


def held(table: Table) -> list[str]:
    hand = table.hand
    assert hand is not None
    assert hand.dummy is not None
    return [str(card) for card in hand.holds(hand.dummy)]


def test_the_partner_of_the_declarer_is_dummy_and_holds_what_was_told_and_not_played() -> None:
    table = talked(table_of("bridge"), AUCTION)
    assert table.hand is not None
    assert (table.hand.dummy, table.hand.leader, table.hand.is_dummy_due) == (Seat.C, Seat.B, False)
    table = run(table, PlayCard(by="t", card=Card.parse("7S")))
    assert table.hand is not None
    assert table.hand.is_dummy_due
    table = talked(talked(table, "C is dummy with AS KS 2S"), "C is dummy with QH 5H 3H JC TC 9C 2C 9D 8D 4D")
    assert table.hand is not None
    assert not table.hand.is_dummy_due
    table = run(table, PlayCard(by="t", card=Card.parse("2S")))
    assert held(table) == CARDS.replace("2S ", "").split()
    view = table_view(table)["hand"]["dummy"]
    assert (view["seat"], view["player"], view["left"], view["lacks"]) == (Seat.C, "Esi", CARDS.replace("2S ", "").split(), 0)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("D is dummy with AS", "Esi is dummy"),
        ("C is dummy with BJ", "say which cards of the pack the dummy holds"),
        ("C is dummy with QH", "QH lies in the dummy already"),
        ("C is dummy with AH KH JH TH 9H 8H 7H 6H 4H 2H AS KS QS", "the dummy holds 13 cards, and these are 14"),
    ],
)
def test_what_cannot_be_the_dummy_is_refused(said: str, why: str) -> None:
    with pytest.raises(BadCall, match=why):
        talked(table_of("bridge"), f"{AUCTION}, C is dummy with QH, {said}")


def test_nobody_is_dummy_before_the_bidding_is_over_or_once_it_is_corrected() -> None:
    with pytest.raises(BadCall, match="nobody is dummy here"):
        talked(table_of("bridge"), "A bids 1N, C is dummy with QH")
    table = talked(table_of("bridge"), "A passes, B passes, C bids 1N, D passes, A passes, B passes, A is dummy with QH")
    with pytest.raises(BadCall, match="what Esi said after it would not be possible"):
        run(table, CorrectCall(by="t", hand=1, index=1, call=read_call("B bids 2N")))


def test_a_dummy_that_shows_a_card_it_should_have_followed_with_revokes_at_once() -> None:
    table = tricks(talked(table_of("bridge"), f"{AUCTION}, C is dummy with {CARDS}"), "7S")
    assert offences(tricks(table, "QH")) == ["revoke C 1 AS"]


def test_a_discard_of_a_dummy_all_of_whose_cards_lie_open_is_under_no_suspicion() -> None:
    spadeless = CARDS.replace("AS KS 2S", "AD KD 2D")
    laid = tricks(talked(table_of("bridge"), AUCTION), "7S QH 9S 3C")
    assert suspicions(laid) == ["C 1 later_card", "A 1 later_card"]
    assert suspicions(talked(laid, f"C is dummy with {spadeless}")) == ["A 1 later_card"]


def test_a_card_that_lies_in_the_dummy_is_nobody_elses_to_play() -> None:
    table = tricks(talked(table_of("bridge"), f"{AUCTION}, C is dummy with {CARDS}"), "7S 2S KS")
    assert offences(table) == ["duplicate_card D 1 -"]


def test_the_dummy_stands_in_both_records_and_is_read_again() -> None:
    table = tricks(talked(table_of("bridge"), AUCTION), "7S")
    table = tricks(talked(table, f"C is dummy with {CARDS}"), "2S 9S 3S 5C")
    said = next(event for event in table.since if isinstance(event, CallMade) and event.call.kind is CallKind.DUMMY)
    assert decode(encode(said)) == said
    assert table.start is not None
    started = table.start.since[0]
    assert isinstance(started, SessionStarted)
    lines = list(write_text(table, started))
    assert f"Call: C is dummy with {CARDS}" in lines
    again = fold(recorded.event for recorded in read_text(lines, "s"))
    assert again.hand is not None
    assert (again.hand.known, again.hand.laid[0][1].card) == (table.hand.known, Card.parse("2S"))  # type: ignore[union-attr]  # a hand is played


@pytest.mark.parametrize(
    ("keys", "line", "why"),
    [
        ("dummy = false", 1, "dummy is false: leave it out"),
        ("kitty_shown = true", 1, "there is no kitty: say how many cards, such as kitty = 3"),
    ],
)
def test_rules_that_say_nothing_sensible_of_cards_that_lie_open_are_refused(keys: str, line: int, why: str) -> None:
    with pytest.raises(BadRules, match=f"line {line}: {why}"):
        read_definition(f"{keys}\n{GAME}")


def test_a_dummy_needs_an_auction_and_a_partner_opposite() -> None:
    with pytest.raises(BadRules, match="line 5: nobody has a partner opposite"):
        read_definition(GAME.replace("partners = true", "dummy = true"))
    with pytest.raises(BadRules, match="nobody becomes declarer"):
        read_definition(
            GAME.replace("[auction]\nlow = 7\nhigh = 13\n", "").replace("partners = true", "partners = true\ndummy = true")
        )


def test_the_shown_kitty_is_known_from_the_start() -> None:
    table = table_of("pinochle_three", 3)
    assert table.hand is not None
    assert table.hand.kitty_shown == 3
