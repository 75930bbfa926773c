"""The evening as the pages show it: contests with their standings, rounds and clocks, out of `club.evening`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from flask import current_app

from club.evening.draw import movement_of
from club.evening.places import players_at
from club.evening.plan import Counting, Kind
from club.evening.results import Results, results_of
from club.evening.sittings import sittings
from club.evening.state import Contest, Drawn, Evening
from club.evening.table import table_of
from club.movements.rounds import Meeting, NoSuchMovement, boards_of
from club.movements.standings import By, Points, Standing
from club.pages.happening import Happening, Place, RoundSeen, Row
from club.pages.services import Hub
from club.room import Session
from web.languages import gettext


@dataclass(frozen=True)
class Night:
    """The evening at one version of the hub, with what came of each contest and how it stands, by the contest's name."""

    version: int
    evening: Evening
    sessions: Sequence[Session]
    results: Mapping[str, Results]
    standings: Mapping[str, tuple[Standing, ...]]

    @property
    def contests(self) -> tuple[Contest, ...]:
        """In the order in which they were opened."""
        return tuple(self.evening.contests.values())


def night(hub: Hub) -> Night:
    """The evening as it is now; worked out once for everybody who asks before something changes."""
    version, seen = hub.version(), current_app.extensions.get("night")
    if seen is None or seen.version != version:
        seen = current_app.extensions["night"] = _night(version, hub.evening(), hub.sessions())
    found: Night = seen
    return found


def _night(version: int, evening: Evening, sessions: Sequence[Session]) -> Night:
    counted = [session for session in sessions if (session.box, session.session) not in evening.aside]
    played = [sitting for session in counted for sitting in sittings(session)]
    results = {name: results_of(contest, played) for name, contest in evening.contests.items()}
    tables = {name: table_of(contest, results[name]) for name, contest in evening.contests.items()}
    return Night(version, evening, sessions, results, tables)


def now() -> datetime:
    """The hub's clock: it starts and ends rounds, and orders nothing."""
    return datetime.now(UTC)


def happenings(found: Night) -> tuple[Happening, ...]:
    """The contests of the evening, those that go on first."""
    order = sorted(found.contests, key=lambda contest: contest.is_over)
    return tuple(happening(found, contest) for contest in order)


def happening(found: Night, contest: Contest) -> Happening:
    """One contest as it stands now."""
    begun = next((drawn for drawn in reversed(contest.rounds) if drawn.has_begun), None)
    drawn = contest.rounds[-1] if contest.rounds and not contest.rounds[-1].has_begun else None
    rows = tuple(_row(contest, standing) for standing in found.standings[contest.name])
    words = gettext("finished") if contest.is_over else kind_words(contest.plan.kind)
    return Happening(
        *(contest.name, contest.plan.title, words, rows),
        played=_round(contest, begun, begun) if begun and not contest.is_over else None,
        coming=_round(contest, drawn, begun) if drawn and not contest.is_over else None,
    )


def _row(contest: Contest, standing: Standing) -> Row:
    ahead = by_words(standing.ahead_by) if standing.ahead_by not in (None, By.POINTS) else ""
    members = contest.entrants[standing.entrant - 1]
    return Row(standing.rank, standing.entrant, " & ".join(members), points_words(contest, standing.points), ahead, members)


def _round(contest: Contest, drawn: Drawn, timed: Drawn | None) -> RoundSeen:
    """A round, with what is left of the one that is timed: itself, or the one before."""
    left = timed.left(contest.plan.minutes, now()) if timed and not timed.is_over else None
    playing = drawn.round.entrants
    idle = tuple(contest.names(one) for one in contest.numbers if one not in playing and one not in contest.withdrawn)
    return RoundSeen(
        *(drawn.round.number, rounds_of(contest), tuple(place_of(contest, meeting) for meeting in drawn.round.meetings), idle),
        left=left.total_seconds() if left is not None else None,
        has_begun=drawn.has_begun,
        is_running=timed is not None and timed.since is not None,
        is_over=drawn.is_over,
    )


def place_of(contest: Contest, meeting: Meeting) -> Place:
    """A meeting's table as people find it."""
    sides = tuple(tuple(name for one in side for name in contest.entrants[one - 1]) for side in meeting.sides)
    return Place(str(meeting.table), sides, players_at(contest, meeting), boards_words(contest, meeting))


def boards_words(contest: Contest, meeting: Meeting) -> str:
    """The numbers of the boards of a meeting; empty where none are played."""
    boards = boards_of(meeting.board_set, contest.plan.boards) if meeting.board_set and contest.plan.boards else range(0)
    return f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else "".join(map(str, boards))


def rounds_of(contest: Contest) -> int | None:
    """How many rounds a contest has; None where that is not laid down."""
    try:
        return contest.plan.rounds or len(movement_of(contest).rounds)
    except NoSuchMovement:
        return None


def names_of(hub: Hub) -> tuple[str, ...]:
    """Everybody who belongs to the club or plays tonight, in the order of the alphabet."""
    evening = hub.evening()
    entered = {name for contest in evening.contests.values() for names in contest.entrants for name in names}
    seated = {name for found in hub.current().values() if found.table.setup for name in found.table.setup.players}
    return tuple(sorted({*evening.members, *entered, *seated}, key=str.casefold))


def points_words(contest: Contest, points: Points) -> str:
    """Points as people write them: percent, IMPs with their sign, halves as halves."""
    match contest.plan.counting:
        case Counting.MATCHPOINTS:
            return f"{float(points):.2f} %"
        case Counting.IMPS:
            return f"{float(points):+.1f}"
    whole, rest = divmod(Fraction(points), 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not rest else f"{float(points):.2f}"


def kind_words(kind: Kind) -> str:
    """What a movement is called."""
    return {
        Kind.OPEN: gettext("open tables"),
        Kind.ROUND_ROBIN: gettext("everybody against everybody"),
        Kind.SWISS: gettext("Swiss"),
        Kind.MITCHELL: gettext("Mitchell"),
        Kind.HOWELL: gettext("Howell"),
        Kind.WHIST: gettext("whist movement"),
        Kind.PROGRESSIVE: gettext("winners move up"),
    }[kind]


def counting_words(counting: Counting) -> str:
    """What a meeting brings, in words."""
    return {
        Counting.WINS: gettext("wins"),
        Counting.POINTS: gettext("the game's points"),
        Counting.MATCHPOINTS: gettext("matchpoints"),
        Counting.IMPS: gettext("IMPs"),
    }[counting]


def by_words(by: By | None) -> str:
    """What puts one ahead of another, in words."""
    return {
        By.POINTS: gettext("points"),
        By.DIRECT_ENCOUNTER: gettext("direct encounter"),
        By.WINS: gettext("number of wins"),
        By.HIGHEST_MATCH: gettext("highest match"),
        By.BUCHHOLZ: "Buchholz",
        By.MEDIAN_BUCHHOLZ: gettext("median Buchholz"),
        By.SONNEBORN_BERGER: "Sonneborn-Berger",
        None: "",
    }[by]
