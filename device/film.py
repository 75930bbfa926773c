"""The last seconds of the table, kept rolling: when a trick is disputed they become one picture, for everybody to look at."""

import time
from collections import deque
from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Image

SECONDS, PICTURES = 20.0, 12
"""How far back the film goes, and of how many pictures it is."""

ACROSS = 3
"""Pictures beside each other on the sheet."""

WIDTH = 480
"""Pixels across of each."""


class Film:
    """A strip of small pictures, of which the oldest falls off; `clock` gives seconds that pass for everybody, monotonic."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._strip: deque[tuple[float, bytes]] = deque(maxlen=PICTURES)

    def see(self, picture: Image) -> None:
        """Take this picture in, if the one before is long enough ago."""
        now = self._clock()
        if self._strip and now - self._strip[-1][0] < SECONDS / PICTURES:
            return
        height, width = picture.shape[:2]
        small = cv2.resize(picture, (WIDTH, round(WIDTH * height / width)), interpolation=cv2.INTER_AREA)
        self._strip.append((now, cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()))

    def sheet(self) -> bytes | None:
        """The pictures of the last seconds as one JPEG, row by row in order; None where there are none."""
        now = self._clock()
        recent = [_picture(jpeg) for at, jpeg in list(self._strip) if now - at <= SECONDS]
        if not recent:
            return None
        recent = [picture for picture in recent if picture.shape == recent[-1].shape]
        recent += [np.full_like(recent[0], 255)] * (-len(recent) % ACROSS)
        rows = [np.hstack(recent[first : first + ACROSS]) for first in range(0, len(recent), ACROSS)]
        return cv2.imencode(".jpg", np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def _picture(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
