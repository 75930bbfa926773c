"""The Pi's own camera through picamera2, which Raspberry Pi OS packages: settles, then holds still while people play."""

import time
from collections.abc import Iterator
from concurrent.futures import TimeoutError as NoFrame
from typing import Any

import cv2
import numpy as np

from device.cameras import Closing
from device.errors import CameraDown
from device.guard import explained
from vision.arrays import Image
from vision.sighting import Frame

TO_BGR = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}
"""From the format that the camera really gives to blue-green-red; libcamera's RGB888 is blue-green-red in memory."""

FREE: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
"""Controls that let exposure, white balance and focus (2: all the time) find themselves."""

HELD: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}
FOUND = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""Controls that hold them, and the values that are held as the camera says them of its last frame."""

SETTLING = 30
"""Frames that a camera gets to find its exposure, colours and focus."""

DARKER, BRIGHTER = 0.6, 1.6
"""Brightness over that at which the camera was held beyond which the light must have changed."""

TROUBLES = (RuntimeError, IndexError, OSError)
"""What libcamera and picamera2 raise: no such camera, in use, no memory for its pictures, no permission."""

FRAME_S = 3.0
"""Seconds that a frame may take; a camera that hangs is closed and opened again."""


class Hold:
    """Says when a camera must settle and when it may be held, from the brightness of its frames alone."""

    def __init__(self) -> None:
        self.is_held = False
        self._frames, self._held_at, self._off = 0, 0.0, 0

    def look(self, brightness: float) -> bool | None:
        """True where it may be held from now on, False where it must settle again, None where nothing changes."""
        if not self.is_held:
            self._frames += 1
            if self._frames < SETTLING:
                return None
            self.is_held, self._held_at, self._off = True, max(brightness, 1.0), 0
            return True
        is_off = not DARKER < brightness / self._held_at < BRIGHTER
        self._off = self._off + 1 if is_off else 0
        if self._off < SETTLING:
            return None
        self.is_held, self._frames = False, 0
        return False


class PiCamera(Closing):
    """A camera of the Pi; goes by the format and the size that it really gives."""

    is_live = True

    def __init__(self, number: int = 0, size: tuple[int, int] = (1600, 900)) -> None:
        try:
            from picamera2 import Picamera2
        except ModuleNotFoundError:
            raise CameraDown("picamera2 is not installed: sudo apt install python3-picamera2 --no-install-recommends") from None
        except (ImportError, ValueError, AttributeError) as error:
            raise CameraDown(explained(error) or f"picamera2 cannot be used: {error}") from None
        try:
            self._camera: Any = Picamera2(number)
        except TROUBLES as error:
            raise CameraDown(f"camera {number} does not answer: {error}") from None
        try:
            self._configure(size)
        except (*TROUBLES, CameraDown) as error:
            # Opened and of no use, it would be in use for the next try.
            self.close()
            raise CameraDown(f"camera {number} does not answer: {error}") from None

    def _configure(self, size: tuple[int, int]) -> None:
        self._camera.configure(self._camera.create_video_configuration(main={"size": size, "format": "RGB888"}, buffer_count=3))
        given = self._camera.camera_configuration()["main"]
        self._format, self._size = str(given["format"]), tuple(given["size"])
        if self._format not in TO_BGR:
            raise CameraDown(f"it gives {self._format}: expected one of {', '.join(TO_BGR)}")
        self._camera.start()
        self._set(FREE)

    def frames(self) -> Iterator[Frame]:
        """Frames as they come, in blue-green-red; exposure, white balance and focus are held once they have settled."""
        started, number, hold = time.monotonic(), 0, Hold()
        while True:
            picture = self._to_bgr(_finished(self._camera.capture_array("main", wait=False)))
            change = hold.look(float(picture[::32, ::32].mean()))
            if change is not None:
                self._set({**HELD, **self._found()} if change else FREE)
            yield Frame(number, time.monotonic() - started, picture)
            number += 1

    def _found(self) -> dict[str, Any]:
        """What the camera found for its last frame."""
        said = _finished(self._camera.capture_metadata(wait=False))
        return {name: said[name] for name in FOUND if name in said}

    def _set(self, controls: dict[str, Any]) -> None:
        """Those of the controls that this camera has."""
        known = {name: value for name, value in controls.items() if name in self._camera.camera_controls}
        if known:
            self._camera.set_controls(known)

    def _to_bgr(self, picture: Image) -> Image:
        conversion = TO_BGR[self._format]
        converted = picture if conversion is None else cv2.cvtColor(picture, conversion)
        return np.ascontiguousarray(converted[: self._size[1], : self._size[0]], dtype=np.uint8)

    def close(self) -> None:
        """Stops the camera and gives it back; a picture that never comes is not waited for, as `stop` alone would."""
        self._camera.cancel_all_and_flush()
        self._camera.close()


def _finished(job: Any) -> Any:
    """What picamera2 was asked for, as soon as it is there; raises `CameraDown` where it does not come in time."""
    try:
        return job.get_result(timeout=FRAME_S)
    except (*TROUBLES, NoFrame) as error:
        raise CameraDown(f"the camera stopped giving pictures: {str(error) or f'none for {FRAME_S:.0f} seconds'}") from None
