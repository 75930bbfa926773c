"""The director's page: what waits, what is disputed, the tables and their boxes, and the forms that lead the evening."""

import re

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from club.pages.doors import for_the_director
from club.pages.services import hub
from club.pages.showing import show
from club.pages.watching import disputes, watched
from web.doors import check_form
from web.drawings import qr
from web.languages import gettext

director = Blueprint("director", __name__)

PICTURE = re.compile(r"[0-9a-f]{64}")
"""What names of pictures look like: they are hashes."""


@director.get("/director")
@for_the_director
def page() -> str:
    """What waits, first of all."""
    found = hub()
    return show("director.html", disputes=disputes(found), tables=watched(found), troubles=found.troubles())


@director.post("/invite")
@for_the_director
def invite() -> str:
    """An account for a box, as a code that its camera is shown; also to be printed."""
    check_form()
    box = request.form.get("box", "").strip().lower()
    link = hub().invite(box)
    return render_template("invited.html", club=hub().name, box=box, code=qr(link), link=link)


@director.post("/do/revoke")
@for_the_director
def revoke() -> AnyResponse:
    """Take a box's account away, in one act."""
    check_form()
    box = request.form.get("box", "")
    if box not in hub().boxes():
        abort(400, gettext("There is no box of that name in the club."))
    hub().revoke(box)
    return done(gettext("%(box)s is no longer of the club: it sends nothing any more.") % {"box": box})


@director.get("/picture/<box>/<name>")
@for_the_director
def picture(box: str, name: str) -> Response:
    """A picture that a box has of a card or of the table; asked of the box now."""
    if box not in hub().boxes() or not PICTURE.fullmatch(name):
        abort(404)
    content = hub().picture(box, name)
    if content is None:
        abort(404, gettext("The box does not answer, or has this picture no more."))
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})


def done(words: str) -> AnyResponse:
    """What was done, in a sentence: for the page's own script, or the page anew."""
    if request.headers.get("X-Live"):
        return Response(words, mimetype="text/plain")
    return redirect(url_for("director.page"), 303)
