"""Whether an act can be done: refused with its reason, or nothing at all."""

from collections import Counter
from itertools import chain

from club.evening import acts
from club.evening.house_rules import plays_boards, rules_of
from club.evening.state import Contest, Evening, folded
from club.movements.rounds import boards_of
from scoring.errors import BadSetup, ScoringError
from scoring.games import GAMES

LONGEST = 60
"""Letters of a name at the most."""


class CannotAct(ScoringError, ValueError):
    """What the director wants makes no sense now; the sentence says why."""

    code = "cannot-act"


def check(evening: Evening, act: acts.Act) -> None:
    """Raises `CannotAct` with the reason why that cannot be done now."""
    match act:
        case acts.EveningOpened():
            _refuse(evening.is_open, f"{evening.name} is open: close it first")
            _check_name(act.name, "An evening")
        case acts.EveningClosed():
            _refuse(not evening.is_open, "No evening is open")
        case acts.MemberJoined():
            _check_name(act.member, "A member")
            known = {folded(member) for member in evening.members}
            _refuse(folded(act.member) in known and act.member not in evening.members, f"There is a member called {act.member}")
            others = {mark for member, mark in evening.members.items() if member != act.member}
            _refuse(bool(act.mark) and act.mark in others, "That tag is somebody else's: take another one")
        case acts.MemberLeft():
            _refuse(act.member not in evening.members, f"There is no member called {act.member}")
        case acts.TableSet():
            _refuse(not 1 <= act.table <= 999, "Tables have numbers from 1 to 999")
        case acts.SessionSetAside() | acts.WayChosen():
            pass
        case acts.ContestOpened():
            _check_contest(evening, act)
        case acts.OfContest():
            contest = evening.contests.get(act.contest)
            if contest is None:
                raise CannotAct(f"There is no contest called {act.contest}")
            _check_of_contest(contest, act)


def _check_contest(evening: Evening, act: acts.ContestOpened) -> None:
    plan = act.plan
    _refuse(not evening.is_open, "Open the evening first")
    _refuse(act.contest in evening.contests, f"{plan.title} has begun already")
    _check_name(plan.title, "A contest")
    _refuse(plan.game not in GAMES, f"There is no game called {plan.game}")
    game = GAMES[plan.game]
    _refuse(
        plan.kind.has_boards and not plays_boards(game), f"{game.about.title} is not played in boards: choose another movement"
    )
    _refuse(plan.kind.has_boards and plan.boards < 1, "Say how many boards make a set")
    try:
        game.read_options(rules_of(plan))
    except BadSetup as error:
        raise CannotAct(str(error)) from None
    _refuse(min(plan.rounds, plan.minutes, plan.hands, plan.boards) < 0, "Numbers below 0 make no sense here")
    for names in plan.entrants:
        _check_entrant(names)
    _check_once(chain.from_iterable(plan.entrants))


def _check_of_contest(contest: Contest, act: acts.OfContest) -> None:
    title = contest.plan.title
    _refuse(contest.is_over and not isinstance(act, acts.ResultSet | acts.PointsAdjusted), f"{title} is over")
    match act:
        case acts.EntrantJoined():
            runs = contest.plan.kind.is_laid_down and bool(contest.rounds)
            _refuse(runs, f"{title} runs by a movement that is laid down: nobody can join it now; open another contest")
            _check_entrant(act.names)
            _check_once((*chain.from_iterable(contest.entrants), *act.names))
        case acts.EntrantWithdrew() | acts.PointsAdjusted():
            _refuse(act.entrant not in contest.numbers, f"{title} has no entrant {act.entrant}")
            if isinstance(act, acts.PointsAdjusted):
                _check_reason(act.reason)
        case acts.RoundDrawn():
            _refuse(act.round.number != len(contest.rounds) + 1, f"Round {act.round.number} of {title} is drawn already")
        case acts.OfRound():
            _refuse(not 1 <= act.round <= len(contest.rounds), f"Round {act.round} of {title} is not drawn yet")
            if isinstance(act, acts.OfMeeting):
                _check_meeting(contest, act)


def _check_meeting(contest: Contest, act: acts.OfMeeting) -> None:
    played = contest.rounds[act.round - 1].round
    meeting = next((found for found in played.meetings if found.table == act.table), None)
    if meeting is None:
        raise CannotAct(f"In round {act.round} nobody plays at table {act.table}")
    if isinstance(act, acts.ResultSet | acts.AverageGiven) and contest.plan.kind.has_boards:
        wanted = boards_of(meeting.board_set, contest.plan.boards) if meeting.board_set else range(0)
        _refuse(act.board == 0 and isinstance(act, acts.ResultSet), "Say which board that is the score of")
        _refuse(act.board != 0 and act.board not in wanted, f"Board {act.board} is not played at table {act.table} in that round")
    if isinstance(act, acts.ResultSet):
        _check_reason(act.reason)
        sides = 1 if contest.plan.kind.has_boards else len(meeting.sides)
        _refuse(act.scores is not None and len(act.scores) != sides, f"Say {sides} scores" if sides > 1 else "Say one score")
    if isinstance(act, acts.AverageGiven):
        _check_reason(act.reason)
        _refuse(not contest.plan.kind.has_boards, "Averages are given for boards alone")
        _refuse(not all(0 <= percent <= 100 for percent in (act.north_south, act.east_west)), "Percent are from 0 to 100")


def _check_entrant(names: tuple[str, ...]) -> None:
    _refuse(not names, "An entrant needs a name")
    for name in names:
        _check_name(name, "A player")


def _check_once(names: object) -> None:
    assert isinstance(names, chain | tuple)
    twice = [name for name, times in Counter(map(folded, names)).items() if times > 1]
    _refuse(bool(twice), f"{', '.join(twice)}: nobody can play twice in one contest")


def _check_name(name: str, whose: str) -> None:
    _refuse(not name.strip(), f"{whose} needs a name")
    _refuse(len(name) > LONGEST or not name.isprintable(), f"{whose} has a name of {LONGEST} letters at the most")


def _check_reason(reason: str) -> None:
    _refuse(not reason.strip(), "Say why: everybody sees it")


def _refuse(is_wrong: bool, why: str) -> None:
    if is_wrong:
        raise CannotAct(why)
