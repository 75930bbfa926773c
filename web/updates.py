"""Updates: what the page and the program that carries them out say to each other, and the part of the set-up page about them.

The page writes a wish beside the log, as the sandboxed user it is. The program that carries it out is root's, and writes how it
does into a folder that only root may write.
"""

import json
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scoring.ledger.files import write_file
from web.doors import Role, check_form, needs
from web.membership import UNREADABLE
from web.services import services, written

updates = Blueprint("updates", __name__)

WISH = "update-wish.json"
"""Name of the file beside the log."""

LONGEST = 400
"""Letters of a wish's texts at the most."""


class Wanted(Enum):
    """What an owner can ask for."""

    LOOK = "look"
    INSTALL = "install"
    BACK = "back"


class Phase(Enum):
    """What the program does just now."""

    IDLE = "idle"
    LOOKING = "looking"
    FETCHING = "fetching"
    WAITING = "waiting"
    """For the end of the hand that is being played."""
    INSTALLING = "installing"


@dataclass(frozen=True)
class UpdateWish:
    """What is wanted: to look at a source (an address, a folder; empty: a USB stick), to install a version, or to go back."""

    wanted: Wanted
    source: str = ""
    version: str = ""


@dataclass(frozen=True)
class UpdateState:
    """How it does: where it looked, what is there and is not installed, its notes, what came of it, or what is wrong."""

    phase: Phase = Phase.IDLE
    source: str = ""
    found: str = ""
    notes: str = ""
    said: str = ""
    trouble: str = ""


def write_wish(folder: Path, wish: UpdateWish) -> None:
    """Say what is wanted; raises OSError."""
    write_file(folder / WISH, json.dumps({**asdict(wish), "wanted": wish.wanted.value}).encode(), mode=0o600)


def read_wish(folder: Path) -> UpdateWish | None:
    """What is wanted; None where nothing is, or nothing that makes sense."""
    try:
        found = json.loads((folder / WISH).read_text(encoding="utf-8"))
        return UpdateWish(Wanted(found["wanted"]), str(found["source"])[:LONGEST], str(found["version"])[:LONGEST])
    except UNREADABLE:
        return None


def forget_wish(folder: Path) -> None:
    """It is done, or not wanted after all; raises OSError."""
    (folder / WISH).unlink(missing_ok=True)


def write_state(path: Path, state: UpdateState) -> None:
    """Say how it does; raises OSError."""
    write_file(path, json.dumps({**asdict(state), "phase": state.phase.value}).encode(), mode=0o644)


def read_state(path: Path) -> UpdateState:
    """How it does, as far as it is known."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return UpdateState(**{**found, "phase": Phase(found["phase"])})
    except UNREADABLE:
        return UpdateState()


@updates.post("/setup/update")
@needs(Role.OWN)
def update() -> AnyResponse:
    """Look for a new version, install the one that was found, or go back to the one before; or do none of it after all."""
    check_form()
    folder = services().folder
    wanted, source = request.form.get("wanted", ""), request.form.get("source", "").strip()
    with written():
        if wanted == "nothing":
            forget_wish(folder)
        elif wanted in {one.value for one in Wanted} and len(source) <= LONGEST:
            write_wish(folder, UpdateWish(Wanted(wanted), source, request.form.get("version", "")[:LONGEST]))
        else:
            abort(400)
    return redirect(url_for("setup.page") + "#updates", 303)
