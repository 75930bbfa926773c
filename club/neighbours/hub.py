"""What neighbours ask of a hub."""

from collections.abc import Mapping
from typing import Protocol

from flask import current_app

from club.room import Session


class BoxSeen(Protocol):
    """How a box is, as far as the hub has heard.

    `waiting` counts events that it has not been acknowledged; `heard_s` are seconds since it was heard last, by a clock that
    nobody sets; `skew_s` is by how many seconds its own clock is ahead of the hub's, None where it has not told.
    """

    @property
    def is_there(self) -> bool:
        """Whether it is connected."""

    @property
    def program(self) -> str:
        """The version that it runs."""

    @property
    def waiting(self) -> int:
        """See above."""

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with it, in sentences."""

    @property
    def heard_s(self) -> float:
        """See above."""

    @property
    def skew_s(self) -> float | None:
        """See above."""


class Hub(Protocol):
    """A hub as neighbours see it; any thread may ask."""

    def sessions(self) -> tuple[Session, ...]:
        """All that the tables have played since the evening began, in the order in which they began."""

    def current(self) -> Mapping[str, Session]:
        """Of each box the session that began last."""

    def boxes(self) -> Mapping[str, BoxSeen]:
        """Every box of the club, by its name."""

    def version(self) -> int:
        """Grows with everything that changes."""


def hub() -> Hub:
    """That of the application that answers."""
    found: Hub = current_app.extensions["hub"]
    return found
