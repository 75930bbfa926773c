"""Doors: looking is open to the room; scoring needs the table's key, setting the box up the owner's.

A key is shown once, in the address of the first visit; after that a signed cookie says which door is open. A new key closes
the doors that the old one opened. Forms carry a token of the visit, so that no other page can send them.
"""

import hashlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scoring.ledger.keys import Keys
from web.languages import gettext
from web.services import services
from web.steps import read_set_up

doors = Blueprint("doors", __name__)

TRIES, CHANGES = 10, 240
"""Wrong keys, and forms, that one phone may send in a minute."""

ROOM = 20
"""How many times as much one address may send: the phones of a whole club may share one, and a phone can forget who it is."""

P = ParamSpec("P")
R = TypeVar("R")
Door = TypeVar("Door")


class Role(IntEnum):
    """What a visitor may do."""

    LOOK = 0
    SCORE = 1
    OWN = 2


class Limiter:
    """Counts what each phone and each address did in the last minute, by a clock that nobody sets; threads may share it."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.clock = most, clock
        self._times: dict[tuple[str, str], deque[float]] = {}
        self._lock = threading.Lock()

    def is_full(self, address: str, phone: str = "") -> bool:
        """Whether this phone, or all phones of this address together, have done it as often as they may."""
        with self._lock:
            return any(len(self._recent(who)) >= most for who, most in self._counted(address, phone))

    def note(self, address: str, phone: str = "") -> None:
        """Once more by this phone at this address."""
        with self._lock:
            for who, _ in self._counted(address, phone):
                self._recent(who).append(self.clock())

    def _counted(self, address: str, phone: str) -> tuple[tuple[tuple[str, str], int], ...]:
        """Who is counted and how often each may: a phone that does not say who it is shares with others of its address."""
        return ((address, phone), self.most), ((address, "everybody"), ROOM * self.most)

    def _recent(self, who: tuple[str, str]) -> deque[float]:
        now = self.clock()
        self._times = {key: times for key, times in self._times.items() if times and times[-1] > now - 60}
        times = self._times.setdefault(who, deque())
        while times and times[0] <= now - 60:
            times.popleft()
        return times


def phone() -> str:
    """What tells this visitor's phone from others of its address; empty for one that has not been here before."""
    return str(session.get("token", ""))


def _visitor() -> tuple[str, str]:
    """The address and the phone that ask."""
    return request.remote_addr or "", phone()


def role() -> Role:
    """What this visitor may do, by the cookie."""
    keys = services().keys.keys()
    shown = session.get("door", "")
    return next((door for door in (Role.OWN, Role.SCORE) if secrets.compare_digest(shown, _mark(keys, door))), Role.LOOK)


def base() -> str:
    """Where phones in the room reach the page, without a slash at the end; as this visitor reached it where nobody knows."""
    return (current_app.extensions["address"]() or request.url_root).rstrip("/")


def way_in() -> str:
    """The address that opens the table's door."""
    return base() + url_for("doors.enter", key=services().keys.keys().table)


def own_way_in() -> str:
    """The address that opens the owner's door."""
    return base() + url_for("doors.enter", key=services().keys.keys().owner)


def open_door(door: Role) -> None:
    """From now on this visitor's cookie says that the door is open."""
    session["door"] = _mark(services().keys.keys(), door)


def needs(least: Role) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """For pages and forms that not everybody may use: 403 with a sentence otherwise."""

    def guarded(answer: Callable[P, R]) -> Callable[P, R]:
        @wraps(answer)
        def ask(*args: P.args, **more: P.kwargs) -> R:
            if role() < least:
                abort(403, _closed(least))
            return answer(*args, **more)

        return ask

    return guarded


def _closed(least: Role) -> str:
    if least is Role.OWN:
        return gettext("This page is the owner's: open it with the owner's key, which the box prints when it starts.")
    return gettext("Looking is free, scoring needs the table's key: scan the code on the TV page, or ask who has it.")


def token() -> str:
    """The token that this visitor's forms carry; made with the first page, so that no two answers under way each make one."""
    if "token" not in session:
        session["token"] = secrets.token_hex(16)
    return str(session["token"])


def check_form() -> None:
    """400 where the form was not made by this page for this visitor, 429 where too many come."""
    changes = current_app.extensions["changes"]
    if changes.is_full(*_visitor()):
        abort(429, gettext("Too many changes in a minute from this phone. Wait a moment."))
    changes.note(*_visitor())
    sent = request.form.get("token", "")
    if not secrets.compare_digest(sent.encode(), session.get("token", "").encode()) or not sent:
        abort(400, gettext("This page is out of date: load it again, then repeat what you did. Nothing was changed."))


def fitting(key: str, wanted: Mapping[Door, str]) -> Door | None:
    """The door that the key opens, and none for a wrong key, which counts; 429 after too many of these."""
    tries = current_app.extensions["tries"]
    if tries.is_full(*_visitor()):
        abort(429, gettext("Too many wrong keys. Wait a minute."))
    shown = key.strip().upper().encode()
    door = next((door for door, right in wanted.items() if secrets.compare_digest(shown, right.encode())), None)
    if door is None:
        tries.note(*_visitor())
    return door


@doors.get("/key/<key>")
def enter(key: str) -> Response:
    """Open the door that the key fits, and go on without it in the address."""
    keys = services().keys.keys()
    door = fitting(key, {Role.OWN: keys.owner, Role.SCORE: keys.table})
    if door is None:
        abort(403, gettext("This key does not fit, or it is an old one. Scan the code on the TV page again."))
    open_door(door)
    return redirect(after_entering(door), 303)


def after_entering(door: Role) -> str:
    """The page to begin with: an owner sets the box up step by step until that was done once."""
    if door is not Role.OWN:
        return url_for("pages.table")
    set_up = read_set_up(services().live)
    return url_for("setup.page", step=set_up.next.value if set_up.next and not set_up.is_finished else None)


@doors.post("/setup/new-key")
@needs(Role.OWN)
def renew() -> Response:
    """A new key for the table; the owner's own door stays open."""
    check_form()
    services().keys.renew()
    return redirect(url_for("setup.page", step="keys"), 303)


def _mark(keys: Keys, door: Role) -> str:
    key = keys.owner if door is Role.OWN else keys.table
    return hashlib.sha256(f"{door.name}:{key}".encode()).hexdigest()
