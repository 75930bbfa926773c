"""Answers about tricks: made fact, claimed, disputed, ruled upon."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from scoring import commands as cmd
from scoring import events as ev
from scoring.answers.hands import in_a_hand, running_hand
from scoring.commands import Command
from scoring.errors import CardTwice, HandOver, NoSuchCard, NoSuchSeat, Refused, Unreadable
from scoring.events import Event
from scoring.hands import Hand
from scoring.table import Table
from scoring.told import Asked, is_possible


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


def _correct_claim(table: Table, command: cmd.CorrectClaim, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    was = hand.claimant(command.trick)
    if command.seat not in hand.seats:
        raise NoSuchSeat(f"nobody plays at seat {command.seat}")
    if command.seat == was:
        return []
    return [ev.ClaimCorrected(at=at, by=command.by, hand=command.hand, trick=command.trick, was=was, now=command.seat)]


def _tell_tricks(table: Table, command: cmd.TellTricks, at: datetime) -> list[Event]:
    if command.hand < len(table.deals) or (command.hand == len(table.deals) and table.is_hand_over):
        return []
    events, table = in_a_hand(table, command.by, at)
    hand = running_hand(table)
    if command.hand != hand.number:
        raise NoSuchCard(f"hand {command.hand} cannot be told: hand {hand.number} comes first")
    first = hand.trick_to_confirm
    if table.disputed == (hand.number, first):
        raise Refused(f"trick {first} is disputed: settle that first")
    if hand.is_trick_full:
        raise Refused(f"all cards of trick {first} lie there: confirm it first")
    _check_told(table, hand, command)
    told = ev.TricksTold(at=at, by=command.by, hand=hand.number, trick=first, taken=command.taken, last=command.last)
    return [*events, told]


def _check_told(table: Table, hand: Hand, command: cmd.TellTricks) -> None:
    asked, left = table.game.asks(table.agreed, hand), hand.hand_size - hand.confirmed
    if asked is None:
        raise Refused(f"in {table.agreed.game} the cards themselves count: lay them or type them")
    takers = [taker.seat for taker in command.last]
    counted = [seat for count in command.taken for seat in count.seats]
    unknown = [seat for seat in (*takers, *counted) if seat not in hand.seats]
    if unknown:
        raise NoSuchSeat(f"nobody plays at seat {unknown[0]}")
    if not 1 <= len(takers) <= min(left, 1 + len(asked.before)):
        raise Unreadable("say who took the last trick")
    if counted and not asked.counted:
        raise Unreadable("tricks are not counted in this game")
    if asked.counted:
        _check_counted(table, command, asked, left)
    cards = [taker.card for taker in command.last]
    if None in cards[:-1]:
        raise Unreadable("say with which cards the tricks before it were taken")
    seen = [play.card for play in hand.plays]
    for card in filter(None, cards):
        if card not in hand.order.pack:
            raise NoSuchCard(f"{card} is not in the pack")
        if (cards + seen).count(card) > hand.order.pack.copies:
            raise CardTwice(f"{card} has been played already")


def _check_counted(table: Table, command: cmd.TellTricks, asked: Asked, left: int) -> None:
    groups = [count.seats for count in command.taken]
    expected = sorted(seat for members in asked.counted for seat in members)
    if sorted(seat for group in groups for seat in group) != expected or any(count.tricks < 0 for count in command.taken):
        raise Unreadable("say how many tricks everybody took")
    for group in groups:
        if not any(set(group) <= set(members) for members in asked.counted):
            raise Unreadable(f"say how many tricks {table.agreed.names_of(group)} took, each alone")
    total = sum(count.tricks for count in command.taken)
    if total != left:
        raise Unreadable(f"{left} tricks were played, and these are {total}: count again")
    if not is_possible(command.taken, command.last, left):
        raise Unreadable(f"{table.agreed.name_of(command.last[-1].seat)} took the last trick, so at least one")


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
    cmd.CorrectClaim: _correct_claim,
    cmd.TellTricks: _tell_tricks,
    cmd.OpenDispute: _open_dispute,
    cmd.CloseDispute: _close_dispute,
    cmd.RuleOnOffence: _rule_on_offence,
}
