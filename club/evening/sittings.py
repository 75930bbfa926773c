"""What was played at tables, as contests count it: a sitting is all that the same players played one after another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from club.evening.state import folded
from club.room import Session
from scoring.deal import Deal
from scoring.games.definition import Ends
from scoring.games.game import Game
from scoring.games.trick_game import TrickGame
from scoring.games.trick_options import TrickOptions
from scoring.table import Table

Names = frozenset[str]
"""Who plays together, by names as they are compared."""


@dataclass(frozen=True)
class Sitting:
    """What those players played: points of each side, in the order of `sides`, and which side won the game.

    `ahead` is the side that is ahead by the rules of the game, None where none is alone. `boards` are north-south's points of
    each board of a duplicate, side 0 being north-south; `is_going_on` says that it may become more. `options` are the game's.
    """

    box: str
    session: str
    began: int
    game: str
    sides: tuple[Names, ...]
    points: tuple[int, ...]
    hands: int
    winner: int | None
    ahead: int | None
    boards: tuple[tuple[int, int], ...] = ()
    is_going_on: bool = False
    options: object = field(default=None, compare=False)

    @property
    def players(self) -> Names:
        """All who sat there."""
        return frozenset().union(*self.sides)

    def points_of(self, names: Names) -> int:
        """What the side of those players has."""
        return self.points[self.sides.index(names)]


def sittings(session: Session) -> tuple[Sitting, ...]:
    """The sittings of a session; one whose players have not finished a hand is there with nothing."""
    table = session.table
    if table.setup is None:
        return ()
    runs = [list(deals) for _, deals in groupby(table.deals, lambda deal: deal.setup.players)]
    found = [_sitting(session, deals) for deals in runs]
    if found and not table.is_ended and runs[-1][-1].setup.players == table.agreed.players:
        found[-1] = replace(found[-1], is_going_on=found[-1].winner is None)
    return tuple(found)


def _sitting(session: Session, deals: Sequence[Deal]) -> Sitting:
    first, last = deals[0], deals[-1]
    game, setup = last.game, last.setup
    sides = game.sides(setup)
    names = tuple(frozenset(folded(setup.name_of(seat)) for seat in side) for side in sides)
    before, after = first.before.totals, last.after.totals
    points = tuple(now - then for now, then in zip(after, before, strict=True))
    boards = tuple(_boards(deals))
    counted = sum(deal.result is not None and not deal.hand.is_void for deal in deals)
    winner = last.after.winner
    return Sitting(
        *(session.box, session.session, session.began, setup.game, names, points, counted, winner),
        ahead=winner if winner is not None else _ahead(points, fewest_win(game)),
        boards=boards,
        options=setup.options,
    )


def fewest_win(game: Game) -> bool:
    """Whether whoever has fewest points is ahead."""
    return isinstance(game, TrickGame) and game.definition.ending.wins is Ends.LOWEST


def leading(table: Table) -> frozenset[int]:
    """The sides that are ahead: the one that has won, or else those with the best total where others have less."""
    totals, winner = table.standing.totals, table.standing.winner
    if winner is not None:
        return frozenset({winner})
    best = (min if fewest_win(table.game) else max)(totals)
    return frozenset(side for side, total in enumerate(totals) if total == best and len(set(totals)) > 1)


def _ahead(points: Sequence[int], fewest: bool) -> int | None:
    best = min(points) if fewest else max(points)
    return points.index(best) if points.count(best) == 1 else None


def _boards(deals: Sequence[Deal]) -> Iterator[tuple[int, int]]:
    """Each board that was played of a game that numbers them, with what north-south have of it; north sits in seat A."""
    for deal in deals:
        options = deal.setup.options
        if not isinstance(options, TrickOptions) or options.get("form") != "duplicate":
            return
        if deal.result is not None and not deal.hand.is_void:
            first, second = deal.result.points
            yield options.get("first_board") + deal.before.hands, first - second
