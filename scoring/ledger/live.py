"""The table of the running session, kept up with the log, and the one way in which commands reach it."""

import threading
import uuid
from collections.abc import Callable
from datetime import datetime

from scoring.commands import Command, StartSession
from scoring.decide import decide
from scoring.errors import NoHand
from scoring.events import Event
from scoring.folding import fold
from scoring.ledger.store import Clash, Ledger
from scoring.table import Table


class LiveTable:
    """Follows the newest session of a log; threads may share it. Only what is new since the last look is read."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._lock = threading.Lock()
        self._session: str | None = None
        self._table = Table()
        self._place = 0

    @property
    def session(self) -> str | None:
        """The newest session, or None in an empty log."""
        return self.ledger.current()

    def table(self) -> Table:
        """The table as the log has it now; raises sqlite3.Error where the log cannot be read."""
        return self._look()[1]

    def _look(self) -> tuple[str | None, Table, int]:
        """The newest session, its table, and the log's position at which they were so."""
        with self._lock:
            place = self.ledger.position()
            if place != self._place:
                self._catch_up()
                self._place = place
            return self._session, self._table, place

    def _catch_up(self) -> None:
        session = self.ledger.current()
        if session != self._session:
            self._session, self._table = session, Table()
        if session is not None:
            self._table = fold((r.event for r in self.ledger.read(session, self._table.seq)), self._table)

    def submit(self, command: Command, clock: Callable[[], datetime]) -> list[Event]:
        """Decide about the command and write the outcome; after a clash, read and decide again.

        Returns what was written: nothing where nothing was left to do. Raises `Refused` with the reason, and
        sqlite3.Error where the log cannot be written. A new session gets a log of its own.
        """
        while True:
            session, table, place = self._look()
            events = decide(table, command, clock())
            if not events:
                return []
            expected, position = table.seq, None
            if isinstance(command, StartSession):
                session, expected, position = uuid.uuid4().hex, 0, place
            if session is None:
                raise NoHand("nobody plays yet: start a session first")
            try:
                self.ledger.append(session, expected, events, position)
            except Clash:
                continue
            return events
