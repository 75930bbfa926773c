"""Answers about tricks: made fact, claimed, disputed, ruled upon."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from scoring import commands as cmd
from scoring import events as ev
from scoring.commands import Command
from scoring.errors import HandOver, NoSuchCard, NoSuchSeat, Refused
from scoring.events import Event
from scoring.table import Table


def confirm_trick(table: Table, command: cmd.ConfirmTrick, at: datetime) -> list[Event]:
    """The open trick becomes fact, or is asked about where it has a card too few or too many."""
    hand = table.hand_numbered(command.hand)
    if command.trick <= hand.confirmed or command.hand < len(table.deals):
        return []
    if table.disputed == (command.hand, command.trick):
        raise Refused(f"trick {command.trick} is disputed: settle that first")
    trick = hand.open_trick
    found, expected = len(trick.plays) if trick else 0, len(hand.seats)
    if command.trick > hand.trick_to_confirm or found == 0:
        raise Refused(f"trick {command.trick} has no cards yet")
    if found == expected:
        return [ev.TrickConfirmed(at=at, by=command.by, hand=command.hand, trick=command.trick)]
    question = table.count_question
    if question and (question.hand, question.trick, question.found) == (command.hand, command.trick, found):
        return []
    return [ev.CardCountQuestioned(at=at, by=command.by, hand=command.hand, trick=command.trick, found=found, expected=expected)]


def _claim_trick(table: Table, command: cmd.ClaimTrick, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if not table.game.has_tricks or command.seat not in hand.seats:
        raise NoSuchSeat(f"nobody plays at seat {command.seat}")
    if command.trick <= hand.confirmed:
        return []
    if command.hand < len(table.deals) or table.is_hand_over:
        raise HandOver(f"hand {command.hand} is over")
    if command.trick != hand.trick_to_confirm:
        raise Refused(f"trick {hand.trick_to_confirm} comes first")
    return [ev.TrickClaimed(at=at, by=command.by, hand=command.hand, trick=command.trick, seat=command.seat)]


def _open_dispute(table: Table, command: cmd.OpenDispute, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if not 1 <= command.trick <= len(hand.laid):
        raise NoSuchCard(f"trick {command.trick} of hand {command.hand} has not been played")
    if table.disputed == (command.hand, command.trick):
        return []
    place = {"hand": command.hand, "trick": command.trick}
    return [ev.DisputeOpened(at=at, by=command.by, evidence=command.evidence, **place)]


def _close_dispute(table: Table, command: cmd.CloseDispute, at: datetime) -> list[Event]:
    return [ev.DisputeClosed(at=at, by=command.by)] if table.disputed else []


def _rule_on_offence(table: Table, command: cmd.RuleOnOffence, at: datetime) -> list[Event]:
    deal = table.deal_numbered(command.hand)
    if command.offence not in {offence.key for offence in deal.offences}:
        raise NoSuchCard(f"hand {command.hand} has no such offence")
    if (command.offence in deal.waived) == command.waived:
        return []
    return [ev.OffenceRuled(at=at, by=command.by, hand=command.hand, offence=command.offence, waived=command.waived)]


ANSWERS: dict[type[Command], Callable[[Table, Any, datetime], list[Event]]] = {
    cmd.ConfirmTrick: confirm_trick,
    cmd.ClaimTrick: _claim_trick,
    cmd.OpenDispute: _open_dispute,
    cmd.CloseDispute: _close_dispute,
    cmd.RuleOnOffence: _rule_on_offence,
}
