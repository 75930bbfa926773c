"""The box's line to its club as a service: joins and leaves as the owner wants it, and speaks while the table is in a club.

What the owner wants comes from the set-up page (`web.membership`) or stands in the configuration, which goes first. What was
joined before stays until the new club's hub has answered, and is spoken to meanwhile. Where there is nothing to do the service
ends, and systemd starts it again once somebody wants something.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from club.connection import Access
from club.joining import (
    MEMBERSHIP,
    BadCode,
    HubAway,
    Invitation,
    Membership,
    fetch,
    join,
    keep_membership,
    read_code,
    read_membership,
)
from club.line import Line
from club.outbox import POSITION
from device.config import SOCKET, Config
from device.ending import ending
from device.notify import notify, warn
from web.box import Box, BoxAway
from web.membership import STATE, WISH, LineState, forget_wish, read_state, read_wish, write_state, write_wish

LOOK_S = 2.0
"""Seconds between two tries to join, and between two looks where nothing can be done."""

AGAIN_S = 30.0
"""Seconds between two tries to join another club while the table speaks to its own."""

BY_CONFIGURATION = "the table is in its club by the configuration: take the code out of cardtable.toml, and start the box anew"


def serve_line(config: Config) -> None:
    """Speak for this box to its club until SIGTERM, or until it is in none."""
    joining, end = Joining(config.data, config.club.code), threading.Event()
    try:
        with ending(end.set):
            notify("READY=1")
            while joining.is_needed and not end.is_set():
                notify("WATCHDOG=1")
                before = _stamps(config.data)
                membership = joining.settle()
                if before != _stamps(config.data):
                    continue
                if membership:
                    _speak(config.data, membership, before, joining.away, end)
                else:
                    end.wait(LOOK_S)
    finally:
        if (config.data / STATE).exists():
            write_state(config.data, replace(read_state(config.data), is_up=False))


class Joining:
    """Which club the table in a folder is in, and what is wanted of that. `code` stands in the configuration; empty: none.

    `get` asks a hub. `away` says that the hub of a club that is wanted does not answer; empty where it did.
    """

    def __init__(self, data: Path, code: str, get: Callable[[str], bytes] = fetch) -> None:
        self.data, self.code, self.get, self.away = data, code, get, ""

    @property
    def is_needed(self) -> bool:
        """Whether the table is in a club, or somebody wants that it joins one or leaves."""
        return bool(self.code) or (self.data / MEMBERSHIP).exists() or (self.data / WISH).exists()

    def settle(self) -> Membership | None:
        """Do what is wanted; the club to speak to, None where there is none, or its hub must be there first. Raises OSError."""
        self.away = ""
        try:
            self._follow_configuration()
            self._follow_wish()
        except HubAway as error:
            self.away = str(error)
        try:
            kept = self._kept()
        except BadCode as error:
            self._tell(self.away or str(error))
            return None
        if kept is None and self.away:
            self._tell(self.away)
        return kept

    def _follow_configuration(self) -> None:
        if not self.code:
            return
        try:
            invitation = read_code(self.code)
            if not _is_by(self._kept_or_none(), invitation):
                self._join(invitation)
        except HubAway:
            raise
        except BadCode as error:
            warn(f"[club] code: {error}")
            self.code = ""

    def _follow_wish(self) -> None:
        wish = read_wish(self.data)
        if wish is None or wish.answer:
            return
        try:
            if self.code:
                raise BadCode(BY_CONFIGURATION)
            if wish.code:
                self._join(read_code(wish.code))
            else:
                self._leave()
        except HubAway:
            raise
        except BadCode as error:
            write_wish(self.data, replace(wish, answer=str(error)))
        else:
            # What was wanted meanwhile is done in the next round.
            if read_wish(self.data) == wish:
                forget_wish(self.data)

    def _tell(self, trouble: str) -> None:
        """Say why nothing is spoken to any club, once."""
        before = read_state(self.data)
        state = replace(before, is_up=False, trouble=trouble)
        if state != before:
            warn(trouble)
            write_state(self.data, state)

    def _join(self, invitation: Invitation) -> None:
        membership, before = join(invitation, self.get), self._kept_or_none()
        if before is None or before.access.authority != membership.access.authority:
            # Another club gets what is played from now on, and nothing of what was for the last one.
            (self.data / POSITION).unlink(missing_ok=True)
        keep_membership(self.data / MEMBERSHIP, membership)
        write_state(self.data, LineState(membership.club, membership.access.account))

    def _leave(self) -> None:
        for name in (MEMBERSHIP, POSITION, STATE):
            (self.data / name).unlink(missing_ok=True)

    def _kept(self) -> Membership | None:
        return read_membership(self.data / MEMBERSHIP)

    def _kept_or_none(self) -> Membership | None:
        try:
            return self._kept()
        except BadCode:
            return None


def _is_by(membership: Membership | None, invitation: Invitation) -> bool:
    """Whether the table is in the club by that very code."""
    if membership is None:
        return False
    wanted = Access(invitation.broker, invitation.port, invitation.box, invitation.key, membership.access.authority)
    return membership.access == wanted and wanted.authority_sum == invitation.authority


def _speak(data: Path, membership: Membership, before: list[tuple[int, int] | None], away: str, end: threading.Event) -> None:
    """Speak until the `end`, something else is wanted than the files said `before`, or another hub, `away`, is tried again."""
    stop, began = threading.Event(), time.monotonic()

    def alive() -> None:
        notify("WATCHDOG=1")
        if end.is_set() or _stamps(data) != before or (away and time.monotonic() - began > AGAIN_S):
            stop.set()

    Line(data, membership.access, version("cardtable"), lambda: _troubles(data), membership.club, away).run(stop, alive)


def _stamps(data: Path) -> list[tuple[int, int] | None]:
    """By what it shows that another club, or none, is wanted."""
    return [_stamp(data / name) for name in (MEMBERSHIP, WISH)]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino


def _troubles(data: Path) -> tuple[str, ...]:
    """What is wrong with the box, in sentences, as its own program says."""
    try:
        findings = Box(data / SOCKET).ask("health")["findings"]
    except (BoxAway, KeyError):
        return ("the table's program does not answer: nothing is read",)
    return tuple(str(found["text"]) for found in findings if not found["is_good"])
