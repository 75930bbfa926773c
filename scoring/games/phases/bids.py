"""Everybody says how many tricks they will take, once, in any order."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind, bid_name
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.seats import Seat
from scoring.values import changed


@dataclass(frozen=True)
class Bids:
    """A number between `low` and `high` (None: as many as there are tricks) for every seat.

    With `may_not_add_up` the last bid must not make the sum of bids equal to the tricks. Where they add up to less than
    `at_least` nobody plays. `low_from`: from so many points of its own on a side bids at least so many.
    """

    low: int
    high: int | None
    may_not_add_up: bool
    at_least: int
    low_from: tuple[tuple[int, int], ...]

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Bids."""
        return (CallKind.BID,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` for a number that may not be bid, or from whom has bid."""
        low, high, bids = self._low(talk, call.seat), self._high(talk), talk.of(CallKind.BID)
        if call.number is None or call.is_named or not self.low <= call.number <= high:
            raise BadCall(f"a bid of {bid_name(call)} is out of range: expected {self.low} to {high}")
        if call.number < low:
            raise BadCall(f"{talk.name_of(call.seat)} has too many points for a bid of {call.number}: expected {low} or more")
        if call.seat in [bid.seat for bid in bids]:
            raise BadCall(f"{talk.name_of(call.seat)} has bid already")
        if call.number == self._barred(talk):
            size = talk.hand.hand_size
            raise BadCall(f"the bids must not add up to {size}: {talk.name_of(call.seat)} bids another number")
        is_too_little = len(bids) + 1 == len(talk.hand.seats) and sum(bid.number or 0 for bid in (*bids, call)) < self.at_least
        return changed(talk, is_passed_out=True) if is_too_little else talk

    def _low(self, talk: Talk, seat: Seat) -> int:
        total = talk.before.totals[talk.side_of(seat)] if talk.before else 0
        return max((least for points, least in self.low_from if total >= points), default=self.low)

    def _high(self, talk: Talk) -> int:
        return talk.hand.hand_size if self.high is None else self.high

    def _barred(self, talk: Talk) -> int | None:
        """The number that the last to bid may not say."""
        bids = talk.of(CallKind.BID)
        if not self.may_not_add_up or len(bids) != len(talk.hand.seats) - 1:
            return None
        return talk.hand.hand_size - sum(bid.number or 0 for bid in bids)

    def awaits(self, talk: Talk) -> str:
        """Everybody's bid."""
        return "bids" if len(talk.of(CallKind.BID)) < len(talk.hand.seats) else ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every number for each seat that has not bid."""
        high, barred = self._high(talk), self._barred(talk)
        done = {bid.seat for bid in talk.of(CallKind.BID)}
        waiting = [seat for seat in talk.order if seat not in done]
        numbers = {seat: range(self._low(talk, seat), high + 1) for seat in waiting}
        return tuple(_bid(seat, number) for seat in waiting for number in numbers[seat] if number != barred)


def _bid(seat: Seat, number: int) -> Call:
    return Call(CallKind.BID, seat, number=number)
