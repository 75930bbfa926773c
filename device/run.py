"""The companion on its hardware: opens camera, panel and log from the configuration and runs the table loop.

A camera that fails is named, shown on the lamp, and tried again; buttons go on working meanwhile.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from device.box import Box, Door
from device.cameras import open_camera, paced
from device.config import Config, Voice
from device.ending import ending
from device.errors import BadInput, CameraDown
from device.loop import TableLoop
from device.notify import notify, warn
from device.panel import Lamp, Panel, open_panel
from device.records import open_ledger
from device.recovery import is_asked_for, let_go
from device.setup import build_watcher
from device.speaker import Speaker
from device.tags import TagReaders
from scoring.ledger import EvidenceStore, LiveTable, LogDamaged
from scoring.ledger.keys import KEYS, KeyRing
from scoring.words import Language
from vision.sighting import Frame

TRY_AGAIN_S = 3.0
"""Seconds between two tries to open a camera that failed."""

GAP, GAP_S = 100, 10.0
"""Numbers of frames, and seconds, by which those of a camera that was away come later."""

ALARM_S = 10.0
"""Seconds for which the lamp is red where the log cannot be opened."""

HANGS_S = 10.0
"""Seconds without a round after which the loop over the NFC readers is taken to hang."""


def build_loop(config: Config, panel: Panel) -> TableLoop:
    """The table loop that the configuration describes."""
    return TableLoop(
        build_watcher(config.data, config.card_width or None, warn),
        LiveTable(open_ledger(config.data)),
        EvidenceStore(config.data / "evidence"),
        panel,
        confirm=config.confirm,
    )


def run_table(config: Config, stop: threading.Event | None = None, recover: Callable[[Path], None] | None = None) -> None:
    """Run until `stop`, or until somebody ends it; a recording as camera ends by itself.

    `recover` lets whoever holds two buttons at the start in again, for the box whose log lies in a folder; it may raise OSError.
    """
    stop = stop or threading.Event()
    with ending(stop.set):
        _run(config, stop, recover)


def _run(config: Config, stop: threading.Event, recover: Callable[[Path], None] | None) -> None:
    panel = open_panel(config)
    timeline, door, box = Timeline(), None, None
    try:
        if recover and is_asked_for(panel, stop):
            _recover(config, panel, stop, recover)
        box = Box(_built(config, panel, stop), config)
        if config.tags:
            keys = KeyRing(config.data / KEYS)
            box.readers = TagReaders(lambda: keys.keys().secret, box.tapped)
            box.readers.start()
        if config.voice is not Voice.SILENT:
            box.loop.speaker = Speaker(Language(config.voice.value), warn)
            box.loop.speaker.start()
        door = _opened(box)
        notify("READY=1")
        while not stop.is_set():
            try:
                with open_camera(config.camera) as camera:
                    _follow(box, timeline.placed(paced(camera.frames())), stop)
                    if not camera.is_live:
                        box.loop.say_what_is_open()
                        return
            except (CameraDown, BadInput) as error:
                box.loop.lose_camera(str(error))
                _wait(box, stop)
    finally:
        if box is not None and box.readers is not None:
            box.readers.stop()
        if box is not None and box.loop.speaker is not None:
            box.loop.speaker.stop()
        if door is not None:
            door.shut()
        panel.close()


def _recover(config: Config, panel: Panel, stop: threading.Event, recover: Callable[[Path], None]) -> None:
    try:
        recover(config.data)
        warn("both buttons were held: there are new keys, and the box's own Wi-Fi is open")
    except OSError as error:
        warn(f"both buttons were held, and new keys cannot be kept: {error.strerror}")
    else:
        let_go(panel, stop)


def _built(config: Config, panel: Panel, stop: threading.Event) -> TableLoop:
    """The table loop; while the log cannot be opened the lamp says so for a while, before the service is started anew."""
    try:
        return build_loop(config, panel)
    except (BadInput, LogDamaged, sqlite3.Error, OSError):
        panel.show(Lamp.RED)
        stop.wait(ALARM_S)
        raise


def _opened(box: Box) -> Door | None:
    """The box's door; without one, on a disk that cannot be written, the table still shows what it knows."""
    try:
        return Door(box)
    except OSError as error:
        box.loop.report(f"{box.data}: the page cannot ask the box: {error.strerror}")
        return None


class Timeline:
    """Numbers and times of frames go on where a camera comes back, with a gap: what was half seen before is forgotten."""

    def __init__(self) -> None:
        self._number, self._at = -GAP, -GAP_S

    def placed(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """The frames of a camera that was opened just now, after all that were placed before."""
        number, at = self._number + GAP, self._at + GAP_S
        for frame in frames:
            self._number, self._at = number + frame.number, at + frame.at
            yield replace(frame, number=self._number, at=self._at)


def _follow(box: Box, frames: Iterator[Frame], stop: threading.Event) -> None:
    for frame in frames:
        box.step(frame)
        _feed_watchdog(box)
        if stop.is_set():
            return


def _wait(box: Box, stop: threading.Event) -> None:
    """Between two tries the buttons still work, and what is typed is said."""
    until = time.monotonic() + TRY_AGAIN_S
    while time.monotonic() < until and not stop.wait(0.1):
        box.loop.answer_presses()
        box.loop.speak()
        _feed_watchdog(box)


def _feed_watchdog(box: Box) -> None:
    """Tell systemd that all is well, unless the loop over the readers hangs: then it may restart this process."""
    if box.readers is None or time.monotonic() - box.readers.alive_at < HANGS_S:
        notify("WATCHDOG=1")
