"""Scores of one deal at several tables: IMPs and matchpoints of the Laws of Duplicate Bridge."""

import pytest

from device.boards import board_lines
from scoring.boards import Checked, checked, compared, read_pbn
from scoring.boards.comparison import imps, matchpoints
from tests.golden.test_boards import AUCTION, HEAD


@pytest.mark.parametrize(
    ("difference", "won"),
    [
        (0, 0),
        (10, 0),
        (20, 1),
        (40, 1),
        (50, 2),
        (-430, -10),
        (420, 9),
        (600, 12),
        (1490, 16),
        (1500, 17),
        (3990, 23),
        (4000, 24),
    ],
)
def test_imps_by_the_scale(difference: int, won: int) -> None:
    assert imps(difference) == won


def test_each_imp_begins_where_the_laws_say() -> None:
    """Laws of Duplicate Bridge, law 78B."""
    firsts = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500]
    for won, first in enumerate([*firsts, 3000, 3500, 4000], start=1):
        assert (imps(first - 1), imps(first), imps(-first)) == (won - 1, won, -won)
    assert imps(0) == 0


def test_matchpoints_are_two_for_each_lower_score_and_one_for_each_equal() -> None:
    assert matchpoints((110, 110, 140, -50, 110)) == (4, 4, 8, 0, 4)


def tables(*results: str) -> list[Checked]:
    texts = (HEAD.replace('"8"', f'"{result}"').replace('[Score "NS -50"]\n', "") + AUCTION for result in results)
    return [checked(board) for board in read_pbn("\n".join(texts))]


def lines(*results: str) -> list[str]:
    boards = tables(*results)
    return [line for one, beside in zip(boards, compared(boards), strict=True) for line in board_lines(one, beside)]


def test_two_tables_are_compared_in_imps() -> None:
    first, second = lines("8", "9")
    assert first.endswith("EW 50, 10 IMPs to EW")
    assert second.endswith("NS 400, 10 IMPs to NS")
    assert [line.rpartition(", ")[2] for line in lines("9", "9")] == ["no IMPs", "no IMPs"]


def test_more_tables_are_compared_in_matchpoints() -> None:
    found = [line.rpartition(", ")[2] for line in lines("8", "9", "9")]
    assert found == ["0 of 4 matchpoints to NS", "3 of 4 matchpoints to NS", "3 of 4 matchpoints to NS"]
    assert [one.percent if one else None for one in compared(tables("8", "9", "9"))] == [0, 75, 75]
    assert [one.percent if one else 0 for one in compared(tables("8", "9"))] == [None, None]


def test_a_board_alone_is_not_compared() -> None:
    assert lines("9")[0].endswith("NS 400")
