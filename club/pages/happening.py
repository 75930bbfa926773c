"""What of a contest people see: who stands where, which round it is and how long it goes on, and who sits where."""

from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True)
class Row:
    """A rank in the standings; `ahead_by` names what put it ahead of the next one where points did not."""

    rank: int
    entrant: int
    names: str
    points: str
    ahead_by: str = ""
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranked:
    """Those who are ranked together, the best first; `side` says in words where all of them sit, empty where sides change."""

    rows: tuple[Row, ...]
    side: str = ""


@dataclass(frozen=True)
class Place:
    """A table of a round and who sits at it, side by side; each side by its members' names; `players` clockwise."""

    table: str
    sides: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]
    boards: str = ""


@dataclass(frozen=True)
class RoundSeen:
    """A round with its tables and who sits out, `of` how many where that is laid down.

    `left` are the seconds that are left of it, None where nothing is timed; for a round that has not begun it is what is left of
    the one before.
    """

    number: int
    of: int | None = None
    places: tuple[Place, ...] = ()
    idle: tuple[str, ...] = ()
    left: float | None = None
    has_begun: bool = False
    is_running: bool = False
    is_over: bool = False


@dataclass(frozen=True)
class Happening:
    """A contest of the evening as it stands now: the round that is `played`, and the one that has been drawn and is `coming`.

    `rules` are the options of the game that tables are to be told, each with what is chosen.
    """

    name: str
    title: str
    words: str
    rankings: tuple[Ranked, ...] = ()
    played: RoundSeen | None = None
    coming: RoundSeen | None = None
    rules: tuple[tuple[str, str], ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """Everybody, ranking by ranking."""
        return tuple(chain.from_iterable(ranking.rows for ranking in self.rankings))

    @property
    def rounds(self) -> tuple[RoundSeen, ...]:
        """Both, as far as they are there."""
        return tuple(found for found in (self.played, self.coming) if found)

    def ranking_of(self, name: str) -> Ranked | None:
        """Those among whom somebody is ranked."""
        return next((ranking for ranking in self.rankings if any(name in row.members for row in ranking.rows)), None)

    def around(self, name: str, reach: int = 2) -> tuple[Row, ...]:
        """The ranks next to somebody's, his own among them."""
        rows = ranking.rows if (ranking := self.ranking_of(name)) else ()
        at = next((at for at, row in enumerate(rows) if name in row.members), 0)
        return rows[max(0, at - reach) : at + reach + 1]
