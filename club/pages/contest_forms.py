"""Forms of a contest: begin and end it, draw and time its rounds, set and correct its results."""

import re
from collections.abc import Callable
from typing import Any

from flask import abort, request

from club.evening import acts
from club.evening.draw import drawn
from club.evening.house_rules import BOARDS, plays_boards
from club.evening.plan import Counting, Kind, Plan
from club.hub import View
from club.movements.standings import By
from club.pages.form import Does, Form, Reads, contest_in
from scoring.games import GAMES
from scoring.games.game import Game
from web.languages import gettext
from web.options import Asked, asked_for, chosen


def _begin(form: Form, view: View) -> Does:
    kind = form.one_of("kind", Kind)
    counting = form.one_of("counting", Counting)
    if kind.has_boards != counting.is_of_boards:
        counting = Counting.MATCHPOINTS if kind.has_boards else Counting.WINS
    game = form.text("game")
    plan = Plan(
        form.text("title"),
        kind,
        game,
        form.entrants("entrants"),
        options=_unusual(GAMES[game]) if game in GAMES else {},
        rounds=form.number("rounds"),
        minutes=form.number("minutes"),
        hands=form.number("hands"),
        boards=form.number("boards"),
        counting=counting,
        tie_breaks=tuple(by for by in By if by is not By.POINTS and form.is_on(by.name.lower())),
        at_table=form.number("at_table", 2),
        partners_change=form.is_on("partners_change"),
        arrow_switched=form.number("arrow_switched"),
        relay=form.is_on("relay"),
    )
    name = f"c{len(view.evening.contests) + 1}"
    return Does(acts.ContestOpened(contest=name, plan=plan, **form.stamp), gettext("%(title)s begins.") % {"title": plan.title})


def asked_in(game: Game) -> tuple[Asked, ...]:
    """What the director may say of the game; that boards are played, and which, follows from the movement."""
    of_boards = {*BOARDS, "first_board"} if plays_boards(game) else set()
    return tuple(asked for asked in asked_for(game) if asked.name not in of_boards)


def _unusual(game: Game) -> dict[str, object]:
    """The options that the form has otherwise than the game itself."""
    usual = {asked.name: asked.default for asked in asked_for(game)}
    return {name: value for name, value in chosen(request.form, game).items() if value != usual.get(name)}


def _end(form: Form, view: View) -> Does:
    contest = contest_in(form, view)
    said = gettext("%(title)s is over.") % {"title": contest.plan.title}
    return Does(acts.ContestClosed(contest=contest.name, **form.stamp), said)


def _enter(form: Form, view: View) -> Does:
    contest, entrants = contest_in(form, view), form.entrants("names")
    if len(entrants) != 1:
        abort(400, gettext("Enter one after the other, please."))
    said = gettext("%(names)s play from the next round on.") % {"names": " & ".join(entrants[0])}
    return Does(acts.EntrantJoined(contest=contest.name, names=entrants[0], **form.stamp), said)


def _withdraw(form: Form, view: View) -> Does:
    contest, entrant = contest_in(form, view), form.number("entrant")
    said = gettext("They are drawn no more. What was played stands.")
    return Does(acts.EntrantWithdrew(contest=contest.name, entrant=entrant, **form.stamp), said)


def _adjust(form: Form, view: View) -> Does:
    contest = contest_in(form, view)
    made = form.stamp | {"entrant": form.number("entrant"), "points": form.number("points"), "reason": form.text("reason")}
    return Does(acts.PointsAdjusted(contest=contest.name, **made), gettext("The points are adjusted."))


def _draw(form: Form, view: View) -> Does:
    contest, wanted = contest_in(form, view), form.number("round")
    if wanted <= len(contest.rounds):  # a button that was tapped twice, or on two phones
        abort(409, gettext("Round %(number)d is drawn already.") % {"number": wanted})
    made = drawn(contest, view.results[contest.name])
    said = gettext("Round %(number)d is drawn. Phones and wall show the seats.") % {"number": made.number}
    return Does(acts.RoundDrawn(contest=contest.name, round=made, **form.stamp), said)


def _of_round(kind: Callable[..., acts.OfRound], words: Callable[[], str]) -> Reads:
    def read(form: Form, view: View) -> Does:
        return Does(kind(contest=contest_in(form, view).name, round=form.number("round"), **form.stamp), words())

    return read


def _minutes(form: Form, view: View) -> Does:
    minutes = form.number("minutes")
    act = acts.MinutesAdded(contest=contest_in(form, view).name, round=form.number("round"), minutes=minutes, **form.stamp)
    return Does(act, gettext("The round is %(minutes)+d minutes longer.") % {"minutes": minutes})


def _where(form: Form, view: View) -> dict[str, Any]:
    where = {name: form.number(name) for name in ("round", "table", "board")}
    return {"contest": contest_in(form, view).name, **where, **form.stamp}


def _result(form: Form, view: View) -> Does:
    scores = tuple(int(score) for score in re.findall(r"[-−+]?\d+", form.text("scores").replace("−", "-")))
    if form.is_on("back_to_log"):
        act = acts.ResultSet(scores=None, reason=form.text("reason") or gettext("taken back"), **_where(form, view))
        return Does(act, gettext("What the table says counts again."))
    act = acts.ResultSet(scores=scores, reason=form.text("reason"), **_where(form, view))
    return Does(act, gettext("The result is set, and shown as set by the director."))


def _average(form: Form, view: View) -> Does:
    given = _where(form, view) | {"north_south": form.number("north_south", 50), "east_west": form.number("east_west", 50)}
    act = acts.AverageGiven(reason=form.text("reason"), **given)
    return Does(act, gettext("The average is given."))


FORMS: dict[str, Reads] = {
    "contest": _begin,
    "end-contest": _end,
    "enter": _enter,
    "withdraw": _withdraw,
    "adjust": _adjust,
    "draw": _draw,
    "minutes": _minutes,
    "result": _result,
    "average": _average,
    "start": _of_round(acts.RoundStarted, lambda: gettext("The round goes on.")),
    "pause": _of_round(acts.RoundPaused, lambda: gettext("The clock stands.")),
    "end-round": _of_round(acts.RoundEnded, lambda: gettext("The round is over.")),
}
