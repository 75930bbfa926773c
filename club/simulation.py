"""Tables where nobody sits: each a log of its own, played by bots at a pace, as if a camera had seen it."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from club.bots import Bot
from scoring.commands import EndSession, PlayOn, StartSession
from scoring.games import GAMES, numbers_for
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.store import LOG
from scoring.seats import Seat


@dataclass(frozen=True)
class Sitting:
    """Who plays what at a table: for so many hands, or until the game is over where `hands` is 0."""

    game: str
    players: tuple[str, ...]
    hands: int = 0
    options: dict[str, object] = field(default_factory=dict)
    first_dealer: Seat = Seat.A


class SimulatedTable:
    """One table with its log in a folder; `sitting` is asked each time what is played next, None ends it.

    One thread uses it.
    """

    def __init__(self, folder: Path, chance: random.Random, revokes: float = 0.0, disputes: float = 0.0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.live = LiveTable(Ledger(folder / LOG))
        self.bot = Bot(self.live.table, self.live.submit, chance, revokes=revokes, disputes=disputes)

    def play(self, sitting: Sitting) -> Iterator[None]:
        """Play it to its end, one act of the table after another."""
        start = StartSession(
            by="bot", game=sitting.game, players=sitting.players, options=sitting.options, first_dealer=sitting.first_dealer
        )
        self.live.submit(start)
        yield
        played = 0
        while played < sitting.hands or not sitting.hands:
            table = self.live.table()
            if table.standing.is_over and not sitting.hands:
                break
            if table.standing.is_over:
                self.live.submit(PlayOn(by="bot"))
            yield from self.bot.hand()
            played += 1
        self.live.submit(EndSession(by="bot"))
        yield

    def evening(self, sittings: Callable[[], Sitting | None]) -> Iterator[None]:
        """One sitting after another, as long as there is a next one."""
        while sitting := sittings():
            yield from self.play(sitting)


def paced(steps: Iterator[None], seconds: Callable[[], float], stop: Event) -> None:
    """Take one step after another, each after so many seconds, until there are no more or `stop`."""
    for _ in steps:
        if stop.wait(seconds()):
            return


def players_for(game: str, names: Sequence[str]) -> tuple[str, ...]:
    """The first of those names, as many as the game is best played by: four, or what is nearest to that."""
    return tuple(names[: min(numbers_for(GAMES[game]), key=lambda number: abs(number - 4))])
