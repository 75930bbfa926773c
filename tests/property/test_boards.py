"""Whatever is played at bridge is the same after PBN: written and read, and taken into a log again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Table, fold
from scoring.boards import checked, read_lin, read_pbn, write_pbn
from scoring.boards.session import session_of
from scoring.offences import OffenceKind
from tests.boards import evening
from tests.conftest import NOON

SEEDS = st.integers(0, 2**32 - 1)


def text_of(table: Table, is_plain: bool = False) -> str:
    return "".join(f"{line}\n" for line in write_pbn(table, is_plain))


def revokes_of(table: Table) -> list[set[tuple[int, int]]]:
    kinds = ({(one.trick, int(one.seat)) for one in deal.offences if one.kind is OffenceKind.REVOKE} for deal in table.deals)
    return list(kinds)


@pytest.mark.parametrize("form", ["duplicate", "chicago"])
@pytest.mark.parametrize("is_plain", [False, True])
@settings(max_examples=20)
@given(seed=SEEDS)
def test_boards_written_and_read_are_what_was_played(form: str, is_plain: bool, seed: int) -> None:
    table = evening(seed, form)
    found = [checked(board) for board in read_pbn(text_of(table, is_plain))]
    points = [result.points[0] - result.points[1] for result in table.results if result]
    assert [one.score for one in found] == points
    assert [one.board.score for one in found] == points
    assert [one.differences for one in found] == [()] * len(found)
    proved = [{(one.trick, int(one.seat)) for one in board.revokes if one.proof} for board in found]
    assert proved == revokes_of(table)
    assert not any(board.unfounded for board in found)
    assert any("^R" in line for line in write_pbn(table, is_plain)) == (not is_plain and any(proved))


@settings(max_examples=20)
@given(seed=SEEDS)
def test_a_duplicate_goes_through_pbn_into_a_log_and_comes_out_the_same(seed: int) -> None:
    table = evening(seed, "duplicate")
    again = fold(session_of(read_pbn(text_of(table)), NOON))
    assert text_of(again) == text_of(table)
    assert again.standing.totals == table.standing.totals
    assert revokes_of(again) == revokes_of(table)


@given(text=st.text(alphabet='[]"{};%^$=*+-#!?\\\r\n \tABoardPlyutcinNESW:.123456789TJQKAHDCX|mdpbqxsv', max_size=300))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    for read in (read_pbn, read_lin):
        for board in read(f'[Board "1"]\n{text}' if read is read_pbn else f"md|{text}"):
            checked(board)
