"""A board as a file tells it. Nothing is worked out: the values may contradict each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from scoring.calls import Call
from scoring.cards import Card
from scoring.seats import Seat

Hands = tuple[frozenset[Card] | None, ...]
"""What each seat was dealt, from north clockwise; None for a hand that the file does not tell."""


class Vulnerable(Enum):
    """Which sides are vulnerable, by PBN's word; in the order of the first four boards of a duplicate."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"

    __hash__ = object.__hash__


class Mark(Enum):
    """What a file says of one card: a revoke, a lead out of turn, put right by a person (PBN 2.1, 3.7 and 3.9)."""

    REVOKE = "^R"
    LEAD = "^L"
    CORRECTED = "$14"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Remark:
    """Something that is not right: the line it stands in, the tag that it is about, and a sentence."""

    line: int
    key: str
    text: str

    def __str__(self) -> str:
        """As it is printed."""
        return f"line {self.line}, {self.key}: {self.text}"


@dataclass(frozen=True)
class Said:
    """A call of the auction and its line; `is_irregular` is one that was insufficient (`^I`) or out of rotation (`^S`)."""

    call: Call
    line: int
    is_irregular: bool = False


@dataclass(frozen=True)
class Laid:
    """A card of the play. `seat` is None where the file gives cards in the order in which they were played."""

    card: Card
    line: int
    seat: Seat | None = None
    marks: frozenset[Mark] = frozenset()


@dataclass(frozen=True)
class Board:
    """One board. North, east, south and west sit at A, B, C and D.

    `place` counts the boards of the file from 1, `line` is where this one begins. `bid` is the contract in short
    (`scoring.calls.bid_name`), empty where all passed and None where nobody says; `tricks` are those of the declarer, `score`
    is north and south's. `is_ruled`: the number of tricks is a ruling and not what the cards came to. `is_swapped`: dummy and
    declarer changed places. `calls` ends as the auction does, or with `is_whole_auction` false before; `play` has a row a trick,
    with `is_play_open` while it goes on. `opener` is who led first, by the file. `lines` says where each tag stands.
    """

    place: int
    line: int
    number: int | None = None
    players: tuple[str, ...] = ("", "", "", "")
    dealer: Seat | None = None
    vulnerable: Vulnerable | None = None
    hands: Hands = (None, None, None, None)
    scoring: str = ""
    room: str = ""
    bid: str | None = None
    doubled: int = 1
    declarer: Seat | None = None
    is_swapped: bool = False
    tricks: int | None = None
    is_ruled: bool = False
    score: int | None = None
    calls: tuple[Said, ...] = ()
    is_whole_auction: bool = True
    play: tuple[tuple[Laid, ...], ...] = ()
    is_play_open: bool = False
    opener: Seat | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    remarks: tuple[Remark, ...] = field(default=(), compare=False)

    def line_of(self, key: str) -> int:
        """Where the tag stands, or where the board begins."""
        return self.lines.get(key, self.line)

    @property
    def is_of_rubber(self) -> bool:
        """Whether its score stands on the boards before it, on part-scores and games, so that none can be told by itself."""
        return self.scoring.strip().lower().startswith("rubber")

    def remark(self, key: str, text: str) -> Remark:
        """A remark about that tag."""
        return Remark(self.line_of(key), key, text)

    @property
    def standard_vulnerable(self) -> Vulnerable | None:
        """Who is vulnerable on a board of that number (Laws of Duplicate Bridge, law 2); None in a rubber or a Chicago."""
        is_other = self.is_of_rubber or self.scoring.strip().lower().startswith("chicago")
        return None if self.number is None or is_other else _VULNERABLE[(self.number - 1 + (self.number - 1) // 4) % 4]


_VULNERABLE = tuple(Vulnerable)
