"""The table of the running session, kept up with the log, and the one way in which commands reach it."""

import json
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from scoring.commands import Command, StartSession
from scoring.decide import decide
from scoring.errors import CannotBeDone, RecordDamaged, Refused, Unreadable
from scoring.events import Event
from scoring.folding import fold
from scoring.ledger.clock import CLOCK, SessionClock
from scoring.ledger.codec import DAMAGE, decode, encode
from scoring.ledger.replay import Replay, replay
from scoring.ledger.store import Clash, Ledger
from scoring.projections import table_view
from scoring.table import Table


@dataclass(frozen=True)
class Look:
    """The newest session and what its record leads to, the log's position at which that was so, and its newest moment."""

    session: str | None = None
    replay: Replay = Replay(Table())
    place: int = 0
    last: datetime = datetime.min.replace(tzinfo=UTC)


class LiveTable:
    """Follows the newest session of a log; threads may share it. Only what is new since the last look is read."""

    def __init__(self, ledger: Ledger, clock: SessionClock | None = None) -> None:
        self.ledger = ledger
        self.clock = clock or SessionClock(ledger.path.with_name(CLOCK))
        self._lock = threading.Lock()
        self._seen = Look()

    @property
    def session(self) -> str | None:
        """The newest session, or None in an empty log."""
        return self.ledger.current()

    def table(self) -> Table:
        """The table as the log has it now, up to what is damaged; raises sqlite3.Error where the log cannot be read."""
        return self.replay().table

    def damage(self) -> str:
        """A sentence about what cannot be used of the running session's record; empty where all is well."""
        return self.replay().damage

    def replay(self) -> Replay:
        """The table and the damage of one look."""
        return self._look().replay

    def now(self) -> datetime:
        """The time in the running session, by a clock that nobody sets."""
        return self._time_at(self._look())

    def _time_at(self, seen: Look) -> datetime:
        return self.clock.after(seen.last) if seen.session else self.clock.wall()

    def _look(self) -> Look:
        with self._lock:
            place = self.ledger.position()
            # One that is damaged may have been set aside, which is no event.
            is_aside = self._seen.replay.damage and self.ledger.current() != self._seen.session
            if place != self._seen.place or is_aside:
                self._seen = self._caught_up(place)
            return self._seen

    def _caught_up(self, place: int) -> Look:
        session = self.ledger.current()
        before = self._seen if session == self._seen.session and not self._seen.replay.damage else Look(session)
        if session is None:
            return Look(place=place)
        found = self.ledger.excerpt(session, before.replay.table.seq)
        last = found.recorded[-1].event.at if found.recorded else before.last
        return Look(session, replay(found, before.replay.table), place, last)

    def submit(self, command: Command, clock: Callable[[], datetime] | None = None) -> list[Event]:
        """Decide about the command and write the outcome; after a clash, read and decide again.

        Returns what was written: nothing where nothing was left to do. Raises `Refused` with the reason, also where the
        outcome is one that the table could not show; and sqlite3.Error where the log cannot be written. A new session gets a
        log of its own. Moments are the session's own (`now`), unless `clock` tells them.
        """
        is_start = isinstance(command, StartSession)
        while True:
            seen = self._look()
            if seen.replay.damage and not is_start:
                raise RecordDamaged(f"{seen.replay.damage}; start a new session to play on")
            table = Table() if seen.replay.damage else seen.replay.table
            at = clock() if clock else self.clock.wall() if is_start else self._time_at(seen)
            events = _decided(table, command, at)
            if not events:
                return []
            if is_start and not clock:
                self.clock.begin(at)
            session, expected, position = seen.session, table.seq, None
            if is_start:
                session, expected, position = uuid.uuid4().hex, 0, seen.place
            assert session is not None  # without a session nothing but a start is decided
            try:
                self.ledger.append(session, expected, events, position)
            except Clash:
                continue
            return events


def _decided(table: Table, command: Command, at: datetime) -> list[Event]:
    """What the command leads to, once it is known that it leads to something."""
    try:
        events = decide(table, command, at)
        json.dumps(table_view(fold(events, Table() if isinstance(command, StartSession) else table)))
        for event in events:
            written = json.loads(json.dumps(encode(event)))
            if encode(decode(written)) != written:
                raise ValueError("it would not be read again as it was written")
    except (Refused, Unreadable):
        raise
    except DAMAGE as error:
        raise CannotBeDone(f"that cannot be done ({type(error).__name__}: {error}); nothing was changed") from error
    return events
