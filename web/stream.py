"""News for many phones from one look at the log: a thread watches it and wakes everybody who waits."""

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.ledger import Ledger

HEARTBEAT = 4.0
"""Seconds after which a silent stream says that it lives, so that a phone that has gone gives its thread back."""

LOOK_EVERY = 0.05
"""Seconds between two looks at the log: one small query, however many phones wait."""


@dataclass
class News:
    """The newest place in the log; `listeners` phones hang on it, at most `cap`."""

    ledger: Ledger
    cap: int = 250
    listeners: int = 0
    _place: int = -1
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to watch the log."""
        self._thread = threading.Thread(target=self._watch, name="news", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and let every listener go."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()

    def join(self) -> bool:
        """Take a place among the listeners; False where all are taken."""
        with self._changed:
            if self.listeners >= self.cap:
                return False
            self.listeners += 1
            return True

    def leave(self) -> None:
        """Give the place back."""
        with self._changed:
            self.listeners -= 1

    def places(self, after: int) -> Iterator[int | None]:
        """Each new place in the log, the present one first where it is past `after`; None for a heartbeat."""
        seen = after
        while not self._stop.is_set():
            with self._changed:
                if self._place in (seen, -1):
                    self._changed.wait(HEARTBEAT)
                place = self._place
            if self._stop.is_set():
                return
            if place in (seen, -1):
                yield None
            else:
                seen = place
                yield place

    def _watch(self) -> None:
        while not self._stop.is_set():
            try:
                place = self.ledger.position()
            except sqlite3.Error:
                place = self._place
            if place != self._place:
                with self._changed:
                    self._place = place
                    self._changed.notify_all()
            self._stop.wait(LOOK_EVERY)
