"""The last seconds of the table as one picture."""

import cv2
import numpy as np

from device.film import ACROSS, PICTURES, SECONDS, WIDTH, Film
from vision.arrays import Image


class Clock:
    """Seconds as a test says."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def grey(level: int, width: int = 960, height: int = 540) -> Image:
    return np.full((height, width, 3), level, np.uint8)


def shown(film: Film) -> list[int]:
    """The grey level of each picture of the sheet in tens, row by row."""
    sheet = film.sheet()
    assert sheet is not None
    picture = cv2.imdecode(np.frombuffer(sheet, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    height = WIDTH * 540 // 960
    assert picture.shape[1] == ACROSS * WIDTH
    rows = [picture[top : top + height] for top in range(0, len(picture), height)]
    return [round(float(row[:, left : left + WIDTH].mean()) / 10) for row in rows for left in range(0, ACROSS * WIDTH, WIDTH)]


def test_a_minute_leaves_its_last_seconds_in_order() -> None:
    clock = Clock()
    film = Film(clock)
    for number in range(600):
        film.see(grey(number // 60 * 20 + 10))
        clock.now += 0.1
    levels = shown(film)
    assert len(levels) == PICTURES
    assert levels == sorted(levels)
    assert set(levels) == {13, 15, 17, 19}


def test_an_unfinished_row_is_filled_up() -> None:
    clock = Clock()
    film = Film(clock)
    for _ in range(4):
        film.see(grey(100))
        clock.now += 1.7
    assert shown(film) == [10, 10, 10, 10, 25, 25]


def test_what_is_older_is_not_shown_although_no_picture_came_since() -> None:
    clock = Clock()
    film = Film(clock)
    assert film.sheet() is None
    film.see(grey(100))
    assert shown(film)[0] == 10
    clock.now += SECONDS + 1
    assert film.sheet() is None
