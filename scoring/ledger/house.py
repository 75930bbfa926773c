"""House games in a folder: one TOML text a game, checked when it is read."""

from pathlib import Path

from scoring.errors import BadRules
from scoring.games import GAMES, PAGES, house_game, numbers_for
from scoring.ledger.codec import DAMAGE

LARGEST = 256 * 1024
"""Bytes of the rules of a game."""


def read_rules(path: Path) -> str:
    """The text of a house game; raises `BadRules` naming the file and the line, OSError where it cannot be read.

    It may have the name of a game that ships as a page of rules: then the house plays its own.
    """
    if path.stat().st_size > LARGEST:
        raise BadRules(f"{path}: rules are a page of text and not {path.stat().st_size} bytes")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRules(f"{path}: not text") from None
    try:
        game = house_game(text)
        is_playable = bool(numbers_for(game))
    except DAMAGE as error:
        raise BadRules(f"{path}: {error}") from None
    if not is_playable:
        raise BadRules(f"{path}: nobody can play {game.name} with its options as they come")
    if game.name in GAMES and game.name not in PAGES:
        raise BadRules(f"{path}: {game.name!r} is the name of a built-in game: choose another")
    return text


def house_games(folder: Path) -> dict[str, str]:
    """Texts of the house games in a folder, by name; a file that makes no sense is left out (`cardtable games` says why)."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            text = read_rules(path)
        except (OSError, BadRules):
            continue
        found[house_game(text).name] = text
    return found
