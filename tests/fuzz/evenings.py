"""Short clumsy evenings of every game, written by the project's own hand: what records, texts and logs are made of."""

from functools import cache

from scoring.commands import StartSession
from scoring.events import Event, SessionStarted
from scoring.folding import fold
from scoring.ledger import Recorded
from scoring.ledger.records import export_lines
from scoring.ledger.text import write_text
from tests.golden.transcripts import TABLES, Clumsy

STEPS = 40


@cache
def evening(name: str) -> tuple[Event, ...]:
    """The events of one table of `TABLES`."""
    clumsy = Clumsy(name)
    players = ("Ama", "Kofi", "Esi", "Yaw")[: clumsy.players]
    clumsy.do(StartSession(by="t", game=clumsy.game, players=players, options=clumsy.options, stake=2))
    for _ in range(STEPS):
        clumsy.do(clumsy.sensible() if clumsy.chance.random() < 0.85 else clumsy.odd())
    return tuple(clumsy.events)


def recorded(name: str) -> list[Recorded]:
    """The same with their places."""
    return [Recorded(name, seq, event) for seq, event in enumerate(evening(name), start=1)]


def as_lines(name: str) -> bytes:
    """The evening as JSON Lines."""
    return "\n".join(export_lines(recorded(name))).encode()


def as_text(name: str) -> bytes:
    """The evening as text."""
    start = evening(name)[0]
    assert isinstance(start, SessionStarted)
    return "\n".join(write_text(fold(evening(name)), start)).encode()


EVENINGS = tuple(TABLES)
