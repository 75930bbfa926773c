"""The companion on its hardware, as far as it goes without any: what is missing is named, and the rest works."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.config import SOCKET, Config, Voice
from device.run import GAP, GAP_S, Timeline, run_table
from scoring.cards import Card
from scoring.commands import PlayCard, StartSession
from scoring.ledger import Ledger, LiveTable
from tests.device.benches import program
from tests.waiting import PATIENCE
from vision.sighting import Frame
from web.box import Box, BoxAway


class Running:
    """A table that runs in a thread of its own."""

    def __init__(self, config: Config) -> None:
        self.box, self._stop = Box(config.data / SOCKET), threading.Event()
        self._thread = threading.Thread(target=run_table, args=(config, self._stop))
        self._thread.start()

    def bad(self, *parts: str) -> list[str]:
        """What is wrong with these parts, as soon as anything is."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = [item["text"] for item in self._findings() if item["part"] in parts and not item["is_good"]]
            if found and found != ["the camera has not given a picture yet"]:
                return found
        raise AssertionError(f"nothing was found wrong with {parts}")

    def _findings(self) -> list[dict[str, Any]]:
        try:
            return list(self.box.ask("health")["findings"])
        except BoxAway:
            return []

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()


@pytest.fixture
def speaking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A table without a camera whose voice writes into a pipe."""
    os.mkfifo(tmp_path / "heard")
    program(tmp_path, monkeypatch, "cat > heard")
    table = Running(Config(camera="camera:v4l2:/dev/video77", data=tmp_path, buttons=False, tags=False, voice=Voice.ENGLISH))
    yield table
    table.stop()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    config = Config(camera="camera:v4l2:/dev/video77", data=tmp_path, tags=False, problems=("f.toml: there is no key 'x'",))
    table = Running(config)
    yield table
    table.stop()


def test_frames_of_a_camera_that_comes_back_follow_those_before_with_a_gap() -> None:
    timeline, picture = Timeline(), np.zeros((2, 2, 3), np.uint8)
    opened = [Frame(number, number / 10, picture) for number in range(3)]
    first, second = list(timeline.placed(iter(opened))), list(timeline.placed(iter(opened)))
    assert [(frame.number, frame.at) for frame in first] == [(0, 0.0), (1, 0.1), (2, 0.2)]
    assert [frame.number for frame in second] == [2 + GAP, 3 + GAP, 4 + GAP]
    assert second[0].at == first[-1].at + GAP_S


def test_without_camera_and_pins_the_box_answers_and_names_both(running: Running) -> None:
    assert running.bad("camera")[0].startswith("/dev/video77: no camera answers there")
    assert running.bad("buttons")[0].startswith("buttons and lamp cannot be used")
    assert running.bad("configuration") == ["f.toml: there is no key 'x'"]


def test_what_is_typed_is_said_without_a_camera_as_well(speaking: Running, tmp_path: Path) -> None:
    speaking.bad("camera")
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="phone", game="spar", players=("Ama", "Kofi")))
    live.submit(PlayCard(by="phone", card=Card.parse("AH")))
    assert (tmp_path / "heard").read_text() == "Kofi: Ace of hearts."


def test_a_voice_without_its_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, monkeypatch, None)
    table = Running(Config(camera="camera:v4l2:/dev/video77", data=tmp_path, tags=False, voice=Voice.FRENCH))
    try:
        assert table.bad("voice") == ["the box cannot speak, espeak-ng is not installed: sudo apt install espeak-ng"]
    finally:
        table.stop()


def test_a_camera_that_comes_later_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.run.TRY_AGAIN_S", 0.05)
    folder = tmp_path / "frames"
    table = Running(Config(camera=str(folder), data=tmp_path / "data", buttons=False, tags=False))
    assert table.bad("camera") == [f"{folder}: there is no such file or folder"]
    staging = tmp_path / "staging"
    staging.mkdir()
    cv2.imwrite(str(staging / "0.png"), np.full((270, 480, 3), 90, np.uint8))
    staging.rename(folder)
    # A folder is a recording, at whose end the table ends by itself.
    table._thread.join(PATIENCE)
    assert not table._thread.is_alive()
