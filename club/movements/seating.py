"""Single players at tables of three to six: who sits with whom, so that as few as possible meet again.

Each round is dealt out anew and then two players change seats as long as that saves meetings of those who have met before; the
best of a few deals is kept. A meeting counts the more, the oftener the two have met: the sum of the squares of all meetings is
kept low.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from club.movements.rounds import Meeting, Movement, NoSuchMovement, Round

EFFORT = 40_000
"""Deals tried a round, times the square of the number of players: a few tables are tried often, a full hall once."""


def table_sizes(players: int, fewest: int = 3, most: int = 6, best: int = 4) -> tuple[int, ...]:
    """So many at each table, sizes as near to `best` as can be and none more than one apart, larger tables first.

    Raises:
        NoSuchMovement: where the players cannot be divided over tables of these sizes.
    """
    counts = [tables for tables in range(1, players + 1) if fewest * tables <= players <= most * tables]
    if not counts:
        raise NoSuchMovement(
            f"{players} players do not divide over tables of {fewest} to {most}; allow other sizes, or let one sit out"
        )
    tables = min(counts, key=lambda count: abs(players - best * count))
    return tuple((players + tables - 1 - table) // tables for table in range(tables))


def seated(players: int, rounds: int, sizes: Sequence[int], seed: int) -> Movement:
    """So many rounds at tables of these sizes; the same seed gives the same evening.

    Raises:
        NoSuchMovement: where the sizes do not add up to the players, or no round is asked for.
    """
    if sum(sizes) != players or rounds < 1:
        raise NoSuchMovement(
            f"The tables seat {sum(sizes)}, but there are {players} players; count again, and play a round at least"
        )
    chance = Random(seed)  # noqa: S311 - seats are no secret
    met = [[0] * players for _ in range(players)]
    played = []
    for number in range(1, rounds + 1):
        deals = (_settled(_dealt(players, sizes, chance), met) for _ in range(max(1, EFFORT // players**2)))
        tables = min(deals, key=lambda dealt: _cost(dealt, met))
        for table in tables:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
        meetings = (Meeting(at, tuple((player + 1,) for player in table)) for at, table in enumerate(tables, 1))
        played.append(Round(number, tuple(meetings)))
    return Movement("Seating", players, tuple(played))


def _dealt(players: int, sizes: Sequence[int], chance: Random) -> list[list[int]]:
    order = list(range(players))
    chance.shuffle(order)
    return [[order.pop() for _ in range(size)] for size in sizes]


def _settled(tables: list[list[int]], met: Sequence[Sequence[int]]) -> list[list[int]]:
    """The deal after every change of two seats that saves meetings."""
    saved = True
    while saved:
        saved = sum(_change(here, there, met) for here, there in combinations(tables, 2)) > 0
    return tables


def _change(here: list[int], there: list[int], met: Sequence[Sequence[int]]) -> bool:
    """Makes each change between two tables that saves meetings; true where there was one."""
    saved = False
    for at in range(len(here)):
        for to in range(len(there)):
            one, other = here[at], there[to]
            now = sum(met[one][third] for third in here) + sum(met[other][third] for third in there)
            then = sum(met[one][third] for third in there) + sum(met[other][third] for third in here) - 2 * met[one][other]
            if then < now:
                here[at], there[to] = other, one
                saved = True
    return saved


def _cost(tables: Sequence[Sequence[int]], met: Sequence[Sequence[int]]) -> int:
    return sum(met[one][other] for table in tables for one, other in combinations(table, 2))
