"""Every player's phone: where to sit and when, with whom and against whom, how one stands, and what has become of it all."""

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from club.evening.places import Seat, seats_of
from club.evening.state import folded
from club.hub import View
from club.pages.evenings import happenings, names_of, now, season_so_far
from club.pages.services import hub
from club.pages.showing import show
from club.pages.tiles import Tile, tile
from club.pages.wall import label_of
from web.doors import check_form
from web.languages import gettext

player = Blueprint("player", __name__)


@player.get("/me")
def me() -> str | Response:
    """Whoever this phone belongs to, or the names to choose from."""
    name = session.get("player")
    if name and request.args.get("change") is None:
        return redirect(url_for("player.page", name=name), 303)
    return show("me.html", names=names_of(hub().view), chosen=name)


@player.post("/me")
def choose() -> Response:
    """Remember who this phone belongs to."""
    check_form()
    session["player"] = _known(request.form.get("name", ""), 400)
    return redirect(url_for("player.page", name=session["player"]), 303)


@player.get("/player/<name>")
def page(name: str) -> str:
    """Where somebody sits, and how he stands; everybody may look."""
    view, who = hub().view, _known(name, 404)
    events = {event.name: event for event in happenings(view)}
    found = [(seat, events[seat.contest]) for seat in seats_of(view.evening, who, now())]
    seats = [(seat, event, direction(seat)) for seat, event in found if event.rounds]
    season = season_so_far(view)
    return show(
        "player.html",
        name=who,
        seats=seats,
        events=[event for event in events.values() if event.ranking_of(who)],
        tile=None if seats else _table_of(view, who),
        history=season.history.get(who, ()),
        ratings={game: dict(rated)[who] for game, rated in season.ratings.items() if who in dict(rated)},
    )


def direction(seat: Seat) -> str:
    """The name of a seat in the visitor's language."""
    words = {"North": gettext("North"), "East": gettext("East"), "South": gettext("South"), "West": gettext("West")}
    letter = seat.place.removeprefix("seat ")
    return words.get(seat.place, gettext("seat %(letter)s") % {"letter": letter} if letter else "")


def _known(name: str, status: int) -> str:
    """The name as the club writes it; aborts where nobody is called so."""
    known = next((known for known in names_of(hub().view) if folded(known) == folded(name)), None)
    if known is None:
        abort(status, gettext("Nobody of that name plays here tonight. Ask the director to take you in."))
    return known


def _table_of(view: View, name: str) -> Tile | None:
    """The table at which somebody plays beside every contest."""
    for box, found in view.current.items():
        setup = found.table.setup
        if setup is not None and not found.table.is_ended and folded(name) in map(folded, setup.players):
            return tile(box, label_of(view.evening, box), found, view.boxes.get(box))
    return None
