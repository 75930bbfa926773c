"""One session as text of every game, for `docs/records/`: `python -m tests.golden.records` writes them.

What they are worth was worked out by hand where the game has such hands (`hands/*.toml`, `test_written_games.py`); the rest are
evenings that other tests look at.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from scoring import Card, Table
from scoring.commands import ConfirmTrick, MakeCall, PlayCard
from scoring.events import SessionStarted
from scoring.ledger.phrases import read_call
from scoring.ledger.text import write_text
from tests.conftest import NOON, run
from tests.golden.test_worked_hands import FILES, begun, played
from tests.golden.test_written_games import BRIDGE, TOLD, talked, told
from tests.property.test_games import evening
from tests.tables import laid_out, moves, table_of
from tests.unit.test_views import plain

FOLDER = Path(__file__).parents[2] / "docs" / "records"

FAMILY = ("spar", "jeu_de_carte", "sipa", "agram", "sink_sink", "agram_mali", "fapfap", "spades", "stovkahra")
TURNS = ("B 3C builds 8: 3C 5H", "A AC raises build 1 to 9", "B 9C captures 9S and build 1", "A 2C trails")


def tables() -> Iterator[tuple[str, Table]]:
    """Every game's name and a hand of it."""
    for file in FILES:
        hand = tomllib.loads(file.read_text(encoding="utf-8"))["hand"][0]
        table = talked(begun(file.stem, hand), hand["calls"])
        for trick in hand["tricks"]:
            table = played(table, trick)
        yield file.stem, table
    _, said, tricks, _ = BRIDGE[0]
    yield "bridge", told(talked(table_of("bridge", form="duplicate"), said), tricks)
    for game in sorted({line[0] for line in TOLD}):
        _, options, said, tricks, _ = next(line for line in TOLD if line[0] == game)
        yield game, told(talked(table_of(game, **options), said), tricks)  # type: ignore[arg-type]  # options
    yield "hearts", _hearts()
    yield from ((game, evening(game, 1).table) for game in FAMILY)
    yield "suipe", moves(laid_out(), *TURNS)


HEARTS = (
    *("2C KC 8C AC", "2D QS 3D 8D", "2S 3S 5S 6S", "9D 7D TD AH", "3H 2H 5H 4H", "6H 9H JH TH", "8S TS KH 7S"),
    *("3C 9C 6C JC", "9S 7H QH 4S", "QD QC JD 6D", "KD 7C AD 5D", "8H JS AS 5C", "TC 4D KS 4C"),
)
"""Thirteen tricks, B leads: Ama takes seven hearts, Kofi one, Esi five, and Yaw none but the queen of spades."""


def _hearts() -> Table:
    table = run(table_of("hearts"), MakeCall(by="t", call=read_call("B leads")))
    for number, cards in enumerate(HEARTS, start=1):
        plays = (PlayCard(by="t", card=Card.parse(code)) for code in cards.split())
        table = run(table, *plays, ConfirmTrick(by="t", hand=1, trick=number))
    return table


def text_of(table: Table) -> str:
    """The session as text, with the options that are not as they come."""
    setup = table.agreed
    usual = plain(table.game.read_options({}))
    options = {name: value for name, value in plain(setup.options).items() if usual[name] != value}
    options |= {name: value for name, value in options.pop("extra", ()) if (name, value) not in usual["extra"]}
    started = SessionStarted(
        at=NOON, by="t", game=setup.game, players=setup.players, options=options, first_dealer=setup.first_dealer
    )
    return "\n".join(write_text(table, started)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, table in tables():
        (FOLDER / f"{name}.txt").write_text(text_of(table), encoding="utf-8")
