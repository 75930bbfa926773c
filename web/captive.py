"""The page that comes up by itself on a phone that joins the box's own Wi-Fi (a captive portal).

Every system asks an address of its maker for a text that it knows, to find out whether there is an internet; on the box's own
Wi-Fi all names lead here. A phone that has just come is sent to the welcome page, which its system then shows by itself; once
somebody there has said that the phone shall stay, it hears the text that it hopes for.

Nothing of the table is ever shown under somebody else's name (DNS rebinding): there are these texts, the same for everybody, and
the way to the page's own address.
"""

import re
from dataclasses import dataclass

from flask import Blueprint, Response, abort, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.doors import Role, after_entering, check_form, open_door, role
from web.guard import is_ours
from web.languages import gettext
from web.services import services, show
from web.steps import read_set_up

captive = Blueprint("captive", __name__)

API_TYPE = "application/captive+json"


@dataclass(frozen=True)
class Expected:
    """What a system expects to hear where all is well."""

    text: str = ""
    status: int = 200
    kind: str = "text/plain"

    def answer(self) -> Response:
        """As an answer. NetworkManager goes by the header, whatever text its distribution has chosen."""
        return Response(self.text, self.status, {"X-NetworkManager-Status": "online"}, mimetype=self.kind)


NOTHING = Expected(status=204)
APPLE = Expected("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>", kind="text/html")
FIREFOX = Expected('<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>', kind="text/html")
NETWORK_MANAGER = Expected("NetworkManager is online\n")
OK = Expected("OK")

PATHS = {
    "/generate_204": NOTHING,  # Android and ChromeOS, of whatever maker
    "/gen_204": NOTHING,
    "/hotspot-detect.html": APPLE,
    "/library/test/success.html": APPLE,
    "/connecttest.txt": Expected("Microsoft Connect Test"),
    "/ncsi.txt": Expected("Microsoft NCSI"),  # Windows before 10
    "/canonical.html": FIREFOX,
    "/success.txt": Expected("success\n"),
    "/check_network_status.txt": NETWORK_MANAGER,  # GNOME
    "/nm": NETWORK_MANAGER,  # Debian
    "/nm-check.txt": NETWORK_MANAGER,  # Arch
    "/static/hotspot.txt": OK,  # Fedora
}
"""What is asked for, whoever's name stands before it."""

HOSTS = {
    "captive.apple.com": APPLE,
    "connectivity-check.ubuntu.com": NOTHING,
    "conncheck.opensuse.org": NETWORK_MANAGER,
    "networkcheck.kde.org": OK,
}
"""Names at which systems ask for any address, or for none."""


def receive() -> AnyResponse | None:
    """The answer to a phone on the box's own Wi-Fi that asks for somebody else's page; None for every other question.

    Whoever comes by the page's own address to a box that nobody has set up is welcomed first as well.
    """
    hotspot, visitor = services().hotspot, request.remote_addr or ""
    if is_ours(request.host):
        return redirect("/welcome", 303) if request.path == "/" and _may_claim() and role() < Role.OWN else None
    if request.method not in ("GET", "HEAD") or not hotspot.has(visitor):
        return None
    host = re.sub(r":\d*$", "", request.host).lower()
    expected = PATHS.get(request.path) or HOSTS.get(host)
    answer = expected.answer() if expected and hotspot.is_let_in(visitor) else redirect(_own("/welcome"), 302)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _own(path: str) -> str:
    """The page's own address on its own Wi-Fi: a number, which needs no name."""
    port = request.environ["SERVER_PORT"]
    return f"http://{services().hotspot.place.ip}{'' if port == '80' else ':' + port}{path}"


@captive.get("/welcome")
def welcome() -> str:
    """Where a phone is that has just joined, and what it may do here."""
    is_in = services().hotspot.is_let_in(request.remote_addr or "")
    return show("welcome.html", is_in=is_in, address=_own("/"), may_claim=_may_claim(), is_owner=role() is Role.OWN)


def _may_claim() -> bool:
    """Whether this visitor may become the owner: on the box's own Wi-Fi, of a box that was never set up to the end."""
    return services().hotspot.has(request.remote_addr or "") and not read_set_up(services().live).is_finished


@captive.post("/welcome/claim")
def claim() -> AnyResponse:
    """Open the owner's door to somebody who holds no key yet: a box without a screen cannot tell it to anybody.

    Whoever is near enough to join the box's own Wi-Fi could as well take its card out. Once it was set up this never works again.
    """
    check_form()
    if not _may_claim():
        abort(
            403,
            gettext("This box has its owner: open the page with the owner's key, which stands on the sheet that was printed."),
        )
    open_door(Role.OWN)
    return redirect(after_entering(Role.OWN), 303)


@captive.post("/welcome")
def stay() -> AnyResponse:
    """Let the phone stay on this Wi-Fi. No token: a system's own small browser may keep no cookie, and nothing else changes."""
    visitor = request.remote_addr or ""
    if services().hotspot.has(visitor):
        services().hotspot.let_in(visitor)
    return redirect("/welcome", 303)


@captive.get("/captive-portal")
def portal() -> Response:
    """The state of the network as RFC 8908 has it; its address is told with the phone's own (RFC 8910, DHCP option 114)."""
    hotspot, visitor = services().hotspot, request.remote_addr or ""
    is_captive = hotspot.has(visitor) and not hotspot.is_let_in(visitor)
    answer = jsonify({"captive": is_captive, "user-portal-url": _own("/welcome"), "venue-info-url": _own("/")})
    answer.mimetype = API_TYPE
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
