"""An evening as the director's acts have made it, and the one function that applies an act: `evolve`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from club.evening import acts
from club.evening.plan import Plan
from club.movements.rounds import Round

Where = tuple[int, int, int]
"""Round, table and board; board 0 stands for a meeting without boards."""

Key = tuple[str, str]
"""A box and one of its sessions."""

Finals = tuple[tuple[str, datetime, tuple[acts.Final, ...]], ...]
"""The contests of evenings that are closed, with the evening's name and day."""


@dataclass(frozen=True)
class Correction:
    """What the director said of a result: scores, or percent for both sides; why, who and when."""

    scores: tuple[int, ...] | None
    percent: tuple[int, int] | None
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True)
class Adjustment:
    """Points that an entrant has more, or fewer."""

    entrant: int
    points: int
    reason: str
    by: str


@dataclass(frozen=True)
class Drawn:
    """A round, and its clock: it ran for `ran` until `since`, and runs from then on; None while it stands."""

    round: Round
    since: datetime | None = None
    ran: timedelta = timedelta()
    added: timedelta = timedelta()
    has_begun: bool = False
    is_over: bool = False

    def left(self, minutes: int, now: datetime) -> timedelta | None:
        """What is left of so many minutes; None for a round without a clock. Negative where time is up."""
        if not minutes:
            return None
        running = now - self.since if self.since else timedelta()
        return timedelta(minutes=minutes) + self.added - self.ran - max(running, timedelta())


@dataclass(frozen=True)
class Contest:
    """A contest of the evening; entrants are numbered from 1, in the order in which they came."""

    name: str
    plan: Plan
    entrants: tuple[tuple[str, ...], ...]
    withdrawn: frozenset[int] = frozenset()
    rounds: tuple[Drawn, ...] = ()
    corrections: Mapping[Where, Correction] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    attached: Mapping[Key, tuple[int, int]] = field(default_factory=dict)
    is_over: bool = False

    @property
    def played(self) -> tuple[Round, ...]:
        """The rounds that were drawn."""
        return tuple(drawn.round for drawn in self.rounds)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All entrants, by their numbers."""
        return tuple(range(1, len(self.entrants) + 1))

    def correction_of(self, number: int, table: int, board: int) -> Correction | None:
        """What the director said of a board in a round at a table: of it alone, or else of all boards there."""
        return self.corrections.get((number, table, board)) or self.corrections.get((number, table, 0))

    def names(self, entrant: int) -> str:
        """An entrant as people say it."""
        return " & ".join(self.entrants[entrant - 1])

    def entrant_of(self, member: str) -> int | None:
        """The number under which a member plays."""
        who = folded(member)
        return next((number for number in self.numbers if who in map(folded, self.entrants[number - 1])), None)


@dataclass(frozen=True)
class Evening:
    """The club as its acts have it: who belongs to it, which box stands at which table, and the evening that is open.

    `finals` are the contests of all evenings that are closed, by the evening's name and day.
    """

    name: str = ""
    since: int = 0
    opened_at: datetime | None = None
    is_open: bool = False
    members: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[int, str] = field(default_factory=dict)
    contests: Mapping[str, Contest] = field(default_factory=dict)
    aside: Mapping[Key, str] = field(default_factory=dict)
    ways: Mapping[Key, str] = field(default_factory=dict)
    finals: Finals = ()

    @property
    def table_of(self) -> dict[str, int]:
        """The table at which each box stands."""
        return {box: number for number, box in self.tables.items()}


def folded(name: str) -> str:
    """A name as it is compared: without regard to capitals and spaces."""
    return " ".join(name.split()).casefold()


def fold(found: Iterable[acts.Act], evening: Evening | None = None) -> Evening:
    """The evening after those acts."""
    evening = evening or Evening()
    for act in found:
        evening = evolve(evening, act)
    return evening


def evolve(evening: Evening, act: acts.Act) -> Evening:
    """The evening after one act more, which was checked before it was kept."""
    match act:
        case acts.EveningOpened():
            begun = replace(evening, name=act.name, since=act.since, opened_at=act.at, is_open=True)
            return replace(begun, contests={}, aside={}, ways={})
        case acts.EveningClosed():
            closed = (evening.name, evening.opened_at or act.at, act.finals)
            return replace(evening, is_open=False, finals=(*evening.finals, closed))
        case acts.MemberJoined():
            return replace(evening, members={**evening.members, act.member: act.mark})
        case acts.MemberLeft():
            return replace(evening, members=_without(evening.members, act.member))
        case acts.TableSet():
            others = {number: box for number, box in evening.tables.items() if box != act.box and number != act.table}
            return replace(evening, tables={**others, act.table: act.box} if act.box else others)
        case acts.SessionSetAside():
            return replace(evening, aside={**evening.aside, (act.box, act.session): act.reason})
        case acts.WayChosen():
            return replace(evening, ways={**evening.ways, (act.box, act.session): act.sum})
        case acts.ContestOpened():
            contest = Contest(act.contest, act.plan, act.plan.entrants)
            return replace(evening, contests={**evening.contests, act.contest: contest})
        case acts.OfContest():
            contest = _contest_after(evening.contests[act.contest], act)
            return replace(evening, contests={**evening.contests, act.contest: contest})
        case _:
            raise TypeError(f"{type(act).__name__} is no act of an evening")


def _contest_after(contest: Contest, act: acts.OfContest) -> Contest:
    match act:
        case acts.ContestClosed():
            return replace(contest, is_over=True)
        case acts.EntrantJoined():
            return replace(contest, entrants=(*contest.entrants, act.names))
        case acts.EntrantWithdrew():
            return replace(contest, withdrawn=contest.withdrawn | {act.entrant})
        case acts.RoundDrawn():
            return replace(contest, rounds=(*contest.rounds, Drawn(act.round)))
        case acts.PointsAdjusted():
            made = Adjustment(act.entrant, act.points, act.reason, act.by)
            return replace(contest, adjustments=(*contest.adjustments, made))
        case acts.SessionAttached():
            return replace(contest, attached={**contest.attached, (act.box, act.session): (act.round, act.table)})
        case acts.ResultSet():
            where = (act.round, act.table, act.board)
            if act.scores is None:
                return replace(contest, corrections=_without(contest.corrections, where))
            made_so = Correction(act.scores, None, act.reason, act.by, act.at)
            return replace(contest, corrections={**contest.corrections, where: made_so})
        case acts.AverageGiven():
            given = Correction(None, (act.north_south, act.east_west), act.reason, act.by, act.at)
            return replace(contest, corrections={**contest.corrections, (act.round, act.table, act.board): given})
        case acts.OfRound():
            drawn = contest.rounds[act.round - 1]
            rounds = (*contest.rounds[: act.round - 1], _round_after(drawn, act), *contest.rounds[act.round :])
            return replace(contest, rounds=rounds)
        case _:
            raise TypeError(f"{type(act).__name__} is no act of a contest")


def _round_after(drawn: Drawn, act: acts.OfRound) -> Drawn:
    ran = drawn.ran + max(act.at - drawn.since, timedelta()) if drawn.since else drawn.ran
    match act:
        case acts.RoundStarted():
            return replace(drawn, since=drawn.since or act.at, has_begun=True, is_over=False)
        case acts.RoundPaused():
            return replace(drawn, since=None, ran=ran)
        case acts.MinutesAdded():
            return replace(drawn, added=drawn.added + timedelta(minutes=act.minutes))
        case acts.RoundEnded():
            return replace(drawn, since=None, ran=ran, is_over=True)
        case _:
            raise TypeError(f"{type(act).__name__} is no act of a round")


def _without(values: Mapping[Any, Any], key: object) -> dict[Any, Any]:
    return {name: value for name, value in values.items() if name != key}
