"""The room: every table of an evening as its log has it at the hub, folded by the same `scoring` as on the box itself.

Only what was taken in since the last look is folded. What came first is told by the hub's own numbers, never by a box's clock.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from club.archive import Archive, Kept
from club.wire import NOTHING, Entry, chained
from scoring.ledger import Recorded
from scoring.ledger.codec import DAMAGE, decode
from scoring.ledger.replay import Replay, replay
from scoring.ledger.store import Excerpt, damage_at
from scoring.table import Table

MOST = 1000
"""Events that are read at once."""

Key = tuple[str, str]
"""A box and one of its sessions."""


@dataclass(frozen=True)
class Session:
    """A session of a box as the hub has it.

    `began` and `touched` are the hub's numbers of the first and the newest event that were taken in since the evening began.
    `last` is the sum up to the newest event of the way that counts; `ends` are the last sums of all ways in which the session
    went on: more than one is a question to the director. `damage` says what of it cannot be used.
    """

    box: str
    session: str
    began: int
    touched: int
    table: Table = Table()
    last: str = NOTHING
    ends: tuple[str, ...] = ()
    damage: str = ""

    @property
    def is_forked(self) -> bool:
        """Whether its log went on in two ways, and people have to say which counts."""
        return len(self.ends) > 1


@dataclass
class Room:
    """The sessions of which something was taken in after the number `since`. One thread at a time uses it.

    `chosen` names, for sessions that went on in two ways, a sum on the way that counts. Raises what the archive raises.
    """

    archive: Archive
    since: int = 0
    chosen: Mapping[Key, str] = field(default_factory=dict)
    _place: int = 0
    _sessions: dict[Key, Session] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._place = self.since

    def catch_up(self) -> tuple[Session, ...]:
        """Fold what has been taken in since the last look; the sessions that it touched."""
        touched: set[Key] = set()
        while found := self.archive.after(self._place, MOST):
            parts: dict[Key, list[Kept]] = {}
            for kept in found:
                parts.setdefault((kept.box, kept.session), []).append(kept)
            for key, part in parts.items():
                self._sessions[key] = self._gone_on(key, part)
            touched |= parts.keys()
            self._place = found[-1].number
        return tuple(self._sessions[key] for key in touched)

    def choose(self, chosen: Mapping[Key, str]) -> None:
        """From now on those ways count."""
        changed = {key for key in {*chosen, *self.chosen} if chosen.get(key) != self.chosen.get(key)}
        self.chosen = chosen
        for key in changed & self._sessions.keys():
            self._sessions[key] = self._anew(self._sessions[key])

    @property
    def sessions(self) -> tuple[Session, ...]:
        """All of them, in the order in which they began."""
        return tuple(sorted(self._sessions.values(), key=lambda found: found.began))

    @property
    def current(self) -> dict[str, Session]:
        """Of each box the session that began last."""
        return {found.box: found for found in self.sessions}

    def _gone_on(self, key: Key, new: list[Kept]) -> Session:
        """The session after further events: folded on where they follow one another, and anew where they do not."""
        before = self._sessions.get(key) or Session(*key, began=new[0].number, touched=0)
        entries = [kept.entry for kept in new]
        after = replace(before, touched=new[-1].number)
        if len(before.ends) > 1 or not _follow(before.last, entries):
            return self._anew(after)
        return _folded(after, entries, Replay(before.table, before.damage))

    def _anew(self, session: Session) -> Session:
        """The session from its first event on, along the way that counts."""
        ways = self.archive.ways(session.box, session.session)
        chosen = self.chosen.get((session.box, session.session))
        counting = next((way for way in ways if any(entry.sum == chosen for entry in way)), ways[-1])
        ends = tuple(way[-1].sum for way in ways)
        return replace(_folded(session, list(counting), Replay(Table())), ends=ends)


def _follow(last: str, entries: list[Entry]) -> bool:
    """Whether each event follows the one before it, the first the one with that sum."""
    for entry in entries:
        if chained(entry.line, last) != entry.sum:
            return False
        last = entry.sum
    return True


def _folded(session: Session, entries: list[Entry], start: Replay) -> Session:
    """The session after these events; from the first that cannot be used on the table stays as it was."""
    found = start if start.damage else replay(_read(entries, start.table.seq), start.table)
    last = entries[-1].sum
    return replace(session, table=found.table, damage=found.damage, last=last, ends=(last,))


def _read(entries: list[Entry], after: int) -> Excerpt:
    """The events of lines that follow so many others, up to the first that is none of ours or leaves a gap."""
    recorded: list[Recorded] = []
    for wanted, entry in enumerate(entries, after + 1):
        record = json.loads(entry.line)
        session = str(record.get("session"))
        if entry.seq != wanted:
            return Excerpt(tuple(recorded), damage_at(session, wanted, "it is missing"))
        try:
            recorded.append(Recorded(session, wanted, decode(record)))
        except DAMAGE as error:
            return Excerpt(tuple(recorded), damage_at(session, wanted, error))
    return Excerpt(tuple(recorded))
