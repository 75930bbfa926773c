"""News for pages that are open: a line whenever something has changed at the hub, at most so often."""

import time
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, request

from web.doors import phone
from web.languages import gettext
from web.stream import News

live = Blueprint("live", __name__)

ALIVE = b'event: alive\ndata: {"camera": ""}\n\n'
"""What the stream sends in silence."""


SLOWEST_S = 5
"""Seconds between two news at the most. Phones ask for that: there are many, and what they show changes with a round."""

EVERY_S = 0.5
"""Seconds between two looks: fifty tables change many times in a second, and every page that hears of it asks for itself."""


def told(version: int) -> bytes:
    """What the stream says of a version of the hub: pages ask for the rest themselves."""
    return f"id: {version}\ndata: {version}\n\n".encode()


@live.get("/events")
def events() -> Response:
    """The stream of numbers that the hub's version had."""
    news: News = current_app.extensions["news"]
    listener = news.join(request.remote_addr or "", phone())
    if listener is None:
        words = gettext("Too many phones follow live: load the page again every now and then.")
        return Response(words + "\n", 503, {"Retry-After": "5"}, mimetype="text/plain")

    pause = min(request.args.get("pace", 0, type=int), SLOWEST_S)

    def lines() -> Iterator[bytes]:
        yield b"retry: 3000\n\n"
        for message in news.messages(listener, 0):
            yield ALIVE if message is None else message
            if message is not None:
                time.sleep(max(0, pause))

    stream = Response(lines(), mimetype="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
    stream.call_on_close(lambda: news.leave(listener))
    return stream
