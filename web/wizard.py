"""The forms of a first set-up: name and language, the Wi-Fi, what was tried out, and the sheet with the keys to print."""

from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from web.doors import Role, after_entering, base, check_form, needs, own_way_in, way_in
from web.drawings import qr, wifi_qr
from web.languages import NAMES, gettext
from web.network import HOST, PASSWORD, box_name, call_box, forget_wish, key_of, read_near, read_network, wish
from web.services import services, written
from web.steps import PARTS, Outcome, SetUp, Step, keep_set_up, read_set_up

wizard = Blueprint("wizard", __name__)


@wizard.post("/setup/step")
@needs(Role.OWN)
def step() -> Response:
    """Go on to the next step; this one is done, or was skipped."""
    check_form()
    this, outcome = _chosen_step(), _outcome()
    before = read_set_up(services().live)
    set_up = before.noted(this.value, outcome)
    if this is Step.KEYS and outcome is Outcome.DONE:
        set_up = replace(set_up, is_finished=True)
    _kept(set_up)
    if set_up.is_finished and not before.is_finished:
        found = read_network(services().folder, services().hotspot.said)
        if found.own_name and not found.own_password:
            # Until now whoever came by could join the box's own Wi-Fi.
            _wished("close")
        return redirect(url_for("wizard.sheet"), 303)
    return redirect(after_entering(Role.OWN), 303)


@wizard.post("/setup/part")
@needs(Role.OWN)
def part() -> Response:
    """Say of one of the parts that it works, or that there is none."""
    check_form()
    name = request.form.get("part", "")
    if name not in PARTS:
        abort(404)
    _kept(read_set_up(services().live).noted(name, _outcome()))
    return _to(Step.PARTS)


@wizard.post("/setup/call")
@needs(Role.OWN)
def call() -> Response:
    """Give the box its name, and this phone its language."""
    check_form()
    name = request.form.get("name", "").strip().lower()
    if not HOST.fullmatch(name):
        abort(400, gettext("A box's name is of letters from a to z, digits and -, 32 at the most. It begins and ends with no -."))
    if request.form.get("language") in NAMES:
        session["language"] = request.form["language"]
    with written():
        if name != box_name(services().folder):
            call_box(services().folder, name)
    set_up = read_set_up(services().live).noted(Step.NAME.value, Outcome.DONE)
    _kept(set_up)
    return _to(Step.NAME if set_up.is_finished else Step.WIFI)


@wizard.post("/setup/network")
@needs(Role.OWN)
def network() -> Response:
    """Join a Wi-Fi: one of the list, or one whose name was written."""
    check_form()
    key = key_of(request.form.get("other", "").strip()) or request.form.get("network", "")
    password = request.form.get("password", "")
    known = {near.key: near for near in read_near(services().hotspot.said)}
    if not key_of(bytes.fromhex(key).decode(errors="replace") if _is_hex(key) else ""):
        abort(400, gettext("Choose a Wi-Fi of the list, or write its name."))
    if not password and key in known and known[key].has_password:
        abort(400, gettext("This Wi-Fi has a password: write it as well."))
    if password and not PASSWORD.fullmatch(password.encode()):
        abort(400, gettext("A Wi-Fi's password has 8 to 63 letters, digits and signs."))
    _wished("join", key, password)
    return _to(Step.WIFI)


def _is_hex(text: str) -> bool:
    try:
        return bool(bytes.fromhex(text)) and text == text.lower()
    except ValueError:
        return False


@wizard.post("/setup/look")
@needs(Role.OWN)
def look() -> Response:
    """Look which networks are near."""
    check_form()
    _wished("look")
    return _to(Step.WIFI)


@wizard.post("/setup/unlook")
@needs(Role.OWN)
def unlook() -> Response:
    """Not after all, where nobody has taken up the wish."""
    check_form()
    forget_wish(services().folder)
    return _to(Step.WIFI)


@wizard.get("/setup/sheet")
@needs(Role.OWN)
def sheet() -> str:
    """What is printed: for the table the Wi-Fi and the code to score, and for its owner the key."""
    found = read_network(services().folder, services().hotspot.said)
    own = (found.own_name, found.own_password) if found.own_name else None
    wifi = services().wifi or (own if found.is_own_up else None)
    return render_template(
        "sheet.html",
        name=box_name(services().folder),
        wifi=wifi,
        wifi_code=wifi_qr(*wifi) if wifi else "",
        own=own,
        is_closing=bool(own) and not found.own_password,
        address=f"{base()}/",
        code=qr(way_in()),
        way=way_in(),
        own_way=own_way_in(),
        own_code=qr(own_way_in()),
    )


def _to(step: Step) -> Response:
    return redirect(url_for("setup.page", step=step.value), 303)


def _chosen_step() -> Step:
    try:
        return Step(request.form.get("step", ""))
    except ValueError:
        abort(404)


def _outcome() -> Outcome:
    return Outcome.SKIPPED if request.form.get("outcome") == Outcome.SKIPPED.value else Outcome.DONE


def _kept(set_up: SetUp) -> None:
    with written():
        keep_set_up(services().folder, set_up)


def _wished(what: str, key: str = "", password: str = "") -> None:
    with written():
        wish(services().folder, what, key, password)
