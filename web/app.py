"""The Flask application of a table, put together: pages, forms, doors, and the public interface."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from flask import Flask

from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.keys import KeyRing
from web.api import api
from web.box import Box
from web.captive import captive, receive
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
from web.doors import Role, doors, role
from web.forms import forms
from web.frame import framed
from web.health import health
from web.hotspot import Hotspot
from web.languages import translated
from web.manual import manual
from web.metrics import metrics
from web.options import rule_words
from web.out import out
from web.pages import pages
from web.services import Services
from web.setup import setup
from web.stream import News
from web.updates import updates as updating
from web.wizard import wizard


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
    hotspot: Hotspot | None = None,
    updates: Path | None = None,
) -> Flask:
    """The application over one log, one folder of pictures, the keys and, if there is one, a folder of house games.

    `address` tells, each time anew, where phones in the room reach it, such as `http://192.168.1.7/`; None where that is not
    known. `box` answers for the camera and the lamp, where there are any; `wifi` is the name and password of the room's network,
    `hotspot` the one that the box makes itself; `updates` is the file in which the program that makes updates says how it does.
    """
    app = Flask(__name__)
    # Before other names are turned away.
    app.before_request(receive)
    framed(app, keys.keys().secret, "cardtable", address)
    own = hotspot or Hotspot()
    found = app.extensions["cardtable"] = Services(live, evidence, news, keys, clock, house, address, box, wifi, own, updates)
    news.tell = found.message
    for part in (pages, forms, doors, out, captive, wizard, setup, updating, health, api, metrics, manual):
        app.register_blueprint(part)
    names = (card_parts, keys_of, suit_parts, offence_words, call_words, carried_words, press_words, event_words)
    for words in (*names, rule_words, told, translated, at_the_table, bid_in_short, word_bid):
        app.add_template_filter(words)
    app.context_processor(_of_the_visitor)
    app.add_template_test(lambda name: evidence.path(name) is not None, "kept")
    return app


def _of_the_visitor() -> dict[str, Any]:
    """What every template may ask beside."""
    return {"may": role(), "Role": Role, "art_version": version()}
