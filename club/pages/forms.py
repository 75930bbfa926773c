"""The director's forms: each becomes one act of the evening, which the hub checks and keeps."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from flask import Blueprint, abort, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from club.evening import acts
from club.evening.draw import drawn
from club.evening.plan import Counting, Kind, Plan
from club.evening.state import Contest
from club.movements.standings import By
from club.pages.answers import done
from club.pages.doors import for_the_director
from club.pages.evenings import Night, night, now
from club.pages.finals import finals_of
from club.pages.services import hub
from web.doors import check_form, phone
from web.languages import gettext

forms = Blueprint("forms", __name__)

TWICE_S = 1.5
"""Seconds in which the same form of the same visitor was a second tap on the same button."""

BY = "director"
"""Who acts: there is one key."""

SEVERAL = re.compile(r"\s*(?:&|\+|/|,|;|\t)\s*")
"""What stands between the names of one entrant."""

E = TypeVar("E", bound=Enum)


class Form:
    """What was sent; raises 400 with a sentence where a field makes no sense."""

    def text(self, name: str) -> str:
        """What was written, with single spaces."""
        return " ".join(request.form.get(name, "").split())

    def number(self, name: str, otherwise: int = 0) -> int:
        """A whole number; `otherwise` where nothing was written."""
        written = self.text(name).replace("−", "-") or str(otherwise)
        if not re.fullmatch(r"[-+]?\d{1,6}", written):
            abort(400, gettext("A whole number is wanted, and this is none: %(text)s") % {"text": written})
        return int(written)

    def one_of(self, name: str, kinds: type[E]) -> E:
        """One of an enumeration, by its value."""
        try:
            return kinds(self.text(name))
        except ValueError:
            abort(400, gettext("This page is out of date: load it again, then repeat what you did. Nothing was changed."))

    def is_on(self, name: str) -> bool:
        """Whether a box is ticked."""
        return name in request.form

    def entrants(self, name: str) -> tuple[tuple[str, ...], ...]:
        """An entrant a line, the names of a pair with a `&` or a comma between them."""
        lines = (line.strip() for line in request.form.get(name, "").splitlines())
        return tuple(tuple(" ".join(one.split()) for one in SEVERAL.split(line) if one.strip()) for line in lines if line)

    @property
    def stamp(self) -> dict[str, Any]:
        """When, and by whom."""
        return {"at": now(), "by": BY}


@dataclass(frozen=True)
class Does:
    """A form's act, and what is said once it is done."""

    act: acts.Act
    words: str


Reads = Callable[[Form, Night], Does]
FORMS: dict[str, Reads] = {}


def reads(name: str) -> Callable[[Reads], Reads]:
    """The function reads the form of that name."""

    def noted(read: Reads) -> Reads:
        FORMS[name] = read
        return read

    return noted


@forms.post("/do/<what>")
@for_the_director
def do(what: str) -> AnyResponse:
    """Do what a form of the director's pages says."""
    check_form()
    if what not in FORMS:
        abort(404)
    does = FORMS[what](Form(), night(hub()))
    if not _is_second_tap():
        hub().act(does.act)
    return done(does.words, request.form.get("back", ""))


def _is_second_tap() -> bool:
    """Whether this visitor has sent the very same form a moment ago: then it is done, and not done once more."""
    last: dict[str, tuple[object, float]] = current_app.extensions.setdefault("last_forms", {})
    sent, at = (request.path, tuple(request.form.items(multi=True))), time.monotonic()
    before, last[phone()] = last.get(phone()), (sent, at)
    return before is not None and before[0] == sent and at - before[1] < TWICE_S


def _contest(form: Form, found: Night) -> Contest:
    contest = found.evening.contests.get(form.text("contest"))
    if contest is None:
        abort(404, gettext("There is no such contest tonight."))
    return contest


@reads("open")
def _open(form: Form, found: Night) -> Does:
    since = max((session.touched for session in found.sessions), default=found.evening.since)
    name = form.text("name")
    return Does(acts.EveningOpened(name=name, since=since, **form.stamp), gettext("%(name)s is open.") % {"name": name})


@reads("close")
def _close(form: Form, found: Night) -> Does:
    said = gettext("The evening is closed, and counts for the season.")
    return Does(acts.EveningClosed(finals=finals_of(found), **form.stamp), said)


@reads("join")
def _join(form: Form, _found: Night) -> Does:
    name = form.text("name")
    return Does(acts.MemberJoined(member=name, **form.stamp), gettext("%(name)s belongs to the club.") % {"name": name})


@reads("leave")
def _leave(form: Form, _found: Night) -> Does:
    name = form.text("name")
    return Does(acts.MemberLeft(member=name, **form.stamp), gettext("%(name)s has left the club.") % {"name": name})


@reads("table")
def _table(form: Form, _found: Night) -> Does:
    number, box = form.number("number"), form.text("box")
    said = gettext("%(box)s stands at table %(number)d.") % {"box": box, "number": number}
    return Does(acts.TableSet(table=number, box=box, **form.stamp), said)


@reads("contest")
def _begin(form: Form, found: Night) -> Does:
    kind = form.one_of("kind", Kind)
    counting = form.one_of("counting", Counting)
    if kind.has_boards and counting not in (Counting.MATCHPOINTS, Counting.IMPS):
        counting = Counting.MATCHPOINTS
    if not kind.has_boards and counting in (Counting.MATCHPOINTS, Counting.IMPS):
        counting = Counting.WINS
    plan = Plan(
        form.text("title"),
        kind,
        form.text("game"),
        form.entrants("entrants"),
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
    name = f"c{len(found.evening.contests) + 1}"
    return Does(acts.ContestOpened(contest=name, plan=plan, **form.stamp), gettext("%(title)s begins.") % {"title": plan.title})


@reads("end-contest")
def _end(form: Form, found: Night) -> Does:
    contest = _contest(form, found)
    said = gettext("%(title)s is over.") % {"title": contest.plan.title}
    return Does(acts.ContestClosed(contest=contest.name, **form.stamp), said)


@reads("enter")
def _enter(form: Form, found: Night) -> Does:
    contest, entrants = _contest(form, found), form.entrants("names")
    if len(entrants) != 1:
        abort(400, gettext("Enter one after the other, please."))
    said = gettext("%(names)s play from the next round on.") % {"names": " & ".join(entrants[0])}
    return Does(acts.EntrantJoined(contest=contest.name, names=entrants[0], **form.stamp), said)


@reads("withdraw")
def _withdraw(form: Form, found: Night) -> Does:
    contest, entrant = _contest(form, found), form.number("entrant")
    said = gettext("They are drawn no more. What was played stands.")
    return Does(acts.EntrantWithdrew(contest=contest.name, entrant=entrant, **form.stamp), said)


@reads("adjust")
def _adjust(form: Form, found: Night) -> Does:
    contest = _contest(form, found)
    made = {"entrant": form.number("entrant"), "points": form.number("points"), "reason": form.text("reason")}
    return Does(acts.PointsAdjusted(contest=contest.name, **made, **form.stamp), gettext("The points are adjusted."))


@reads("draw")
def _draw(form: Form, found: Night) -> Does:
    contest, wanted = _contest(form, found), form.number("round")
    if wanted <= len(contest.rounds):  # a button that was tapped twice, or on two phones
        abort(409, gettext("Round %(number)d is drawn already.") % {"number": wanted})
    made = drawn(contest, found.results[contest.name])
    said = gettext("Round %(number)d is drawn. Phones and wall show the seats.") % {"number": made.number}
    return Does(acts.RoundDrawn(contest=contest.name, round=made, **form.stamp), said)


def _of_round(kind: Callable[..., acts.OfRound], words: Callable[[], str]) -> Reads:
    def read(form: Form, found: Night) -> Does:
        return Does(kind(contest=_contest(form, found).name, round=form.number("round"), **form.stamp), words())

    return read


FORMS["start"] = _of_round(acts.RoundStarted, lambda: gettext("The round goes on."))
FORMS["pause"] = _of_round(acts.RoundPaused, lambda: gettext("The clock stands."))
FORMS["end-round"] = _of_round(acts.RoundEnded, lambda: gettext("The round is over."))


@reads("minutes")
def _minutes(form: Form, found: Night) -> Does:
    minutes = form.number("minutes")
    act = acts.MinutesAdded(contest=_contest(form, found).name, round=form.number("round"), minutes=minutes, **form.stamp)
    return Does(act, gettext("The round is %(minutes)+d minutes longer.") % {"minutes": minutes})


def _where(form: Form, found: Night) -> dict[str, Any]:
    where = {name: form.number(name) for name in ("round", "table", "board")}
    return {"contest": _contest(form, found).name, **where, **form.stamp}


@reads("result")
def _result(form: Form, found: Night) -> Does:
    scores = tuple(int(score) for score in re.findall(r"[-−+]?\d+", form.text("scores").replace("−", "-")))
    if form.is_on("back_to_log"):
        act = acts.ResultSet(scores=None, reason=form.text("reason") or gettext("taken back"), **_where(form, found))
        return Does(act, gettext("What the table says counts again."))
    act = acts.ResultSet(scores=scores, reason=form.text("reason"), **_where(form, found))
    return Does(act, gettext("The result is set, and shown as set by the director."))


@reads("average")
def _average(form: Form, found: Night) -> Does:
    given = {"north_south": form.number("north_south", 50), "east_west": form.number("east_west", 50)}
    act = acts.AverageGiven(reason=form.text("reason"), **given, **_where(form, found))
    return Does(act, gettext("The average is given."))


@reads("attach")
def _attach(form: Form, found: Night) -> Does:
    contest, _, place = form.text("meeting").partition("/")
    number, _, table = place.partition("/")
    if contest not in found.evening.contests or not number.isdecimal() or not table.isdecimal():
        abort(400, gettext("Say which meeting it counts for."))
    where = {"contest": contest, "round": int(number), "table": int(table)}
    act = acts.SessionAttached(box=form.text("box"), session=form.text("session"), **where, **form.stamp)
    return Does(act, gettext("It counts for that meeting."))


@reads("aside")
def _aside(form: Form, _found: Night) -> Does:
    reason = form.text("reason") or gettext("set aside by the director")
    act = acts.SessionSetAside(box=form.text("box"), session=form.text("session"), reason=reason, **form.stamp)
    return Does(act, gettext("It counts for nothing tonight. Nothing of it is lost."))


@reads("way")
def _way(form: Form, _found: Night) -> Does:
    act = acts.WayChosen(box=form.text("box"), session=form.text("session"), sum=form.text("sum"), **form.stamp)
    return Does(act, gettext("That way counts. The other one is kept."))
