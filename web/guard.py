"""What every answer carries and every question must have: own names alone, and headers that shut the page in.

A name that somebody else's server gives out must not lead a browser to this page (DNS rebinding): the page answers to numbers,
which nobody can give out, and to the names that a home's network gives to this machine.
"""

import ipaddress
import re
import socket
from typing import Any

from flask import abort, current_app, request
from werkzeug.wrappers import Response

from web.languages import gettext

HOMES = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""Endings that routers give to the names of a home's machines, and that nobody on the internet can own."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Scripts and styles are files of ours; no other page may frame this one, or learn an address with a key."""


def check_host() -> None:
    """421 for a question that was meant for another name."""
    if not is_ours(request.host):
        address = current_app.extensions["address"]() or "http://" + socket.gethostname() + ".local/"
        abort(421, gettext("This is a card table's page, and it has another name: open %(address)s") % {"address": address})


def is_ours(host: str) -> bool:
    """Whether that is how a browser may call this machine: `host` may end with a port."""
    name = re.sub(r":\d*$", "", host).strip("[]").rstrip(".").lower()
    try:
        ipaddress.ip_address(name.partition("%")[0])
        return True
    except ValueError:
        own = re.escape(socket.gethostname().partition(".")[0].lower())
        ending = "|".join(re.escape(home) for home in HOMES)
        # Where two machines have one name, the second calls itself name-2.
        return name == "localhost" or re.fullmatch(rf"cards\.table|(cardtable|{own})(-\d+)?(\.({ending}))?", name) is not None


def shut_in(answer: Response) -> Response:
    """The answer with what browsers must keep to, and in memory: an open file for each that waits would be one too many."""
    answer.direct_passthrough = False
    if answer.mimetype != "text/event-stream":
        content: Any = answer.response
        answer.make_sequence()
        if hasattr(content, "close"):
            content.close()
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer
