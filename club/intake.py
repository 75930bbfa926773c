"""The hub's end of all lines: what boxes send goes into the archive, and each is answered once it is there for good.

What arrives while one batch is being committed is the next batch, so a slow disk makes batches larger and nothing else.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from threading import Event, Lock

from club.archive import Archive, ArchiveDown
from club.connection import Access, Connection, Message
from club.neighbours.counts import Counts
from club.wire import (
    HELLO,
    ROOT,
    Answer,
    BadMessage,
    Excerpt,
    State,
    Topics,
    message_bytes,
    read_excerpt,
    read_state,
    want_bytes,
)

LOOK_S = 0.5
"""Seconds after which the hub looks whether it shall end, while nothing comes."""

BATCH = 500
"""Events that are committed at once, at the most."""

STARTS = 8
"""Starts of a box that are remembered."""

BOXES = tuple(f"{ROOT}/+/{what}" for what in ("log", "state")) + (f"{ROOT}/+/picture/+",)
"""What the hub listens to."""


@dataclass(frozen=True)
class BoxSeen:
    """A box as the hub has heard of it.

    `heard` is when, by a clock that nobody sets (`time.monotonic`); `skew_s` is by how much the box's clock is ahead of the
    hub's; `trouble` is what the hub could not use of it, in a sentence. `starts` are words of its programs' starts, the newest
    last, and `back` those that came back after a newer one: then two boxes have one name.
    """

    state: State
    heard: float
    skew_s: float | None = None
    trouble: str = ""
    starts: tuple[str, ...] = ()
    back: frozenset[str] = frozenset()

    @property
    def gist(self) -> object:
        """What of it is news; that it was heard once more is none."""
        return replace(self.state, at=""), self.trouble, self.is_doubled

    @property
    def is_doubled(self) -> bool:
        """Whether two boxes speak under this name."""
        return bool(self.back)


class Intake:
    """Takes in what comes until it is stopped; `taken` is called after each batch, in the intake's thread."""

    def __init__(self, archive: Archive, access: Access, taken: Callable[[], None]) -> None:
        self.archive, self.taken = archive, taken
        self.line = Connection(access, f"{access.account}-intake", BOXES)
        self.trouble, self.counts = "", Counts()
        self._lock = Lock()
        self._seen: dict[str, BoxSeen] = {}
        self._pictures: dict[str, list[SimpleQueue[bytes]]] = {}

    def run(self, stop: Event) -> None:
        """Take in until `stop`."""
        self.line.open()
        try:
            while not stop.is_set():
                self._take(self.line.arrived(LOOK_S))
        finally:
            self.line.close()

    @property
    def boxes(self) -> dict[str, BoxSeen]:
        """Every box that was heard of since the hub began, by name."""
        with self._lock:
            return dict(self._seen)

    def picture(self, box: str, name: str, patience: float) -> bytes | None:
        """A picture that a box keeps; None where it is not there any more, or the box does not answer in so many seconds."""
        answer: SimpleQueue[bytes] = SimpleQueue()
        with self._lock:
            self._pictures.setdefault(f"{box}/{name}", []).append(answer)
        self.line.send(Message(Topics(box).want, want_bytes(name)))
        try:
            return answer.get(timeout=patience) or None
        except Empty:
            return None
        finally:
            with self._lock:
                waiting = self._pictures[f"{box}/{name}"]
                waiting.remove(answer)
                if not waiting:
                    del self._pictures[f"{box}/{name}"]

    def put_out(self, box: str) -> None:
        """The account of a box was taken back: it is none of the club's any more, and the broker keeps no word of it."""
        with self._lock:
            self._seen.pop(box, None)
        self.line.send(Message(Topics(box).state, b"", kept=True))
        self.taken()

    def greet(self) -> None:
        """Say that the hub is there: boxes send at once what has not been acknowledged."""
        self.line.send(Message(HELLO, self.archive.name.encode()))

    def _take(self, messages: Iterable[Message | None]) -> None:
        batch: list[tuple[str, Excerpt]] = []
        for message in messages:
            if message is None:
                self.greet()
                continue
            box, what = message.topic.removeprefix(f"{ROOT}/").split("/", 1)
            try:
                if what == "log":
                    batch.append((box, read_excerpt(message.payload)))
                elif what == "state":
                    self._hear(box, message.payload)
                else:
                    self._show(box, what, message.payload)
            except BadMessage as error:
                self._refuse(box, str(error))
            if sum(len(excerpt.entries) for _, excerpt in batch) >= BATCH:
                self._commit(batch)
                batch = []
        if batch:
            self._commit(batch)

    def _commit(self, batch: list[tuple[str, Excerpt]]) -> None:
        """Into the archive for good, and only then an answer; where that fails every box hears why, and sends again."""
        try:
            answers = self.archive.take(batch)
        except ArchiveDown as error:
            self.trouble = str(error)
            answers = [Answer(self.archive.name, excerpt.session, excerpt.last, refusal=self.trouble) for _, excerpt in batch]
        else:
            was_down, self.trouble = bool(self.trouble), ""
            if was_down:
                self.greet()
        for (box, _), answer in zip(batch, answers, strict=True):
            self.line.send(Message(Topics(box).answer, message_bytes(answer)))
        skews = {box: seen.skew_s for box, seen in self.boxes.items()}
        self.counts.answered(batch, answers, skews, datetime.now(UTC))
        self.taken()

    def _hear(self, box: str, said: bytes) -> None:
        if not said:
            return  # what remains of a box that was put out
        state = read_state(said)
        with self._lock:
            self._seen[box] = heard(self._seen.get(box), state, time.monotonic(), datetime.now(UTC))
        self.taken()

    def _show(self, box: str, what: str, picture: bytes) -> None:
        with self._lock:
            for answer in self._pictures.get(f"{box}/{what.removeprefix('picture/')}", []):
                answer.put(picture)

    def _refuse(self, box: str, why: str) -> None:
        """What a box says cannot be used: it is told, and so is the director."""
        with self._lock:
            seen = self._seen.get(box) or BoxSeen(State(""), time.monotonic())
            self._seen[box] = replace(seen, trouble=why)
        self.counts.refused()
        self.line.send(Message(Topics(box).answer, message_bytes(Answer(self.archive.name, "", "", refusal=why))))
        self.taken()


def heard(seen: BoxSeen | None, state: State, now: float, at: datetime) -> BoxSeen:
    """A box after it was heard of anew; `at` is the hub's clock, and only tells how far the box's is from it.

    The broker's word that a start has gone says nothing of a newer one.
    """
    before = seen or BoxSeen(state, now)
    others = tuple(start for start in before.starts if start != state.start)
    if not state.is_there:
        is_newest = (state.start,) == before.starts[-1:]
        told = replace(before.state, is_there=False) if is_newest else before.state
        return replace(before, state=told, heard=now, starts=others, back=frozenset())
    back = before.back | {state.start} if state.start in before.starts[:-1] else before.back
    starts = (*others, state.start)[-STARTS:]
    return replace(before, state=state, heard=now, skew_s=_skew(state, at), starts=starts, back=back)


def _skew(state: State, at: datetime) -> float | None:
    try:
        return (datetime.fromisoformat(state.at) - at).total_seconds()
    except (ValueError, TypeError):
        return None
