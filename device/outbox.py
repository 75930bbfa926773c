"""Commands on their way to the log: in order, and kept while it cannot be written."""

import sqlite3
from collections import deque
from collections.abc import Callable
from datetime import datetime

from scoring.commands import Command
from scoring.errors import Refused
from scoring.events import Event
from scoring.ledger import LiveTable


class Outbox:
    """Writes what the table's camera and buttons propose. A refusal costs that command alone, and is reported."""

    def __init__(self, live: LiveTable, clock: Callable[[], datetime] | None, report: Callable[[str], None]) -> None:
        self.live, self.clock, self.report = live, clock, report
        self.is_down = False
        self._waiting: deque[Command] = deque()

    def put(self, command: Command) -> list[Event]:
        """Write this command after those that wait; the events of all that were written."""
        self._waiting.append(command)
        return self.write()

    def put_once(self, command: Command) -> list[Event]:
        """The same, but for one that waits already: a button pressed twice while nothing can be written means one."""
        return self.write() if command in self._waiting else self.put(command)

    def write(self) -> list[Event]:
        """Write what waits, in order, as far as the log can be written."""
        written: list[Event] = []
        while self._waiting:
            try:
                written += self.live.submit(self._waiting[0], self.clock)
            except Refused as error:
                self.report(str(error))
            except sqlite3.Error as error:
                self.fail(error)
                return written
            except Exception as error:  # a fault of ours must not keep what comes after it from being written
                self.report(f"{type(self._waiting[0]).__name__} came to nothing: {type(error).__name__}: {error}")
            self.is_down = False
            self._waiting.popleft()
        return written

    def fail(self, error: sqlite3.Error) -> None:
        """The log cannot be read or written: say so once."""
        if not self.is_down:
            self.report(f"{self.live.ledger.path}: the log cannot be used: {error}")
        self.is_down = True
