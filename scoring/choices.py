"""What can be said now, found by asking the game itself: whoever offers it to people need not know any rules."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import compress

from scoring.answers.calls import is_late
from scoring.answers.hands import in_a_hand
from scoring.calls import Call, CallKind
from scoring.deal import Deal
from scoring.errors import ScoringError, SessionOver
from scoring.seats import Seat
from scoring.table import Table

HIGHEST = 185
"""The highest number that anybody bids in any game (all points of Roque for three)."""

_SOME_DAY = datetime(1, 1, 1, tzinfo=UTC)


def deal_to_speak_in(table: Table) -> Deal | None:
    """The deal that the next call belongs to: the running one, a new one, or the last where it still waits for bids."""
    if table.setup is None or table.is_ended:
        return None
    if is_late(table):
        return table.deal
    try:
        return in_a_hand(table, "", _SOME_DAY)[1].deal
    except SessionOver:
        return None


def bids(table: Table) -> dict[Seat, tuple[int, ...]]:
    """Numbers that each seat may bid now; seats that may not bid are left out."""
    deal = deal_to_speak_in(table)
    if deal is None or CallKind.BID not in deal.game.says(deal.setup):
        return {}
    found = {seat: tuple(_numbers(deal, seat)) for seat in deal.hand.seats}
    return {seat: numbers for seat, numbers in found.items() if numbers}


def passes(table: Table) -> tuple[Seat, ...]:
    """Seats that may pass now."""
    deal = deal_to_speak_in(table)
    if deal is None or CallKind.PASS not in deal.game.says(deal.setup):
        return ()
    return tuple(seat for seat in deal.hand.seats if can_say(deal, Call(CallKind.PASS, seat)))


def bidder(deal: Deal) -> Seat | None:
    """Who bids or passes next, in the order of play; None where no bid is waited for."""
    hand = deal.hand
    if deal.game.awaits(deal.setup, hand) != "bids":
        return None
    order = hand.direction.turns_from(hand.leader, hand.seats)
    may_speak = (can_say(deal, Call(CallKind.PASS, seat)) or next(_numbers(deal, seat), None) is not None for seat in order)
    return next(compress(order, may_speak), None)


def _numbers(deal: Deal, seat: Seat) -> Iterator[int]:
    """Numbers that the seat may bid now, the least first."""
    return (number for number in range(HIGHEST + 1) if can_say(deal, Call(CallKind.BID, seat, number=number)))


def can_say(deal: Deal, call: Call) -> bool:
    """Whether the game takes the call now."""
    try:
        deal.game.check_call(deal.setup, deal.before, deal.hand, call)
    except ScoringError:
        return False
    return True
