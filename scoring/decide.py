"""`decide`: what a proposal leads to. Events, nothing where it was already done, or a refusal with its reason."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from scoring.commands import (
    AddMissedCard,
    CloseDispute,
    Command,
    ConfirmTrick,
    CorrectCard,
    CorrectSeat,
    EndSession,
    OpenDispute,
    PlayCard,
    RemoveCard,
    RuleOnOffence,
    ShowCard,
    StartSession,
    TurnUpCard,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.errors import NoHand, NoSuchCard, Refused, SessionOver
from scoring.events import (
    CardCorrected,
    CardCountQuestioned,
    CardPlayed,
    CardRemoved,
    CardShown,
    CardTurnedUp,
    CardWithdrawn,
    DisputeClosed,
    DisputeOpened,
    Event,
    HandStarted,
    HandVoided,
    MissedCardAdded,
    OffenceRuled,
    SeatCorrected,
    SessionEnded,
    SessionStarted,
    TrickConfirmed,
    TrickReopened,
    Undone,
)
from scoring.games import game_named
from scoring.games.game import Setup
from scoring.hands import Hand
from scoring.table import Table


def decide(table: Table, command: Command, at: datetime) -> list[Event]:
    """Events that the command leads to; an empty list where nothing is left to do; raises `Refused` with the reason."""
    if isinstance(command, StartSession):
        return _start_session(table, command, at)
    if table.setup is None:
        raise NoHand("nobody plays yet: start a session first")
    if table.is_ended and not isinstance(command, Undo):
        raise SessionOver("the session has ended: start a new one")
    return _ANSWERS[type(command)](table, command, at)


def _start_session(table: Table, command: StartSession, at: datetime) -> list[Event]:
    if table.setup is not None and not table.is_ended:
        raise Refused("a session is running: end it before you start another")
    game = game_named(command.game)
    options = game.read_options(dict(command.options))
    if len(set(command.players)) < len(command.players) or not all(name.strip() for name in command.players):
        raise Refused("every player needs a name of their own")
    if command.first_dealer >= len(command.players):
        raise Refused(f"seat {command.first_dealer} is empty and cannot deal first")
    if command.stake < 0:
        raise Refused(f"the stake is {command.stake}: expected 0 or more")
    game.check(Setup(command.game, command.players, options, command.first_dealer, command.stake))
    return [
        SessionStarted(
            at=at,
            by=command.by,
            game=command.game,
            players=command.players,
            options=dict(command.options),
            first_dealer=command.first_dealer,
            stake=command.stake,
        )
    ]


def _play_card(table: Table, command: PlayCard, at: datetime) -> list[Event]:
    events: list[Event] = []
    if table.is_hand_over:
        events.append(_next_hand(table, command.by, at))
    played = CardPlayed(
        at=at, by=command.by, card=command.card, seat=command.seat, face_down=command.face_down, reading=command.reading
    )
    return [*events, played]


def _next_hand(table: Table, by: str, at: datetime) -> HandStarted:
    standing = table.standing
    if standing.is_over:
        raise SessionOver(f"the game is over: {standing.needed}. End the session, or start a new one")
    return HandStarted(at=at, by=by, hand=len(table.hands) + 1, seats=standing.playing)


def _correct_card(table: Table, command: CorrectCard, at: datetime) -> list[Event]:
    play = table.hand_numbered(command.hand).at(command.trick, command.position)
    if play.card == command.card:
        return []
    return [CardCorrected(at=at, by=command.by, was=play.card, now=command.card, **_place(command))]


def _correct_seat(table: Table, command: CorrectSeat, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    play = hand.at(command.trick, command.position)
    if play.seat == command.seat:
        return []
    if command.seat is not None and command.seat not in hand.seats:
        raise NoSuchCard(f"nobody sits at {command.seat}")
    return [SeatCorrected(at=at, by=command.by, was=play.seat, now=command.seat, **_place(command))]


def _add_missed_card(table: Table, command: AddMissedCard, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    cards = hand.laid[command.trick - 1] if 1 <= command.trick <= len(hand.laid) else ()
    if command.card in [play.card for play in cards]:
        return []
    if command.trick != hand.trick_to_confirm or command.trick > hand.hand_size or len(cards) >= len(hand.seats):
        raise Refused(f"trick {command.trick} misses no card")
    if not 0 <= command.position <= len(cards):
        raise NoSuchCard(f"trick {command.trick} has no place number {command.position + 1}")
    return [MissedCardAdded(at=at, by=command.by, card=command.card, **_place(command))]


def _remove_card(table: Table, command: RemoveCard, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if command.trick <= hand.confirmed:
        raise Refused("a confirmed trick keeps its cards: take the trick back first")
    if command.trick <= len(hand.laid) and command.position >= len(hand.laid[command.trick - 1]):
        return []
    play = hand.at(command.trick, command.position)
    if play.card != command.was:
        return []
    return [CardRemoved(at=at, by=command.by, was=play.card, **_place(command))]


def _turn_up_card(table: Table, command: TurnUpCard, at: datetime) -> list[Event]:
    play = table.hand_numbered(command.hand).at(command.trick, command.position)
    if not play.is_hidden:
        return []
    return [CardTurnedUp(at=at, by=command.by, card=command.card, **_place(command))]


def _withdraw_card(table: Table, command: WithdrawCard, at: datetime) -> list[Event]:
    hand = _hand(table)
    trick = hand.open_trick
    if trick and trick.plays:
        return [CardWithdrawn(at=at, by=command.by, card=trick.plays[-1].card)]
    if hand.confirmed:
        return [TrickReopened(at=at, by=command.by, hand=hand.number, trick=hand.confirmed)]
    return []


def _show_card(table: Table, command: ShowCard, at: datetime) -> list[Event]:
    return [CardShown(at=at, by=command.by, card=command.card)] if command.card not in _hand(table).shown else []


def _confirm_trick(table: Table, command: ConfirmTrick, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if command.trick <= hand.confirmed or command.hand < len(table.hands):
        return []
    if table.disputed == (command.hand, command.trick):
        raise Refused(f"trick {command.trick} is disputed: settle that first")
    trick = hand.open_trick
    found, expected = len(trick.plays) if trick else 0, len(hand.seats)
    if command.trick > hand.trick_to_confirm or found == 0:
        raise Refused(f"trick {command.trick} has no cards yet")
    if found == expected:
        return [TrickConfirmed(at=at, by=command.by, hand=command.hand, trick=command.trick)]
    question = table.count_question
    if question and (question.hand, question.trick, question.found) == (command.hand, command.trick, found):
        return []
    return [CardCountQuestioned(at=at, by=command.by, hand=command.hand, trick=command.trick, found=found, expected=expected)]


def _open_dispute(table: Table, command: OpenDispute, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if not 1 <= command.trick <= len(hand.laid):
        raise NoSuchCard(f"trick {command.trick} of hand {command.hand} has not been played")
    if table.disputed == (command.hand, command.trick):
        return []
    return [DisputeOpened(at=at, by=command.by, hand=command.hand, trick=command.trick)]


def _close_dispute(table: Table, command: CloseDispute, at: datetime) -> list[Event]:
    return [DisputeClosed(at=at, by=command.by)] if table.disputed else []


def _rule_on_offence(table: Table, command: RuleOnOffence, at: datetime) -> list[Event]:
    hand = table.hand_numbered(command.hand)
    if command.offence not in {offence.key for offence in table.offences(hand)}:
        raise NoSuchCard(f"hand {command.hand} has no such offence")
    if ((command.hand, command.offence) in table.waived) == command.waived:
        return []
    return [OffenceRuled(at=at, by=command.by, hand=command.hand, offence=command.offence, waived=command.waived)]


def _void_hand(table: Table, command: VoidHand, at: datetime) -> list[Event]:
    hand = _hand(table)
    return [] if hand.is_void else [HandVoided(at=at, by=command.by, hand=hand.number, reason=command.reason)]


def _undo(table: Table, command: Undo, at: datetime) -> list[Event]:
    if len(table.effective) < 2 or command.seq not in (None, table.seq):
        return []
    return [Undone(at=at, by=command.by, what=type(table.effective[-1]).__name__)]


def _end_session(_table: Table, command: EndSession, at: datetime) -> list[Event]:
    return [SessionEnded(at=at, by=command.by)]


def _place(command: CorrectCard | CorrectSeat | AddMissedCard | RemoveCard | TurnUpCard) -> dict[str, int]:
    """Where a card lies, as commands and events name it alike."""
    return {"hand": command.hand, "trick": command.trick, "position": command.position}


def _hand(table: Table) -> Hand:
    if table.hand is None:
        raise NoHand("no hand is being played: lay the first card")
    return table.hand


_ANSWERS: dict[type[Command], Callable[[Table, Any, datetime], list[Event]]] = {
    PlayCard: _play_card,
    CorrectCard: _correct_card,
    CorrectSeat: _correct_seat,
    AddMissedCard: _add_missed_card,
    RemoveCard: _remove_card,
    TurnUpCard: _turn_up_card,
    WithdrawCard: _withdraw_card,
    ShowCard: _show_card,
    ConfirmTrick: _confirm_trick,
    OpenDispute: _open_dispute,
    CloseDispute: _close_dispute,
    RuleOnOffence: _rule_on_offence,
    VoidHand: _void_hand,
    Undo: _undo,
    EndSession: _end_session,
}
