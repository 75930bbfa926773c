"""Every source of frames keeps one contract; the Pi's own is held to it on libcamera's virtual camera, in tests/slow."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras import Camera, FrameFolder, V4L2Camera, VideoFile, open_camera, paced
from device.errors import BadInput, CameraDown
from tests.device.camera_contract import keeps_the_contract
from vision.sighting import Frame

WIDTH, HEIGHT = 320, 180


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Eleven pictures whose names sort otherwise than their numbers: blue that becomes brighter."""
    made = tmp_path / "frames"
    made.mkdir()
    for number in range(11):
        picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        picture[..., 0] = 20 * number
        cv2.imwrite(str(made / f"{number}.png"), picture)
    return made


@pytest.fixture
def video(tmp_path: Path, folder: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (WIDTH, HEIGHT))
    for frame in FrameFolder(folder).frames():
        writer.write(frame.picture)
    writer.release()
    return path


@pytest.fixture
def plugged(video: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Camera]:
    """A USB camera whose driver is a file here: at its end it is as if somebody had pulled the plug."""
    real: Any = cv2.VideoCapture
    monkeypatch.setattr(cv2, "VideoCapture", lambda _device, _api: real(str(video)))
    return lambda: V4L2Camera("/dev/video0")


def test_a_folder_keeps_the_contract(folder: Path) -> None:
    keeps_the_contract(lambda: open_camera(str(folder)), WIDTH, HEIGHT)
    blues = [int(frame.picture[0, 0, 0]) for frame in FrameFolder(folder).frames()]
    assert blues == [20 * number for number in range(11)]


def test_a_video_keeps_the_contract(video: Path) -> None:
    keeps_the_contract(lambda: open_camera(str(video)), WIDTH, HEIGHT)
    assert [round(frame.at, 3) for frame in VideoFile(video).frames()][:3] == [0.0, 0.1, 0.2]


def test_a_usb_camera_keeps_the_contract(plugged: Callable[[], Camera]) -> None:
    keeps_the_contract(plugged, WIDTH, HEIGHT)


def test_a_usb_camera_that_is_unplugged_says_so(plugged: Callable[[], Camera]) -> None:
    with plugged() as camera, pytest.raises(CameraDown, match="/dev/video0: the camera stopped giving pictures"):
        list(camera.frames())


@pytest.mark.parametrize(("rate", "used"), [(10, 10), (15, 15), (24, 12), (30, 15), (60, 15)])
def test_of_a_quick_camera_so_many_frames_are_looked_at_that_the_waits_last_as_long(rate: int, used: int) -> None:
    picture = np.zeros((2, 2, 3), np.uint8)
    frames = list(paced(Frame(number, number / rate, picture) for number in range(10 * rate)))
    assert [frame.number for frame in frames] == list(range(10 * used))
    assert frames[-1].at > 9.8


@pytest.mark.parametrize(
    ("source", "error", "words"),
    [
        ("camera:v4l2:/dev/video77", CameraDown, "/dev/video77: no camera answers there"),
        ("camera:picamera2", CameraDown, "picamera2 is not installed"),
        ("camera:picamera2:x", BadInput, "expected camera:picamera2 or"),
        ("camera:film", BadInput, "no such kind of camera"),
        ("nowhere", BadInput, "there is no such file or folder"),
    ],
)
def test_what_is_not_there_is_named(source: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        open_camera(source)


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no pictures"):
        open_camera(str(tmp_path))


def test_a_recording_whose_codec_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()

    def fails() -> tuple[bool, None]:
        raise cv2.error("no such codec")

    with open_camera(str(path)) as camera:
        monkeypatch.setattr(camera, "_video", type("Broken", (), {"read": staticmethod(fails), "release": lambda _: None})())
        with pytest.raises(BadInput, match="not a video that can be read"):
            list(camera.frames())
