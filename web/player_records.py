"""What each player did in all sessions of the log."""

from collections import Counter
from dataclasses import dataclass, field

from scoring.projections import balance
from scoring.table import Table
from web.result import winners


@dataclass
class Player:
    """One player's record.

    `in_a_row` counts the sessions that were won since the last one that was not; `last_cards` the cards that took the last
    trick of a hand; `beat` and `lost_to` the sessions that were won and lost against each other player.
    """

    sessions: int = 0
    won: int = 0
    hands: int = 0
    balance: int = 0
    in_a_row: int = 0
    has_lost: bool = False
    last_cards: Counter[str] = field(default_factory=Counter)
    beat: Counter[str] = field(default_factory=Counter)
    lost_to: Counter[str] = field(default_factory=Counter)

    @property
    def favourite(self) -> str:
        """The card that took most of this player's last tricks; nothing where none did."""
        return max(self.last_cards, key=lambda card: self.last_cards[card], default="")

    @property
    def rival(self) -> tuple[str, int, int] | None:
        """Whom this player met most often in sessions with a winner, and how many of these each of the two won."""
        met = self.beat + self.lost_to
        name = max(met, key=lambda name: met[name], default=None)
        return None if name is None else (name, self.beat[name], self.lost_to[name])


class Records:
    """The players of sessions that are added the newest first."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def best_first(self) -> list[tuple[str, Player]]:
        """Everybody by name, whoever won most sessions first."""
        return sorted(self._players.items(), key=lambda item: (-item[1].won, item[0]))

    def add(self, table: Table) -> None:
        """Whoever sits on a side that has won, won the session once it has ended."""
        setup = table.agreed
        sides = [[setup.name_of(seat) for seat in members] for members in table.game.sides(setup)]
        won = winners(table) if table.is_ended else frozenset()
        best = [name for side in won for name in sides[side]]
        rest = [name for side, names in enumerate(sides) if side not in won for name in names]
        for player in map(self._of, best + rest):
            player.sessions += table.is_ended
            player.hands += table.standing.hands
        for player in map(self._of, best):
            player.won += 1
            player.in_a_row += not player.has_lost
            player.beat.update(rest)
        for player in map(self._of, rest if won else []):
            player.has_lost = True
            player.lost_to.update(best)
        for deal in table.deals:
            if deal.result and deal.result.winner is not None and deal.result.winning_card:
                self._of(deal.setup.name_of(deal.result.winner)).last_cards[str(deal.result.winning_card)] += 1
        for name, amount in balance(table).items():
            self._of(name).balance += amount

    def _of(self, name: str) -> Player:
        return self._players.setdefault(name, Player())
