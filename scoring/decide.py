"""`decide`: what a proposal leads to. Events, nothing where it was already done, or a refusal with its reason."""

from datetime import datetime

from scoring.answers import calls, cards, sessions, tricks
from scoring.commands import CallTime, Command, SignSheet, StartSession, Undo
from scoring.errors import NoHand, SessionOver
from scoring.events import Event
from scoring.folding import fold
from scoring.table import Table

_ANSWERS = {**sessions.ANSWERS, **calls.ANSWERS, **cards.ANSWERS, **tricks.ANSWERS}


def decide(table: Table, command: Command, at: datetime) -> list[Event]:
    """Events that the command leads to; an empty list where nothing is left to do; raises `Refused` with the reason.

    Where the game has a time limit that has passed, time is called first; if that ends the game, nothing else is done.
    """
    if not isinstance(command, StartSession):
        if table.setup is None:
            raise NoHand("nobody plays yet: start a session first")
        if table.is_ended and not isinstance(command, Undo | SignSheet):
            raise SessionOver("the session has ended: start a new one")
        if _is_time_up(table, at) and not isinstance(command, Undo | CallTime | SignSheet):
            called = decide(table, CallTime(by="clock"), at)
            table = fold(called, table)
            return called if table.standing.is_over else [*called, *_ANSWERS[type(command)](table, command, at)]
    return _ANSWERS[type(command)](table, command, at)


def _is_time_up(table: Table, at: datetime) -> bool:
    """Whether the agreed minutes have passed and nobody has called time in the running hand or before."""
    minutes = table.game.minutes(table.agreed)
    if minutes is None or table.started_at is None or table.deal is None or any(deal.hand.is_last for deal in table.deals):
        return False
    return bool((at - table.started_at).total_seconds() >= minutes * 60)
