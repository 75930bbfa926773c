"""Answers about single cards: played, corrected, missed, turned up, taken back."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from scoring import commands as cmd
from scoring import events as ev
from scoring.answers.hands import in_a_hand, place_of, running_hand
from scoring.answers.tricks import confirm_trick
from scoring.commands import Command
from scoring.errors import BadCall, CardTwice, NoSuchCard, NoSuchSeat, Refused
from scoring.events import Event
from scoring.folding import fold
from scoring.remaining import check_unspent
from scoring.table import Table

MOST_IN_A_TRICK = 200
"""Cards after which nobody reads the rest: something at the table is taken for cards again and again."""


def _play_card(table: Table, command: cmd.PlayCard, at: datetime) -> list[Event]:
    if not table.game.has_tricks:
        raise BadCall(f"in {table.agreed.game} a card captures, builds or trails: say which")
    confirmed = _full_trick_confirmed(table, command.by, at) if command.is_typed else []
    events, table = in_a_hand(fold(confirmed, table), command.by, at)
    if command.seat is not None and command.seat not in running_hand(table).seats:
        raise NoSuchSeat(f"nobody plays at seat {command.seat}")
    if command.is_typed and command.card is not None and table.deal is not None:
        check_unspent(table.deal, command.card)
    trick = running_hand(table).open_trick
    if trick and len(trick.plays) >= MOST_IN_A_TRICK:
        raise Refused(f"trick {trick.number} has {MOST_IN_A_TRICK} cards: confirm it, or take cards back")
    played = ev.CardPlayed(
        at=at, by=command.by, card=command.card, seat=command.seat, face_down=command.face_down, reading=command.reading
    )
    return [*confirmed, *events, played]


def _full_trick_confirmed(table: Table, by: str, at: datetime) -> list[Event]:
    hand = table.hand
    if hand is None or not hand.is_trick_full:
        return []
    return confirm_trick(table, cmd.ConfirmTrick(by=by, hand=hand.number, trick=hand.trick_to_confirm), at)


def _play_pair(table: Table, command: cmd.PlayPair, at: datetime) -> list[Event]:
    """The reply is the card of the led suit that beats the lead; where both do, the one that settled first (docs/rules.md §3)."""
    hand = running_hand(table)
    trick = hand.open_trick
    lead = trick.plays[0] if trick and len(trick.plays) == 1 else None
    if len(hand.seats) != 2 or trick is None or lead is None or lead.card is None or hand.trick_to_confirm == hand.hand_size:
        raise Refused("two cards in one movement are the reply to a lead and the next lead, between two players")
    if command.first == command.second:
        raise CardTwice(f"{command.first} cannot be both the reply and the next lead")
    reply = trick.order.reply(lead.card, (command.first, command.second))
    if reply is None:
        raise Refused("neither card takes the trick, so no next lead belongs to it: lay one card")
    led = command.second if reply == command.first else command.first
    confirmed = ev.TrickConfirmed(at=at, by=command.by, hand=hand.number, trick=trick.number)
    return [ev.CardPlayed(at=at, by=command.by, card=reply), confirmed, ev.CardPlayed(at=at, by=command.by, card=led)]


def _correct_card(table: Table, command: cmd.CorrectCard, at: datetime) -> list[Event]:
    play = table.hand_numbered(command.hand).at(command.trick, command.position)
    if play.card == command.card:
        return []
    return [ev.CardCorrected(at=at, by=command.by, was=play.card, now=command.card, **place_of(command))]


def _correct_seat(table: Table, command: cmd.CorrectSeat, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    play = hand.at(command.trick, command.position)
    if play.seat == command.seat:
        return []
    if command.seat is not None and command.seat not in hand.seats:
        raise NoSuchSeat(f"nobody sits at {command.seat}")
    return [ev.SeatCorrected(at=at, by=command.by, was=play.seat, now=command.seat, **place_of(command))]


def _add_missed_card(table: Table, command: cmd.AddMissedCard, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    cards = hand.laid[command.trick - 1] if 1 <= command.trick <= len(hand.laid) else ()
    if command.card in [play.card for play in cards]:
        return []
    has_room = command.trick == hand.trick_to_confirm or command.trick in dict(hand.claims)
    if not has_room or command.trick > hand.hand_size or len(cards) >= len(hand.seats):
        raise Refused(f"trick {command.trick} misses no card")
    if not 0 <= command.position <= len(cards):
        raise NoSuchCard(f"trick {command.trick} has no place number {command.position + 1}")
    return [ev.MissedCardAdded(at=at, by=command.by, card=command.card, **place_of(command))]


def _remove_card(table: Table, command: cmd.RemoveCard, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if command.trick <= hand.confirmed:
        raise Refused("a confirmed trick keeps its cards: take the trick back first")
    if command.trick <= len(hand.laid) and command.position >= len(hand.laid[command.trick - 1]):
        return []
    play = hand.at(command.trick, command.position)
    if play.card != command.was:
        return []
    return [ev.CardRemoved(at=at, by=command.by, was=play.card, **place_of(command))]


def _turn_up_card(table: Table, command: cmd.TurnUpCard, at: datetime) -> list[Event]:
    play = table.hand_numbered(command.hand).at(command.trick, command.position)
    if not play.is_hidden:
        return []
    return [ev.CardTurnedUp(at=at, by=command.by, card=command.card, **place_of(command))]


def _withdraw_card(table: Table, command: cmd.WithdrawCard, at: datetime) -> list[Event]:
    hand = running_hand(table)
    trick = hand.open_trick
    if command.seq not in (None, table.seq):
        return []
    if trick and trick.plays:
        return [ev.CardWithdrawn(at=at, by=command.by, card=trick.plays[-1].card)]
    if hand.confirmed:
        return [ev.TrickReopened(at=at, by=command.by, hand=hand.number, trick=hand.confirmed)]
    return []


def _show_card(table: Table, command: cmd.ShowCard, at: datetime) -> list[Event]:
    """A card that was taken for a play of the open trick leaves it."""
    hand = running_hand(table)
    trick = hand.open_trick
    laid = [play.card for play in trick.plays] if trick else []
    was = (trick.number, laid.index(command.card)) if trick and command.card in laid else None
    if was is None and command.card in [play.card for play in hand.shown]:
        return []
    return [ev.CardShown(at=at, by=command.by, card=command.card, was=was)]


ANSWERS: dict[type[Command], Callable[[Table, Any, datetime], list[Event]]] = {
    cmd.PlayCard: _play_card,
    cmd.PlayPair: _play_pair,
    cmd.CorrectCard: _correct_card,
    cmd.CorrectSeat: _correct_seat,
    cmd.AddMissedCard: _add_missed_card,
    cmd.RemoveCard: _remove_card,
    cmd.TurnUpCard: _turn_up_card,
    cmd.WithdrawCard: _withdraw_card,
    cmd.ShowCard: _show_card,
}
