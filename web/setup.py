"""The owner's pages: whether the box is well, the live picture, calibration, a deck's enrolment, the club, the lamp, the keys."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scoring.ledger.backup import back_up
from scoring.packs import READ, pack_named
from web.box import BoxAway
from web.doors import Role, base, check_form, needs, own_way_in, way_in
from web.drawings import qr
from web.forms import number
from web.health import word_of_the_box
from web.languages import gettext
from web.membership import LONGEST, Wish, forget_wish, read_state, read_wish, write_wish
from web.metrics import program
from web.network import box_name, read_near, read_network
from web.options import words_for
from web.services import ask_box, from_box, services, show, written
from web.steps import PARTS, Step, read_set_up
from web.updates import UpdateState
from web.updates import read_state as read_update
from web.updates import read_wish as read_update_wish

setup = Blueprint("setup", __name__)

LAMPS = ("white", "green_flash", "amber", "red")


@setup.get("/setup")
@needs(Role.OWN)
def page() -> str:
    """Everything about the box, or with `?step=` one step of setting it up; the part that changes alone with `?part=1`."""
    health, step = _health(), _step()
    # A deck that is learnt here need not be the one of the session.
    g.pack = READ.get(((health or {}).get("work") or {}).get("pack", ""))
    return show(
        "setup_step.html" if step else "setup.html",
        step=step,
        steps=list(Step),
        set_up=read_set_up(services().live),
        parts=PARTS,
        guests=from_box("guests", {}) if step is Step.PARTS else {},
        network=read_network(services().folder, services().hotspot.said),
        near=read_near(services().hotspot.said) if step is Step.WIFI else [],
        is_guest=services().hotspot.has(request.remote_addr or ""),
        box_name=box_name(services().folder),
        own_way=own_way_in(),
        health=health,
        keys=services().keys.keys(),
        packs={name: words_for("pack", name) for name in READ},
        played_with=_played_with(),
        lamps=LAMPS,
        pictures=services().evidence.size(),
        address=f"{base()}/",
        code=qr(way_in()),
        chosen=request.args.get("face", type=int),
        line=read_state(services().folder),
        wish=read_wish(services().folder),
        longest=LONGEST,
        update=_update(),
        wished=read_update_wish(services().folder),
        version=program(),
    )


def _step() -> Step | None:
    """The step that is asked for; none where there is no such one."""
    return next((step for step in Step if step.value == request.values.get("step")), None)


def _back(anchor: str = "") -> AnyResponse:
    """To the page from which the form was sent."""
    step = _step()
    return redirect(url_for("setup.page", step=step.value if step else None) + anchor, 303)


def _update() -> UpdateState | None:
    """How updates do; None where this program does not make them."""
    path = services().updates
    return read_update(path) if path else None


def _played_with() -> str:
    """The pack of the session, the ordinary one where there is none: a deck that is shown is most likely of that."""
    table = services().live.table()
    return table.pack.name if table.setup and table.pack.name in READ else "std52"


def _health() -> dict[str, Any] | None:
    return word_of_the_box(services())


@setup.get("/setup/picture.jpg")
@needs(Role.OWN)
def picture() -> AnyResponse:
    """What the camera sees now, with the zones drawn."""
    return _picture(503, gettext("The camera gives no picture."))


@setup.get("/setup/face/<int:place>.jpg")
@needs(Role.OWN)
def face(place: int) -> AnyResponse:
    """A card of the deck that is being shown, as it was seen."""
    answer = _picture(404, gettext("No such card was shown."), what="face", place=place)
    answer.headers["Cache-Control"] = "private, max-age=3600"  # its address changes with what it shows
    return answer


def _picture(status: int, words: str, **asked: Any) -> AnyResponse:
    box = services().box
    try:
        found = box.picture(**asked) if box else b""
    except BoxAway:
        found = b""
    if not found:
        abort(status, words)
    return Response(found, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@setup.get("/setup/cardtable-backup.zip")
@needs(Role.OWN)
def backup() -> AnyResponse:
    """Everything that an owner would miss but the pictures, which are many: `cardtable backup` takes those as well."""
    with TemporaryDirectory(prefix="cardtable-") as folder:
        file = Path(folder) / "backup.zip"
        back_up(services().folder, file, with_pictures=False)
        return Response(file.read_bytes(), mimetype="application/zip", headers={"Cache-Control": "no-store"})


@setup.post("/setup/forget")
@needs(Role.OWN)
def forget() -> AnyResponse:
    """Delete every picture; plays and scores stay."""
    check_form()
    if request.form.get("sure") == "1":
        services().evidence.forget()
    return redirect(url_for("setup.page"), 303)


@setup.post("/setup/join")
@needs(Role.OWN)
def join() -> AnyResponse:
    """Join the club of a code: one that was written here, or else the one that the camera has read."""
    check_form()
    code = request.form.get("code", "").strip() or _scanned()
    if not code or len(code) > LONGEST:
        abort(400, gettext("That is no code of a club: copy it whole from the hub's page, or hold it under the camera."))
    _want(Wish(code))
    return redirect(url_for("setup.page") + "#club", 303)


def _scanned() -> str:
    """What the camera has read; the box needs to look no longer."""
    work = (_health() or {}).get("work") or {}
    if work.get("kind") != "scan" or not work.get("is_done"):
        return ""
    ask_box("stop")
    return str(work["text"])


@setup.post("/setup/leave")
@needs(Role.OWN)
def leave() -> AnyResponse:
    """Leave the club: what was sent stays there, and nothing more is sent."""
    check_form()
    if request.form.get("sure") == "1":
        _want(Wish(""))
    return redirect(url_for("setup.page") + "#club", 303)


@setup.post("/setup/unwish")
@needs(Role.OWN)
def unwish() -> AnyResponse:
    """Do not join after all, or take note of why it did not work."""
    check_form()
    _want(None)
    return redirect(url_for("setup.page") + "#club", 303)


def _want(wish: Wish | None) -> None:
    with written():
        write_wish(services().folder, wish) if wish else forget_wish(services().folder)


def _deck() -> dict[str, object]:
    """The deck that is to be shown; raises `Unreadable` where nobody knows its pack."""
    again = request.form.get("again") == "1"
    pack = pack_named(request.form.get("pack", "std52")).name
    played = request.form.get("played") == "1"
    return {"name": request.form.get("name", "").strip(), "pack": pack, "again": again, "played": played}


ASKED: dict[str, Callable[[], dict[str, object]]] = {
    "calibrate": lambda: {"players": number("players")},
    "enrol": _deck,
    "name": lambda: {"place": number("place"), "card": request.form.get("card", "")},
    "agree": dict,
    "learn": lambda: {"partly": request.form.get("partly") == "1"},
    "scan": dict,
    "stop": dict,
    "say": dict,
    "lamp": lambda: {"lamp": request.form.get("lamp", "")},
    "quiet": lambda: {"quiet": request.form.get("quiet") == "1"},
}
"""What each form asks of the box."""


@setup.post("/setup/<what>")
@needs(Role.OWN)
def do(what: str) -> AnyResponse:
    """Set something up."""
    check_form()
    if what not in ASKED:
        abort(404)
    ask_box(what, **ASKED[what]())
    return _back()
