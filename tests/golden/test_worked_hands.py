"""Whole hands that were worked out by hand from the sources that each game's page cites: `hands/*.toml`, one file a game.

Of a hand there are the calls in the order in which they were said, every trick as its leader's letter and its cards, and what
each side scores; `afterwards` is said when all cards are played. With a `deal` it is not the first of its session, and `previous`
is how many made their bids in the one before.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import Card, Seat, Table
from scoring.commands import ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession, TellTricks
from scoring.games import PAGES
from scoring.ledger.phrases import read_call
from scoring.seats import Direction
from scoring.told import Count, Taker
from tests.conftest import run
from tests.tables import NAMES, points, table_of

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


def told(table: Table, made: int) -> Table:
    """The table with a hand in which the first seat took every trick and so many made their bids, and the next hand begun."""
    assert table.hand is not None
    seats, size, number = table.agreed.seats, table.hand.hand_size, table.hand.number
    if table.game.awaits(table.agreed, table.hand).startswith("the card"):
        table = run(table, MakeCall(by="t", call=read_call(f"{table.hand.dealer} shows trump 2C")))
    for place, seat in enumerate(seats):
        bid = (size if place == 0 else 0) if place < made else 1
        table = run(table, MakeCall(by="t", call=read_call(f"{seat} bids {bid}")))
    taken = tuple(Count((seat,), size if place == 0 else 0) for place, seat in enumerate(seats))
    return run(table, TellTricks(by="t", hand=number, taken=taken, last=(Taker(seats[0], None),)), DealHand(by="t"))


def begun(game: str, hand: dict[str, Any]) -> Table:
    """The session of the hand, at its deal; seat A deals that one."""
    deal, players, options = hand.get("deal", 2 if "previous" in hand else 1), len(hand["players"]), hand["options"]
    is_left = table_of(game, players, **options).agreed.options.direction is Direction.CLOCKWISE
    dealer = Seat((1 - deal if is_left else deal - 1) % players)
    start = StartSession(by="t", game=game, players=NAMES[:players], options=options, first_dealer=dealer)
    table = run(Table(), start, DealHand(by="t"))
    for _ in range(deal - 1):
        table = told(table, hand.get("previous", 1))
    return table


@pytest.mark.parametrize(("game", "hand"), list(hands()))
def test_hand_is_worth_what_was_worked_out(game: str, hand: dict[str, Any]) -> None:
    table = begun(game, hand)
    for words in filter(None, map(str.strip, hand["calls"].split(","))):
        table = run(table, MakeCall(by="t", call=read_call(words)))
    for trick in hand["tricks"]:
        table = played(table, trick)
    for words in filter(None, map(str.strip, hand.get("afterwards", "").split(","))):
        table = run(table, MakeCall(by="t", call=read_call(words)))
    assert points(table) == tuple(hand["points"]), hand["why"]
    assert [offence for deal in table.deals for offence in deal.offences] == []


def test_five_hands_of_every_file() -> None:
    counts = {file.stem: len(tomllib.loads(file.read_text(encoding="utf-8"))["hand"]) for file in FILES}
    assert counts.keys() <= PAGES
    assert all(count >= 5 for count in counts.values()), counts
