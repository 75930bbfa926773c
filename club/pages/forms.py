"""The director's forms: each becomes one act of the evening, which the hub checks and keeps."""

import time

from flask import Blueprint, abort, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from club.pages import contest_forms, night_forms
from club.pages.answers import done
from club.pages.doors import for_the_director
from club.pages.form import Form
from club.pages.services import hub
from web.doors import check_form, phone

forms = Blueprint("forms", __name__)

FORMS = night_forms.FORMS | contest_forms.FORMS
"""How each form is read, by the last part of its address."""

TWICE_S = 1.5
"""Seconds in which the same form of the same visitor was a second tap on the same button."""


@forms.post("/do/<what>")
@for_the_director
def do(what: str) -> AnyResponse:
    """Do what a form of the director's pages says."""
    check_form()
    if what not in FORMS:
        abort(404)
    does = FORMS[what](Form(), hub().view)
    if not _is_second_tap():
        hub().act(does.act)
    return done(does.words, request.form.get("back", ""))


def _is_second_tap() -> bool:
    """Whether this visitor has sent the very same form a moment ago: then it is done, and not done once more."""
    last: dict[str, tuple[object, float]] = current_app.extensions.setdefault("last_forms", {})
    sent, at = (request.path, tuple(request.form.items(multi=True))), time.monotonic()
    before, last[phone()] = last.get(phone()), (sent, at)
    return before is not None and before[0] == sent and at - before[1] < TWICE_S
