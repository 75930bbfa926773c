"""What boxes and hub say to each other: topics, and messages as bytes.

An excerpt of a log is a record as `scoring.ledger.records` writes it: a first line that names format and version, and a line
for each event. Each event has a sum over itself and all before it in its session, so that whoever has one with that sum has all
of them: a session whose log went back, or that two boxes go on with, shows as two events after one sum.
"""

import json
from collections.abc import Iterable
from dataclasses import MISSING, asdict, dataclass, fields
from hashlib import sha256
from itertools import pairwise
from typing import Any

from scoring.errors import ScoringError
from scoring.ledger.records import FORMAT, VERSION, json_line

ROOT = "cardtable/1"
"""What every topic begins with: the version is that of topics and messages."""

HELLO = f"{ROOT}/hub"
"""Where a hub says that it is there: boxes answer with their state and with what it has not acknowledged."""

NOTHING = ""
"""The sum before a session's first event."""

LONGEST = 1 << 20
"""Bytes of a message at the most; pictures stay far below."""


class BadMessage(ScoringError, ValueError):
    """Bytes that are no message of ours, or one of a newer Cardtable; the sentence says which."""

    code = "bad-message"


@dataclass(frozen=True)
class Topics:
    """The topics of one box, by the name of its account: the broker lets it use no others."""

    box: str

    @property
    def log(self) -> str:
        """Excerpts, from the box."""
        return f"{ROOT}/{self.box}/log"

    @property
    def state(self) -> str:
        """How the box is, from the box; the broker says that it is gone."""
        return f"{ROOT}/{self.box}/state"

    @property
    def picture(self) -> str:
        """Pictures that were asked for, from the box, each below its name."""
        return f"{ROOT}/{self.box}/picture"

    @property
    def table(self) -> str:
        """What the table shows, from the hub, for neighbours."""
        return f"{ROOT}/{self.box}/table"

    @property
    def answer(self) -> str:
        """What the hub has of an excerpt."""
        return f"{ROOT}/{self.box}/answer"

    @property
    def want(self) -> str:
        """Pictures that the hub asks for, by their names."""
        return f"{ROOT}/{self.box}/want"


@dataclass(frozen=True)
class Entry:
    """An event as it travels and is kept: its place in its session, its line of a record, and the sum up to it."""

    seq: int
    line: str
    sum: str


@dataclass(frozen=True)
class Excerpt:
    """Events of a session that follow the one with the sum `after`; without any, the question whether that one is known."""

    session: str
    after: str
    entries: tuple[Entry, ...] = ()

    @property
    def last(self) -> str:
        """The sum up to its last event."""
        return self.entries[-1].sum if self.entries else self.after


@dataclass(frozen=True)
class Answer:
    """What the hub says of an excerpt whose last sum is `last`, once what it took in is committed.

    `is_known` is False where the event before the excerpt is not there: the box begins the session anew. `refusal` says why
    nothing was taken in, in a sentence for the owner; empty where all is well.
    """

    hub: str
    session: str
    last: str
    is_known: bool = True
    refusal: str = ""


@dataclass(frozen=True)
class State:
    """How a box is. `start` is its program's start, by a word that no two starts share; `at` is its clock, in ISO 8601.

    `waiting` counts events that the hub has not acknowledged, `troubles` are sentences of what is wrong with the box.
    """

    start: str
    is_there: bool = True
    at: str = ""
    program: str = ""
    waiting: int = 0
    troubles: tuple[str, ...] = ()


def chained(line: str, after: str) -> str:
    """The sum of an event that follows the one with the sum `after`: SHA-256 in hexadecimal digits."""
    return sha256(f"{after}\n{line}".encode()).hexdigest()


def chain(session: str, after: str, lines: Iterable[tuple[int, str]]) -> Excerpt:
    """An excerpt of those lines, each with the place of its event in the session."""
    entries, last = [], after
    for seq, line in lines:
        last = chained(line, last)
        entries.append(Entry(seq, line, last))
    return Excerpt(session, after, tuple(entries))


def excerpt_bytes(excerpt: Excerpt) -> bytes:
    """The excerpt as a record."""
    head = {"format": FORMAT, "version": VERSION, "session": excerpt.session, "after": excerpt.after}
    return "\n".join((json_line(head), *(entry.line for entry in excerpt.entries))).encode()


def read_excerpt(payload: bytes) -> Excerpt:
    """The excerpt; raises `BadMessage`. Events are read as far as their places: what they say is for whoever folds them."""
    head, *lines = _text(payload).split("\n")
    found = _object(head)
    if found.get("format") != FORMAT:
        raise BadMessage(f"not a Cardtable record: expected format {FORMAT!r}")
    if found.get("version") != VERSION:
        raise BadMessage(
            f"the box writes records of version {found.get('version')!r}, the hub reads {VERSION}: bring the older one up to date"
        )
    session, after = found.get("session"), found.get("after")
    if not isinstance(session, str) or not session or not isinstance(after, str) or len(session) > 64:
        raise BadMessage("an excerpt names its session, and the sum that it follows")
    places = [_place(line, session) for line in lines]
    if any(place >= following for place, following in pairwise(places)):
        raise BadMessage(f"events of session {session} are not in order")
    return chain(session, after, zip(places, lines, strict=True))


def message_bytes(message: Answer | State) -> bytes:
    """An answer or a state."""
    return json_line(asdict(message)).encode()


def read_answer(payload: bytes) -> Answer:
    """The answer; raises `BadMessage`."""
    return Answer(**_fields(payload, Answer("", "", "")))


def want_bytes(picture: str) -> bytes:
    """The wish for a picture by its name."""
    return json_line({"picture": picture}).encode()


def read_want(payload: bytes) -> str:
    """The name of the picture that is wanted; raises `BadMessage`."""
    name = _object(_text(payload)).get("picture")
    if not isinstance(name, str) or len(name) != 64 or not set(name) <= set("0123456789abcdef"):
        raise BadMessage(f"a wish for the picture {str(name)[:80]!r}: expected 64 hexadecimal digits")
    return name


def read_state(payload: bytes) -> State:
    """The state; raises `BadMessage`."""
    values = _fields(payload, State(""))
    return State(**values | {"troubles": tuple(str(trouble)[:400] for trouble in values.get("troubles", ()))})


def is_name(name: str) -> bool:
    """Whether a box may be called so: small letters, digits and dashes, 40 at the most, so that it fits topics and accounts."""
    return 0 < len(name) <= 40 and name.isascii() and all(sign.islower() or sign.isdigit() or sign == "-" for sign in name)


def _fields(payload: bytes, like: Answer | State) -> dict[str, Any]:
    """The values of a message as far as they are known here, each of the kind that `like` has; a newer Cardtable may say more."""
    found, known = _object(_text(payload)), asdict(like)
    for name, value in found.items():
        kind = type(known.get(name))
        if name in known and type(value) is not (list if kind is tuple else kind):
            raise BadMessage(f"{name} is {value!r}: expected {kind.__name__}")
    missing = [field.name for field in fields(like) if field.default is MISSING and field.name not in found]
    if missing:
        raise BadMessage(f"a message without {missing[0]}")
    return {name: value for name, value in found.items() if name in known}


def _place(line: str, session: str) -> int:
    """Which event of its session a line is."""
    found = _object(line)
    seq = found.get("seq")
    if found.get("session") != session or type(seq) is not int or seq < 1:
        raise BadMessage(f"an event that is not of session {session}")
    return seq


def _text(payload: bytes) -> str:
    if len(payload) > LONGEST:
        raise BadMessage(f"{len(payload)} bytes: expected {LONGEST} at the most")
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise BadMessage("bytes that are no text") from None


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # a half of a character can be written nowhere
    except (ValueError, RecursionError):
        raise BadMessage("not JSON, or cut off") from None
    if not isinstance(value, dict):
        raise BadMessage("expected an object")
    return value
