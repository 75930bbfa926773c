"""The sessions in `docs/records/`: one of every game, to read and to copy."""

import pytest

from scoring import Table, fold
from scoring.games import GAMES
from scoring.ledger.text_reader import read_text
from tests.golden.records import FOLDER, tables, text_of


def test_every_game_has_an_example_of_its_record() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize(("name", "table"), list(tables()), ids=[name for name, _ in tables()])
def test_the_example_reads_as_the_hand_that_it_tells(name: str, table: Table) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text == text_of(table)
    again = fold(item.event for item in read_text(text.splitlines(), "s"))
    assert again.agreed.game == name
    assert text_of(again) == text
