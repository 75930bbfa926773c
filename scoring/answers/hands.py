"""What every answer needs: the running hand, or a new one where none is being played."""

from datetime import datetime

from scoring import commands as cmd
from scoring import events as ev
from scoring.cards import Card
from scoring.errors import CardTwice, NoHand, SessionOver
from scoring.events import Event
from scoring.folding import evolve
from scoring.hands import Hand
from scoring.seats import Seat
from scoring.table import Table


def in_a_hand(table: Table, by: str, at: datetime) -> tuple[list[Event], Table]:
    """The event that starts a hand where none is being played, and the table with it."""
    if not table.is_hand_over:
        return [], table
    started = next_hand(table, by, at)
    return [started], evolve(table, started)


def next_hand(table: Table, by: str, at: datetime, dealer: Seat | None = None) -> ev.HandStarted:
    """The event that begins the next deal; raises `SessionOver` where the game is over and nobody wants to play on."""
    standing = table.standing
    if standing.is_over and not table.plays_on:
        raise SessionOver(f"the game is over: {standing.needed}. Play on, end the session, or start a new one")
    seats = table.agreed.seats if standing.is_over else standing.playing
    return ev.HandStarted(at=at, by=by, hand=len(table.deals) + 1, seats=seats, dealer=dealer)


def running_hand(table: Table) -> Hand:
    """The hand that is being played, or was played last; raises `NoHand`."""
    if table.hand is None:
        raise NoHand("no hand is being played: lay the first card")
    return table.hand


def check_once(cards: tuple[Card, ...]) -> None:
    """Raises `CardTwice` where a card stands in the list more than once."""
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CardTwice(f"{card} is named twice")


def place_of(command: cmd.CorrectCard | cmd.CorrectSeat | cmd.AddMissedCard | cmd.RemoveCard | cmd.TurnUpCard) -> dict[str, int]:
    """Where a card lies, as commands and events name it alike."""
    return {"hand": command.hand, "trick": command.trick, "position": command.position}
