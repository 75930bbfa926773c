"""Names that read as they stand, and numbers that an evening can hold; a log that has others is read all the same."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scoring import Table, decide, fold
from scoring.cards import Card
from scoring.commands import ChangePlayers, DealHand, PlayCard, StartSession
from scoring.errors import BadSetup
from scoring.events import SessionStarted
from scoring.projections import session_view, table_view
from tests.conftest import NOON, run


@pytest.mark.parametrize("name", ["Ama", "Zoë", "Þór", "Ọlá", "李雷", "R2-D2", "👩‍👧‍👦", "❤️ Kofi", "O'Neil"])
def test_names_of_people(name: str) -> None:
    table = run(Table(), StartSession(by="t", game="spar", players=(name, "Kofi Annan")))
    assert table.agreed.players[0] == name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a\x07", "no control characters"),
        ("a\nb", "no control characters"),
        ("\u202eofi", "turn the text around"),
        ("Ko\u2066fi", "turn the text around"),
        ("A\u200dma", "no control characters"),
        ("Am\u200b", "no control characters"),
        ("\ud800", "no control characters"),
        ("Camera", "part of itself"),
        ("next  lead", "part of itself"),
        (" ", "a name of their own"),
    ],
)
def test_names_that_hide_something(name: str, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        decide(Table(), StartSession(by="t", game="spar", players=(name, "Kofi")), NOON)
    table = run(Table(), StartSession(by="t", game="spar", players=("Ama", "Kofi")))
    with pytest.raises(BadSetup, match=words):
        decide(table, ChangePlayers(by="t", players=("Ama", name)), NOON)


SPADES = StartSession(by="t", game="spades", players=("A", "B", "C", "D"))


@pytest.mark.parametrize("value", [9999999999999, 10**400, 1441, 0, -5])
def test_a_time_limit_that_no_evening_has_is_refused_where_it_is_typed(value: int) -> None:
    with pytest.raises(BadSetup, match="time_limit is"):
        decide(Table(), replace(SPADES, options={"time_limit": value}), NOON)


@pytest.mark.parametrize(
    ("options", "stake", "words"),
    [
        ({"target": 10**9}, 0, "target is 1000000000: expected a whole number from -100000 to 100000"),
        ({"bag_penalty": 10**30}, 0, r"bag_penalty is 10000000… \(31 digits\)"),
        ({}, 10**7, "stake is 10000000: expected a whole number from 0 to 1000000"),
    ],
)
def test_numbers_have_ranges(options: dict[str, object], stake: int, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        decide(Table(), replace(SPADES, options=options, stake=stake), NOON)


@pytest.mark.parametrize("value", [9999999999999, 10**400])
def test_a_log_that_has_such_a_number_is_played_on(value: int) -> None:
    (started,) = decide(Table(), SPADES, NOON)
    assert isinstance(started, SessionStarted)
    table = fold([replace(started, options={"time_limit": value})])
    table = fold(decide(table, DealHand(by="t"), NOON), table)
    table = fold(decide(table, PlayCard(by="camera", card=Card.parse("AH")), NOON + timedelta(days=3652)), table)
    assert table_view(table)["game"] == "spades"
    assert session_view(table)["hands"] is not None
