"""The public interface: the state of the table, the live stream, the health of the page."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, request

from scoring.projections import hand_view
from web.doors import phone
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
    return services().whole()


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
    listener = found.news.join(request.remote_addr or "", phone())
    if listener is None:
        words = gettext("Too many phones follow live: ask /api/v1/table every few seconds instead.")
        return Response(words + "\n", 503, {"Retry-After": "5"}, mimetype="text/plain")
    try:
        after = int(request.headers.get("Last-Event-ID", "0") or 0)
    except ValueError:
        after = 0

    def lines() -> Iterator[bytes]:
        yield b"retry: 3000\n\n"
        for message in found.news.messages(listener, after):
            yield found.alive() if message is None else message

    stream = Response(lines(), mimetype="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
    stream.call_on_close(lambda: found.news.leave(listener))
    return stream


@api.get("/healthz")
def health() -> dict[str, Any]:
    """Whether all is well: how far the log has come, who listens, and in sentences what is wrong, also with the camera."""
    found = services()
    position, troubles, camera = found.live.ledger.position(), found.troubles(), found.camera_trouble()
    is_well = not troubles and not camera
    return {"ok": is_well, "position": position, "listeners": found.news.listeners, "camera": camera, "troubles": troubles}
