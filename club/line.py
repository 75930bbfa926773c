"""A box's line to its club: sends what the log has, and says how the box is. A program of its own beside table and page.

It knows the log and the broker and nothing else of the box: where it hangs or dies nobody at the table notices.
"""

import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from club.connection import Access, Connection, Message
from club.outbox import POSITION, Outbox, Position, joined, keep_position, read_position
from club.wire import HELLO, BadMessage, State, Topics, excerpt_bytes, message_bytes, read_answer, read_want
from scoring.ledger import EvidenceStore, Ledger
from scoring.ledger.store import LOG
from web.membership import LineState, write_state

LOOK_S = 0.1
"""Seconds between two looks at the log."""

TELL_S = 10.0
"""Seconds after which the hub is told anew how the box is, even if nothing has changed."""


KEEP_S = 30.0
"""Seconds between two times at which it is written down how far the hub has come: each wears the card, and what is lost of it is
only sent once more."""

Troubles = Callable[[], tuple[str, ...]]
"""Tells what is wrong with the box, in sentences."""


class Line:
    """The line of the box whose log lies in a folder, to the club of that name.

    `note` is told of it where nothing else is wrong. Raises sqlite3.Error or OSError where the log cannot be read: whoever
    started it starts it again.
    """

    def __init__(
        self, data: Path, access: Access, program: str, troubles: Troubles = tuple, club: str = "", note: str = ""
    ) -> None:
        self.data, self.access, self.program, self.troubles, self.club = data, access, program, troubles, club
        self.topics = Topics(access.account)
        self.start = uuid.uuid4().hex
        self.evidence = EvidenceStore(data / "evidence")
        self.refused, self.note = "", note
        ledger = Ledger(data / LOG)
        self.outbox = Outbox(ledger, read_position(data / POSITION, joined(ledger)))
        self._told_at = self._kept_at = float("-inf")
        self._kept: Position | None = None
        self._noted: LineState | None = None

    def run(self, stop: Event, alive: Callable[[], object] = lambda: None) -> None:
        """Speak until `stop`; `alive` is called with every look at the log."""
        gone = Message(self.topics.state, message_bytes(State(self.start, is_there=False)), kept=True)
        line = Connection(
            self.access, f"{self.access.account}-{self.start}", (self.topics.answer, self.topics.want, HELLO), will=gone
        )
        line.open()
        try:
            while not stop.is_set():
                for message in line.arrived(LOOK_S):
                    self._take(message, line)
                if line.is_up:
                    self._speak(line)
                self._keep(line)
                alive()
            line.send(gone)
            self._keep(line, at_once=True)
        finally:
            line.close()

    def _take(self, message: Message | None, line: Connection) -> None:
        """Something has come: the line is there, or the hub answers, wants a picture, or says that it is back."""
        if message is None or message.topic == HELLO:
            self._told_at = float("-inf")
            self.outbox.again()
            return
        try:
            if message.topic == self.topics.want:
                self._show(read_want(message.payload), line)
            else:
                self.outbox.answered(read_answer(message.payload), time.monotonic())
        except BadMessage as error:
            self.refused = (
                f"the hub says something that this Cardtable does not understand ({error}): bring the older one up to date"
            )

    def _show(self, name: str, line: Connection) -> None:
        """Send a picture, or nothing where it is not kept any more."""
        line.send(Message(f"{self.topics.picture}/{name}", self.evidence.content(name) or b""))

    def _speak(self, line: Connection) -> None:
        now = time.monotonic()
        for excerpt in self.outbox.due(now):
            line.send(Message(self.topics.log, excerpt_bytes(excerpt)))
        if now - self._told_at >= TELL_S:
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            state = State(self.start, True, at, self.program, self.outbox.waiting, self.troubles())
            line.send(Message(self.topics.state, message_bytes(state), kept=True))
            self._told_at = now

    def _keep(self, line: Connection, at_once: bool = False) -> None:
        """Write down how the line does and how far the hub has come: news at once, and what only counts on now and then."""
        trouble = line.trouble or self.outbox.trouble or self.refused or self.note
        state = LineState(self.club, self.access.account, line.is_up, self.outbox.waiting, trouble)
        is_other = self._noted is None or replace(state, waiting=self._noted.waiting) != self._noted
        now = time.monotonic()
        if not (is_other or at_once or now - self._kept_at >= KEEP_S):
            return
        self._kept_at = now
        if state != self._noted:
            write_state(self.data, state)
            self._noted = state
        if self.outbox.position != self._kept:
            keep_position(self.data / POSITION, self.outbox.position)
            self._kept = self.outbox.position
