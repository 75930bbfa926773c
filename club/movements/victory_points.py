"""Victory points for a match of IMPs: the continuous scale of the World Bridge Federation.

"The New WBF IMP to VP Scales", technical report of the WBF scoring panel, 2013: twenty points are shared; a margin of 15 times
the root of the number of boards takes all, and every IMP is worth less than the one before, by a third power of the golden
section from none to all.
"""

from fractions import Fraction
from math import sqrt

GOLDEN_SECTION = (sqrt(5) - 1) / 2


def victory_points(margin: int, boards: int) -> tuple[Fraction, Fraction]:
    """What both sides take, to two decimals and together 20, from a margin of IMPs (negative where the first lost).

    >>> [float(points) for points in victory_points(10, 16)]
    [12.8, 7.2]

    Raises:
        ValueError: for a match without boards.
    """
    if boards < 1:
        raise ValueError("A match for victory points has at least one board")
    part = min(1.0, abs(margin) / (15 * sqrt(boards)))
    won = 10 + 10 * (1 - GOLDEN_SECTION ** (3 * part)) / (1 - GOLDEN_SECTION**3)
    winner = Fraction(round(100 * won), 100)
    return (winner, 20 - winner) if margin >= 0 else (20 - winner, winner)
