"""The games, by name. A new one is a definition or a module of its own, added to the table here and nowhere else."""

from functools import lru_cache

from scoring.errors import BadSetup
from scoring.games.builtin import FAMILY
from scoring.games.game import Game, Setup
from scoring.games.roque import Roque
from scoring.games.spades import Spades
from scoring.games.stovkahra import Stovkahra
from scoring.games.suipe import SUIPE
from scoring.games.toml import read_definition
from scoring.games.trick_game import TrickGame

_FAMILY: tuple[Game, ...] = tuple(TrickGame(read_definition(text)) for text in FAMILY)
GAMES: dict[str, Game] = {game.name: game for game in (*_FAMILY, Spades(), Stovkahra(), Roque(), SUIPE)}


def game_named(name: str, rules: str | None = None) -> Game:
    """The game of that name, or with `rules` the house game that the text defines; raises `BadSetup`."""
    if rules is not None:
        return house_game(rules)
    if name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; known: {', '.join(sorted(GAMES))}")
    return GAMES[name]


def game_of(setup: Setup) -> Game:
    """The game that the players agreed on."""
    return GAMES[setup.game] if setup.rules is None else house_game(setup.rules)


@lru_cache(maxsize=32)
def house_game(rules: str) -> Game:
    """The game that a TOML text defines; raises `BadRules` with the line."""
    return TrickGame(read_definition(rules))
