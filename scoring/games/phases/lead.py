"""Who leads first: the next after the dealer, somebody whom the bidding names, or whoever holds a card."""

from dataclasses import dataclass
from enum import Enum

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.seats import Seat
from scoring.values import changed


class Leads(Enum):
    """Whom the rules name."""

    ELDEST = "eldest"
    DEALER = "dealer"
    DECLARER = "declarer"
    AFTER_DECLARER = "after_declarer"


@dataclass(frozen=True)
class HolderLeads:
    """Whoever holds `card` leads it; the table says who that is, if nobody saw it come."""

    card: Card

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Who leads."""
        return (CallKind.LEADS,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` where it was said already."""
        if talk.opener is not None:
            raise BadCall("who leads has been said already: correct that instead")
        return changed(talk, opener=call.seat)

    def awaits(self, talk: Talk) -> str:
        """The holder, unless the first card lies there with its seat."""
        laid = talk.hand.laid
        is_seen = bool(laid and laid[0] and laid[0][0].seat is not None)
        return "" if talk.opener is not None or is_seen else f"who holds {self.card}"

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Everybody."""
        return tuple(Call(CallKind.LEADS, seat) for seat in talk.order) if self.awaits(talk) else ()


def opener(talk: Talk, leads: Leads) -> Seat | None:
    """Who leads by what was said; None where it is the next after the dealer, as ever."""
    if talk.opener is not None:
        return talk.opener
    if leads is Leads.DEALER:
        return talk.hand.dealer
    if leads is Leads.ELDEST or talk.declarer is None:
        return None
    after = talk.hand.direction.after(talk.declarer, talk.hand.seats)
    return talk.declarer if leads is Leads.DECLARER else after
