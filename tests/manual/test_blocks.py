"""What is to be copied from the manual's pages can be: rules, settings, records and code, as they stand there."""

import json
import tomllib
from collections.abc import Callable

import pytest
import yaml

from device.records import score_lines
from scoring import fold
from scoring.games import house_game
from scoring.ledger.text_reader import read_text
from tests.manual.commands import Fence, fences

HEAD = 'name = "g"\nplayers = [3, 5]\nhand_size = 7\n'
PACK = 'pack = "std52"\n'
LAST = '[[score]]\ntrick = "last"\npoints = 1\n'
TRICKS = '[[score]]\npoints = "tricks"\nreason = "took {tricks}"\n'
AUCTION = f'leads = "declarer"\n[auction]\nlow = 1\nhigh = 7\n{TRICKS}[options.long]\ndefault = false\n'

GAMES = {
    "[pack]": HEAD + "{}" + LAST,
    "[duties]": HEAD + PACK + "{}" + LAST,
    "[bids]": HEAD + PACK + "{}" + LAST,
    "[[score]]": HEAD + PACK + "{}[options.double_six]\ndefault = false\n",
    "[options.double_six]": HEAD + PACK + LAST + "{}",
    "edition": "{}",
    "[define]": "edition = 2\n" + HEAD + PACK + "{}" + TRICKS,
    "[[variant]]": "edition = 2\n" + HEAD + PACK + AUCTION + "{}",
}
"""By what a piece of rules begins with: the game that it is a part of."""


def is_a_piece_of_rules(fence: Fence) -> None:
    (whole,) = (whole for begin, whole in GAMES.items() if fence.body.startswith(begin))
    assert house_game(whole.replace("{}", fence.body)).name


def is_settings(fence: Fence) -> None:
    assert tomllib.loads(fence.body)


def is_json(fence: Fence) -> None:
    assert json.loads(fence.body)


def is_yaml(fence: Fence) -> None:
    assert yaml.safe_load(fence.body)


def is_a_record(fence: Fence) -> None:
    text = fence.body.splitlines()
    assert score_lines(fold(item.event for item in read_text(text, "an-evening")))


def runs(fence: Fence) -> None:
    """The check of a signature; what is written as a session with Python is run by `test_the_examples_run`."""
    found: dict[str, Callable[..., bool]] = {}
    exec(fence.body, found)
    theirs = "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
    assert found["is_ours"](b"The quick brown fox jumps over the lazy dog", theirs, "key")
    assert not found["is_ours"](b"Another", theirs, "key")


def tried_by(fence: Fence) -> Callable[[Fence], None] | None:
    """How a block is tried; none for what `test_commands` and `test_the_examples_run` do, and for what the program prints."""
    if fence.kind in ("sh", "console") or fence.body.startswith(("$ ", ">>> ")):
        return None
    if fence.kind == "toml":
        return is_a_piece_of_rules if fence.page == "house-games.md" else is_settings
    return {"json": is_json, "yaml": is_yaml, "text": is_a_record, "python": runs}[fence.kind]


@pytest.mark.parametrize("fence", tuple(fences()), ids=lambda fence: f"{fence.page} {fence.body.splitlines()[0]}")
def test_what_is_to_be_copied_from_a_page_can_be(fence: Fence) -> None:
    attempt = tried_by(fence)
    if attempt:
        attempt(fence)
