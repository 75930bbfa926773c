"""A camera that shows nothing is named, and never read as an empty table."""

import numpy as np
import pytest

from vision.arrays import Image
from vision.camera.health import FROZEN_AFTER, CameraHealth, CameraTrouble
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.setup.calibration import Calibration
from vision.sighting import Frame, SightingKind


def noisy(seed: int) -> Image:
    return np.random.default_rng(seed).integers(60, 200, (270, 480, 3), np.uint8)


@pytest.mark.parametrize(("level", "trouble"), [(0, CameraTrouble.BLACK), (255, CameraTrouble.OVEREXPOSED)])
def test_a_picture_of_one_colour_shows_nothing(level: int, trouble: CameraTrouble) -> None:
    assert CameraHealth().look(np.full((270, 480, 3), level, np.uint8)) is trouble


@pytest.mark.parametrize(("dark", "trouble"), [(10, CameraTrouble.OVEREXPOSED), (60, None)])
def test_a_picture_that_is_white_all_but_for_an_edge_shows_nothing(dark: int, trouble: CameraTrouble | None) -> None:
    picture = np.full((270, 480, 3), 255, np.uint8)
    picture[:, :dark] = 90
    assert CameraHealth().look(picture) is trouble


def test_a_camera_that_repeats_one_picture_has_frozen() -> None:
    health = CameraHealth()
    said = [health.look(noisy(n)) for n in range(30)] + [health.look(noisy(29)) for _ in range(FROZEN_AFTER)]
    assert said[-1] is CameraTrouble.FROZEN
    assert set(said[:-1]) == {None}
    assert health.look(noisy(99)) is None


def test_a_recording_that_repeats_pictures_of_a_quiet_table_is_not_frozen() -> None:
    health = CameraHealth()
    assert {health.look(noisy(n // 5)) for n in range(200)} == {None}
    assert {health.look(noisy(40)) for _ in range(100)} == {None}


def test_a_watcher_with_a_calibration_says_that_its_camera_hangs_upside_down() -> None:
    table = np.zeros((360, 640, 3), np.uint8)
    table[:120] = 200
    table[200:, 400:] = 120
    calibration = Calibration(640, 360, 60.0, 0.0, (), (), table[::4, ::4, 0].copy())
    watcher = Watcher(Reader(), None, calibration)
    grain = np.random.default_rng(1).integers(0, 9, (80, 360, 640, 3), np.uint8)
    turned = np.ascontiguousarray(table[::-1, ::-1])
    said = [s for n in range(80) for s in watcher.see(Frame(n, n / 10, turned + grain[n]))]
    assert [(s.kind, s.reason) for s in said] == [(SightingKind.CAMERA_LOST, CameraTrouble.UPSIDE_DOWN.value)]


def test_a_table_seen_from_the_other_side_hangs_upside_down() -> None:
    picture = np.zeros((360, 640, 3), np.uint8)
    picture[:120] = 200
    picture[200:, 400:] = 120
    reference = picture[::4, ::4, 0].copy()
    assert not CameraHealth(reference).is_upside_down(picture)
    assert CameraHealth(reference).is_upside_down(np.ascontiguousarray(picture[::-1, ::-1]))
    assert not CameraHealth().is_upside_down(picture)
