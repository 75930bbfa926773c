"""The dummy: whose cards lie open, what is told of them, what they prove, and what is shown of it."""

from pathlib import Path

import pytest

from scoring import Card, Seat, Table
from scoring.calls import CallKind
from scoring.commands import CorrectCall, MakeCall, PlayCard, StartSession
from scoring.errors import BadCall, BadRules, Refused
from scoring.events import CallMade, SessionStarted
from scoring.folding import fold
from scoring.games.toml import read_definition
from scoring.ledger import Ledger, LiveTable
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
    with pytest.raises(BadRules, match="line 5: nobody sits opposite"):
        read_definition(GAME.replace("partners = true", "dummy = true").replace("hand_size = 13", "hand_size = 10"))
    with pytest.raises(BadRules, match="nobody becomes declarer"):
        read_definition(
            GAME.replace("[auction]\nlow = 7\nhigh = 13\n", "").replace("partners = true", "partners = true\ndummy = true")
        )


def test_the_shown_kitty_is_known_from_the_start() -> None:
    table = table_of("pinochle_three", 3)
    assert table.hand is not None
    assert table.hand.kitty_shown == 3


FOURTH = {
    "A": ("B passes, C passes, A bids 1up, A chooses H", "ABDC"),
    "B": ("B bids 1up, C passes, A passes, B chooses H", "BCDA"),
    "C": ("B passes, C bids 1up, A passes, C chooses H", "CADB"),
}


@pytest.mark.parametrize(("declarer", "said", "order"), [(who, *line) for who, line in FOURTH.items()])
def test_a_hand_that_nobody_holds_plays_opposite_the_declarer(declarer: str, said: str, order: str) -> None:
    table = talked(table_of("dummy_whist", 3), said)
    turns = []
    for code in ("2S", "3S", "4S", "5S"):
        assert table.hand is not None
        turns.append(str(table.hand.turn))
        shown = table_view(table)["hand"]["turn"]
        assert shown == (Seat.parse(declarer) if turns[-1] == "D" else table.hand.turn)
        table = run(table, PlayCard(by="t", card=Card.parse(code)))
    assert turns == list(order)


def test_a_hand_that_nobody_holds_lies_open_before_the_lead_and_takes_tricks_for_the_declarer() -> None:
    table = talked(table_of("dummy_whist", 3), "B bids 1up, C passes, A passes, D is dummy with AS KS")
    assert held(table) == ["AS", "KS"]
    table = tricks(talked(table, "B chooses H"), "2S 3S AS 4S", "KS 5S 6S 7S")
    view = table_view(table)["hand"]
    assert [trick["winner"] for trick in view["tricks"]] == [Seat.D, Seat.D]
    assert (view["taken"], view["dummy"]["player"]) == ([0, 2, 0], "Kofi")


def test_nobody_pays_for_what_a_hand_revokes_that_nobody_holds_and_it_never_deals() -> None:
    spades = ("2S 3S 4H 4S", "5H 6H 7H 8H", "AS 5S 6S 7S")
    rest = ["9S TS JS QS", "KS 8S 2C 3C", "4C 5C 6C 7C", "8C 9C TC JC", "QC KC AC 2D", "3D 4D 5D 6D", "7D 8D 9D TD"]
    rest += ["JD QD KD AD", "2H 3H 9H TH", "JH QH KH AH"]
    table = talked(table_of("dummy_whist", 3, revoke_penalty="forfeit_hand"), "B bids 1up, C passes, A passes, B chooses C")
    table = tricks(table, *spades, *rest)
    guilty = {offence[:8] for offence in offences(table) if offence.startswith("revoke")}
    result = table.results[-1]
    assert "revoke D" in guilty
    assert result is not None
    assert result.next_dealer is Seat.B
    assert all(line.label != "revoke" or "dummy" not in line.reason for line in result.lines)


def test_a_log_whose_calls_are_folded_together_knows_the_hand_that_nobody_holds(tmp_path: Path) -> None:
    said = ("B bids 1up", "C passes", "A passes", "D is dummy with AS KS", "B chooses H")
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="t", game="dummy_whist", players=("Ama", "Kofi", "Esi")))
    for words in said:
        live.submit(MakeCall(by="t", call=read_call(words)))
    again = LiveTable(live.ledger)
    assert again.damage() == ""
    assert held(again.table()) == ["AS", "KS"]
    assert table_view(again.table()) == table_view(live.table())


def test_a_seat_that_nobody_sits_in_and_no_dummy_lies_at_says_nothing() -> None:
    table = talked(table_of("dummy_whist", 3), "B bids 1up, C passes, A passes")
    with pytest.raises(Refused, match="nobody plays at seat E"):
        talked(table, "E is dummy with AS")
