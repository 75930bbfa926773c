"""How a page of the club is answered: whole, or only the part of it that changes; and what its words are made of."""

from typing import Any

from flask import render_template, request

from club.pages.services import hub
from scoring.games import GAMES
from web.languages import written


def show(template: str, **values: Any) -> str:
    """The page; with `?part=1` only what changes of it."""
    layout = "part.html" if request.args.get("part") == "1" else "page.html"
    return render_template(template, layout=layout, club=hub().name, **values)


def game_title(name: str) -> str:
    """A game as people call it."""
    return written(GAMES[name].about.title) if name in GAMES else name
