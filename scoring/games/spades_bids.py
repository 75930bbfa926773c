"""What may be bid at Spades (docs/rules.md §6.1): whoever types the bids, in whatever order."""

from collections.abc import Sequence

from scoring.calls import Call, CallKind, bid_name
from scoring.errors import BadCall
from scoring.games.game import Setup, side_of
from scoring.games.spades_options import SpadesOptions
from scoring.hands import Hand
from scoring.seats import Seat
from scoring.sheet import Sides


def check_bid(setup: Setup, sides: Sides, totals: Sequence[int], hand: Hand, call: Call) -> None:
    """Raises `BadCall` where the seat may not bid that, or not any more."""
    partners = sides[side_of(sides, call.seat)]
    if call.number == 0 and hand.told is not None and hand.told.is_together(call.seat):
        raise BadCall(f"the tricks of {setup.names_of(partners)} were told together: take that back before a bid of nil")
    if call.number is None or call.is_named or not 0 <= call.number <= hand.hand_size:
        raise BadCall(f"a bid of {bid_name(call)} is out of range: expected 0 to {hand.hand_size}")
    if call.number == 1 and not setup.options.bid_of_one:
        raise BadCall("nobody bids one at this table: bid nil, or two")
    bids = {bid.seat: bid for bid in hand.called(CallKind.BID)}
    if call.seat in bids:
        raise BadCall(f"{setup.name_of(call.seat)} has bid already: correct that bid instead")
    if call.is_blind:
        _check_blind(setup, sides, totals, call)
    numbers = {seat: bid.number or 0 for seat, bid in bids.items()} | {call.seat: call.number}
    _check_partners(setup, partners, bids, call)
    if set(partners) <= set(numbers) and sum(numbers[seat] for seat in partners) < setup.options.min_team_bid:
        raise BadCall(f"{setup.names_of(partners)} must bid {setup.options.min_team_bid} together at least")
    if not setup.options.sum_of_tricks and set(numbers) >= set(hand.seats) and sum(numbers.values()) == hand.hand_size:
        raise BadCall(_all_tricks(setup, hand, call.seat))


def may_bid_blind(options: SpadesOptions, totals: Sequence[int], side: int) -> bool:
    """Whether the side is far enough behind the best of the others to bid blind nil."""
    if not options.blind_nil:
        return False
    others = [total for other, total in enumerate(totals) if other != side]
    return max(others) - totals[side] >= options.blind_nil_deficit


def _check_blind(setup: Setup, sides: Sides, totals: Sequence[int], call: Call) -> None:
    options = setup.options
    if call.number == 0 and not may_bid_blind(options, totals, side_of(sides, call.seat)):
        raise BadCall(f"{setup.name_of(call.seat)} may bid blind nil only when {options.blind_nil_deficit} or more points behind")
    if call.number and options.blind_bid_multiplier == 1:
        raise BadCall("blind bids are not played: bid without blind, or choose blind_bid_multiplier = 2")


def _check_partners(setup: Setup, partners: tuple[Seat, ...], bids: dict[Seat, Call], call: Call) -> None:
    """Where a side bids its numbers blind together, both partners do, or neither."""
    others = [bids[seat] for seat in partners if seat in bids and bids[seat].number]
    if setup.options.blind_together and call.number and any(other.is_blind != call.is_blind for other in others):
        raise BadCall(f"{setup.names_of(partners)} bid blind together, or not at all")


def _all_tricks(setup: Setup, hand: Hand, typed: Seat) -> str:
    """The dealer bids last and is bound, whoever's bid was typed last."""
    last = hand.direction.turns_from(hand.leader, hand.seats)[-1]
    words = f"the bids may not come to {hand.hand_size}: {setup.name_of(last)}, who bids last, says another number"
    return words if typed is last else f"{words}; correct that bid first"
