"""What the director does, as events: past tense, never changed, never deleted. An `Evening` is a fold of these.

Results are not among them: they follow from what the tables' logs say. Only a correction of one is an act, with its reason.
"""

import json
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from club.evening.plan import Plan
from club.movements.rounds import Round
from scoring.errors import ScoringError
from scoring.ledger.codec import DAMAGE, plain, reader
from scoring.ledger.records import json_line

VERSION = 1
"""Of the acts' fields."""


class BadAct(ScoringError, ValueError):
    """A line that is no act of ours; the sentence says why."""

    code = "bad-act"


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that the director did."""

    at: datetime
    by: str


@dataclass(frozen=True, kw_only=True)
class EveningOpened(Act):
    """An evening began; what tables send after that number of the archive belongs to it."""

    name: str
    since: int


@dataclass(frozen=True, kw_only=True)
class Placed:
    """Where an entrant of a contest came in the end, and with what."""

    names: tuple[str, ...]
    rank: int
    points: str


@dataclass(frozen=True, kw_only=True)
class Final:
    """A contest as it ended: what the season counts from then on, whatever becomes of the logs."""

    title: str
    game: str
    placed: tuple[Placed, ...]


@dataclass(frozen=True, kw_only=True)
class EveningClosed(Act):
    """The evening is over."""

    finals: tuple[Final, ...]


@dataclass(frozen=True, kw_only=True)
class MemberJoined(Act):
    """Somebody belongs to the club; `mark` is that of a tag (NFC), empty without one."""

    member: str
    mark: str = ""


@dataclass(frozen=True, kw_only=True)
class MemberLeft(Act):
    """Somebody belongs to the club no more."""

    member: str


@dataclass(frozen=True, kw_only=True)
class TableSet(Act):
    """At the table of that number stands that box; no box takes the table away."""

    table: int
    box: str


@dataclass(frozen=True, kw_only=True)
class OfContest(Act):
    """Something of one contest, by its name."""

    contest: str


@dataclass(frozen=True, kw_only=True)
class ContestOpened(OfContest):
    """A contest of that plan began."""

    plan: Plan


@dataclass(frozen=True, kw_only=True)
class ContestClosed(OfContest):
    """The contest is over."""


@dataclass(frozen=True, kw_only=True)
class EntrantJoined(OfContest):
    """Somebody came late: a further entrant, who plays from the next round on."""

    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class EntrantWithdrew(OfContest):
    """An entrant plays no more; what was played stands."""

    entrant: int


@dataclass(frozen=True, kw_only=True)
class RoundDrawn(OfContest):
    """Who meets whom; kept as it was drawn, whatever a later Cardtable would draw."""

    round: Round


@dataclass(frozen=True, kw_only=True)
class OfRound(OfContest):
    """Something of one round of a contest."""

    round: int


@dataclass(frozen=True, kw_only=True)
class RoundStarted(OfRound):
    """The round began, or goes on after a pause."""


@dataclass(frozen=True, kw_only=True)
class RoundPaused(OfRound):
    """The clock stands."""


@dataclass(frozen=True, kw_only=True)
class MinutesAdded(OfRound):
    """The round is so much longer, or shorter where the number is negative."""

    minutes: int


@dataclass(frozen=True, kw_only=True)
class RoundEnded(OfRound):
    """Nobody plays on in that round."""


@dataclass(frozen=True, kw_only=True)
class OfMeeting(OfRound):
    """Something of what is played at one table in a round; `board` is 0 where there are no boards, or all are meant."""

    table: int
    board: int = 0


@dataclass(frozen=True, kw_only=True)
class ResultSet(OfMeeting):
    """The director says what came of a meeting, side by side, or of a board for north-south; None takes that back."""

    scores: tuple[int, ...] | None
    reason: str


@dataclass(frozen=True, kw_only=True)
class AverageGiven(OfMeeting):
    """A board that was not or could not be played counts so many percent for both sides."""

    north_south: int
    east_west: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class PointsAdjusted(OfContest):
    """An entrant has so many points more, or fewer: a penalty."""

    entrant: int
    points: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class SessionAttached(OfMeeting):
    """What that session of a box says counts for that meeting."""

    box: str
    session: str


@dataclass(frozen=True, kw_only=True)
class SessionSetAside(Act):
    """What that session of a box says counts for nothing in this evening."""

    box: str
    session: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class WayChosen(Act):
    """Of a session that went on in two ways the one counts that has an event with that sum."""

    box: str
    session: str
    sum: str


ACTS: dict[str, type[Act]] = {
    kind.__name__: kind
    for kind in (
        *(EveningOpened, EveningClosed, MemberJoined, MemberLeft, TableSet, ContestOpened, ContestClosed),
        *(EntrantJoined, EntrantWithdrew, RoundDrawn, RoundStarted, RoundPaused, MinutesAdded, RoundEnded),
        *(ResultSet, AverageGiven, PointsAdjusted, SessionAttached, SessionSetAside, WayChosen),
    )
}


def act_line(act: Act) -> str:
    """The act as a line of JSON."""
    data = {field.name: plain(getattr(act, field.name)) for field in fields(act)}
    return json_line({"type": type(act).__name__, "version": VERSION, "data": data})


def read_act(line: str) -> Act:
    """The act of a line; raises `BadAct`."""
    try:
        found = json.loads(line)
        if found["version"] > VERSION or found["type"] not in ACTS:
            raise BadAct(f"{found['type']} was written by a newer Cardtable: install that to read it")
        kind: Any = ACTS[found["type"]]
        act: Act = reader(kind)(found["data"])
    except BadAct:
        raise
    except DAMAGE as error:
        raise BadAct(f"this is no act of a director: {error}") from None
    return act
