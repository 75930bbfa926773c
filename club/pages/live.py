"""News for pages that are open: a line whenever something has changed at the hub, at most so often."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, current_app, request

from club.pages.services import Hub
from web.doors import phone
from web.languages import gettext
from web.stream import News

live = Blueprint("live", __name__)

ALIVE = b'event: alive\ndata: {"camera": ""}\n\n'
"""What the stream sends in silence."""


@dataclass(frozen=True)
class Versions:
    """How far the hub has come, for those who follow it."""

    hub: Hub

    def position(self) -> int:
        """Grows with everything that changes."""
        return self.hub.version()


def news_of(hub: Hub) -> News:
    """What the open pages follow."""
    news = News(Versions(hub), look_every=EVERY_S)
    news.tell = lambda place: f"id: {place}\ndata: {place}\n\n".encode()
    return news


SLOW_S = 5.0
"""Seconds between two news to a phone: there are many, and what they show changes with a round and not with a card."""

EVERY_S = 0.5
"""Seconds between two looks: fifty tables change many times in a second, and every page that hears of it asks for itself."""


@live.get("/events")
def events() -> Response:
    """The stream of numbers that the hub's version had."""
    news: News = current_app.extensions["news"]
    listener = news.join(request.remote_addr or "", phone())
    if listener is None:
        words = gettext("Too many phones follow live: load the page again every now and then.")
        return Response(words + "\n", 503, {"Retry-After": "5"}, mimetype="text/plain")

    pause = SLOW_S if request.args.get("pace") == "5" else 0.0

    def lines() -> Iterator[bytes]:
        yield b"retry: 3000\n\n"
        for message in news.messages(listener, 0):
            yield ALIVE if message is None else message
            if message is not None:
                time.sleep(pause)

    stream = Response(lines(), mimetype="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
    stream.call_on_close(lambda: news.leave(listener))
    return stream
