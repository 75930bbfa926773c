"""Each tie-break by an event in which it alone decides; 2 is named first and 1 is ahead. Worked out by hand."""

import pytest

from club.movements.standings import By, Match, standings


@pytest.mark.parametrize(
    ("by", "matches"),
    [
        # three points at once, and three draws of one
        (By.WINS, [Match(1, 3, 3, 0), Match(2, 1, 3, 1), Match(2, 1, 4, 1), Match(2, 1, 5, 1)]),
        # 3 + 0 and 2 + 1
        (By.HIGHEST_MATCH, [Match(1, 3, 3, 0), Match(1, 0, 4, 0), Match(2, 2, 3, 0), Match(2, 1, 4, 0)]),
        # 3 has two points, 4 none
        (By.BUCHHOLZ, [Match(1, 1, 3, 0), Match(2, 1, 4, 0), Match(3, 2, 5, 0)]),
        # a bye counts as an opponent of one's own points: 1, against 0
        (By.BUCHHOLZ, [Match(1, 1), Match(2, 1, 4, 0)]),
        # both met 3 (three points) and 4 (one): 1 beat 3, 2 beat 4
        (By.SONNEBORN_BERGER, [Match(1, 1, 3, 0), Match(1, 0, 4, 1), Match(2, 0, 3, 1), Match(2, 1, 4, 0), Match(3, 2, 5, 0)]),
        # half of the three points of 3, with whom 1 drew, and all of the one point of 4
        (By.SONNEBORN_BERGER, [Match(1, 1, 3, 1), Match(2, 1, 4, 0), Match(3, 2, 5, 0), Match(4, 1, 5, 0)]),
        (By.DIRECT_ENCOUNTER, [Match(2, 0, 1, 1), Match(2, 1, 3, 0)]),
    ],
)
def test_a_tie_break_puts_one_ahead_and_is_named(by: By, matches: list[Match]) -> None:
    assert [(one.rank, one.entrant) for one in standings([2, 1], matches)] == [(1, 2), (1, 1)]
    first, second = standings([2, 1], matches, (by,))
    assert (first.rank, first.entrant, first.ahead_by) == (1, 1, by)
    assert (second.rank, second.entrant, second.ahead_by) == (2, 2, None)


def test_the_median_leaves_out_the_best_and_the_worst_opponent() -> None:
    matches = [Match(one, 0, other, 0) for one, others in ((1, (3, 4, 5)), (2, (6, 7, 8))) for other in others]
    points = {4: 5, 5: 5, 6: 1, 7: 2, 8: 7}  # 0 5 5 and 1 2 7: ten each
    first, second = standings([2, 1], matches, (By.BUCHHOLZ, By.MEDIAN_BUCHHOLZ), points)
    assert (first.entrant, first.ahead_by, second.rank) == (1, By.MEDIAN_BUCHHOLZ, 2)


def test_a_tie_break_that_decides_nothing_leaves_it_to_the_next() -> None:
    matches = [Match(1, 1, 3, 0), Match(2, 1, 4, 0), Match(3, 2, 5, 0)]
    first, _ = standings([2, 1], matches, (By.DIRECT_ENCOUNTER, By.WINS, By.BUCHHOLZ))
    assert (first.entrant, first.ahead_by) == (1, By.BUCHHOLZ)


def test_points_go_before_every_tie_break_and_a_penalty_is_points() -> None:
    matches = [Match(1, 3, 2, 0)]
    first, second = standings([1, 2], matches, (By.DIRECT_ENCOUNTER,), {1: -4})
    assert (first.entrant, first.points, first.ahead_by, second.points) == (2, 0, By.POINTS, -1)
