"""The last seconds of the table as one picture."""

import cv2
import numpy as np

from device.film import ACROSS, PICTURES, SECONDS, WIDTH, Film
from vision.arrays import Image
from vision.sighting import Frame


def grey(level: int, width: int = 960, height: int = 540) -> Image:
    return np.full((height, width, 3), level, np.uint8)


def shown(film: Film, now: float) -> list[int]:
    """The grey level of each picture of the sheet, row by row."""
    sheet = film.sheet(now)
    assert sheet is not None
    picture = cv2.imdecode(np.frombuffer(sheet, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    height = WIDTH * 540 // 960
    assert picture.shape[1] == ACROSS * WIDTH
    rows = [picture[top : top + height] for top in range(0, len(picture), height)]
    return [round(float(row[:, left : left + WIDTH].mean()) / 10) for row in rows for left in range(0, ACROSS * WIDTH, WIDTH)]


def test_a_minute_leaves_its_last_seconds_in_order() -> None:
    film = Film()
    for number in range(600):
        film.see(Frame(number, number / 10, grey(number // 60 * 20 + 10)))
    levels = shown(film, 59.9)
    assert len(levels) == PICTURES
    assert levels == sorted(levels)
    assert set(levels) == {13, 15, 17, 19}


def test_an_unfinished_row_is_filled_up() -> None:
    film = Film()
    for number in range(4):
        film.see(Frame(number, number * 1.7, grey(100)))
    assert shown(film, 7.0) == [10, 10, 10, 10, 25, 25]


def test_what_is_older_is_not_shown_and_another_beginning_forgets_all() -> None:
    film = Film()
    assert film.sheet(0.0) is None
    film.see(Frame(0, 50.0, grey(100)))
    assert film.sheet(50.0 + SECONDS + 1) is None
    film.see(Frame(1, 1.0, grey(200)))
    assert shown(film, 1.0)[0] == 20
