"""The score sheet: lines that say how many points, to whom, and why; and the settlement of stakes."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.seats import Seat

Sides = tuple[tuple[Seat, ...], ...]
"""Who plays together: each side's seats; one seat each where everybody plays alone."""


@dataclass(frozen=True)
class ScoreLine:
    """One line: `reason` is a sentence for players; `rule` names the paragraph of the rules that it comes from.

    `side` is whose points they are: the place of the side in the game's list; `tricks` are those that the points come from.
    """

    hand: int
    side: int
    label: str
    points: int
    reason: str
    rule: str
    tricks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Payment:
    """Who pays whom how much, by name."""

    payer: str
    payee: str
    amount: int


def counted_in_words(number: int, thing: str) -> str:
    """`1 trick`, `2 tricks`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def settlement(sides: Sides, seats: tuple[Seat, ...], points: tuple[int, ...], stake: int) -> tuple[int, ...]:
    """Each seat's gain when every two sides settle the difference of their points; sums to zero where sides are equally large.

    With one scoring seat (docs/rules.md §0) the winner takes points × stake from each other one. Only `seats`,
    which play, settle.
    """
    playing = [side for side, members in enumerate(sides) if any(seat in seats for seat in members)]
    gains = [0] * sum(len(members) for members in sides)
    for side in playing:
        gain = stake * sum(points[side] - points[other] for other in playing)
        for seat in sides[side]:
            gains[seat] = gain
    return tuple(gains)


def added(rows: tuple[tuple[int, ...], ...], players: int) -> tuple[int, ...]:
    """Column sums of the rows; zeros for none."""
    return tuple(sum(row[seat] for row in rows) for seat in range(players))


MOST_TRIED = 10


def payments(balance: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments that settle a balance summing to zero.

    Players fall into as many groups as possible that each sum to zero, and a group of n settles in n - 1 payments: the
    largest debtor pays the largest creditor, until all is even. Every grouping of up to `MOST_TRIED` players is tried.
    """
    open_sums = {name: amount for name, amount in balance.items() if amount}
    groups = _zero_groups(open_sums) if len(open_sums) <= MOST_TRIED else [open_sums]
    return tuple(payment for group in groups for payment in _even(group))


def _zero_groups(open_sums: dict[str, int]) -> list[dict[str, int]]:
    """The most groups that each sum to zero, found over all subsets of those whose account is open."""
    names = sorted(open_sums)
    sums = [0] * (1 << len(names))
    groups = [0] * (1 << len(names))
    last = [0] * (1 << len(names))
    for chosen in range(1, 1 << len(names)):
        low = chosen & -chosen
        sums[chosen] = sums[chosen ^ low] + open_sums[names[low.bit_length() - 1]]
        smaller = [chosen ^ (1 << place) for place in range(len(names)) if chosen & (1 << place)]
        last[chosen] = max(smaller, key=lambda rest: groups[rest])
        groups[chosen] = groups[last[chosen]] + (sums[chosen] == 0)
    found, group, chosen = list[dict[str, int]](), dict[str, int](), len(sums) - 1
    while chosen:
        if sums[chosen] == 0 and group:
            found, group = [*found, group], {}
        name = names[(chosen ^ last[chosen]).bit_length() - 1]
        group[name] = open_sums[name]
        chosen = last[chosen]
    return [*found, group] if group else found


def _even(open_sums: dict[str, int]) -> list[Payment]:
    left, settled = dict(open_sums), list[Payment]()
    while left:
        payer = min(left, key=lambda name: (left[name], name))
        payee = max(left, key=lambda name: (left[name], name))
        amount = min(-left[payer], left[payee])
        settled.append(Payment(payer, payee, amount))
        for name, change in ((payer, amount), (payee, -amount)):
            left[name] += change
            if left[name] == 0:
                del left[name]
    return settled
