"""First rounds from which a whole Howell turns.

In a Howell of t tables and r rounds (t < r < 2t) pairs 1 to r follow each other round the room and the 2t - r others never
move, so the first round fixes all. It must be a *starter*: the differences of the pairs that move and meet, modulo r, are all
different, so that nobody meets twice; and it needs an *adder*: with each table goes a board set of its own, and what the pair
numbers are short of their sets is different for all, so that nobody plays a set twice. Where there is no adder, as with tables
even and one round more, a few tables share a set: then there always is one. (R. G. Stanton and R. C. Mullin,
"Construction of Room squares", Annals of Mathematical Statistics 39, 1968; with more than one pair that stays it is a Howell
design, S. H. Y. Hung and N. S. Mendelsohn, "On Howell designs", Journal of Combinatorial Theory A 16, 1974.)

How often two pairs sit the same way at a board, and so compare their scores, is as even as turning single tables can make it:
E. T. Parker and A. N. Mood, "Some balanced Howell rotations for duplicate bridge sessions", American Mathematical Monthly 62,
1955.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

PATIENCE = 200
"""How many places of boards are tried before another starter is."""

ORDERS = 82
"""How many orders of the pairs are tried: one for each number below the prime by which they are mixed."""

WEIGHED = 8
"""How many first rounds are weighed for balance."""


@dataclass(frozen=True)
class Start:
    """One table in the first round: the two pairs and the board set, by their numbers."""

    north_south: int
    east_west: int
    board_set: int


@dataclass(frozen=True)
class _Laid:
    """A table as residues: one or two pairs that move, and its board set."""

    pairs: tuple[int, ...]
    boards: int


@cache
def found(tables: int, rounds: int) -> tuple[Start, ...]:
    """The best balanced first round among the first few in which as few tables share boards as can be.

    Tables are in the order in which the boards come to them; the last pair stays at table 1.
    """
    for sharing in range(tables):
        laid = [_turned(one, rounds) for one in islice(_laid_out(tables, rounds, sharing), WEIGHED)]
        if laid:
            return _named(min(laid, key=lambda one: _unevenness(one, rounds)), rounds)
    raise AssertionError("where all may share every starter has boards")


def _laid_out(tables: int, rounds: int, sharing: int) -> Iterator[tuple[_Laid, ...]]:
    for mixing in range(1, ORDERS + 1):
        starter = _starter(tables, rounds, mixing)
        boards = starter and _adder(starter, rounds, sharing)
        if starter and boards:
            yield tuple(_Laid(pairs, boards[pairs]) for pairs in starter)


def _starter(tables: int, rounds: int, mixing: int) -> list[tuple[int, ...]] | None:
    """Pairs at tables in the first round, greedily in a mixed order; those who meet one that stays come first, alone."""
    order = sorted(range(rounds), key=lambda pair: (pair + 1) * (pair + mixing) * mixing % (ORDERS + 1))
    free, differences, meetings = set(order), set[int](), list[tuple[int, ...]]()
    for one in order:
        if one not in free or len(meetings) == rounds - tables:
            continue
        for other in order:
            difference = min((one - other) % rounds, (other - one) % rounds)
            if other in free and difference not in differences | {0} and 2 * difference != rounds:
                free -= {one, other}
                differences.add(difference)
                meetings.append((one, other))
                break
    return [(pair,) for pair in sorted(free)] + meetings if len(meetings) == rounds - tables else None


def _adder(starter: Sequence[tuple[int, ...]], rounds: int, sharing: int) -> dict[tuple[int, ...], int] | None:
    """A board set for every table, the most restricted table first; none where patience ends.

    So many tables, `sharing`, have a set that another has as well.
    """
    tried = 0

    def place(left: frozenset[tuple[int, ...]], used: frozenset[int], short: frozenset[int]) -> dict[tuple[int, ...], int] | None:
        nonlocal tried
        tried += 1
        if not left:
            return {}
        may_share = len(used) + len(left) > len(starter) - sharing
        sets = range(rounds) if may_share else [one for one in range(rounds) if one not in used]
        fits = {at: [one for one in sets if all((pair - one) % rounds in short for pair in at)] for at in sorted(left)}
        table = min(fits, key=lambda at: len(fits[at]))
        for one in fits[table]:
            if tried > PATIENCE:
                return None
            placed = place(left - {table}, used | {one}, short - {(pair - one) % rounds for pair in table})
            if placed is not None:
                return {**placed, table: one}
        return None

    return place(frozenset(starter), frozenset(), frozenset(range(rounds)))


def _unevenness(laid: Sequence[_Laid], rounds: int) -> int:
    """How unevenly the moving pairs compare: the sum of the squares of how often two of a distance sit the same way."""
    north_south = {(one.pairs[0] - one.boards) % rounds for one in laid if len(one.pairs) == 2}
    alike = [sum((pair + apart) % rounds in north_south for pair in north_south) for apart in range(1, rounds)]
    return sum(times * times for times in alike)


def _turned(laid: tuple[_Laid, ...], rounds: int) -> tuple[_Laid, ...]:
    """The same tables, one after another turned round as long as that makes the comparisons more even."""
    while True:
        others = [(*laid[:at], _Laid(one.pairs[::-1], one.boards), *laid[at + 1 :]) for at, one in enumerate(laid)]
        better = min(others, key=lambda one: _unevenness(one, rounds))
        if _unevenness(better, rounds) >= _unevenness(laid, rounds):
            return laid
        laid = better


def _named(laid: tuple[_Laid, ...], rounds: int) -> tuple[Start, ...]:
    """Residues as numbers: the first table's boards are set 1, its moving pair is pair 1, and the last pair stays there."""
    (first,), boards = laid[0].pairs, laid[0].boards
    stays = iter(range(2 * len(laid), rounds, -1))
    starts = []
    for one in laid:
        numbers = [(pair - first) % rounds + 1 for pair in one.pairs]
        north_south, east_west = (next(stays), *numbers) if len(numbers) == 1 else numbers
        starts.append(Start(north_south, east_west, (one.boards - boards) % rounds + 1))
    return tuple(sorted(starts, key=lambda start: start.board_set))
