"""What can be said now, found by asking the game itself: whoever offers it to people need not know any rules."""

from datetime import UTC, datetime
from functools import partial

from scoring.answers.calls import is_late
from scoring.answers.hands import in_a_hand
from scoring.calls import AFTERWARDS, Call, CallKind
from scoring.cards import Suit
from scoring.deal import Deal
from scoring.errors import SessionOver
from scoring.games.game import fitting
from scoring.seats import Seat
from scoring.table import Table

SPOKEN = ("bids", "trumps")
"""What a hand waits for that somebody says whose turn it is."""

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


def offered(table: Table) -> tuple[Call, ...]:
    """Everything that can be said now and can be listed, whoever's turn it is first."""
    deal = deal_to_speak_in(table)
    return () if deal is None else deal.choices


def remarks(table: Table) -> tuple[Call, ...]:
    """What can be said in the running hand while nothing is waited for, and about the one that has just been played."""
    deal = table.deal
    if deal is None or table.is_ended:
        return ()
    is_free = not deal.is_over and not deal.game.awaits(deal.setup, deal.hand)
    return tuple(call for call in deal.choices if is_free or call.kind in AFTERWARDS)


def bids(table: Table) -> dict[Seat, tuple[int, ...]]:
    """Plain numbers that each seat may bid now; seats that may not bid are left out."""
    found: dict[Seat, tuple[int, ...]] = {}
    for call in offered(table):
        if call.is_plain and call.number is not None:
            found[call.seat] = (*found.get(call.seat, ()), call.number)
    return dict(sorted(found.items()))


def passes(table: Table) -> tuple[Seat, ...]:
    """Seats that may pass now."""
    return tuple(call.seat for call in offered(table) if call.kind is CallKind.PASS)


def can_turn(deal: Deal) -> bool:
    """Whether a card may be turned up for trumps now."""
    if deal.hand.laid:
        return False
    shown = Call(CallKind.TRUMP, deal.hand.dealer, suit=Suit.HEARTS)
    return bool(fitting(partial(deal.game.check_call, deal.setup, deal.before, deal.hand), (shown,)))


def speaker(deal: Deal) -> Seat | None:
    """Who bids, passes or names trumps next; None where nothing of the kind is waited for."""
    if deal.game.awaits(deal.setup, deal.hand) not in SPOKEN or not deal.choices:
        return None
    return deal.choices[0].seat
