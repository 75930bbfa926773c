"""When nobody gets in any more: new keys, and the box's own Wi-Fi without a password.

Over that whoever stands beside the box becomes its owner as on the first day. Nothing that was played is touched.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

from device.panel import Lamp, Panel
from scoring.ledger.keys import KEYS, KeyRing
from web.network import wish
from web.steps import SetUp, Step, keep_set_up

HOLD_S = 5.0
"""Seconds for which both buttons are held while the box starts: nobody does that by chance."""

LOOK_S = 0.1
"""Seconds between two looks at the buttons."""


def recover(data: Path) -> None:
    """Begin again with keys and network, for the box whose log lies in that folder. Raises OSError."""
    KeyRing(data / KEYS).renew_all()
    done = {step.value: "done" for step in Step if step is not Step.KEYS}
    keep_set_up(data, replace(SetUp(), outcomes=done))
    wish(data, "recover")


def recover_if_asked(panel: Panel, data: Path, stop: Event, clock: Callable[[], float] = time.monotonic) -> bool:
    """Whether the confirm and the undo button were held from the start on for long enough; then it is done. Raises OSError."""
    began = clock()
    while panel.is_recovery_held and not stop.is_set():
        panel.show(Lamp.AMBER)
        if clock() - began >= HOLD_S:
            recover(data)
            panel.show(Lamp.GREEN_FLASH)
            while panel.is_recovery_held and not stop.wait(LOOK_S):
                pass
            # What the buttons said meanwhile was not about a trick.
            while not panel.presses.empty():
                panel.presses.get_nowait()
            return True
        stop.wait(LOOK_S)
    return False
