"""How a form is answered: in a sentence to the page's own script, else with the page anew."""

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse


def done(words: str, back: str = "") -> AnyResponse:
    """What was done. `back` is a page of ours, or the director's."""
    if request.headers.get("X-Live"):
        return Response(words, mimetype="text/plain")
    is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
    return redirect(back if is_ours else url_for("director.page"), 303)
