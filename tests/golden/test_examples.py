"""The worked examples, for every game that is built."""

import json
from pathlib import Path

import pytest

from scoring.games import GAMES
from scoring.games.trick_game import TrickGame
from tests.golden.examples import work_out

pytestmark = pytest.mark.shared


EXAMPLED = sorted(set(GAMES) - {name for name, game in GAMES.items() if isinstance(game, TrickGame) and game.definition.reckoned})
"""Games that have worked examples there; those with formulas have hands of their own (tests/golden/test_written_games.py)."""


@pytest.mark.parametrize("game", EXAMPLED)
def test_every_worked_example_comes_out_as_the_reference_says(game: str, shared: Path) -> None:
    document = json.loads((shared / "examples" / f"{game}.json").read_text())
    assert document["examples"]
    for example in document["examples"]:
        result = work_out(game, example)
        assert {key: result.get(key) for key in example["expect"]} == example["expect"], example["id"]
