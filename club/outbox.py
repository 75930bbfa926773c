"""What of a box's log the hub has not acknowledged yet. The log itself is the outbox: a position in it is all that is kept.

Nothing here knows a broker or a clock: `due` gives what is to be sent at a moment, `answered` takes what the hub says. Where no
answer comes everything since the position is sent again, after pauses that grow; the hub takes nothing in twice.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from pathlib import Path

from club.wire import NOTHING, Answer, Excerpt, chain
from scoring.ledger import Ledger
from scoring.ledger.files import write_file
from scoring.ledger.records import written_line
from scoring.ledger.store import Written

POSITION = "club-position.json"
"""Name of the file, beside the log."""

EVENTS, WINDOW = 100, 8
"""Events of an excerpt, and excerpts on their way, at the most."""

SHORTEST_S, LONGEST_S = 2.0, 60.0
"""Seconds after which what was not answered is sent again: twice as many each time."""


@dataclass(frozen=True)
class Position:
    """How far the hub of that name has acknowledged the log; `since` is where the log stood when the table joined the club.

    `sum` is that of the newest event that was acknowledged, in `session`: a log that went back, as from a backup, does not have
    it there, and a hub that went back does not know it.
    """

    hub: str = ""
    since: int = 0
    done: int = 0
    session: str = ""
    sum: str = NOTHING


@dataclass
class _Sent:
    """An excerpt on its way, and where in the log it ends."""

    session: str
    last: str
    number: int
    is_acknowledged: bool = False


@dataclass
class Outbox:
    """Gives what is to be sent, in the log's order. One thread uses it. Raises sqlite3.Error where the log cannot be read."""

    ledger: Ledger
    position: Position
    trouble: str = ""
    _sent: list[_Sent] = field(default_factory=list)
    _anew: list[str] = field(default_factory=list)
    _sums: dict[str, str] = field(default_factory=dict)
    _cursor: int = 0
    _asks: bool = False
    _pause: float = SHORTEST_S
    _again_at: float = 0.0

    def __post_init__(self) -> None:
        done = self.position.done
        if done > self.position.since and self._sum_at(done) != self.position.sum:
            self.position = Position(self.position.hub, min(self.position.since, self.ledger.position()), 0)
        self._rewind()

    @property
    def waiting(self) -> int:
        """Positions of the log that the hub has not acknowledged, at the most."""
        return max(0, self.ledger.position() - max(self.position.done, self.position.since))

    def due(self, now: float) -> list[Excerpt]:
        """What is to be sent at that moment, by a clock that nobody sets, in seconds."""
        found: list[Excerpt] = []
        if self._asks:
            found, self._asks = [Excerpt(self.position.session, self.position.sum)], False
        if now >= self._again_at and (self._sent or self._anew):
            self._pause = min(2 * self._pause, LONGEST_S)
            found += [part for session in self._anew for part in self._whole(session)]
            self._rewind()
        if not self._sent:
            self._again_at = now + self._pause
        while len(self._sent) < WINDOW and (excerpt := self._next()):
            found.append(excerpt)
        return found

    def again(self) -> None:
        """The line or the hub is there anew: send at once what was not acknowledged, and ask for the newest that was."""
        self._rewind()
        self._pause = SHORTEST_S
        self._asks = self.position.sum != NOTHING

    def answered(self, answer: Answer, now: float) -> None:
        """What the hub says of an excerpt: it has it, or not the event before it, or a reason why it takes nothing in."""
        self.trouble = answer.refusal
        if answer.refusal:
            return  # it tells nothing of what the hub has
        has_gone_back = not answer.is_known and answer.last == self.position.sum
        if has_gone_back or self.position.hub not in ("", answer.hub):
            # Another hub has none of what the last one acknowledged, nor has one that was restored from a copy.
            self.position = Position(answer.hub, self.position.since, self.position.since)
            self._rewind()
        elif not answer.is_known:
            if answer.session not in self._anew:
                self._anew.append(answer.session)
        else:
            self._acknowledge(answer, now)

    def _acknowledge(self, answer: Answer, now: float) -> None:
        for sent in self._sent:
            sent.is_acknowledged = sent.is_acknowledged or sent.last == answer.last
        while self._sent and self._sent[0].is_acknowledged:
            sent = self._sent.pop(0)
            self.position = Position(answer.hub, self.position.since, sent.number, sent.session, sent.last)
            self._pause, self._again_at = SHORTEST_S, now + SHORTEST_S

    def _rewind(self) -> None:
        """From the position on, as if nothing had been sent since."""
        self._cursor = max(self.position.done, self.position.since)
        self._sent.clear()
        self._sums.clear()
        self._anew.clear()

    def _next(self) -> Excerpt | None:
        """The next events that are of one session."""
        rows = self.ledger.written(self._cursor, EVENTS)
        if not rows:
            return None
        session = rows[0].session
        rows = list(takewhile(lambda row: row.session == session, rows))
        if session not in self._sums:
            self._sums[session] = _sum_of(self.ledger.written_of(session, self._cursor))
        excerpt = chain(session, self._sums[session], _lines(rows))
        self._sums[session], self._cursor = excerpt.last, rows[-1].number
        self._sent.append(_Sent(session, excerpt.last, self._cursor))
        return excerpt

    def _sum_at(self, number: int) -> str | None:
        """The sum up to the event at that position; None where there is none."""
        row = next(iter(self.ledger.written(number - 1, 1)), None)
        return None if row is None or row.number != number else _sum_of(self.ledger.written_of(row.session, number))

    def _whole(self, session: str) -> list[Excerpt]:
        """What of a session the hub should have and does not know, from its beginning."""
        rows, after, parts = self.ledger.written_of(session, self._cursor), NOTHING, list[Excerpt]()
        for start in range(0, len(rows), EVENTS):
            parts.append(chain(session, after, _lines(rows[start : start + EVENTS])))
            after = parts[-1].last
        return parts


def joined(ledger: Ledger) -> Position:
    """Where a table joins a club: before the session that is running, which is sent whole. Raises sqlite3.Error."""
    position, session = ledger.position(), ledger.current()
    rows = ledger.written_of(session, position) if session else []
    return Position(since=rows[0].number - 1 if rows else position)


def read_position(path: Path, joined: Position) -> Position:
    """The position in a file; `joined` where there is none, or it makes no sense: then all is sent again."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        position = Position(str(found["hub"]), int(found["since"]), int(found["done"]), str(found["session"]), str(found["sum"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return joined
    return position


def keep_position(path: Path, position: Position) -> None:
    """Write the position down; raises OSError."""
    write_file(path, json.dumps(asdict(position)).encode())


def _lines(rows: Sequence[Written]) -> list[tuple[int, str]]:
    return [(row.seq, written_line(row)) for row in rows]


def _sum_of(rows: Sequence[Written]) -> str:
    """The sum up to the last of a session's events."""
    return chain("", NOTHING, _lines(rows)).last
