"""Whist tournaments: single players in changing partnerships, each with each as partners once and twice as opponents.

They exist for every 4n players, all of whom play in each of 4n - 1 rounds, and for 4n + 1, of whom one sits out in each of 4n +
1 rounds (R. D. Baker, "Whist tournaments", Congressus Numerantium 14, 1975). These turn: from one round to the next everybody
takes the place of the player one lower (the last of 4n stays), so the first round is enough if in it every distance between
partners comes once and every distance between opponents twice. Nine players do not turn in one ring; theirs is a square of
three by three.
"""

from collections import Counter
from collections.abc import Sequence

from club.movements.rounds import Meeting, Movement, NoSuchMovement, Round

PATIENCE = 4000
"""How many tables are tried in one order of the players before another order is."""

MOST_PLAYERS = 17
"""Beyond, the search takes seconds and more."""

ORDERS = 60
"""How many orders are tried."""

Table = tuple[int, int, int, int]
"""Two partners and two partners, as residues; the one who stays is -1."""

# In the field of nine, 1 + x being primitive: two tables whose shifts by every element are the tournament.
# An element is written as three times its first part and its second.
_NINE: tuple[Table, ...] = ((3, 6, 2, 1), (4, 8, 5, 7))


def whist(players: int) -> Movement:
    """The whole tournament.

    Raises:
        NoSuchMovement: where the players are not 4n or 4n + 1, or too many.
    """
    if players < 4 or players % 4 > 1:
        raise NoSuchMovement(
            f"With {players} players not everybody can partner everybody; let some sit out, or seat them by chance"
        )
    if players > MOST_PLAYERS:
        raise NoSuchMovement(
            f"{players} players are too many for a whist tournament; divide them into fields of {MOST_PLAYERS} or fewer"
        )
    ring = players - 1 if players % 4 == 0 else players
    first = _NINE if players == 9 else _first_round(players // 4, ring, stays=players % 4 == 0)
    rounds = []
    for gone in range(ring):
        moved = [[_moved(player, gone, ring) + 1 for player in table] for table in first]
        meetings = (Meeting(number, ((a, b), (c, d))) for number, (a, b, c, d) in enumerate(moved, 1))
        rounds.append(Round(gone + 1, tuple(meetings)))
    return Movement("Whist tournament", players, tuple(rounds))


def _moved(player: int, gone: int, ring: int) -> int:
    if player < 0:
        return ring
    if ring == 9:
        return 3 * ((player // 3 + gone // 3) % 3) + (player + gone) % 3
    return (player + gone) % ring


def _first_round(tables: int, ring: int, *, stays: bool) -> tuple[Table, ...]:
    for mixing in range(1, ORDERS + 1):
        search = _Search(ring, mixing)
        if search.seat([-1, 0] if stays else [], tables):
            return tuple(search.tables)
    raise AssertionError("every field up to the largest is found")


class _Search:
    """Seats table after table, each time the first player who is free with whomever the distances allow."""

    def __init__(self, ring: int, mixing: int) -> None:
        self.ring = ring
        self.free = sorted(range(1, ring), key=lambda player: player * (player + mixing) * mixing % 61)
        self.partners: Counter[int] = Counter()
        self.opponents: Counter[int] = Counter()
        self.tables: list[Table] = []
        self.tried = 0

    def seat(self, taken: list[int], left: int) -> bool:
        """Seats all that are free at so many tables, the first of which holds those taken already."""
        self.tried += 1
        if not left:
            return True
        if self.tried > PATIENCE:
            return False
        for table in self._tables(taken or self.free[:1]):
            free = self.free
            self.free = [player for player in free if player not in table]
            self._count(table, 1)
            self.tables.append(table)
            if self.seat([], left - 1):
                return True
            self.tables.pop()
            self._count(table, -1)
            self.free = free
        return False

    def _tables(self, taken: Sequence[int]) -> list[Table]:
        others = [player for player in self.free if player not in taken]
        found = []
        for second in [taken[1]] if len(taken) == 2 else others:
            for at, third in enumerate(others):
                for fourth in others[at + 1 :]:
                    table = (taken[0], second, third, fourth)
                    if second not in (third, fourth) and self._fits(table):
                        found.append(table)
        return found

    def _fits(self, table: Table) -> bool:
        partners, opponents = self._distances(table)
        return all(self.partners[one] + times <= 1 for one, times in partners.items()) and all(
            self.opponents[one] + times <= 2 for one, times in opponents.items()
        )

    def _count(self, table: Table, times: int) -> None:
        for count, distances in zip((self.partners, self.opponents), self._distances(table), strict=True):
            for one, seen in distances.items():
                count[one] += seen * times

    def _distances(self, table: Table) -> tuple[Counter[int], Counter[int]]:
        a, b, c, d = table
        return self._apart((a, b), (c, d)), self._apart((a, c), (a, d), (b, c), (b, d))

    def _apart(self, *twos: tuple[int, int]) -> Counter[int]:
        """How often each distance comes round the ring; the one who stays is at none."""
        return Counter(min((one - other) % self.ring, (other - one) % self.ring) for one, other in twos if min(one, other) >= 0)
