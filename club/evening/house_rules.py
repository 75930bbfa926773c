"""The options of the game that a contest is played with, and whether a table has kept to them."""

from enum import Enum

from club.evening.plan import Plan
from scoring.games import GAMES
from scoring.games.game import Game
from scoring.games.trick_options import TrickOptions

BOARDS = {"form": "duplicate"}
"""What makes a session of bridge one of boards; which comes first is the draw's."""


def plays_boards(game: Game) -> bool:
    """Whether the same cards can be played at several tables."""
    return any(option.name in BOARDS and BOARDS[option.name] in option.choices for option in game.choosable())


def rules_of(plan: Plan) -> dict[str, object]:
    """What tables are to be told when they begin; everything else is as they like it."""
    return {**plan.options, **BOARDS} if plan.kind.has_boards else plan.options


def differing(plan: Plan, played: object) -> tuple[tuple[str, str, str], ...]:
    """Each option that a table has played otherwise, with what was to be and what was, as forms write them."""
    game, rules = GAMES[plan.game], rules_of(plan)
    wanted = game.read_options(rules)
    found = ((name, _written(wanted, name), _written(played, name)) for name in rules)
    return tuple(one for one in found if one[1] != one[2])


def _written(options: object, name: str) -> str:
    extra = dict(options.extra) if isinstance(options, TrickOptions) else {}
    value = extra[name] if name in extra else getattr(options, name, None)
    if isinstance(value, Enum):
        value = value.value
    return (
        str(value).lower()
        if isinstance(value, bool)
        else " ".join(map(str, value))
        if isinstance(value, tuple | list)
        else str(value)
    )
