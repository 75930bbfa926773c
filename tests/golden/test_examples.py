"""The worked examples, for every game that is built."""

import json
from pathlib import Path

import pytest

from scoring.games import GAMES
from tests.golden.examples import work_out

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_worked_example_comes_out_as_the_reference_says(game: str, shared: Path) -> None:
    document = json.loads((shared / "examples" / f"{game}.json").read_text())
    assert document["examples"]
    for example in document["examples"]:
        result = work_out(game, example)
        assert {key: result.get(key) for key in example["expect"]} == example["expect"], example["id"]
