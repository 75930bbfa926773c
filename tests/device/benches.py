"""A table loop with a scripted eye, and everything around it in reach."""

from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.loop import TableLoop
from device.panel import PaperPanel, Press
from device.speaker import PROGRAM
from scoring.projections import table_view
from vision.geometry import card_outline
from vision.scene.in_play import InPlay
from vision.sighting import Frame, Sighting, SightingKind

PICTURE = np.full((240, 320, 3), 80, np.uint8)


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str | None) -> None:
    """What espeak-ng does from here on, as lines of a shell; None: it is not there."""
    places = folder / "programs"
    places.mkdir(exist_ok=True)
    if script is not None:
        (places / PROGRAM).write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\ncd '{folder}'\n{script}\n")
        (places / PROGRAM).chmod(0o755)
    monkeypatch.setenv("PATH", str(places))


@dataclass
class ScriptedWatcher:
    """Says in each frame what it is told to have seen; stands in for `vision.scene.watcher`."""

    script: deque[list[Sighting]] = field(default_factory=deque)
    is_blind: bool = False
    in_play: InPlay = field(default_factory=InPlay)
    seat_zones: int = 0
    calibration: None = None

    def see(self, _frame: Frame) -> list[Sighting]:
        return self.script.popleft() if self.script else []


@dataclass
class Bench:
    """A loop with everything around it in reach."""

    loop: TableLoop
    watcher: ScriptedWatcher
    panel: PaperPanel
    number: int = 0

    def see(self, *labels: str, kind: SightingKind = SightingKind.CARD_PLAYED, **more: Any) -> None:
        for label in labels:
            quad = card_outline((160, 120), 60, 0)
            self.watcher.script.append([Sighting(kind, 0.0, 0, label, 0.98, ((label, 0.98),), quad, picture=PICTURE, **more)])
            self.step()

    def step(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.loop.step(Frame(self.number, self.number / 10, PICTURE))
            self.number += 1

    def press(self, press: Press) -> None:
        self.panel.presses.put(press)
        self.step()

    def view(self) -> dict[str, Any]:
        return table_view(self.loop.live.table())

    def laid(self) -> list[list[str]]:
        hand = self.loop.live.table().hand
        return [[str(play.card) for play in trick] for trick in hand.laid] if hand else []
