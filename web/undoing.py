"""What was done, what *Undo* takes back and *Redo* does again, in a few words."""

from scoring.cards import Card
from scoring.events import CallMade, CardDrawnBack, CardPlayed, Event, HandStarted, MoveMade, TrickConfirmed, TricksTold, Undone
from scoring.seats import Seat
from scoring.table import Table
from web.cards import bid_in_short, call_words, told
from web.languages import gettext
from web.option_words import DONE


def undoes(table: Table) -> str:
    """What *Undo* would take back, in a few words; nothing where there is nothing to take back."""
    if not table.can_undo:
        return ""
    return _told(table, table.since[-1], _newest(table))


def redoes(table: Table) -> str:
    """What *Redo* would do again; nothing where nothing was taken back, or something has happened since."""
    if not table.undone:
        return ""
    return _told(table, table.undone[-1], table.hand.turn if table.hand else None)


def done(table: Table, last: Event) -> str:
    """What this event, the newest, has done."""
    if isinstance(last, TrickConfirmed):
        # By now the next hand may have begun.
        winner = table.hand_numbered(last.hand).tricks[last.trick - 1].winner
        name = table.agreed.name_of(winner) if winner is not None else ""
        return gettext("Trick %(number)d confirmed: %(name)s") % {"number": last.trick, "name": name}
    if isinstance(last, Undone):
        return gettext("Taken back")
    return _told(table, last, _newest(table))


def _newest(table: Table) -> Seat | None:
    """Whose card was laid last."""
    plays = table.hand.plays if table.hand else ()
    return plays[-1].seat if plays else None


def _told(table: Table, last: Event, whose: Seat | None) -> str:
    """That event in a few words; `whose` card it is where it is one."""
    if isinstance(last, TrickConfirmed):
        return gettext("trick %(number)d") % {"number": last.trick}
    if isinstance(last, TricksTold):
        return gettext("hand %(number)d, without cards") % {"number": last.hand}
    if isinstance(last, HandStarted):
        return gettext("hand %(number)d") % {"number": last.hand}
    if isinstance(last, CardPlayed):
        return _whose(table.agreed.name_of(whose), last.card)
    if isinstance(last, MoveMade):
        return _whose(table.agreed.name_of(last.move.seat), last.move.card)
    if isinstance(last, CallMade):
        call = last.call
        bid = bid_in_short({"number": call.number, "suit": call.suit and call.suit.value, "word": call.word})
        card = told(str(call.cards[0])) if len(call.cards) == 1 else ""
        said = " ".join(filter(None, (call_words(call.kind.value), bid, card)))
        return gettext("%(name)s: %(words)s") % {"name": table.agreed.name_of(last.call.seat), "words": said}
    if isinstance(last, CardDrawnBack):
        return gettext("%(taker)s draws a card from %(giver)s") % {
            "taker": _whom(table, last.taker),
            "giver": _whom(table, last.giver),
        }
    return gettext(DONE[type(last).__name__])


def _whom(table: Table, seat: Seat | None) -> str:
    return gettext("the pack") if seat is None else table.agreed.name_of(seat)


def _whose(name: str, card: Card | None) -> str:
    if card is None:
        return gettext("%(name)s's card") % {"name": name}
    return gettext("%(name)s's %(card)s") % {"name": name, "card": told(str(card))}
