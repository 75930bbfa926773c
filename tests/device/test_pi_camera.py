"""The Pi's camera: when it settles and when it is held; and one that hangs, played by a stand-in for picamera2.

Real picamera2 is tested on libcamera's virtual camera, in tests/slow, where nothing hangs.
"""

import sys
import types
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from device.cameras import open_camera
from device.errors import CameraDown
from device.pi_camera import SETTLING, Hold


class Hanging:
    """picamera2 whose pictures stop after two: like the real one it then waits for ever in `stop`, unless jobs are cancelled."""

    camera_controls = ("AeEnable", "ExposureTime")
    error: Exception | None = None

    def __init__(self, _number: int) -> None:
        if self.error is not None:
            raise self.error
        self.given, self.jobs, self.is_closed = 0, list[Future[Any]](), False
        self.set: list[dict[str, Any]] = []
        opened.append(self)

    def create_video_configuration(self, **more: Any) -> dict[str, Any]:
        return more

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": "RGB888", "size": (320, 180)}}

    def start(self) -> None: ...

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.set.append(controls)

    def capture_array(self, _name: str, wait: bool) -> "Job":
        self.given += 1
        future: Future[Any] = Future()
        if self.given <= 2:
            future.set_result(np.full((180, 320, 3), 90, np.uint8))
        else:
            self.jobs.append(future)
        return Job(future)

    def cancel_all_and_flush(self) -> None:
        for future in self.jobs:
            future.cancel()
        self.jobs = []

    def close(self) -> None:
        assert not self.jobs, "this would wait for ever"
        self.is_closed = True


class Job:
    """Something that picamera2 was asked to do."""

    def __init__(self, future: "Future[Any]") -> None:
        self.future = future

    def get_result(self, timeout: float | None = None) -> Any:
        return self.future.result(timeout)


opened: list[Hanging] = []


@pytest.fixture(autouse=True)
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[Hanging]:
    kind = type("Picamera2", (Hanging,), {})
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=kind))
    monkeypatch.setattr("device.pi_camera.FRAME_S", 0.05)
    opened.clear()
    return kind


def test_a_camera_that_hangs_is_down_and_is_given_back() -> None:
    with (
        pytest.raises(CameraDown, match="stopped giving pictures: none for 0 seconds"),
        open_camera("camera:picamera2") as camera,
    ):
        list(camera.frames())
    (one,) = opened
    assert one.is_closed
    assert one.set == [{"AeEnable": True}]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("No camera number 3 found"), "camera 3 does not answer: No camera number 3 found"),
        (OSError(12, "Cannot allocate memory"), "camera 3 does not answer: .*Cannot allocate memory"),
        (PermissionError(13, "Permission denied"), "camera 3 does not answer: .*Permission denied"),
    ],
)
def test_whatever_keeps_a_camera_from_opening_is_named(picamera2: Any, error: Exception, words: str) -> None:
    picamera2.error = error
    with pytest.raises(CameraDown, match=words):
        open_camera("camera:picamera2:3")


def test_a_format_that_nobody_knows_is_named_and_the_camera_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hanging, "camera_configuration", lambda _self: {"main": {"format": "MJPEG", "size": (320, 180)}})
    with pytest.raises(CameraDown, match="camera 0 does not answer: it gives MJPEG: expected one of RGB888"):
        open_camera("camera:picamera2")
    assert opened[0].is_closed


def told(hold: Hold, *brightness: float) -> list[bool]:
    """Every change that these frames bring."""
    return [change for change in map(hold.look, brightness) if change is not None]


def test_a_camera_is_held_once_it_has_settled() -> None:
    hold = Hold()
    assert told(hold, *[100.0] * (SETTLING - 1)) == []
    assert told(hold, 100.0) == [True]
    assert told(hold, *[100.0] * 500) == []


def test_a_hand_over_the_table_lets_it_be_and_another_light_does_not() -> None:
    hold = Hold()
    told(hold, *[100.0] * SETTLING)
    assert told(hold, *[50.0] * (SETTLING - 1), 100.0, *[50.0] * (SETTLING - 1)) == []
    assert told(hold, 50.0) == [False]
    assert told(hold, *[50.0] * SETTLING) == [True]
    assert told(hold, *[90.0] * SETTLING) == [False]


def test_a_camera_that_was_held_in_the_dark_settles_when_the_light_comes() -> None:
    hold = Hold()
    told(hold, *[0.0] * SETTLING)
    assert told(hold, *[120.0] * SETTLING) == [False]
