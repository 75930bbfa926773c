"""From events to the table: `evolve` applies one, `fold` a whole log. One step for each kind of event."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import Any, TypeVar

from scoring import events as ev
from scoring.calls import Call
from scoring.deal import Deal, refolded
from scoring.errors import NoHand, NoSuchCard, NoSuchSeat, Refused
from scoring.games import agreed, check_names, game_of
from scoring.games.game import Setup
from scoring.hands import Hand
from scoring.misdeals import DrawnBack
from scoring.seats import Seat
from scoring.table import Correction, Table
from scoring.told import is_possible
from scoring.tricks import Play, Reading
from scoring.values import changed

Changes = dict[str, Any]
"""Fields of the table that an event changes."""


def evolve(table: Table, event: ev.Event) -> Table:
    """The table after the event; raises `Refused` where it cannot have happened."""
    if (table.setup is None) != isinstance(event, ev.SessionStarted):
        raise Refused("a session begins with its start, and has one alone")
    if isinstance(event, ev.Undone):
        if not table.can_undo:
            raise NoHand("there is nothing to take back")
        return replace(fold(table.since[:-1], table.start), seq=table.seq + 1, undone=(*table.undone, table.since[-1]))
    if isinstance(event, ev.Redone):
        if not table.undone:
            raise NoHand("there is nothing to do again")
        return replace(evolve(table, table.undone[-1]), undone=table.undone[:-1])
    is_new = isinstance(event, ev.HandStarted | ev.SessionStarted)
    start, since = (table, (event,)) if is_new else (table.start, (*table.since, event))
    return changed(table, seq=table.seq + 1, start=start, since=since, undone=(), **_STEPS[type(event)](table, event))


def fold(events: Iterable[ev.Event], table: Table | None = None) -> Table:
    """The table that a log leads to; calls, moves or plays in a row make one step, which takes half the time."""
    table = table or Table()
    for step, group in groupby(events, lambda event: _STEPS_OF_MANY.get(type(event))):
        run = tuple(group)
        changes = None if step is None else step(table, run)
        if changes is None:
            table = reduce(evolve, run, table)
        else:
            table = changed(table, seq=table.seq + len(run), since=(*table.since, *run), undone=(), **changes)
    return table


def _session_started(_table: Table, event: ev.SessionStarted) -> Changes:
    setup = agreed(event.game, event.players, event.options, event.first_dealer, event.stake, event.rules)
    return {"setup": setup, "started_at": event.at}


def _players_changed(table: Table, event: ev.PlayersChanged) -> Changes:
    setup = replace(table.agreed, players=event.players)
    game_of(setup).check(setup)
    return {"setup": setup}


def _player_renamed(table: Table, event: ev.PlayerRenamed) -> Changes:
    _seated(table, event.seat)
    was = table.agreed.players[event.seat]

    def called(setup: Setup) -> Setup:
        return replace(setup, players=tuple(event.name if name == was else name for name in setup.players))

    setup = called(table.agreed)
    check_names(setup.players)
    deals = [replace(deal, setup=called(deal.setup)) for deal in table.deals]
    changes = _dealt_anew(replace(table, past=tuple(deals[:-1]), deal=deals[-1]), deals[0]) if deals else {}
    return {"setup": setup} | changes


def _hand_started(table: Table, event: ev.HandStarted) -> Changes:
    if event.hand != len(table.deals) + 1 or not event.seats or not set(event.seats) <= set(table.agreed.seats):
        raise NoSuchCard(f"hand {event.hand} cannot begin after {len(table.deals)}, or nobody sits there to play it")
    _seated(table, event.dealer)
    dealer = event.dealer if event.dealer is not None else table.next_dealer
    hand = table.game.start_hand(table.agreed, table.standing, event.hand, dealer, event.seats)
    hand = changed(hand, is_dealer_named=event.dealer is not None, due=table.next_dealer)
    deal = Deal(table.agreed, table.standing, hand)
    return {"past": table.deals, "deal": deal, "dispute": None, "count_question": None}


def _call_made(table: Table, event: ev.CallMade) -> Changes:
    return _calls_made(table, (event,))


def _calls_made(table: Table, run: Sequence[ev.CallMade]) -> Changes:
    hand = table.game.with_calls(table.agreed, _playing(table).call(*(event.call for event in run)))
    _dealt_to(table, *(event.call.seat for event in run), made=hand)
    return _changed(table, hand)


def _call_corrected(table: Table, event: ev.CallCorrected) -> Changes:
    _dealt_to(table, event.now.seat)
    hand = table.hand_numbered(event.hand)
    now = replace(event.now, moment=hand.calls[event.index].moment)
    hand = replace(hand, calls=(*hand.calls[: event.index], now, *hand.calls[event.index + 1 :]))
    hand = table.game.with_calls(table.agreed, hand)
    return _changed(table, hand, corrections=_noted(table, event, 0, event.index, _said(event.was), _said(event.now)))


def _said(call: Call) -> str:
    return call.kind.value if call.number is None else f"{call.kind.value} {call.number}"


def _move_made(table: Table, event: ev.MoveMade) -> Changes:
    return _moves_made(table, (event,))


def _moves_made(table: Table, run: Sequence[ev.MoveMade]) -> Changes:
    _seated(table, *(event.move.seat for event in run))
    return _changed(table, _playing(table).move(*(event.move for event in run)))


def _move_corrected(table: Table, event: ev.MoveCorrected) -> Changes:
    _seated(table, event.now.seat)
    hand = table.hand_numbered(event.hand)
    now = replace(event.now, moment=hand.moves[event.index].moment)
    hand = replace(hand, moves=(*hand.moves[: event.index], now, *hand.moves[event.index + 1 :]))
    return _changed(table, hand, corrections=_noted(table, event, 0, event.index, str(event.was.card), str(event.now.card)))


def _card_played(table: Table, event: ev.CardPlayed) -> Changes:
    _dealt_to(table, event.seat)
    hand = _playing(table)
    play = Play(event.card, hand.moments, event.seat, event.face_down, event.reading)
    return _changed(table, hand.lay(play), count_question=None)


def _tricks_played(table: Table, run: Sequence[ev.CardPlayed | ev.TrickConfirmed]) -> Changes | None:
    """What these change at once; None unless each trick is of the hand that is played and has cards, as in any log of ours."""
    hand = _playing(table)
    plays: list[Play] = []
    tricks, moment = [plays], hand.moments
    for event in run:
        if isinstance(event, ev.CardPlayed):
            plays.append(Play(event.card, moment, event.seat, event.face_down, event.reading))
            moment += 1
        elif event.hand == hand.number and (plays or (len(tricks) == 1 and hand.has_open_trick)):
            plays = []
            tricks.append(plays)
        else:
            return None
    _dealt_to(table, *{play.seat for plays in tricks for play in plays})
    return _changed(table, hand.lay_tricks(*tricks), count_question=None)


def _card_corrected(table: Table, event: ev.CardCorrected) -> Changes:
    reading = replace(table.hand_numbered(event.hand).at(event.trick, event.position).reading, confidence=1.0)
    notes = _noted(table, event, event.trick, event.position, str(event.was or "??"), str(event.now))
    return _play_changed(table, event, {"corrections": notes}, card=event.now, face_down=False, reading=reading)


def _seat_corrected(table: Table, event: ev.SeatCorrected) -> Changes:
    _dealt_to(table, event.now)
    notes = _noted(table, event, event.trick, event.position, _whose(event.was), _whose(event.now))
    return _play_changed(table, event, {"corrections": notes}, seat=event.now)


def _whose(seat: Seat | None) -> str:
    return "by turn" if seat is None else str(seat)


def _missed_card_added(table: Table, event: ev.MissedCardAdded) -> Changes:
    hand = table.hand_numbered(event.hand)
    play = Play(event.card, hand.moments, reading=Reading(confidence=1.0))
    hand = replace(hand.insert(event.trick, event.position, play), moments=hand.moments + 1)
    return _changed(table, hand, count_question=None)


def _card_removed(table: Table, event: ev.CardRemoved) -> Changes:
    return _changed(table, table.hand_numbered(event.hand).remove(event.trick, event.position), count_question=None)


def _card_turned_up(table: Table, event: ev.CardTurnedUp) -> Changes:
    hand = table.hand_numbered(event.hand)
    play = hand.at(event.trick, event.position)._replace(card=event.card, turned_up_at=hand.moments)
    return _changed(table, replace(hand.change(event.trick, event.position, play), moments=hand.moments + 1))


def _card_withdrawn(table: Table, _event: ev.CardWithdrawn) -> Changes:
    return _changed(table, _playing(table).withdraw(), count_question=None)


def _card_shown(table: Table, event: ev.CardShown) -> Changes:
    hand = _playing(table)
    hand = hand if event.was is None else hand.remove(*event.was)
    return _changed(table, replace(hand, shown=(*hand.shown, Play(event.card, hand.moments)), moments=hand.moments + 1))


def _trick_confirmed(table: Table, event: ev.TrickConfirmed) -> Changes:
    hand = table.hand_numbered(event.hand)
    if not hand.has_open_trick:
        raise NoSuchCard(f"trick {event.trick} of hand {event.hand} has no cards")
    return _changed(table, hand.confirm(), count_question=None)


def _trick_claimed(table: Table, event: ev.TrickClaimed) -> Changes:
    _dealt_to(table, event.seat)
    return _changed(table, table.hand_numbered(event.hand).claim(event.seat), count_question=None)


def _claim_corrected(table: Table, event: ev.ClaimCorrected) -> Changes:
    _dealt_to(table, event.now)
    hand = table.hand_numbered(event.hand).claim_anew(event.trick, event.now)
    return _changed(table, hand, corrections=_noted(table, event, event.trick, 0, _whose(event.was), _whose(event.now)))


def _tricks_told(table: Table, event: ev.TricksTold) -> Changes:
    _dealt_to(table, *(seat for count in event.taken for seat in count.seats), *(taker.seat for taker in event.last))
    hand = table.hand_numbered(event.hand)
    left = hand.hand_size - hand.confirmed
    if event.trick != hand.trick_to_confirm or not is_possible(event.taken, event.last, left):
        raise NoSuchCard(f"hand {event.hand} has {left} tricks to tell")
    return _changed(table, hand.tell(event.taken, event.last), count_question=None)


def _trick_reopened(table: Table, event: ev.TrickReopened) -> Changes:
    return _changed(table, table.hand_numbered(event.hand).reopen())


def _card_count_questioned(_table: Table, event: ev.CardCountQuestioned) -> Changes:
    return {"count_question": event}


def _dispute_opened(_table: Table, event: ev.DisputeOpened) -> Changes:
    return {"dispute": event}


def _dispute_closed(_table: Table, _event: ev.DisputeClosed) -> Changes:
    return {"dispute": None}


def _offence_ruled(table: Table, event: ev.OffenceRuled) -> Changes:
    deal = table.deal_numbered(event.hand)
    waived = deal.waived | {event.offence} if event.waived else deal.waived - {event.offence}
    return _dealt_anew(table, replace(deal, waived=waived))


def _hand_voided(table: Table, event: ev.HandVoided) -> Changes:
    return _changed(table, replace(table.hand_numbered(event.hand), is_void=True, is_out_of_turn=event.is_out_of_turn))


def _card_drawn_back(table: Table, event: ev.CardDrawnBack) -> Changes:
    _seated(table, event.giver, event.taker)
    hand = table.hand_numbered(event.hand)
    return _changed(table, replace(hand, drawn_back=(*hand.drawn_back, DrawnBack(event.giver, event.taker))))


def _time_called(table: Table, _event: ev.TimeCalled) -> Changes:
    return _changed(table, replace(_playing(table), is_last=True))


def _played_on(_table: Table, _event: ev.PlayedOn) -> Changes:
    return {"plays_on": True}


def _session_ended(_table: Table, event: ev.SessionEnded) -> Changes:
    return {"ended_at": event.at}


def _sheet_signed(table: Table, event: ev.SheetSigned) -> Changes:
    return {"signed": (*table.signed, event.player)}


def _seated(table: Table, *seats: Seat | None) -> None:
    free = [seat for seat in seats if seat is not None and seat not in table.agreed.seats]
    if free:
        raise NoSuchSeat(f"nobody sits in seat {free[0]}")


def _dealt_to(table: Table, *seats: Seat | None, made: Hand | None = None) -> None:
    """Raises `NoSuchSeat` for a seat that nobody sits in, unless a hand lies there that nobody holds, in `made` as well."""
    free = (seat for seat in seats if seat is not None and seat not in table.agreed.seats)
    dummies = {hand.dummy for hand in (*table.hands, *((made,) if made else ()))}
    _seated(table, *(seat for seat in free if seat not in dummies))


def _playing(table: Table) -> Hand:
    if table.deal is None:
        raise NoHand("no hand is being played")
    return table.deal.hand


def _changed(table: Table, hand: Hand, **more: Any) -> Changes:
    """What changes with that hand in place of the one of the same number; who deals after it follows anew."""
    deal = table.deal_numbered(hand.number)
    return _dealt_anew(table, Deal(deal.setup, deal.before, hand, deal.waived)) | more


def _dealt_anew(table: Table, deal: Deal) -> Changes:
    if deal.hand.number > len(table.past):
        return {"deal": deal}
    place = deal.hand.number - 1
    deals = refolded(deal, table.deals[place + 1 :])
    return {"past": (*table.past[:place], *deals[:-1]), "deal": deals[-1]}


Placed = TypeVar("Placed", ev.CardCorrected, ev.SeatCorrected)


def _play_changed(table: Table, event: Placed, more: Changes, **changes: Any) -> Changes:
    hand = table.hand_numbered(event.hand)
    play = hand.at(event.trick, event.position)._replace(**changes)
    return _changed(table, hand.change(event.trick, event.position, play)) | more


Noted = TypeVar("Noted", ev.CardCorrected, ev.SeatCorrected, ev.CallCorrected, ev.MoveCorrected, ev.ClaimCorrected)


def _noted(table: Table, event: Noted, trick: int, position: int, was: str, now: str) -> tuple[Correction, ...]:
    return (*table.corrections, Correction(event.hand, trick, position, was, now, event.by, event.at.isoformat()))


_STEPS: dict[type[ev.Event], Callable[[Table, Any], Changes]] = {
    ev.SessionStarted: _session_started,
    ev.PlayersChanged: _players_changed,
    ev.PlayerRenamed: _player_renamed,
    ev.HandStarted: _hand_started,
    ev.CallMade: _call_made,
    ev.CallCorrected: _call_corrected,
    ev.MoveMade: _move_made,
    ev.MoveCorrected: _move_corrected,
    ev.CardPlayed: _card_played,
    ev.CardCorrected: _card_corrected,
    ev.SeatCorrected: _seat_corrected,
    ev.MissedCardAdded: _missed_card_added,
    ev.CardRemoved: _card_removed,
    ev.CardTurnedUp: _card_turned_up,
    ev.CardWithdrawn: _card_withdrawn,
    ev.CardShown: _card_shown,
    ev.TrickConfirmed: _trick_confirmed,
    ev.TrickClaimed: _trick_claimed,
    ev.ClaimCorrected: _claim_corrected,
    ev.TricksTold: _tricks_told,
    ev.TrickReopened: _trick_reopened,
    ev.CardCountQuestioned: _card_count_questioned,
    ev.DisputeOpened: _dispute_opened,
    ev.DisputeClosed: _dispute_closed,
    ev.OffenceRuled: _offence_ruled,
    ev.HandVoided: _hand_voided,
    ev.CardDrawnBack: _card_drawn_back,
    ev.TimeCalled: _time_called,
    ev.PlayedOn: _played_on,
    ev.SessionEnded: _session_ended,
    ev.SheetSigned: _sheet_signed,
}

_STEPS_OF_MANY: dict[type[ev.Event], Callable[[Table, Any], Changes | None]] = {
    ev.CallMade: _calls_made,
    ev.MoveMade: _moves_made,
    ev.CardPlayed: _tricks_played,
    ev.TrickConfirmed: _tricks_played,
}
"""What several events in a row of one kind change; None where they must be taken one by one."""
