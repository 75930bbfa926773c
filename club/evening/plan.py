"""What a contest is: who plays which game in which movement, and how it counts."""

from dataclasses import dataclass, field
from enum import Enum

from club.movements.standings import By


class Kind(Enum):
    """How those who play find one another."""

    OPEN = "open"
    ROUND_ROBIN = "round robin"
    SWISS = "swiss"
    MITCHELL = "mitchell"
    HOWELL = "howell"
    WHIST = "whist"
    PROGRESSIVE = "progressive"

    @property
    def has_boards(self) -> bool:
        """Whether the same cards are played at several tables."""
        return self in (Kind.MITCHELL, Kind.HOWELL)

    @property
    def is_laid_down(self) -> bool:
        """Whether all rounds are known before the first is played."""
        return self in (Kind.ROUND_ROBIN, Kind.MITCHELL, Kind.HOWELL, Kind.WHIST)


class Counting(Enum):
    """What a meeting brings.

    WINS         1 for who won, a half each where nobody did
    POINTS       the points of the game itself
    MATCHPOINTS  percent of what others had on the same boards (Laws of Duplicate Bridge, law 78)
    IMPS         the mean of IMPs against all others on the same boards (the same)
    """

    WINS = "wins"
    POINTS = "points"
    MATCHPOINTS = "matchpoints"
    IMPS = "imps"

    @property
    def is_of_boards(self) -> bool:
        """Whether it compares what others had with the same cards."""
        return self in (Counting.MATCHPOINTS, Counting.IMPS)


@dataclass(frozen=True)
class Plan:
    """A contest before it begins.

    title           what people call it
    kind, game      its movement, and the game by its name
    entrants        names of each entrant: one, or two who play together
    options         of the game, those that are to be otherwise than usual
    rounds          0: as many as the movement has
    minutes         of a round; 0: without a clock
    hands           that make a meeting whole; 0: until the game is over
    boards          in a set, where there are boards
    counting        what a meeting brings
    tie_breaks      what parts those of equal points, in this order
    at_table        how many entrants meet at a table, where the movement leaves that open
    partners_change where winners move up, whether they part at the new table
    arrow_switched  rounds at the end in which north-south and east-west change over
    relay           whether an even number of tables shares boards rather than skip
    """

    title: str
    kind: Kind
    game: str
    entrants: tuple[tuple[str, ...], ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    rounds: int = 0
    minutes: int = 0
    hands: int = 0
    boards: int = 0
    counting: Counting = Counting.WINS
    tie_breaks: tuple[By, ...] = ()
    at_table: int = 2
    partners_change: bool = False
    arrow_switched: int = 0
    relay: bool = False
