"""The games, by name. A new one is a definition or a module of its own, added to the table here and nowhere else."""

from scoring.errors import BadSetup
from scoring.games.game import Game
from scoring.games.spar import SPAR

GAMES: dict[str, Game] = {game.name: game for game in (SPAR,)}


def game_named(name: str) -> Game:
    """The game of that name; raises `BadSetup`."""
    if name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; known: {', '.join(sorted(GAMES))}")
    return GAMES[name]
