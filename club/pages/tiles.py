"""A table as the wall board shows it: its number, its game, who leads, and whose turn it is or what waits."""

from dataclasses import dataclass
from enum import Enum
from math import ceil, sqrt

from flask import g

from club.evening.sittings import leading
from club.intake import BoxSeen
from club.pages.happening import Place
from club.room import Session
from scoring.choices import deal_to_speak_in, speaker
from scoring.games.trick_game import TrickGame
from scoring.projections.waiting import Attention, attention
from scoring.table import Table
from web.cards import CardParts, card_parts
from web.languages import gettext, written

ROOMY, MIDDLING = 3, 5
"""Rows of tables up to which a tile has room for the cards of a trick, and for a sentence."""

SIDES = {"roomy": 4, "middling": 3, "dense": 2}
"""Sides of a table that a tile names at the most; where there are more, the best of them."""


class Mark(Enum):
    """What somebody who runs the evening should see of a table from afar; the value is the name of its style."""

    CALM = "calm"
    QUESTION = "question"
    DISPUTE = "dispute"
    AWAY = "away"
    FREE = "free"
    COMING = "coming"
    OVER = "done"


@dataclass(frozen=True)
class Side:
    """Who plays together, with their total as the game writes it.

    `leads` where it has won, or nobody does better and somebody worse.
    """

    members: tuple[str, ...]
    shown: str
    leads: bool
    has_turn: bool

    @property
    def short(self) -> str:
        """Partners by their first names, for where there is little room: the number of the table tells the rest."""
        return self.names if len(self.members) == 1 else " & ".join(name.split()[0] for name in self.members)

    @property
    def names(self) -> str:
        """All of them."""
        return " & ".join(self.members)


@dataclass(frozen=True)
class Laid:
    """A card of the trick on the table, and whether it wins so far."""

    card: CardParts
    wins: bool


@dataclass(frozen=True)
class Tile:
    """What the wall says of one table. `says` is whose turn it is, or what waits; `cards` is the trick that lies there."""

    box: str
    label: str
    game: str
    sides: tuple[Side, ...]
    says: str
    mark: Mark
    hand: int = 0
    cards: tuple[Laid, ...] = ()

    def best(self, most: int) -> tuple[Side, ...]:
        """So many sides: all as they sit, or else the leading ones first."""
        return self.sides if len(self.sides) <= most else tuple(sorted(self.sides, key=lambda side: not side.leads))[:most]


@dataclass(frozen=True)
class Grid:
    """How many tables lie side by side and one below another, so that all are seen at once."""

    columns: int
    rows: int

    @property
    def density(self) -> str:
        """How much a tile can say; the name of its style."""
        return "roomy" if self.rows <= ROOMY else "middling" if self.rows <= MIDDLING else "dense"


def grid_of(tables: int) -> Grid:
    """The grid that fills the wall's share of a TV; where the tiles get small, rather wide ones, since names need room.

    >>> grid_of(4), grid_of(12), grid_of(50)
    (Grid(columns=2, rows=2), Grid(columns=4, rows=3), Grid(columns=7, rows=8))
    """
    columns = max(1, ceil(sqrt(tables)))
    if tables > MIDDLING**2 and tables <= columns * (columns - 1):
        columns -= 1
    return Grid(columns, max(1, ceil(tables / columns)))


def tile(box: str, label: str, session: Session | None, seen: BoxSeen | None, coming: Place | None = None) -> Tile:
    """The tile of a table, in the visitor's language; who is `coming` to it next shows once nobody plays there any more."""
    is_away = seen is not None and not seen.state.is_there
    if coming and (session is None or session.table.setup is None or session.table.is_hand_over):
        sides = tuple(Side(side, "", leads=False, has_turn=False) for side in coming.sides)
        return Tile(box, label, gettext("next round"), sides, gettext("take your seats"), Mark.COMING)
    if session is None or session.table.setup is None:
        return Tile(box, label, "", (), gettext("offline") if is_away else gettext("free"), Mark.AWAY if is_away else Mark.FREE)
    table = session.table
    g.pack = table.pack
    says, mark = _state(table)
    if session.is_forked or session.damage:
        says, mark = gettext("ask the director"), Mark.QUESTION
    elif is_away and mark is Mark.CALM:
        says, mark = gettext("offline"), Mark.AWAY
    hand = table.hand
    return Tile(box, label, written(table.game.about.title), _sides(table), says, mark, hand.number if hand else 0, _laid(table))


def _sides(table: Table) -> tuple[Side, ...]:
    setup, game, totals = table.agreed, table.game, table.standing.totals
    ahead = leading(table)
    turn = table.hand.turn if table.hand and not table.is_ended else None
    return tuple(
        Side(
            tuple(setup.name_of(seat) for seat in members),
            game.notation(setup, total),
            side in ahead,
            turn in members,
        )
        for side, (members, total) in enumerate(zip(game.sides(setup), totals, strict=True))
    )


def _state(table: Table) -> tuple[str, Mark]:
    """Whose turn it is or what waits, and how much it matters."""
    if table.disputed:
        return gettext("disputed: trick %(trick)d") % {"trick": table.disputed[1]}, Mark.DISPUTE
    match attention(table):
        case Attention.IDLE | Attention.OVER:
            return gettext("the game is won") if table.standing.is_over else gettext("the game is over"), Mark.OVER
        case Attention.QUESTION:
            return gettext("a question waits"), Mark.QUESTION
        case Attention.TRICK_WAITS:
            return gettext("trick %(trick)d is full") % {"trick": table.hand.trick_to_confirm if table.hand else 0}, Mark.CALM
    speaks = deal_to_speak_in(table)
    seat = speaker(speaks) if speaks else None
    if seat is not None and speaks is not None:
        return gettext("%(name)s bids") % {"name": speaks.setup.name_of(seat)}, Mark.CALM
    if table.is_hand_over:
        return gettext("%(name)s deals") % {"name": table.agreed.name_of(table.next_dealer)}, Mark.CALM
    turn = table.hand.turn if table.hand else None
    return (gettext("%(name)s's turn") % {"name": table.agreed.name_of(turn)} if turn is not None else ""), Mark.CALM


def _laid(table: Table) -> tuple[Laid, ...]:
    """The trick that is being played, or that waits to be confirmed."""
    trick = table.hand.open_trick if table.hand and isinstance(table.game, TrickGame) and not table.is_ended else None
    if trick is None:
        return ()
    winning = trick.winning_play
    return tuple(Laid(card_parts("back" if play.is_hidden else str(play.shows or "??")), play is winning) for play in trick.plays)
