"""Whole hands that were worked out by hand from the sources that each game's page cites: `hands/*.toml`, one file a game.

Of a hand there are the calls in the order in which they were said, every trick as its leader's letter and its cards, and what
each side scores.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import Card, Table
from scoring.commands import ConfirmTrick, MakeCall, PlayCard
from scoring.games import PAGES
from scoring.ledger.phrases import read_call
from tests.conftest import run
from tests.tables import points, table_of

FILES = sorted((Path(__file__).parent / "hands").glob("*.toml"))


def hands() -> Iterator[Any]:
    for file in FILES:
        for number, hand in enumerate(tomllib.loads(file.read_text(encoding="utf-8"))["hand"], start=1):
            yield pytest.param(file.stem, hand, id=f"{file.stem}-{number}")


def played(table: Table, trick: str) -> Table:
    """The table with a trick; its leader is whose turn it is by the cards before."""
    leader, *codes = trick.split()
    assert table.hand is not None
    assert str(table.hand.turn) == leader, trick
    for code in codes:
        table = run(table, PlayCard(by="t", card=Card.parse(code)))
    assert table.hand is not None
    return run(table, ConfirmTrick(by="t", hand=table.hand.number, trick=table.hand.trick_to_confirm))


@pytest.mark.parametrize(("game", "hand"), list(hands()))
def test_hand_is_worth_what_was_worked_out(game: str, hand: dict[str, Any]) -> None:
    table = table_of(game, len(hand["players"]), **hand["options"])
    for words in filter(None, map(str.strip, hand["calls"].split(","))):
        table = run(table, MakeCall(by="t", call=read_call(words)))
    for trick in hand["tricks"]:
        table = played(table, trick)
    assert points(table) == tuple(hand["points"]), hand["why"]
    assert [offence for deal in table.deals for offence in deal.offences] == []


def test_five_hands_of_every_file() -> None:
    counts = {file.stem: len(tomllib.loads(file.read_text(encoding="utf-8"))["hand"]) for file in FILES}
    assert counts.keys() <= PAGES
    assert all(count >= 5 for count in counts.values()), counts
