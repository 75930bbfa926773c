"""The hub: archive, room and evening put together, for pages and neighbours to ask and for the director to act on.

Threads: the intake's takes in, the hub's own folds what was taken in, and any may ask; what they are given never changes.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Condition, Event, Lock, Thread

from club.archive import Archive, ArchiveDown
from club.connection import Access
from club.evening import Act, Command, Evening, act_line, decide, evolve, read_act
from club.intake import BoxSeen, Intake
from club.room import Key, Room, Session

LOOK_S = 2.0
"""Seconds after which the hub looks at the archive although nothing was taken in: another database may be there again."""

PICTURE_S = 5.0
"""Seconds that a box may take to send a picture."""


@dataclass(frozen=True)
class View:
    """Everything that the hub knows at one moment; `version` grows with every change."""

    version: int
    evening: Evening
    sessions: tuple[Session, ...]
    current: dict[str, Session]


class Hub:
    """One archive and the line to all boxes. Raises `ArchiveDown` where the archive cannot be read when it begins."""

    def __init__(self, archive: Archive, access: Access, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.archive, self.clock = archive, clock
        self.intake = Intake(archive, access, archive.name, self._something_came)
        self.trouble = ""
        self._changing, self._news, self._came = Lock(), Condition(), Event()
        evening, self._noted = Evening(), 0
        self._view = View(0, evening, (), {})
        self._room = Room(archive)
        self._read_acts()
        self._fold()
