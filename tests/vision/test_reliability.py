"""The reliability curve tells honest chances from boasting ones."""

import numpy as np
import pytest

from vision.training.reliability import Bin, calibration_error, reliability


def test_readings_that_are_right_as_often_as_they_say_are_honest() -> None:
    curve = reliability([0.75] * 4 + [1.0] * 2, [True, True, True, False, True, True])
    assert curve == [Bin(4, 0.75, 0.75), Bin(2, 1.0, 1.0)]
    assert calibration_error(curve) == 0


def test_the_error_is_the_mean_gap_over_all_readings() -> None:
    curve = reliability(np.array([0.95, 0.95, 0.95, 0.5]), np.array([True, False, False, True]))
    assert calibration_error(curve) == pytest.approx((3 * (0.95 - 1 / 3) + 0.5) / 4)
