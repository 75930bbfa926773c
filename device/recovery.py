"""Two buttons that are held while the box starts: the way back in for whoever stands beside it."""

import time
from collections.abc import Callable
from threading import Event

from device.panel import Lamp, Panel

HOLD_S = 5.0
"""Seconds for which both are held: nobody does that by chance."""

LOOK_S = 0.1
"""Seconds between two looks at them."""


def is_asked_for(panel: Panel, stop: Event, clock: Callable[[], float] = time.monotonic) -> bool:
    """Whether confirm and undo are held now, and on for long enough. The lamp is amber meanwhile."""
    began = clock()
    while panel.is_recovery_held and not stop.is_set():
        panel.show(Lamp.AMBER)
        if clock() - began >= HOLD_S:
            return True
        stop.wait(LOOK_S)
    return False


def let_go(panel: Panel, stop: Event) -> None:
    """Green until both are let go; what the buttons said meanwhile was not about a trick."""
    panel.show(Lamp.GREEN_FLASH)
    while panel.is_recovery_held and not stop.wait(LOOK_S):
        pass
    while not panel.presses.empty():
        panel.presses.get_nowait()
