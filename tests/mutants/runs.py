"""What runs in a process of its own, and the tests as they are run here."""

import functools
import gc
import os
import resource
import signal
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 4 * 2**30
"""Bytes of addresses."""

LONGEST_S = 3600
"""Nothing is waited for longer, whatever it waits for."""

settings.register_profile(
    "mutants", deadline=None, max_examples=6, phases=(Phase.explicit, Phase.generate), database=None, derandomize=True
)


def forked(work: Callable[[], int]) -> int:
    """The process number of a fork that ends with what `work` says."""
    child = os.fork()
    if child:
        return child
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.alarm(LONGEST_S)
        os._exit(work())
    finally:
        os._exit(1)


def caches() -> list[Any]:
    """Where the project keeps what it has worked out, such as the games that it has read: a test must not find another's."""
    return [
        one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("scoring")
    ]


def limit(seconds: float) -> None:
    """From now on this process has so many seconds of processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def tested(tests: Iterable[str], *plugins: object) -> int:
    """What pytest says of these: 0 where all pass. Drawn examples are few, the same ones each time, and not made smaller."""
    with TemporaryDirectory() as folder, (Path(folder) / "out").open("w") as out, redirect_stdout(out), redirect_stderr(out):
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        options = ["-x", "-s", "-m", "not (slow or shared)", "--assert=plain", "--hypothesis-profile=mutants"]
        return int(pytest.main([*options, "-p", "no:cacheprovider", f"--rootdir={ROOT}", *tests], plugins=list(plugins)))
