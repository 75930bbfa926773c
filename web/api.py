"""The public interface: the state of the table, the live stream, the health of the page."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, request

from scoring.projections import hand_view, session_view
from web.languages import gettext
from web.openapi import DOCUMENT
from web.services import services

api = Blueprint("api", __name__)


@api.get("/api/v1/table")
def table() -> Response:
    """The public state of the table: small, and the same for everybody."""
    return Response(services().view()[1], mimetype="application/json")


@api.get("/api/v1/session")
def session() -> dict[str, Any]:
    """The whole session: points and totals hand by hand, the sheet with its reasons, offences, corrections."""
    return session_view(services().live.table())


@api.get("/api/v1/hands/<int:number>")
def hand(number: int) -> dict[str, Any]:
    """One hand with all its tricks."""
    return hand_view(services().live.table(), number)


@api.get("/api/v1/openapi.json")
def openapi() -> dict[str, Any]:
    """The interface, described for programs."""
    return DOCUMENT


@api.get("/api/v1/events")
def events() -> Response:
    """The public stream: the whole small state after every event; `id` is the place in the log."""
    found = services()
    if not found.news.join():
        words = gettext("Too many phones follow live: ask /api/v1/table every few seconds instead.")
        return Response(words + "\n", 503, {"Retry-After": "5"}, mimetype="text/plain")
    try:
        after = int(request.headers.get("Last-Event-ID", "0") or 0)
    except ValueError:
        after = 0

    def lines() -> Iterator[bytes]:
        yield b"retry: 3000\n\n"
        for place in found.news.places(after):
            yield found.alive() if place is None else found.message(place)

    stream = Response(lines(), mimetype="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
    stream.call_on_close(found.news.leave)
    return stream


@api.get("/healthz")
def health() -> dict[str, Any]:
    """Whether the log can be read, how far it has come, and what is wrong with the camera."""
    found = services()
    position, listeners = found.live.ledger.position(), found.news.listeners
    return {"ok": True, "position": position, "listeners": listeners, "camera": found.camera_trouble()}
