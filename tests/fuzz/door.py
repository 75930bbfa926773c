"""What a door is, and what counts as a bug behind it."""

import signal
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
LONGEST_S = 5
"""Seconds that one input may take."""


class Hang(BaseException):
    """An input took too long; no `except Exception` on the way swallows it."""


@dataclass(frozen=True)
class Door:
    """A way in: `feed` takes bytes or refuses them, any other error is a bug; `change` makes a new input of known ones."""

    corpus: Sequence[bytes]
    feed: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    change: Callable[[Random, Sequence[bytes]], bytes]

    def explore(self, seconds: float, chance: Random) -> tuple[int, dict[str, tuple[bytes, str]]]:
        """How many inputs there was time for; by the place that broke, the smallest input and its traceback."""
        broken: dict[str, tuple[bytes, str]] = {}
        begun, count = time.process_time(), 0
        while time.process_time() < begun + seconds:
            data = self.corpus[count] if count < len(self.corpus) else self.change(chance, self.corpus)
            count += 1
            try:
                self._feed_in_time(data)
            except (Exception, Hang) as error:
                signal.setitimer(signal.ITIMER_REAL, 0)
                found = data, traceback.format_exc()
                broken[_place(error)] = min(found, broken.get(_place(error), found), key=lambda one: len(one[0]))
        return count, broken

    def _feed_in_time(self, data: bytes) -> None:
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
        with suppress(*self.refusals):
            self.feed(data)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _place(error: BaseException) -> str:
    """The error's kind and the innermost line of the product that it came through."""
    came = [(frame.f_code.co_filename.removeprefix(f"{ROOT}/"), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [f"{file}:{line}" for file, line in came if file.startswith(("club/", "device/", "scoring/", "vision/", "web/"))]
    return f"{type(error).__name__} {own[-1] if own else 'outside'}"


def _stop(_number: int, _frame: object) -> None:
    raise Hang(f"more than {LONGEST_S} s")
