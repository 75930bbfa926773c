"""Boards played at championships: our game says what their files say, and nobody is accused who was out of the suit."""

from collections.abc import Iterator

import pytest

from device.boards import read_boards
from scoring.boards import Checked, checked
from scoring.boards.board import Mark
from scoring.seats import Seat
from tests.conftest import SHARED, skip_tier

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def found() -> list[Checked]:
    """Every board of the records, played again."""
    files = sorted((SHARED / "records" / "pbn").glob("*.pbn"))
    if not files:
        skip_tier("shared", f"{SHARED / 'records' / 'pbn'} is not here")
    return [checked(board) for path in files for board in read_boards(path) or ()]


def test_every_board_is_scored_as_its_file_says(found: list[Checked]) -> None:
    assert len(found) > 1000
    assert [one.board.line for one in found if one.is_as_the_file_says is not True and not one.differences] == []
    assert sum(one.is_as_the_file_says is True for one in found) >= 0.99 * len(found)


def test_revokes_are_those_that_the_deal_shows(found: list[Checked]) -> None:
    """Held against a walk of its own: whoever holds a card of the suit when not following, and nobody else."""
    for one in found:
        assert {(revoke.trick, revoke.seat) for revoke in one.revokes} == set(walked(one)), one.board.line
        assert one.unfounded == ()
        for revoke in one.revokes:
            assert revoke.held


def test_revokes_that_a_file_marks_are_found(found: list[Checked]) -> None:
    marked = [laid for one in found for row in one.board.play for laid in row if Mark.REVOKE in laid.marks]
    assert len(marked) == sum(revoke.is_marked for one in found for revoke in one.revokes) > 0


def walked(one: Checked) -> Iterator[tuple[int, Seat]]:
    """Revokes by the deal, with tricks won by rank and trump alone."""
    board, contract = one.board, one.facts.contract if one.facts else None
    if contract is None or board.opener is None:
        return
    trump, leader = contract.bid.suit, int(board.opener)
    held = {seat: set(board.hands[seat] or ()) for seat in range(4)}
    for number, row in enumerate(board.play, start=1):
        cards = {int(laid.seat): laid.card for laid in row if laid.seat is not None}
        order = [(leader + step) % 4 for step in range(4)]
        led = cards[leader].suit if leader in cards else None
        for seat in order:
            if seat not in cards:
                return
            if cards[seat].suit is not led and any(card.suit is led for card in held[seat]):
                yield number, Seat(seat)
            held[seat].remove(cards[seat])
        worth = {
            seat: (card.suit is trump, card.suit is led, "23456789TJQKA".index(card.rank.value)) for seat, card in cards.items()
        }
        leader = max(order, key=worth.__getitem__)
