"""What a door is, and what counts as a bug behind it."""

import re
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
OWN = ("device", "scoring", "vision", "web")

LONGEST_S = 5
"""Seconds that one input may take."""


class Hang(BaseException):
    """An input took too long; no `except Exception` on the way swallows it."""


@dataclass(frozen=True)
class Door:
    """A way in: `feed` takes bytes in or refuses them, and any other error is a bug.

    `change` makes a new input out of known ones.
    """

    corpus: Sequence[bytes]
    feed: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    change: Callable[[Random, Sequence[bytes]], bytes]

    def knock(self, data: bytes) -> str:
        """Where and how these bytes were refused, empty where they were taken; raises whatever else comes."""
        with _in_time():
            try:
                self.feed(data)
            except self.refusals as error:
                return f"{way(error)}: {re.sub(r'[^a-z ]+', '', str(error))[:80]}"
        return ""


def way(error: BaseException) -> str:
    """The error's kind, and the lines of our own that it came through, the innermost one first."""
    frames = [(Path(frame.f_code.co_filename), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [(path.relative_to(ROOT), line) for path, line in frames if path.is_relative_to(ROOT)]
    lines = [f"{path}:{line}" for path, line in reversed(own) if path.parts[0] in OWN]
    return f"{type(error).__name__} {' < '.join(lines[:12])}"


@contextmanager
def _in_time() -> Iterator[None]:
    def stop(_number: int, _frame: object) -> None:
        raise Hang(f"more than {LONGEST_S} s")

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
