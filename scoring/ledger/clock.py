"""The time of a session: the wall clock's where it begins, and from there on one that nobody sets.

A Pi has no clock of its own. It starts with the time at which it was switched off, and jumps when a network comes; a game that
ends after an hour must not end by that. So a session begins at whatever the wall clock says, goes on by the time since the
machine was switched on, which all its programs share, and waits while the machine is off.
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scoring.ledger.files import write_file

CLOCK = "clock.json"
"""Name of the file, beside the log."""

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def seconds_on() -> float:
    """Seconds since the machine was switched on."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def boot() -> str:
    """What tells this run of the machine from others; always the same where nothing tells."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


@dataclass(frozen=True)
class Beginning:
    """The moment that the wall clock showed when the machine had been on for so many seconds, in that run of it."""

    boot: str
    at: datetime
    seconds_on: float


def wall() -> datetime:
    """What the wall clock says."""
    return datetime.now(UTC)


class SessionClock:
    """Kept in a file, since several programs write to one session; one that cannot be written holds for this program alone."""

    def __init__(
        self,
        path: Path,
        wall: Callable[[], datetime] = wall,
        seconds_on: Callable[[], float] = seconds_on,
        boot: Callable[[], str] = boot,
    ) -> None:
        self.path, self.wall, self.seconds_on, self.boot = path, wall, seconds_on, boot
        self._own: Beginning | None = None

    def begin(self, at: datetime) -> datetime:
        """A session begins at that moment, or goes on from it; the moment."""
        began = Beginning(self.boot(), at, self.seconds_on())
        self._own = began
        kept = {"boot": began.boot, "at": began.at.isoformat(), "seconds_on": began.seconds_on}
        with suppress(OSError):  # on a disk that cannot be written nobody else writes to the session either
            write_file(self.path, json.dumps(kept).encode())
        return began.at

    def after(self, last: datetime) -> datetime:
        """The time in a session whose newest event is of the moment `last`: never before it."""
        began = self._kept() or self._own
        if began is None or began.boot != self.boot():
            return self.begin(last)
        try:
            return max(last, began.at + timedelta(seconds=self.seconds_on() - began.seconds_on))
        except (OverflowError, ValueError):  # a file that says the year 9999
            return self.begin(last)

    def _kept(self) -> Beginning | None:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            at = datetime.fromisoformat(found["at"])
            return Beginning(str(found["boot"]), at if at.tzinfo else at.replace(tzinfo=UTC), float(found["seconds_on"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None
