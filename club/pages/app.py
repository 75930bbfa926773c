"""The Flask application of a hub, put together."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response

import web
from club.archive import ArchiveDown
from club.hub import Hub
from club.pages.director import director
from club.pages.doors import doors, may_direct
from club.pages.forms import forms
from club.pages.joining import joining
from club.pages.live import EVERY_S, live, told
from club.pages.player import player
from club.pages.results import results
from club.pages.showing import game_title
from club.pages.wall import wall
from scoring.ledger.keys import KeyRing
from web.card_art import sprite, version
from web.frame import answer_in_words, framed
from web.languages import translated
from web.stream import News

WEB = Path(web.__file__).parent
"""The table's page: the club's pages have its style, script and type, and ask for options of games as it does."""

art = Blueprint("art", __name__, static_folder="../static", static_url_path="/club-static", template_folder=WEB / "templates")


def create_app(
    hub: Hub,
    keys: KeyRing,
    news: News,
    address: Callable[[], str | None] = lambda: None,
    authority: str = "",
    more: Iterable[Blueprint] = (),
) -> Flask:
    """The pages of a hub.

    `keys.owner` is the director's key; `address` tells where phones in the room reach the pages; `authority` is the
    certificate that boxes believe; `more` are other blueprints, such as the interface for programs.
    """
    app = Flask(__name__, static_folder=WEB / "static", template_folder="../templates")
    framed(app, keys.keys().secret, "cardtable-club", address)
    news.tell, news.look_every = told, EVERY_S
    app.extensions.update(hub=hub, keys=keys, news=news, authority=authority)
    for part in (art, doors, live, wall, director, player, results, forms, joining, *more):
        app.register_blueprint(part)
    app.add_template_filter(translated)
    app.add_template_filter(game_title)
    app.context_processor(_of_the_visitor)
    app.register_error_handler(ArchiveDown, lambda error: answer_in_words(translated(str(error)), 503))
    return app


@art.get("/cards.svg")
def cards() -> Response:
    """The drawings of all cards; browsers keep them, as the address changes with them."""
    return Response(sprite(), mimetype="image/svg+xml", headers={"Cache-Control": "max-age=31536000, immutable"})


def _of_the_visitor() -> dict[str, Any]:
    return {"may_direct": may_direct(), "art_version": version()}
