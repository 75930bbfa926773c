"""No page, projection or command knows a game: what they must know of one, the game says (`scoring.games.game.Game`)."""

import ast
from collections.abc import Iterator
from pathlib import Path

from scoring.games import GAMES

ROOT = Path(__file__).parents[2]
SUITS = {"hearts", "spades", "rook"}
"""Names of games that are words for something else as well."""

OPTIONS = {option.name for game in GAMES.values() for option in game.choosable()}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module outside the games; boards are a record of one game, whose form the world has agreed on."""
    for room in ("device", "scoring", "web"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if not {"games", "boards"} & set(path.relative_to(ROOT).parts):
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def test_no_module_outside_the_games_knows_one() -> None:
    found = []
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scoring.games."):
                found += [(path, node.module)] if node.module != "scoring.games.game" else []
            if isinstance(node, ast.Constant) and node.value in GAMES.keys() - SUITS:
                found.append((path, node.value))
            if isinstance(node, ast.Attribute) and node.attr in OPTIONS and ast.unparse(node.value).endswith("options"):
                found.append((path, f"options.{node.attr}"))
    assert found == []


def test_no_page_asks_for_a_game_by_its_name() -> None:
    for path in (*(ROOT / "web" / "templates").glob("*.html"), *(ROOT / "web" / "static").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert [name for name in GAMES if f'"{name}"' in text or f"'{name}'" in text] == [], path.name
