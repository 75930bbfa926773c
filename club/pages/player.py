"""Every player's phone: where to sit and when, with whom and against whom, and how one stands."""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from club.pages.evenings import happenings, names_of
from club.pages.happening import Happening, Place, RoundClock
from club.pages.services import Hub, hub
from club.pages.showing import show
from club.pages.tiles import Tile, tile
from club.pages.wall import label_of
from web.doors import check_form
from web.languages import gettext

player = Blueprint("player", __name__)


@dataclass(frozen=True)
class Seat:
    """Where somebody sits in a round, or that he sits out, which is no place."""

    event: str
    clock: RoundClock
    place: Place | None = None
    direction: str = ""
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()


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
    name = request.form.get("name", "")
    if name not in names_of(hub()):
        abort(400, gettext("Nobody of that name plays here tonight. Ask the director to take you in."))
    session["player"] = name
    return redirect(url_for("player.page", name=name), 303)


@player.get("/player/<name>")
def page(name: str) -> str:
    """Where somebody sits, and how he stands; everybody may look."""
    found = hub()
    if name not in names_of(found):
        abort(404, gettext("Nobody of that name plays here tonight."))
    events = happenings(found)
    seats = [seat for event in events if (seat := seat_in(event, name))]
    mine = [event for event in events if event.row_of(name)]
    return show("player.html", name=name, seats=seats, events=mine, tile=None if seats else _table_of(found, name))


def seat_in(event: Happening, name: str) -> Seat | None:
    """Somebody's seat in the round of an event; none where he does not play in it."""
    if event.clock is None:
        return None
    place = event.place_of(name)
    if place is None:
        return Seat(event.title, event.clock) if name in event.idle else None
    own = next(side for side in place.sides if name in side)
    partners = tuple(other for other in own if other != name)
    opponents = tuple(other for side in place.sides if side is not own for other in side)
    return Seat(event.title, event.clock, place, _direction(place, name), partners, opponents)


def _direction(place: Place, name: str) -> str:
    """North, south, east or west, where two pairs sit at the table: the first sits north-south."""
    if [len(side) for side in place.sides] != [2, 2]:
        return ""
    words = ((gettext("North"), gettext("South")), (gettext("East"), gettext("West")))
    return next(words[side][at] for side, pair in enumerate(place.sides) for at, other in enumerate(pair) if other == name)


def _table_of(hub: Hub, name: str) -> Tile | None:
    """The table at which somebody plays beside every event."""
    for box, found in hub.current().items():
        setup = found.table.setup
        if setup is not None and not found.table.is_ended and name in setup.players:
            return tile(label_of(box), found, None)
    return None
