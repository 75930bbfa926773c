"""The director's door: everything can be looked at by everybody in the room, and the evening is led by whoever has the key."""

import hashlib
import secrets
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, abort, current_app, redirect, session, url_for
from werkzeug.wrappers import Response

from scoring.ledger.keys import KeyRing
from web.doors import fitting
from web.languages import gettext

doors = Blueprint("doors", __name__)

P = ParamSpec("P")
R = TypeVar("R")


def may_direct() -> bool:
    """Whether this visitor has shown the director's key."""
    return secrets.compare_digest(str(session.get("door", "")), _mark())


def for_the_director(answer: Callable[P, R]) -> Callable[P, R]:
    """For pages and forms that are the director's: 403 with a sentence for everybody else."""

    @wraps(answer)
    def ask(*args: P.args, **more: P.kwargs) -> R:
        if not may_direct():
            abort(
                403, gettext("This page is the director's: open it with the director's key, which the hub prints when it starts.")
            )
        return answer(*args, **more)

    return ask


@doors.get("/key/<key>")
def enter(key: str) -> Response:
    """Open the door where the key fits, and go on without it in the address."""
    if fitting(key, {"director": _key()}) is None:
        abort(403, gettext("This is not the director's key, or it is an old one."))
    session["door"] = _mark()
    return redirect(url_for("director.page"), 303)


def _key() -> str:
    keys: KeyRing = current_app.extensions["keys"]
    return keys.keys().owner


def _mark() -> str:
    return hashlib.sha256(f"DIRECTOR:{_key()}".encode()).hexdigest()
