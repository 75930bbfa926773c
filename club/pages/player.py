"""Every player's phone: where to sit and when, with whom and against whom, how one stands, and what has become of it all."""

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from club.evening.places import Seat, seats_of
from club.evening.season import season_of
from club.evening.state import folded
from club.pages.evenings import happenings, names_of, night, now
from club.pages.services import Hub, hub
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
    return show("me.html", names=names_of(hub()), chosen=name)


@player.post("/me")
def choose() -> Response:
    """Remember who this phone belongs to."""
    check_form()
    session["player"] = _known(request.form.get("name", ""), 400)
    return redirect(url_for("player.page", name=session["player"]), 303)


@player.get("/player/<name>")
def page(name: str) -> str:
    """Where somebody sits, and how he stands; everybody may look."""
    found, who = night(hub()), _known(name, 404)
    events = {event.name: event for event in happenings(found)}
    seats = seats_of(found.evening, who, now())
    season = season_of(found.evening)
    return show(
        "player.html",
        name=who,
        seats=[(seat, events[seat.contest], direction(seat)) for seat in seats],
        events=[event for event in events.values() if event.row_of(who)],
        tile=None if seats else _table_of(hub(), who),
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
    known = next((known for known in names_of(hub()) if folded(known) == folded(name)), None)
    if known is None:
        abort(status, gettext("Nobody of that name plays here tonight. Ask the director to take you in."))
    return known


def _table_of(hub: Hub, name: str) -> Tile | None:
    """The table at which somebody plays beside every contest."""
    for box, found in hub.current().items():
        setup = found.table.setup
        if setup is not None and not found.table.is_ended and folded(name) in map(folded, setup.players):
            return tile(box, label_of(hub.evening(), box), found, hub.boxes().get(box))
    return None
