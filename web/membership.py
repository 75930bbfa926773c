"""What the box's page and its line to a club say to each other: two files beside the log.

The line writes how it does; whoever sets the box up writes what they want, and the line what came of it. So the page needs no
network, and the line no page.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from scoring.ledger.files import write_file

STATE, WISH = "club-state.json", "club-wish.json"
"""Names of the files."""

LONGEST = 2000
"""Letters of a code at the most."""

UNREADABLE = (OSError, ValueError, TypeError, KeyError, RecursionError)
"""What a file that is not there, or makes no sense, leads to."""


@dataclass(frozen=True)
class LineState:
    """How the line does: the club, the box's name in it, events that wait, and a sentence where something is wrong."""

    club: str = ""
    box: str = ""
    is_up: bool = False
    waiting: int = 0
    trouble: str = ""


@dataclass(frozen=True)
class Wish:
    """What is wanted: to join by a code, or to leave where it is empty. `answer` says why it did not work, once that is known."""

    code: str
    answer: str = ""


def write_state(folder: Path, state: LineState) -> None:
    """Say how the line does; raises OSError."""
    write_file(folder / STATE, json.dumps(asdict(state)).encode())


def read_state(folder: Path) -> LineState:
    """How the line does, as far as it is known."""
    try:
        return LineState(**json.loads((folder / STATE).read_text(encoding="utf-8")))
    except UNREADABLE:
        return LineState()


def write_wish(folder: Path, wish: Wish) -> None:
    """Say what is wanted, for the box alone; raises OSError."""
    write_file(folder / WISH, json.dumps(asdict(wish)).encode(), mode=0o600)


def read_wish(folder: Path) -> Wish | None:
    """What is wanted; None where nothing is."""
    try:
        found = json.loads((folder / WISH).read_text(encoding="utf-8"))
        return Wish(str(found["code"])[:LONGEST], str(found["answer"]))
    except UNREADABLE:
        return None


def forget_wish(folder: Path) -> None:
    """It is done; raises OSError."""
    (folder / WISH).unlink(missing_ok=True)
