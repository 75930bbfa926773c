"""Answers packed for the way, or left out where the browser has them: a whole room shares one Wi-Fi."""

import gzip

from flask import request
from werkzeug.wrappers import Response

PACKED = ("text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml", "text/csv")
LEAST = 600
"""Bytes below which packing saves no packet."""


def pack(answer: Response) -> Response:
    """The answer in gzip, where it is text of some length and the browser takes it so; 304 for a page that it has already."""
    if answer.mimetype == "text/html" and answer.status_code == 200 and request.method == "GET":
        answer.cache_control.no_cache = True
        answer.add_etag()
        answer.make_conditional(request)
    if answer.mimetype not in PACKED or answer.status_code != 200 or "Content-Encoding" in answer.headers:
        return answer
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") and len(content := answer.get_data()) >= LEAST:
        # No time of day in it: what is the same stays the same.
        answer.set_data(gzip.compress(content, 6, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    return answer
