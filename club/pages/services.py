"""What the pages are given: the hub with its tables, its evening and its boxes, and what it may be asked to do."""

from collections.abc import Mapping
from typing import Protocol

from flask import current_app

from club.archive import Archive
from club.evening.acts import Act
from club.evening.state import Evening
from club.intake import BoxSeen
from club.room import Session


class Hub(Protocol):
    """A club's hub; any thread may use it. What it refuses to do it raises as a `ScoringError`, in a sentence."""

    name: str
    archive: Archive

    def sessions(self) -> tuple[Session, ...]:
        """All that the tables have played since the evening began, in the order in which they began."""

    def current(self) -> Mapping[str, Session]:
        """Of each box the session that began last."""

    def evening(self) -> Evening:
        """The evening as the director's acts made it."""

    def act(self, act: Act) -> object:
        """Do what the director says: checked, kept in the archive, and folded."""

    def boxes(self) -> Mapping[str, BoxSeen]:
        """Every box that has joined the club, by its name."""

    def version(self) -> int:
        """Grows with everything that changes."""

    def wait(self, version: int, timeout: float) -> int:
        """Wait until it is another one, so many seconds at the most."""

    def invite(self, box: str) -> str:
        """An account for a box: what the code says that its camera is shown."""

    def revoke(self, box: str) -> None:
        """Take the account of a box away: it sends nothing any more."""

    def picture(self, box: str, name: str) -> bytes | None:
        """A picture of evidence, asked of the box for some seconds."""

    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the hub itself, in sentences."""


def hub() -> Hub:
    """That of the application that answers."""
    found: Hub = current_app.extensions["hub"]
    return found
