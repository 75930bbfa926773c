"""Answers about the session: who plays what, new deals, void hands, time, undo."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from scoring import commands as cmd
from scoring import events as ev
from scoring.answers.hands import in_a_hand, next_hand, running_hand
from scoring.commands import Command
from scoring.errors import BadSetup, NoSuchSeat, Refused
from scoring.events import Event
from scoring.games import agreed, check_names, game_of
from scoring.misdeals import drawn_back, misdealt
from scoring.names import check_new_name
from scoring.ranges import check_ranges
from scoring.table import Table


def _start_session(table: Table, command: cmd.StartSession, at: datetime) -> list[Event]:
    if table.setup is not None and not table.is_ended:
        raise Refused("a session is running: end it before you start another")
    rules = _tidy(command.rules)
    _check_new_names(command.players)
    check_ranges(agreed(command.game, command.players, command.options, command.first_dealer, command.stake, rules))
    return [
        ev.SessionStarted(
            at=at,
            by=command.by,
            game=command.game,
            players=command.players,
            options=dict(command.options),
            first_dealer=command.first_dealer,
            stake=command.stake,
            rules=rules,
        )
    ]


def _tidy(rules: str | None) -> str | None:
    """The text of a house game with line ends as every system reads them."""
    return None if rules is None else "\n".join(rules.removeprefix("\ufeff").splitlines()) + "\n"


def _check_new_names(names: Iterable[str]) -> None:
    for name in names:
        check_new_name(name)


def _change_players(table: Table, command: cmd.ChangePlayers, at: datetime) -> list[Event]:
    if command.players == table.agreed.players:
        return []
    if not table.is_hand_over:
        raise Refused("a hand is being played: change players when it is over, or void it first")
    check_names(command.players)
    _check_new_names(name for name in command.players if name not in table.agreed.players)
    setup = replace(table.agreed, players=command.players)
    game_of(setup).check(setup)
    before, after = table.game.sides(table.agreed), game_of(setup).sides(setup)
    if {len(side) for side in before} != {len(side) for side in after} or (len(before[0]) > 1 and len(before) != len(after)):
        raise BadSetup("with partners the number of players stays as it is: end the session and start a new one")
    return [ev.PlayersChanged(at=at, by=command.by, players=command.players)]


def _rename_player(table: Table, command: cmd.RenamePlayer, at: datetime) -> list[Event]:
    players = table.agreed.players
    if command.seat not in table.agreed.seats:
        raise Refused(f"nobody sits in seat {command.seat.name}")
    if players[command.seat] == command.name:
        return []
    check_new_name(command.name)
    others = {name for name in players if name != players[command.seat]} | {name for name, _ in table.standing.away}
    if command.name in others:
        raise Refused(f"somebody here is called {command.name} already")
    return [ev.PlayerRenamed(at=at, by=command.by, seat=command.seat, name=command.name)]


def _deal_hand(table: Table, command: cmd.DealHand, at: datetime) -> list[Event]:
    if not table.is_hand_over:
        raise Refused("a hand is being played: play it out, or void it first")
    if command.dealer is not None and command.dealer not in table.standing.playing:
        raise NoSuchSeat(f"nobody plays at seat {command.dealer}")
    return [next_hand(table, command.by, at, command.dealer)]


def _void_hand(table: Table, command: cmd.VoidHand, at: datetime) -> list[Event]:
    hand = running_hand(table)
    if hand.is_void:
        return []
    return [ev.HandVoided(at=at, by=command.by, hand=hand.number, reason=command.reason, is_out_of_turn=command.is_out_of_turn)]


def _count_cards(table: Table, command: cmd.CountCards, at: datetime) -> list[Event]:
    events, table = in_a_hand(table, command.by, at)
    hand = running_hand(table)
    if hand.laid or hand.moves:
        raise Refused("cards have been played already: say that this hand does not count")
    if len(command.counts) != len(hand.seats) or any(count < 0 for count in command.counts):
        raise Refused(f"say how many cards each of {len(hand.seats)} players has")
    counts = dict(zip(hand.seats, command.counts, strict=True))
    if not misdealt(counts, hand.hand_size):
        return []
    has_rest = hand.order.pack.size > hand.hand_size * len(hand.seats)
    found = None if command.is_seen else drawn_back(counts, hand.hand_size, has_rest)
    if found is None:
        return [*events, ev.HandVoided(at=at, by=command.by, hand=hand.number, reason="misdeal")]
    return [*events, ev.CardDrawnBack(at=at, by=command.by, hand=hand.number, giver=found.giver, taker=found.taker)]


def _call_time(table: Table, command: cmd.CallTime, at: datetime) -> list[Event]:
    return [] if running_hand(table).is_last else [ev.TimeCalled(at=at, by=command.by)]


def _play_on(table: Table, command: cmd.PlayOn, at: datetime) -> list[Event]:
    if not table.standing.is_over:
        raise Refused("the game is not over yet: there is nothing to play on past")
    return [] if table.plays_on else [ev.PlayedOn(at=at, by=command.by)]


def _undo(table: Table, command: cmd.Undo, at: datetime) -> list[Event]:
    if not table.can_undo or command.seq not in (None, table.seq):
        return []
    return [ev.Undone(at=at, by=command.by, what=type(table.since[-1]).__name__)]


def _redo(table: Table, command: cmd.Redo, at: datetime) -> list[Event]:
    if not table.undone or command.seq not in (None, table.seq):
        return []
    return [ev.Redone(at=at, by=command.by, what=type(table.undone[-1]).__name__)]


def _end_session(_table: Table, command: cmd.EndSession, at: datetime) -> list[Event]:
    return [ev.SessionEnded(at=at, by=command.by)]


def _sign_sheet(table: Table, command: cmd.SignSheet, at: datetime) -> list[Event]:
    if not table.is_ended:
        raise Refused("the session goes on: end it before the sheet is signed")
    if command.player not in table.agreed.players:
        raise NoSuchSeat(f"{command.player} does not play in this session")
    return [] if command.player in table.signed else [ev.SheetSigned(at=at, by=command.by, player=command.player)]


ANSWERS: dict[type[Command], Callable[[Table, Any, datetime], list[Event]]] = {
    cmd.StartSession: _start_session,
    cmd.ChangePlayers: _change_players,
    cmd.DealHand: _deal_hand,
    cmd.VoidHand: _void_hand,
    cmd.CountCards: _count_cards,
    cmd.CallTime: _call_time,
    cmd.PlayOn: _play_on,
    cmd.RenamePlayer: _rename_player,
    cmd.Undo: _undo,
    cmd.Redo: _redo,
    cmd.EndSession: _end_session,
    cmd.SignSheet: _sign_sheet,
}
