"""The evening as the pages show it: contests with their standings, rounds and clocks, out of `club.evening`."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache

from club.evening.house_rules import rules_of
from club.evening.movement import movement_of
from club.evening.places import players_at
from club.evening.plan import Counting, Kind, Plan
from club.evening.season import Season, season_of
from club.evening.state import Contest, Drawn, Finals
from club.evening.table import Ranking
from club.hub import View
from club.movements.rounds import Meeting, NoSuchMovement, boards_of
from club.movements.standings import By, Points, Standing
from club.pages.happening import Happening, Place, Ranked, RoundSeen, Row
from scoring.games import GAMES
from web.languages import gettext
from web.options import asked_for


def now() -> datetime:
    """The hub's clock: it starts and ends rounds, and orders nothing."""
    return datetime.now(UTC)


def happenings(view: View) -> tuple[Happening, ...]:
    """The contests of the evening, those that go on first."""
    order = sorted(view.evening.contests.values(), key=lambda contest: contest.is_over)
    return tuple(happening(view, contest) for contest in order)


def happening(view: View, contest: Contest) -> Happening:
    """One contest as it stands now."""
    begun = next((drawn for drawn in reversed(contest.rounds) if drawn.has_begun), None)
    drawn = contest.rounds[-1] if contest.rounds and not contest.rounds[-1].has_begun else None
    rankings = tuple(_ranked(contest, ranking) for ranking in view.rankings[contest.name])
    is_over = contest.is_over or not view.evening.is_open
    words = gettext("finished") if is_over else kind_words(contest.plan.kind)
    return Happening(
        *(contest.name, contest.plan.title, words, rankings),
        played=_round(contest, begun, begun) if begun and not is_over else None,
        coming=_round(contest, drawn, begun) if drawn and not is_over else None,
        rules=tuple(_rules(contest.plan)),
    )


def _rules(plan: Plan) -> Iterator[tuple[str, str]]:
    """The options that tables are to be told, as their own pages ask for them."""
    rules = rules_of(plan)
    for asked in asked_for(GAMES[plan.game]) if rules else ():
        if asked.name in rules:
            value = str(rules[asked.name])
            yield asked.label.split(" (")[0], ", ".join(dict(asked.choices).get(one, one) for one in value.split())


def _ranked(contest: Contest, ranking: Ranking) -> Ranked:
    side = "" if ranking.side is None else (gettext("North–South"), gettext("East–West"))[ranking.side]
    return Ranked(tuple(_row(contest, standing) for standing in ranking.standings), side)


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


def names_of(view: View) -> tuple[str, ...]:
    """Everybody who belongs to the club or plays tonight, in the order of the alphabet."""
    evening = view.evening
    entered = {name for contest in evening.contests.values() for names in contest.entrants for name in names}
    seated = {name for found in view.current.values() if found.table.setup for name in found.table.setup.players}
    return tuple(sorted({*evening.members, *entered, *seated}, key=str.casefold))


def season_so_far(view: View) -> Season:
    """The season out of all evenings that are closed; it changes when one more is."""
    return _season(view.evening.finals)


@lru_cache(maxsize=1)
def _season(finals: Finals) -> Season:
    return season_of(finals)


def titled(title: str, side: str) -> str:
    """A title, with the side that it is about where it is about one."""
    return f"{title}, {side}" if side else title


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
        Counting.WINS: gettext("matches won"),
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
