"""Where frames come from. Every source is a context manager that yields frames in order; nothing else knows the difference."""

import io
import math
import os
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2
import imagesize
import numpy as np

from device.errors import BadInput, CameraDown
from vision.arrays import Image
from vision.sighting import Frame

PNG = b"\x89PNG\r\n\x1a\n"

LEAST_APART_S = 0.055
"""Seconds from one frame that is looked at to the next: of a camera's thirty a second every other one is."""

MOST_PIXELS, LONGEST_SIDE, LARGEST_FILE = 50_000_000, 20_000, 200_000_000
"""Of a picture: what a large camera gives, and bytes of its file. One that says more is not decoded."""


class Camera(Protocol):
    """A source of frames; `is_live` says whether waiting brings new ones."""

    is_live: bool

    def frames(self) -> Iterator[Frame]:
        """Frames until the source ends; raises `CameraDown` where a live camera stops giving them."""
        ...

    def __enter__(self) -> Self:
        """The camera, open."""
        ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Gives the hardware back."""
        ...


class Closing:
    """Opening is done at the start; closing at the end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Nothing to give back unless a source says otherwise."""


class VideoFile(Closing):
    """A recording."""

    is_live = False

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise BadInput(f"{path}: there is no such file")
        # The decoder would write lines of its own on standard error; ours names the file.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        self._video = cv2.VideoCapture(str(path))
        self._path = path
        if not self._video.isOpened():
            raise BadInput(f"{path}: not a video that can be read")
        _check_size(path, int(self._video.get(cv2.CAP_PROP_FRAME_WIDTH)), int(self._video.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        rate = self._video.get(cv2.CAP_PROP_FPS)
        self._rate = rate if 0.1 <= rate <= 1000 else 10.0

    def frames(self) -> Iterator[Frame]:
        """Every frame of the file."""
        number = 0
        while True:
            try:
                there, picture = self._video.read()
            except cv2.error:  # a recording whose codec is none
                there = False
            if not there:
                break
            yield Frame(number, number / self._rate, picture.astype(np.uint8))
            number += 1
        if number == 0:
            raise BadInput(f"{self._path}: not a video that can be read")

    def close(self) -> None:
        """Closes the file."""
        self._video.release()


class FrameFolder(Closing):
    """A folder of numbered pictures, ten a second."""

    is_live = False

    def __init__(self, folder: Path, rate: float = 10.0) -> None:
        self._files = sorted((p for p in folder.iterdir() if p.suffix.lower() in (".jpg", ".jpeg", ".png")), key=_by_number)
        self._rate = rate
        if not self._files:
            raise BadInput(f"{folder}: holds no pictures (expected numbered .jpg or .png files)")

    def frames(self) -> Iterator[Frame]:
        """Every picture in the order of their names."""
        for number, path in enumerate(self._files):
            yield Frame(number, number / self._rate, read_picture(path))


def _by_number(path: Path) -> tuple[int, str]:
    """Frame 10 comes after frame 9, with or without leading zeros."""
    digits = re.findall(r"\d+", path.stem)
    return (int(digits[-1]) if digits else -1, path.name)


class V4L2Camera(Closing):
    """A USB camera through OpenCV."""

    is_live = True

    def __init__(self, device: str, size: tuple[int, int] = (1600, 900)) -> None:
        self._device = device
        self._video = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._video.isOpened():
            raise CameraDown(f"{device}: no camera answers there: is it plugged in? (v4l2-ctl --list-devices names them)")
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])

    def frames(self) -> Iterator[Frame]:
        """Frames as they come."""
        started, number = time.monotonic(), 0
        while True:
            there, picture = self._video.read()
            if not there:
                raise CameraDown(f"{self._device}: the camera stopped giving pictures: look at its cable")
            yield Frame(number, time.monotonic() - started, picture.astype(np.uint8))
            number += 1

    def close(self) -> None:
        """Gives the camera back."""
        self._video.release()


def paced(frames: Iterable[Frame]) -> Iterator[Frame]:
    """The frames that do not follow too soon, numbered anew: the table's waits count frames, ten to eighteen a second."""
    last, number = -math.inf, 0
    for frame in frames:
        if frame.at - last >= LEAST_APART_S:
            yield replace(frame, number=number)
            last, number = frame.at, number + 1


def open_camera(source: str) -> Camera:
    """The camera that a text names: a file, a folder, `camera:picamera2`, `camera:v4l2:/dev/video0`."""
    if source == "camera:picamera2" or source.startswith("camera:picamera2:"):
        number = source.removeprefix("camera:picamera2").lstrip(":") or "0"
        if not (number.isascii() and number.isdigit() and len(number) < 3):
            raise BadInput(f"{source}: expected camera:picamera2 or camera:picamera2:NUMBER")
        # Its own module needs libraries that only a Pi has, and explains that where they are missing.
        from device.pi_camera import PiCamera

        return PiCamera(int(number))
    if source.startswith("camera:v4l2:"):
        return V4L2Camera(source.removeprefix("camera:v4l2:"))
    if source.startswith("camera:"):
        raise BadInput(f"{source}: no such kind of camera: expected camera:picamera2 or camera:v4l2:/dev/video0")
    path = Path(source)
    try:
        is_there = path.exists()
    except (OSError, ValueError):  # a name that no file can have
        is_there = False
    if not is_there:
        raise BadInput(f"{source[:200]}: there is no such file or folder")
    return FrameFolder(path) if path.is_dir() else VideoFile(path)


def read_picture(path: Path) -> Image:
    """The picture in a file, height × width × 3; raises `BadInput`, for one too large before it is decoded."""
    try:
        if not path.is_file() and path.exists():
            raise BadInput(f"{path}: not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise BadInput(f"{path}: {path.stat().st_size // 10**6} MB are too large for a picture")
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    # As the header says, which is -1 for what is no picture.
    _check_size(path, *imagesize.get(io.BytesIO(data)))
    if data.startswith(PNG) and not _is_whole_png(data):
        raise BadInput(f"{path}: not a picture that can be read")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadInput(f"{path}: not a picture that can be read")
    return picture.astype(np.uint8)


def _is_whole_png(data: bytes) -> bool:
    """Whether no part of the file says that it is longer than the file: the decoder would make room for it (PNG, chapter 5.3)."""
    place = len(PNG)
    while place + 8 <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        if length > len(data):
            return False
        place += length + 12
    return True


def _check_size(path: Path, width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise BadInput(f"{path}: not a picture that can be read")
    if max(width, height) > 100 * min(width, height):
        raise BadInput(f"{path}: {width} × {height} pixels are a line and no picture")
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise BadInput(f"{path}: {width} × {height} pixels are too many: expected {MOST_PIXELS // 10**6} million at the most")
