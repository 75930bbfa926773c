"""News for many phones from one look at the log: a thread watches it, says what is new, and wakes everybody who waits.

Where all places are taken, a newcomer gets one from whoever holds clearly more: the address, and within it the phone.
"""

import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

HEARTBEAT = 4.0
"""Seconds after which a silent stream says that it lives, so that a phone that has gone gives its thread back."""

LOOK_EVERY = 0.05
"""Seconds between two looks at the log: one small query, however many phones wait."""


class Growing(Protocol):
    """A log, or whatever else grows with everything that is new."""

    def position(self) -> int:
        """How far it has come; raises sqlite3.Error where it cannot be read."""


@dataclass(eq=False)
class Listener:
    """One stream: from which address, of which phone; it ends once it has been `replaced`."""

    address: str
    phone: str
    is_replaced: bool = False


@dataclass
class News:
    """The newest place in the log; at most `cap` listeners hang on it.

    The log is looked at every `look_every` seconds. `tell` says in bytes what is new at a place in it. `on_streams` is told how
    many streams are open, when that changes: one that was replaced is so until it has noticed.
    """

    ledger: Growing
    cap: int = 250
    on_streams: Callable[[int], object] = lambda _count: None
    tell: Callable[[int], bytes] = lambda _place: b""
    look_every: float = LOOK_EVERY
    _streams: int = 0
    _listeners: list[Listener] = field(default_factory=list)
    _newest: tuple[int, bytes] = (-1, b"")
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._listeners)

    @property
    def is_watching(self) -> bool:
        """Whether somebody looks at the log."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Begin to watch the log."""
        thread = threading.Thread(target=self._watch, name="news", daemon=True)
        thread.start()
        self._thread = thread  # only now: who stops meanwhile, from another thread, waits for none that has not begun

    def stop(self) -> None:
        """Stop watching and let every listener go."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()

    def join(self, address: str = "", phone: str = "") -> Listener | None:
        """Take a place among the listeners; None where all are taken and nobody holds clearly more."""
        newcomer = Listener(address, phone)
        with self._changed:
            if len(self._listeners) >= self.cap:
                greediest = self._who_holds_more_than(newcomer)
                if greediest is None:
                    return None
                greediest.is_replaced = True
                self._listeners.remove(greediest)
                self._changed.notify_all()
            self._listeners.append(newcomer)
            self._opened(1)
            return newcomer

    def leave(self, listener: Listener) -> None:
        """Give the place back."""
        with self._changed:
            if listener in self._listeners:
                self._listeners.remove(listener)
            self._opened(-1)

    def _opened(self, more: int) -> None:
        self._streams += more
        self.on_streams(self._streams)

    def _who_holds_more_than(self, newcomer: Listener) -> Listener | None:
        """The oldest listener of the address, or else of the phone at this address, that would still hold more than this one."""
        addresses = Counter(listener.address for listener in self._listeners)
        most = max(addresses, key=lambda address: addresses[address], default="")
        if addresses[most] > addresses[newcomer.address] + 1:
            return next(listener for listener in self._listeners if listener.address == most)
        phones = Counter(listener.phone for listener in self._listeners if listener.address == newcomer.address)
        phone = max(phones, key=lambda phone: phones[phone], default="")
        if phones[phone] > phones[newcomer.phone] + 1:
            return next(one for one in self._listeners if (one.address, one.phone) == (newcomer.address, phone))
        return None

    def messages(self, listener: Listener, after: int) -> Iterator[bytes | None]:
        """What is new at each new place in the log, the present one first where it is past `after`; None for a heartbeat."""
        seen = after
        while not self._stop.is_set():
            with self._changed:
                if self._newest[0] in (seen, -1) and not listener.is_replaced:
                    self._changed.wait(HEARTBEAT)
                place, message = self._newest
            if self._stop.is_set() or listener.is_replaced:
                return
            if place in (seen, -1):
                yield None
            else:
                seen = place
                yield message

    def _watch(self) -> None:
        while not self._stop.is_set():
            # Where the log cannot be read it is looked at again. What is new is said once: streams would wait for each other.
            with suppress(sqlite3.Error):
                place = self.ledger.position()
                if place != self._newest[0]:
                    newest = place, self.tell(place)
                    with self._changed:
                        self._newest = newest
                        self._changed.notify_all()
            self._stop.wait(self.look_every)
