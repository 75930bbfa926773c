"""What every application of ours is made of: signed visits, a shut-in answer, languages, limits on tries, errors in sentences."""

import sqlite3
from collections.abc import Callable
from typing import Any

from flask import Flask, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from scoring.errors import BadSetup, NoSuchCard, Refused, ScoringError
from scoring.ledger import LogDamaged
from web.doors import CHANGES, TRIES, Limiter, token
from web.guard import check_host, shut_in
from web.languages import NAMES, gettext, language, ngettext, translated
from web.packed import pack
from web.server import LARGEST
from web.visits import Visits


def framed(app: Flask, secret: str, cookie: str, address: Callable[[], str | None]) -> Flask:
    """The same application, framed. `secret` signs its `cookie`; `address` tells where phones in the room reach it, if known."""
    app.secret_key = secret
    app.config.update(SESSION_COOKIE_NAME=cookie, MAX_CONTENT_LENGTH=LARGEST)
    app.session_interface = Visits()
    app.extensions["address"] = address
    app.extensions["tries"], app.extensions["changes"] = Limiter(TRIES), Limiter(CHANGES)
    app.before_request(check_host)
    # The last one is asked first: an answer is in memory before it is packed.
    app.after_request(pack)
    app.after_request(shut_in)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    app.context_processor(lambda: {"token": token(), "language": language(), "languages": NAMES})
    app.register_error_handler(ScoringError, _refused)
    app.register_error_handler(sqlite3.Error, _storage_down)
    app.register_error_handler(OSError, _storage_down)
    app.register_error_handler(HTTPException, _not_here)
    app.register_error_handler(Exception, _unforeseen)
    return app


def answer_in_words(words: str, status: int) -> tuple[Any, int]:
    """The sentence: bare to the page's own script, as JSON to programs, as a page to people."""
    if request.headers.get("X-Live"):
        return words, status
    if request.path.startswith("/api/"):
        return {"error": words}, status
    try:
        return render_template("message.html", message=words), status
    except Exception:  # the page around the sentence needs files, the log, and a question that makes sense
        return words + "\n", status


def _refused(error: ScoringError) -> tuple[Any, int]:
    words = translated(str(error))
    if isinstance(error, LogDamaged):
        return answer_in_words(words, 503)
    if isinstance(error, NoSuchCard) and request.method == "GET":
        return answer_in_words(words, 404)
    return answer_in_words(words, 409 if isinstance(error, Refused) and not isinstance(error, BadSetup) else 400)


def _storage_down(_error: Exception) -> tuple[Any, int]:
    return answer_in_words(gettext("The storage does not answer. Nothing was changed; try again in a moment."), 503)


def _unforeseen(error: Exception) -> tuple[Any, int]:
    """A fault of ours costs this one answer."""
    current_app.logger.exception("%s %s", request.method, request.path, exc_info=error)
    return answer_in_words(gettext("Something went wrong in the box that nobody foresaw. Nothing was changed."), 500)


def _not_here(error: HTTPException) -> Any:
    if error.code is not None and error.code < 400:
        return error
    words = {
        404: gettext("There is no such page."),
        405: gettext("That is not how this page is used."),
        413: gettext("That is too much at once."),
    }.get(error.code or 500, error.description or "")
    return answer_in_words(words, error.code or 500)
