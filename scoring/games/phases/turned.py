"""A card is turned up: its suit is trumps, or may be bid first."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games.game import check_turned
from scoring.games.phases.talk import TURNED, Talk
from scoring.values import changed


@dataclass(frozen=True)
class TurnedUp:
    """One card of the pack is shown, a joker for no trumps, or its suit alone is said.

    With `is_again` another may be turned up, and the last one counts. With `is_for_bids` it makes no trumps: it is bid on.
    """

    is_again: bool = False
    is_for_bids: bool = False

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The card, or its suit."""
        return (CallKind.TRUMP,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` unless the call names one card of the pack, or the suit alone, and none has been turned up."""
        if self.is_for_bids and talk.bidding is not None:
            raise BadCall("the bidding has begun: correct the card that was turned up instead")
        if talk.of(CallKind.TRUMP) and not self.is_again:
            raise BadCall("trumps have been made already: correct that instead")
        check_turned(talk.hand.order.pack, call, may_be_joker=True)
        return changed(talk, turned=call.trump) if self.is_for_bids else talk.with_trump(call.trump)

    def awaits(self, talk: Talk) -> str:
        """The card, unless nobody saw a card of the hand, or an auction goes on without it."""
        is_unseen = talk.hand.is_played_out and not any(talk.hand.laid)
        return "" if self.is_for_bids or talk.is_trump_chosen or is_unseen else TURNED

    def choices(self, _talk: Talk) -> tuple[Call, ...]:
        """It is picked out of the pack."""
        return ()
