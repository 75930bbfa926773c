"""Who is at the table: players who have held their tags to a reader, in the order in which they came."""

from dataclasses import dataclass, field
from typing import Any

from device.errors import BadInput
from device.tags import TagBook, Tap
from scoring.errors import BadSetup
from scoring.names import check_new_name

LONGEST_NAME = 40


@dataclass
class Guests:
    """Names for the seats of the next game, and a tag that nobody knows yet, which waits for a name."""

    book: TagBook
    here: list[str] = field(default_factory=list)
    waiting: str = ""
    refusal: str = ""

    def known(self, tap: Tap) -> str | None:
        """Whose tag it is; None where nobody has said."""
        return self.book.names().get(tap.mark) if tap.mark else None

    def tap(self, tap: Tap) -> bool:
        """Whether the tag is welcome: its player takes the next seat."""
        self.refusal = tap.refusal
        name = self.known(tap)
        if name is None:
            self.waiting = tap.mark
            return False
        self._sit(name)
        return True

    def name(self, name: str) -> None:
        """Say whose tag waits; raises `BadInput` where none does, OSError where it cannot be kept."""
        known = " ".join(name.split())
        if not self.waiting:
            raise BadInput("no tag waits for a name: hold it to the reader first")
        if not known or len(known) > LONGEST_NAME:
            raise BadInput(f"a name has 1 to {LONGEST_NAME} letters on one line")
        try:
            check_new_name(known)
        except BadSetup as error:
            raise BadInput(str(error)) from None
        self.book.keep(self.waiting, known)
        self.waiting = ""
        self._sit(known)

    def clear(self) -> None:
        """Everybody gets up."""
        self.here, self.waiting, self.refusal = [], "", ""

    def state(self) -> dict[str, Any]:
        """Who is here, whether a tag waits for a name, and why the last one was refused."""
        return {"here": list(self.here), "is_unknown": bool(self.waiting), "refusal": self.refusal}

    def _sit(self, name: str) -> None:
        if name not in self.here:
            self.here.append(name)
