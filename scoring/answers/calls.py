"""Answers to calls and to the moves of fishing games."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from scoring import commands as cmd
from scoring import events as ev
from scoring.answers.hands import check_once, in_a_hand, running_hand
from scoring.calls import AFTERWARDS, Call
from scoring.commands import Command
from scoring.errors import BadCall, CardTwice, NoSuchCard, NoSuchSeat
from scoring.events import Event
from scoring.games.game import fitting
from scoring.hands import Hand
from scoring.moves import Move
from scoring.table import Table


def _make_call(table: Table, command: cmd.MakeCall, at: datetime) -> list[Event]:
    call, events = command.call, list[Event]()
    if call.kind not in AFTERWARDS and not is_late(table):
        events, table = in_a_hand(table, command.by, at)
    _check_call(table, running_hand(table), command.call)
    return [*events, ev.CallMade(at=at, by=command.by, call=command.call)]


def is_late(table: Table) -> bool:
    """Whether the cards of the last hand were played before everything was said that its score needs."""
    deal = table.deal
    if deal is None or not deal.is_over or deal.hand.is_void or deal.result is not None:
        return False
    return bool(deal.game.awaits(deal.setup, deal.hand))


def _correct_call(table: Table, command: cmd.CorrectCall, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if not 0 <= command.index < len(hand.calls):
        raise NoSuchCard(f"hand {command.hand} has no call number {command.index + 1}")
    was = hand.calls[command.index]
    if replace(command.call, moment=was.moment) == was:
        return []
    earlier, later = hand.calls[: command.index], hand.calls[command.index + 1 :]
    _check_call(table, _as_of(table, hand, earlier), command.call)
    for place, call in enumerate(later):
        with_it, with_that = (_as_of(table, hand, (*earlier, first, *later[:place])) for first in (was, command.call))
        if _fits(table, with_it, call) and not _fits(table, with_that, call):
            name = table.deal_numbered(hand.number).setup.name_of(call.seat)
            raise BadCall(f"then what {name} said after it would not be possible: correct that first, or take it back")
    return [ev.CallCorrected(at=at, by=command.by, hand=command.hand, index=command.index, was=was, now=command.call)]


def _as_of(table: Table, hand: Hand, calls: tuple[Call, ...]) -> Hand:
    """The hand as it was when only these calls had been made."""
    return table.game.with_calls(table.deal_numbered(hand.number).setup, replace(hand, calls=calls))


def _fits(table: Table, hand: Hand, call: Call) -> bool:
    return bool(fitting(lambda said: _check_call(table, hand, said), (call,)))


def _check_call(table: Table, hand: Hand, call: Call) -> None:
    if call.seat not in hand.seats:
        raise NoSuchSeat(f"nobody plays at seat {call.seat}")
    check_once(call.cards)
    deal = table.deal_numbered(hand.number)
    table.game.check_call(deal.setup, deal.before, hand, call)


def _make_move(table: Table, command: cmd.MakeMove, at: datetime) -> list[Event]:
    events, table = in_a_hand(table, command.by, at)
    _check_move(table, running_hand(table), command.move)
    return [*events, ev.MoveMade(at=at, by=command.by, move=command.move)]


def _correct_move(table: Table, command: cmd.CorrectMove, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if not 0 <= command.index < len(hand.moves):
        raise NoSuchCard(f"hand {command.hand} has no move number {command.index + 1}")
    was = hand.moves[command.index]
    if replace(command.move, moment=was.moment) == was:
        return []
    others = (*hand.moves[: command.index], *hand.moves[command.index + 1 :])
    _check_move(table, replace(hand, moves=others), command.move)
    return [ev.MoveCorrected(at=at, by=command.by, hand=command.hand, index=command.index, was=was, now=command.move)]


def _check_move(table: Table, hand: Hand, move: Move) -> None:
    if move.seat not in hand.seats:
        raise NoSuchSeat(f"nobody plays at seat {move.seat}")
    check_once((*move.take, *move.extra, *(card for group in move.also for card in group)))
    check_once(tuple(card for group in move.sets for card in group))
    if len(set(move.builds)) < len(move.builds):
        raise CardTwice("one build is named twice")
    table.game.check_move(table.agreed, hand, move)


ANSWERS: dict[type[Command], Callable[[Table, Any, datetime], list[Event]]] = {
    cmd.MakeCall: _make_call,
    cmd.CorrectCall: _correct_call,
    cmd.MakeMove: _make_move,
    cmd.CorrectMove: _correct_move,
}
