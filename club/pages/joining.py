"""Where a phone comes that scans a box's code, and what a machine needs to trust this club."""

from typing import Any

from flask import Blueprint, Response, abort, current_app

from club.pages.services import hub
from club.pages.showing import show
from web.languages import gettext

joining = Blueprint("joining", __name__)


@joining.get("/join")
def join() -> str:
    """A box's code is for the box: what to do with it."""
    return show("join.html")


@joining.get("/ca.pem")
def certificate() -> Response:
    """The certificate of the club's authority: public, as certificates are."""
    authority: str = current_app.extensions["authority"]
    if not authority:
        abort(404, gettext("This hub has no certificate of its own."))
    return Response(authority, mimetype="application/x-pem-file")


@joining.get("/healthz")
def health() -> dict[str, Any]:
    """Whether all is well, and how far the hub has come."""
    troubles = hub().troubles()
    return {"ok": not troubles, "version": hub().version, "troubles": troubles}
