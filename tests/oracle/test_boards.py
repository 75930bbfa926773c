"""Boards in PBN and LIN against endplay, which reads what we write, and of whose files we read the same."""

import pytest

from scoring.boards import checked, read_lin, read_pbn, write_pbn
from scoring.boards.notation import is_of_north
from scoring.seats import Seat
from tests.boards import evening
from tests.oracle.conftest import oracle

EVENINGS = 60


@pytest.mark.oracle
def test_endplay_reads_our_boards_and_we_read_its_own() -> None:
    pbn, lin = oracle("endplay.parsers.pbn"), oracle("endplay.parsers.lin")
    for seed in range(EVENINGS):
        table = evening(seed, "duplicate")
        points = [result.points[0] - result.points[1] for result in table.results if result]
        theirs = pbn.loads("\n".join(write_pbn(table, is_plain=True)))
        scores = [_north_south(board.contract.score(board.vul), int(board.contract.declarer)) for board in theirs]
        assert scores == points, seed
        assert [len(board.play) // 4 for board in theirs] == [
            sum(trick.is_confirmed and bool(trick.laid) for trick in hand.tricks) for hand in table.hands
        ]
        assert [checked(board).score for board in read_pbn(pbn.dumps(theirs))] == points, seed
        found = [checked(board) for board in read_lin(lin.dumps(theirs))]
        is_told = [board.play or board.contract.level == 0 for board in theirs]  # else it writes no result
        assert [one.score for one in found] == [score if known else None for score, known in zip(points, is_told, strict=True)], (
            seed
        )
        assert [one.differences for one in found] == [()] * len(found), seed


def _north_south(points: int, declarer: int) -> int:
    """endplay counts for the declarer, and seats from north clockwise as we do."""
    return points if is_of_north(Seat(declarer)) else -points
