"""The games, by name. A new one is a definition or a module of its own, added to the table here and nowhere else."""

import re
from collections.abc import Mapping
from functools import lru_cache

from scoring.errors import BadSetup, NoSuchSeat, alike_first
from scoring.games.builtin import FAMILY
from scoring.games.game import Game, Setup
from scoring.games.rules import texts
from scoring.games.spades import Spades
from scoring.games.stovkahra import Stovkahra
from scoring.games.suipe import SUIPE
from scoring.games.toml import read_definition
from scoring.games.trick_game import TrickGame
from scoring.seats import Seat

_FAMILY: tuple[Game, ...] = tuple(TrickGame(read_definition(text)) for text in FAMILY)
_WRITTEN: tuple[Game, ...] = tuple(TrickGame(read_definition(text)) for text in texts())
GAMES: dict[str, Game] = {game.name: game for game in (*_FAMILY, Spades(), Stovkahra(), SUIPE, *_WRITTEN)}
PAGES = frozenset(game.name for game in _WRITTEN)
"""Games that ship as pages of rules, which a house may write anew."""


def game_named(name: str, rules: str | None = None) -> Game:
    """The game of that name, or with `rules` the house game that the text defines; raises `BadSetup`."""
    if rules is not None:
        return house_game(rules)
    if name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; known: {alike_first(GAMES, name)}")
    return GAMES[name]


def game_of(setup: Setup) -> Game:
    """The game that the players agreed on, as so many play it with these options."""
    return as_played(GAMES[setup.game] if setup.rules is None else house_game(setup.rules), setup)


def as_played(game: Game, setup: Setup) -> Game:
    """The game as so many play it with these options; raises `BadRules` where the options do not fit the rules."""
    if not isinstance(game, TrickGame) or not game.definition.text or not _may_play(game, setup):
        return game
    return TrickGame(read_definition(game.definition.text, len(setup.players), setup.options.extra))


def _may_play(game: TrickGame, setup: Setup) -> bool:
    low, high = game.definition.players
    return low <= len(setup.players) <= high


def agreed(
    game: str, players: tuple[str, ...], options: Mapping[str, object], first_dealer: Seat, stake: int, rules: str | None
) -> Setup:
    """What players agree on, checked; raises `BadSetup` or `NoSuchSeat` with what is expected."""
    logic = game_named(game, rules)
    if logic.name != game:
        raise BadSetup(f"the rules are those of {logic.name!r} and not of {game!r}")
    check_names(players)
    setup = Setup(game, players, logic.read_options(dict(options)), first_dealer, stake, rules)
    if first_dealer >= len(players):
        raise NoSuchSeat(f"seat {first_dealer} is empty and cannot deal first")
    if stake < 0:
        raise BadSetup(f"the stake is {stake}: expected 0 or more")
    as_played(logic, setup).check(setup)
    return setup


def check_names(players: tuple[str, ...]) -> None:
    """Raises `BadSetup` unless every player has a name of their own."""
    if len(set(players)) < len(players) or not all(name.strip() for name in players):
        raise BadSetup("every player needs a name of their own, on one line")


def described(game: Game) -> dict[str, object]:
    """What a program wants to know of a game: name, pack, players, phases, what is said in them, whose rules it has."""
    numbers = numbers_for(game)
    setup = Setup(game.name, tuple(map(str, range(numbers[0]))), game.read_options({}))
    game = as_played(game, setup)
    hand = game.start_hand(setup, game.begin(setup), 1, Seat.A, setup.seats)
    return {
        "name": game.name,
        "pack": {"name": hand.order.pack.name, "cards": hand.order.pack.size, "is_typed": hand.order.pack.is_typed},
        "players": list(numbers),
        "cards_each": hand.hand_size,
        "phases": list(phases_of(game, setup)),
        "says": [kind.value for kind in game.says(setup)],
        "source": game.about.source,
    }


def numbers_for(game: Game) -> tuple[int, ...]:
    """How many may play the game with its options as they come."""
    return tuple(number for number in range(1, len(Seat) + 1) if _is_for(game, number))


def _is_for(game: Game, number: int) -> bool:
    setup = Setup(game.name, tuple(map(str, range(number))), game.read_options({}))
    try:
        as_played(game, setup).check(setup)
    except BadSetup:
        return False
    return True


@lru_cache(maxsize=32)
def house_game(rules: str) -> Game:
    """The game that a TOML text defines; raises `BadRules` with the line."""
    return TrickGame(read_definition(rules))


def phases_of(game: Game, setup: Setup) -> tuple[str, ...]:
    """The phases of a hand in their order, the play and the score last; a game that is a module of its own names no others."""
    own = game.phases(setup) if isinstance(game, TrickGame) else ()
    return ("deal", *(re.sub(r"(?<!^)(?=[A-Z])", "_", type(phase).__name__).lower() for phase in own), "play", "score")
