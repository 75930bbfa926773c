"""Waiting for what happens in other threads and processes, for as long as even a crowded machine may need."""

from collections.abc import Callable
from threading import Event

import pytest

PATIENCE = 120.0
"""Seconds after which what is waited for never comes: it bounds what hangs, and measures nothing.

What takes four seconds on an idle server took more than twenty on a crowded one.
"""


def until(is_so: Callable[[], object], what: Callable[[], object] = lambda: "") -> None:
    """Wait until something is so; `what` tells of a failure what was seen last."""
    tick = Event()
    for _ in range(int(PATIENCE / 0.02)):
        if is_so():
            return
        tick.wait(0.02)
    pytest.fail(f"not so after {PATIENCE:.0f} seconds {what()}")
