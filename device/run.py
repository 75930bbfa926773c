"""The companion on its hardware: opens camera, panel and log from the configuration and runs the table loop.

A camera that fails is named, shown on the lamp, and tried again; buttons go on working meanwhile.
"""

import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from device.cameras import open_camera
from device.config import Config
from device.errors import CameraDown
from device.loop import TableLoop
from device.notify import notify
from device.panel import GpioPanel, Panel, PaperPanel
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from vision.reader import Reader
from vision.sighting import Frame
from vision.watcher import Watcher

TRY_AGAIN_S = 3.0
"""Seconds between two tries to open a camera that failed."""


def build_loop(config: Config, panel: Panel) -> TableLoop:
    """The table loop that the configuration describes."""
    return TableLoop(
        Watcher(Reader(), config.card_width or None),
        LiveTable(Ledger(config.data / "log.db")),
        EvidenceStore(config.data / "evidence"),
        panel,
        lambda: datetime.now(UTC),
        config.confirm,
    )


def run_table(config: Config, stop: threading.Event | None = None) -> None:
    """Run until `stop`; a recording as camera ends by itself."""
    panel: Panel = GpioPanel(config) if config.buttons else PaperPanel()
    stop = stop or threading.Event()
    try:
        loop = build_loop(config, panel)
        notify("READY=1")
        while not stop.is_set():
            try:
                with open_camera(config.camera) as camera:
                    _follow(loop, camera.frames(), stop)
                    if not camera.is_live:
                        return
            except CameraDown as error:
                print(f"cardtable: {error}", file=sys.stderr)
                loop.lose_camera()
                _wait(loop, stop)
    except KeyboardInterrupt:
        return
    finally:
        panel.close()


def _follow(loop: TableLoop, frames: Iterator[Frame], stop: threading.Event) -> None:
    for frame in frames:
        loop.step(frame)
        notify("WATCHDOG=1")
        if stop.is_set():
            return


def _wait(loop: TableLoop, stop: threading.Event) -> None:
    """Between two tries the buttons still work."""
    until = time.monotonic() + TRY_AGAIN_S
    while time.monotonic() < until and not stop.wait(0.1):
        loop.answer_presses()
        notify("WATCHDOG=1")
