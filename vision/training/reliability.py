"""Whether chances are honest: of readings that are given as 90 % certain nine in ten should be right.

The curve and its expected calibration error as in Guo et al., 2017: On Calibration of Modern Neural Networks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

BINS = 10


@dataclass(frozen=True)
class Bin:
    """Readings of like confidence: how sure they are and how many are right, both 0..1 on the average."""

    count: int
    said: float
    right: float


def reliability(confidence: Floats | Sequence[float], right: Floats | Sequence[bool]) -> list[Bin]:
    """The curve, from the least sure readings to the surest; bins without a reading are left out."""
    sure, are_right = np.asarray(confidence, np.float64), np.asarray(right, np.float64)
    places = np.minimum((sure * BINS).astype(int), BINS - 1)
    groups = [places == place for place in range(BINS)]
    return [Bin(int(some.sum()), float(sure[some].mean()), float(are_right[some].mean())) for some in groups if some.any()]


def calibration_error(curve: list[Bin]) -> float:
    """The mean gap between what is said and what is right, each reading counted once."""
    return sum(each.count * abs(each.said - each.right) for each in curve) / max(1, sum(each.count for each in curve))


def print_reliability(curve: list[Bin]) -> None:
    """The curve in lines, and its error."""
    for each in curve:
        print(f"  said {each.said:.3f}, right {each.right:.3f}: {each.count}")
    print(f"  expected calibration error {calibration_error(curve):.4f}")
