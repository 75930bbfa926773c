"""An auction: bids rise along a ladder until nobody wants to go on, and whoever bid most plays the contract.

Seats speak in turn. Whoever speaks out of turn is believed: those between kept silent, which is a pass.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from scoring.calls import NO_TRUMP, Call, CallKind, bid_name, bid_named, bid_words
from scoring.errors import BadCall
from scoring.games.phases.talk import Bidding, Talk
from scoring.seats import Seat
from scoring.values import changed, kept


class AllPass(Enum):
    """When all pass the next player deals, the same one again, the hand counts as one that is worth nothing, or it is played."""

    NEXT = "next"
    AGAIN = "again"
    COUNTS = "counts"
    PLAYS = "plays"


PASSED = "passed"
"""How a hand is played that nobody bid for."""


@dataclass(frozen=True)
class Auction:
    """How the bidding goes.

    `ladder`: all bids in short (`scoring.calls.bid_name`), from the lowest; those of one height in one string, as `80C 80D`.
    `rounds`: how often everybody is asked while nobody bids; with `is_once` nobody is asked again after the first bid either.
    `is_first_taken`: the first bid ends it. `is_final`: who passes is out. `is_free`: seats speak in any order until all but one
    have passed, as in Skat. `is_dealer_first`: the dealer speaks first, else the next.

    `must_dealer`: the dealer may not be the last to pass. `must_eldest`: the next after the dealer speaks last, and may not pass
    then; `only_last` are bids for who must bid so, once all others have passed. `may_raise`: whoever bid most may go higher
    once the others are out. `may_match`: the dealer takes over the best bid at its own height;
    `may_hold`: so does who sits nearer to the dealer's left. `is_first_of_side`: of the side that bid most, the one who first
    named the suit plays. `alone`: bids that are played without the partner. `may_double`: the other side doubles, the bidder's
    redoubles; `is_closed`: a double ends the bids, and a redouble the auction. `all_pass`: who deals when all pass.

    Where a card was turned up to be bid on, nothing but its suit is bid in the first round, and any other after it.
    """

    ladder: tuple[str, ...]
    rounds: int = 1
    is_once: bool = False
    is_first_taken: bool = False
    is_final: bool = False
    may_double: bool = False
    must_dealer: bool = False
    may_match: bool = False
    is_first_of_side: bool = False
    is_dealer_first: bool = False
    alone: tuple[str, ...] = ()
    all_pass: AllPass = AllPass.NEXT
    is_free: bool = False
    may_hold: bool = False
    is_closed: bool = False
    must_eldest: bool = False
    only_last: tuple[str, ...] = ()
    may_raise: bool = False

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Bids and passes, and doubles where the game has them."""
        doubles = (CallKind.DOUBLE, CallKind.REDOUBLE) if self.may_double else ()
        return (CallKind.BID, CallKind.PASS, *doubles)

    @kept
    def _places(self) -> dict[str, int]:
        return {name: place for place, names in enumerate(self.ladder) for name in names.split()}

    @property
    def bids(self) -> tuple[str, ...]:
        """Every bid, from the lowest."""
        return tuple(self._places)

    def begun(self, talk: Talk) -> Bidding:
        """The auction as it stands."""
        if talk.bidding is not None:
            return talk.bidding
        return Bidding(talk.hand.dealer if self.is_dealer_first else talk.order[1 if self.must_eldest else 0])

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` for a bid that is too low, or from whom is out of the bidding."""
        if call.kind is CallKind.BID and talk.bidding is not None and call.seat is self._raiser(talk):
            return self._settled(changed(talk, bidding=self._bid(talk, talk.bidding, call)))
        state = self._turned_to(talk, call.seat)
        if call.kind is CallKind.PASS:
            self._check_pass(talk, state, call.seat)
            state = self._passed(talk, state, call.seat)
        elif call.kind is CallKind.BID:
            state = self._bid(talk, state, call)
        else:
            state = self._doubled(talk, state, call)
        return self._settled(changed(talk, bidding=state))

    def awaits(self, talk: Talk) -> str:
        """The auction."""
        return "" if self.begun(talk).turn is None else "bids"

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """A pass, doubles and every higher bid of whose turn it is, or of all who are not out."""
        state, raiser = self.begun(talk), self._raiser(talk)
        if state.turn is None:
            return () if raiser is None else self._higher(talk, state, raiser)
        seats = [seat for seat in talk.order if seat not in state.out] if self.is_free else [state.turn]
        return tuple(call for seat in seats for call in self._choices_of(talk, state, seat))

    def _choices_of(self, talk: Talk, state: Bidding, seat: Seat) -> tuple[Call, ...]:
        found = [] if self._must_speak(talk, state, seat) else [Call(CallKind.PASS, seat)]
        for kind in (CallKind.DOUBLE, CallKind.REDOUBLE):
            if self._may_double(talk, state, seat, kind):
                found.append(Call(kind, seat))
        if self.is_closed and state.doubled > 1:
            return tuple(found)
        return (*found, *self._higher(talk, state, seat))

    def _higher(self, talk: Talk, state: Bidding, seat: Seat) -> tuple[Call, ...]:
        least = self._least(talk, state, seat)
        higher = (bid_named(name, seat) for name, place in self._places.items() if place >= least)
        return tuple(bid for bid in higher if self._is_of_the_round(talk, state, bid))

    def _raiser(self, talk: Talk) -> Seat | None:
        """Who bid most and may still go higher: until a card is called or laid."""
        state = talk.bidding
        is_open = self.may_raise and state is not None and state.turn is None and talk.called is None and not talk.hand.laid
        return state.best.seat if state is not None and state.best is not None and is_open else None

    def _is_of_the_round(self, talk: Talk, state: Bidding, bid: Call) -> bool:
        """Whether it may be bid now: the suit of the card turned up in the first round, any other after it."""
        if bid_name(bid) in self.only_last and not self._must_speak(talk, state, bid.seat):
            return False
        is_first = state.heard < len(talk.hand.seats)
        return talk.turned is None or bid.suit is None or (bid.suit is talk.turned) == is_first

    def _turned_to(self, talk: Talk, seat: Seat) -> Bidding:
        """The auction once it is for that seat to speak: those before it have passed."""
        state = self.begun(talk)
        if state.turn is not None and seat in state.out:
            raise BadCall(f"{talk.name_of(seat)} has passed and is out of the bidding")
        if self.is_free and state.turn is not None:
            return changed(state, turn=seat)
        while state.turn is not None and state.turn is not seat:
            state = self._passed(talk, state, state.turn)
        if state.turn is None:
            raise BadCall("the auction is over")
        return state

    def _check_pass(self, talk: Talk, state: Bidding, seat: Seat) -> None:
        if self._must_speak(talk, state, seat):
            raise BadCall(f"everybody has passed: {talk.name_of(seat)} must bid")

    def _must_speak(self, talk: Talk, state: Bidding, seat: Seat) -> bool:
        if state.best is not None or state.heard != self.rounds * len(talk.hand.seats) - 1:
            return False
        return seat is (talk.hand.dealer if self.must_dealer else talk.order[0] if self.must_eldest else None)

    def _least(self, talk: Talk, state: Bidding, seat: Seat) -> int:
        if state.best is None:
            return 0
        is_matched = (self.may_match and seat is talk.hand.dealer) or (
            self.may_hold and talk.order.index(seat) < talk.order.index(state.best.seat)
        )
        return self._places[bid_name(state.best)] + (0 if is_matched else 1)

    def _bid(self, talk: Talk, state: Bidding, call: Call) -> Bidding:
        least, name = self._least(talk, state, call.seat), bid_name(call)
        if call.is_blind or call.rank or call.cards or self._places.get(name, -1) < least:
            raise BadCall(f"a bid of {bid_words(name)} is not possible now{self._from(least)}")
        if self.is_closed and state.doubled > 1:
            raise BadCall("the bid has been doubled: nobody can go higher")
        if not self._is_of_the_round(talk, state, call):
            if name in self.only_last:
                raise BadCall(f"a bid of {bid_words(name)} is for who must bid once all others have passed")
            raise BadCall("in the first round the suit that was turned up is bid, after it any other")
        side, what = talk.side_of(call.seat), _what(call)
        is_known = any((side, what) == (other, suit) for other, suit, _ in state.named)
        named = state.named if is_known else (*state.named, (side, what, call.seat))
        return self._next(talk, state, call.seat, best=call, in_a_row=0, doubled=1, named=named)

    def _from(self, least: int) -> str:
        """What can be bid, from a place of the ladder on."""
        steps = [bid_words(step.split()[0]) for step in self.ladder[least:]]
        if len(steps) < 2:
            return f": expected {steps[0]}" if steps else ""
        return f": expected {steps[0]} to {steps[-1]}"

    def _passed(self, talk: Talk, state: Bidding, seat: Seat) -> Bidding:
        out = state.out | {seat} if self.is_final else state.out
        return self._next(talk, state, seat, in_a_row=state.in_a_row + 1, out=out)

    def _doubled(self, talk: Talk, state: Bidding, call: Call) -> Bidding:
        if not self._may_double(talk, state, call.seat, call.kind):
            raise BadCall(f"{talk.name_of(call.seat)} cannot {call.kind.value} now")
        return self._next(talk, state, call.seat, doubled=state.doubled * 2, in_a_row=0)

    def _may_double(self, talk: Talk, state: Bidding, seat: Seat, kind: CallKind) -> bool:
        if not self.may_double or state.best is None:
            return False
        is_own = talk.side_of(seat) == talk.side_of(state.best.seat)
        return state.doubled == 2 and is_own if kind is CallKind.REDOUBLE else state.doubled == 1 and not is_own

    def _next(self, talk: Talk, state: Bidding, seat: Seat, **said: Any) -> Bidding:
        """The auction once that seat has said so: whose turn it is then."""
        state, seats = changed(state, heard=state.heard + 1, **said), talk.hand.seats
        if self._is_over(state, len(seats)):
            return changed(state, turn=None)
        waiting = (other for other in talk.hand.direction.turns_after(seat, seats) if other not in state.out)
        return changed(state, turn=next(waiting, None))

    def _is_over(self, state: Bidding, seats: int) -> bool:
        """Whether nobody speaks any more."""
        others = len(state.out - {state.best.seat} if state.best else state.out)
        if self.is_free:
            return others == (seats - 1 if state.best else seats)
        if state.best is None:
            return state.heard >= self.rounds * seats
        is_closed = self.is_closed and state.doubled > 2
        is_spoken = state.in_a_row >= seats - 1 or (self.is_once and state.heard >= seats)
        return self.is_first_taken or is_spoken or others == seats - 1 or is_closed

    def _settled(self, talk: Talk) -> Talk:
        """What the auction comes to once it is over."""
        state = talk.bidding
        if state is None or state.turn is not None:
            return talk
        if state.best is None and self.all_pass is AllPass.PLAYS:
            return talk.with_trump(None, PASSED)
        if state.best is None:
            return changed(talk, is_passed_out=True)
        best, side = state.best, talk.side_of(state.best.seat)
        what = _what(best)
        first = next(seat for other, suit, seat in state.named if (other, suit) == (side, what))
        settled = changed(talk, contract=best, declarer=first if self.is_first_of_side else best.seat)
        if bid_name(best) in self.alone:
            settled = changed(settled, alone=best.seat)
        if best.suit or best.word == NO_TRUMP:
            return settled.with_trump(best.suit)
        return changed(settled, word=best.word or "")


def _what(bid: Call) -> str:
    """The suit of a bid, or its name, without its height."""
    return bid_name(bid).lstrip("0123456789")
