"""What a hand of Spades is worth to a side: contract, nils, bags, reneges (docs/rules.md §6.2 to §6.4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.games.spades_options import LOSING, DoubleNil, FailedNil, RenegeOfNil, RenegePenalty, Rollover, SpadesOptions


@dataclass(frozen=True)
class SpadesBid:
    """What one seat said; 0 is nil."""

    number: int
    is_blind: bool = False

    @property
    def is_nil(self) -> bool:
        """Whether it promises no trick at all."""
        return self.number == 0


@dataclass(frozen=True)
class SideScore:
    """One side's hand: points of the contract, bags (a point each), points of nils, and the penalty for bags.

    `total` and `carried` are the side's points and bags after the hand. `wins_game` says that a double nil ends it.
    """

    bid: int
    tricks: int
    contract: int
    bags: int
    nil: int
    bag_penalty: int
    total: int
    carried: int
    wins_game: bool = False

    @property
    def hand(self) -> int:
        """Points of the hand before the penalty for bags."""
        return self.contract + self.bags + self.nil


@dataclass(frozen=True)
class Taken:
    """What one seat bid, how many tricks it took, and how often it reneged."""

    bid: SpadesBid
    tricks: int
    reneges: int = 0


def side_score(options: SpadesOptions, seats: Sequence[Taken], total: int, carried: int, moved: int = 0) -> SideScore:
    """One side's score; `moved` tricks come to it (negative: go from it) as a penalty.

    Where a renege loses the bid, it is that of its seat: a nil fails, and the partner's contract stands unless both are to fail.
    """
    bidders = [seat for seat in seats if not seat.bid.is_nil]
    nils = [seat for seat in seats if seat.bid.is_nil]
    failed = sum(nil.tricks for nil in nils)
    bid = sum(seat.bid.number for seat in bidders)
    tricks = max(0, sum(seat.tricks for seat in bidders) + moved)
    if options.failed_nil_tricks is FailedNil.COUNT_TO_PARTNER:
        tricks, failed = tricks + failed, 0
    elif options.failed_nil_tricks is FailedNil.IGNORED:
        failed = 0
    loses_bid = options.renege_penalty is RenegePenalty.LOSE_BID
    guilty = seats if options.renege_of_nil is RenegeOfNil.BOTH or not bidders else bidders
    is_set = loses_bid and any(seat.reneges for seat in guilty)
    reneges = sum(seat.reneges for seat in seats)
    extra = 3 * reneges if options.renege_penalty is RenegePenalty.THREE_TRICKS_ON_BID else 0
    needed = bid + (3 * reneges if options.renege_penalty is RenegePenalty.THREE_TRICKS_TO_MAKE else extra)
    is_too_many = options.blind_exact and tricks > needed and any(seat.bid.is_blind for seat in bidders)
    is_made = tricks >= needed and not is_set and not is_too_many
    made = [is_made and not (seat.reneges and options.renege_penalty is RenegePenalty.LOSE_OWN_BID) for seat in bidders]
    values = [_value(options, seat.bid, is_so) for seat, is_so in zip(bidders, made, strict=True)]
    contract = sum(values) + (10 * extra if is_made else -10 * extra)
    bags = (tricks - needed if is_made and all(made) else 0) + (0 if is_set else failed)
    nil, wins_game = _nils(options, nils, len(seats))
    if options.double_nil is DoubleNil.UNIT200 and _is_double(nils, len(seats)):
        bags = 0
    score = SideScore(bid + extra, tricks, contract, bags if options.bags else 0, nil, 0, 0, 0, wins_game)
    return _rolled_over(options, score, total, carried)


def _value(options: SpadesOptions, bid: SpadesBid, is_made: bool) -> int:
    """Ten points a trick bid, won or lost; a blind bid counts as often as the table says."""
    failed = options.blind_bid_multiplier if options.blind_bid_failed_multiplier is None else options.blind_bid_failed_multiplier
    times = 1 if not bid.is_blind else options.blind_bid_multiplier if is_made else failed
    return 10 * bid.number * times * (1 if is_made else -1)


def _is_double(nils: Sequence[Taken], members: int) -> bool:
    return members == 2 and len(nils) == 2


def _nils(options: SpadesOptions, nils: Sequence[Taken], members: int) -> tuple[int, bool]:
    """Points of the nils, and whether both partners' nils win the game. Blind counts twice."""
    made = [nil.tricks == 0 and not (nil.reneges and options.renege_penalty in LOSING) for nil in nils]
    worth = [options.nil * (2 if nil.bid.is_blind else 1) for nil in nils]
    values = [value if is_made else -value for value, is_made in zip(worth, made, strict=True)]
    all_made = all(made)
    if not _is_double(nils, members) or options.double_nil is DoubleNil.INDEPENDENT:
        return sum(values), False
    if options.double_nil is DoubleNil.UNIT200:
        return (sum(worth) if all_made else -sum(worth)), False
    return (2 * sum(values) if all_made else sum(values)), all_made and options.double_nil is DoubleNil.GAME


def _rolled_over(options: SpadesOptions, score: SideScore, total: int, carried: int) -> SideScore:
    """Every full load of bags costs its penalty; the count is kept apart from the points (docs/rules.md §6.2)."""
    loads = (carried + score.bags) // options.bag_limit if options.bags else 0
    each = options.bag_penalty + (options.bag_limit if options.rollover is Rollover.MINUS_110 else 0)
    lost = options.bag_limit if options.rollover is Rollover.NO_CARRY else 0
    penalty = -each * loads
    left = 0 if loads and not options.bags_kept else carried + score.bags - loads * options.bag_limit
    return replace(score, bag_penalty=penalty, total=total + score.hand + penalty - lost * loads, carried=left)


def status(options: SpadesOptions, totals: Sequence[int], is_last: bool = False) -> tuple[bool, int | None, bool]:
    """Whether the game is over, which side has won, and whether a tie asks for one more hand (docs/rules.md §6.3)."""
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    is_end = best >= options.target or min(totals) <= options.floor or is_last
    if is_end and len(leaders) == 1:
        return True, leaders[0], False
    return False, None, is_end
