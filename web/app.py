"""The Flask application, put together: pages, forms, doors, the public interface, and how errors are answered."""

import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from flask import Flask, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from scoring.errors import BadSetup, NoSuchCard, Refused, ScoringError
from scoring.ledger import EvidenceStore, LiveTable, LogDamaged
from scoring.ledger.keys import KeyRing
from web.api import api
from web.box import Box
from web.card_art import version
from web.cards import (
    at_the_table,
    bid_in_short,
    call_words,
    card_parts,
    carried_words,
    event_words,
    keys_of,
    offence_words,
    press_words,
    suit_parts,
    told,
    word_bid,
)
from web.doors import CHANGES, TRIES, Limiter, Role, doors, role, token
from web.forms import forms
from web.guard import check_host, shut_in
from web.languages import NAMES, gettext, language, ngettext, translated
from web.metrics import metrics
from web.options import rule_words
from web.out import out
from web.packed import pack
from web.pages import pages
from web.server import LARGEST
from web.services import Services
from web.setup import setup
from web.stream import News
from web.visits import Visits


def create_app(
    live: LiveTable,
    evidence: EvidenceStore,
    news: News,
    keys: KeyRing,
    clock: Callable[[], datetime] | None = None,
    house: Path | None = None,
    address: Callable[[], str | None] = lambda: None,
    box: Box | None = None,
    wifi: tuple[str, str] | None = None,
) -> Flask:
    """The application over one log, one folder of pictures, the keys and, if there is one, a folder of house games.

    `address` tells, each time anew, where phones in the room reach it, such as `http://192.168.1.7/`; None where that is not
    known. `box` answers for the camera and the lamp, where there are any; `wifi` is the name and password of the room's network.
    """
    app = Flask(__name__)
    app.secret_key = keys.keys().secret
    app.config.update(
        SESSION_COOKIE_NAME="cardtable",
        MAX_CONTENT_LENGTH=LARGEST,
    )
    app.session_interface = Visits()
    app.before_request(check_host)
    # The last one is asked first: an answer is in memory before it is packed.
    app.after_request(pack)
    app.after_request(shut_in)
    found = app.extensions["cardtable"] = Services(live, evidence, news, keys, clock, house, address, box, wifi)
    news.tell = found.message
    app.extensions["tries"], app.extensions["changes"] = Limiter(TRIES), Limiter(CHANGES)
    for part in (pages, forms, doors, out, setup, api, metrics):
        app.register_blueprint(part)
    names = (card_parts, keys_of, suit_parts, offence_words, call_words, carried_words, press_words, event_words)
    for words in (*names, rule_words, told, translated, at_the_table, bid_in_short, word_bid):
        app.add_template_filter(words)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    app.context_processor(_of_the_visitor)
    app.add_template_test(lambda name: evidence.path(name) is not None, "kept")
    app.register_error_handler(ScoringError, _refused)
    app.register_error_handler(sqlite3.Error, _storage_down)
    app.register_error_handler(OSError, _storage_down)
    app.register_error_handler(HTTPException, _not_here)
    app.register_error_handler(Exception, _unforeseen)
    return app


def _of_the_visitor() -> dict[str, Any]:
    """What every template may ask."""
    return {"may": role(), "Role": Role, "token": token(), "language": language(), "languages": NAMES, "art_version": version()}


def _answer(words: str, status: int) -> tuple[Any, int]:
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
        return _answer(words, 503)
    if isinstance(error, NoSuchCard) and request.method == "GET":
        return _answer(words, 404)
    return _answer(words, 409 if isinstance(error, Refused) and not isinstance(error, BadSetup) else 400)


def _storage_down(_error: Exception) -> tuple[Any, int]:
    return _answer(gettext("The table's storage does not answer. Nothing was changed; try again in a moment."), 503)


def _unforeseen(error: Exception) -> tuple[Any, int]:
    """A fault of ours costs this one answer."""
    current_app.logger.exception("%s %s", request.method, request.path, exc_info=error)
    return _answer(gettext("Something went wrong in the box that nobody foresaw. Nothing was changed."), 500)


def _not_here(error: HTTPException) -> Any:
    if error.code is not None and error.code < 400:
        return error
    words = {
        404: gettext("There is no such page."),
        405: gettext("That is not how this page is used."),
        413: gettext("That is too much at once."),
    }.get(error.code or 500, error.description or "")
    return _answer(words, error.code or 500)
