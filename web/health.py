"""How the box does, for its owner: what it sees, how fast, how warm, how full; and a file for a friend who is to help."""

import shutil
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response

from scoring.ledger.backup import last_backup
from web.box import BoxAway
from web.bundle import TOLD, bundle, names_of, secrets_of
from web.doors import Role, needs
from web.membership import read_state
from web.metrics import program
from web.network import read_network
from web.services import Services, services, show

health = Blueprint("health", __name__)

OLD_DAYS = 7
"""Days after which a backup is old."""


@health.get("/health")
@needs(Role.OWN)
def page() -> str:
    """Everything at a glance; the part that changes alone with `?part=1`."""
    found = services()
    folder = found.folder
    disk, saved = shutil.disk_usage(folder), last_backup(folder)
    return show(
        "health.html",
        health=word_of_the_box(found),
        program=program(),
        free=disk.free,
        size=disk.total,
        saved=saved,
        is_old=saved is None or (datetime.now(UTC) - saved).days >= OLD_DAYS,
        pictures=found.evidence.size(),
        sessions=len(found.live.ledger.sessions()),
        line=read_state(folder),
    )


@health.get("/health/cardtable-health.zip")
@needs(Role.OWN)
def download() -> Response:
    """The file for a friend, without keys and names."""
    content = of_services(services())
    return Response(content, mimetype="application/zip", headers={"Cache-Control": "no-store"})


def of_services(found: Services, more: Mapping[str, Any] | None = None, secret: Iterable[str] = ()) -> bytes:
    """The file for a friend, of what the page knows and of `more` parts by name; what is `secret` in them is taken out."""
    said = word_of_the_box(found) or {}
    folder = found.folder
    line, near = read_state(folder), read_network(folder, found.hotspot.said)
    secrets = [*names_of(found.live), *secrets_of(found.keys.keys()), *(found.wifi or ())]
    secrets += [near.wifi, near.gone, near.asked, near.own_name, near.own_password]
    parts: dict[str, Any] = {
        **(more or {}),
        "health.json": {key: said[key] for key in TOLD if key in said},
        "program.json": {"version": program(), "box": bool(said), "line": {"is_up": line.is_up, "waiting": line.waiting}},
        "log.json": {
            "sessions": len(found.live.ledger.sessions()),
            "events": found.live.ledger.position(),
            "pictures": found.evidence.size()[0],
            "damage": found.live.damage(),
        },
    }
    return bundle(parts, [*secrets, line.club, line.box, *secret])


def word_of_the_box(found: Services) -> dict[str, Any] | None:
    """What the box says of itself; None where it does not answer."""
    try:
        return found.box.ask("health") if found.box else None
    except BoxAway:
        return None
