"""Forms of the evening itself: open and close it, members, tables, and what counts of what was played."""

from flask import abort

from club.evening import acts
from club.hub import View
from club.pages.finals import finals_of
from club.pages.form import Does, Form, Reads
from club.pages.services import hub
from web.languages import gettext


def _open(form: Form, _view: View) -> Does:
    since = hub().archive.position()
    name = form.text("name")
    return Does(acts.EveningOpened(name=name, since=since, **form.stamp), gettext("%(name)s is open.") % {"name": name})


def _close(form: Form, view: View) -> Does:
    said = gettext("The evening is closed, and counts for the season.")
    return Does(acts.EveningClosed(finals=finals_of(view), **form.stamp), said)


def _join(form: Form, _view: View) -> Does:
    name = form.text("name")
    return Does(acts.MemberJoined(member=name, **form.stamp), gettext("%(name)s belongs to the club.") % {"name": name})


def _leave(form: Form, _view: View) -> Does:
    name = form.text("name")
    return Does(acts.MemberLeft(member=name, **form.stamp), gettext("%(name)s has left the club.") % {"name": name})


def _table(form: Form, _view: View) -> Does:
    number, box = form.number("number"), form.text("box")
    said = gettext("%(box)s stands at table %(number)d.") % {"box": box, "number": number}
    return Does(acts.TableSet(table=number, box=box, **form.stamp), said)


def _attach(form: Form, view: View) -> Does:
    contest, _, place = form.text("meeting").partition("/")
    number, _, table = place.partition("/")
    if contest not in view.evening.contests or not number.isdecimal() or not table.isdecimal():
        abort(400, gettext("Say which meeting it counts for."))
    where = form.stamp | {"contest": contest, "round": int(number), "table": int(table)}
    act = acts.SessionAttached(box=form.text("box"), session=form.text("session"), **where)
    return Does(act, gettext("It counts for that meeting."))


def _aside(form: Form, _view: View) -> Does:
    reason = form.text("reason") or gettext("set aside by the director")
    act = acts.SessionSetAside(box=form.text("box"), session=form.text("session"), reason=reason, **form.stamp)
    return Does(act, gettext("It counts for nothing tonight. Nothing of it is lost."))


def _way(form: Form, _view: View) -> Does:
    act = acts.WayChosen(box=form.text("box"), session=form.text("session"), sum=form.text("sum"), **form.stamp)
    return Does(act, gettext("That way counts. The other one is kept."))


FORMS: dict[str, Reads] = {
    "open": _open,
    "close": _close,
    "join": _join,
    "leave": _leave,
    "table": _table,
    "attach": _attach,
    "aside": _aside,
    "way": _way,
}
