"""Tables where nobody sits: each a log of its own, played by bots at a pace, as if a camera had seen it."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from club.bots import FAULTLESS, Bot, Habits
from scoring.cards import Card
from scoring.commands import EndSession, StartSession
from scoring.games import GAMES, numbers_for
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.store import LOG
from scoring.seats import Seat

Shuffled = Callable[[int, Sequence[Card]], list[Card]]
"""The cards of a hand, by its number, in the order in which they are dealt."""


@dataclass(frozen=True)
class Sitting:
    """Who plays what at a table, until the game is over or for so many hands; 0 for no such limit."""

    game: str
    players: tuple[str, ...]
    hands: int = 0
    options: dict[str, object] = field(default_factory=dict)
    first_dealer: Seat = Seat.A
    shuffled: Shuffled | None = None


class SimulatedTable:
    """One table with its log in a folder; one thread uses it."""

    def __init__(self, folder: Path, chance: random.Random, habits: Habits = FAULTLESS) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.live = LiveTable(Ledger(folder / LOG))
        self.bot = Bot(self.live.table, self.live.submit, chance, habits=habits)

    def play(self, sitting: Sitting) -> Iterator[None]:
        """Play it to its end, one act of the table after another."""
        self.bot.shuffled = sitting.shuffled
        options, by = sitting.options, self.bot.by
        self.bot.do(
            StartSession(by=by, game=sitting.game, players=sitting.players, options=options, first_dealer=sitting.first_dealer)
        )
        yield
        while not self._is_done(sitting):
            yield from self.bot.hand()
        self.bot.do(EndSession(by=by))
        yield

    def _is_done(self, sitting: Sitting) -> bool:
        table = self.live.table()
        return table.standing.is_over or len(table.deals) == (sitting.hands or None)

    def evening(self, sittings: Iterable[Sitting]) -> Iterator[None]:
        """One sitting after another."""
        for sitting in sittings:
            yield from self.play(sitting)

    def close(self) -> None:
        """Close the log."""
        self.live.ledger.close()


def paced(steps: Iterator[None], seconds: Callable[[], float], stop: Event) -> None:
    """Take one step after another, each after so many seconds, until there are no more or `stop`."""
    for _ in steps:
        if stop.wait(seconds()):
            return


def players_at(game: str) -> int:
    """How many play it best: four, or what is nearest to that."""
    return min(numbers_for(GAMES[game]), key=lambda number: abs(number - 4))


def boards(players: tuple[str, ...], numbers: range, seed: str) -> Sitting:
    """Boards of duplicate bridge, north in the first seat: each has the same cards and dealer at whatever table it is played."""
    first = numbers[0]

    def shuffled(hand: int, cards: Sequence[Card]) -> list[Card]:
        return random.Random(f"{seed} {first + hand - 1}").sample(cards, len(cards))  # noqa: S311  # cards of a simulation

    options = {"form": "duplicate", "first_board": first}
    return Sitting("bridge", players, len(numbers), options, Seat((first - 1) % 4), shuffled)
