"""The score sheet: lines that say how many points, to whom, and why; and the settlement of stakes."""

from dataclasses import dataclass

from scoring.seats import Seat


@dataclass(frozen=True)
class ScoreLine:
    """One line: `reason` is a sentence for players; `rule` names the paragraph of the rules that it comes from."""

    hand: int
    seat: Seat
    label: str
    points: int
    reason: str
    rule: str
    tricks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Payment:
    """Who pays whom how much."""

    payer: Seat
    payee: Seat
    amount: int


def stakes(seats: tuple[Seat, ...], players: int, winner: Seat, points: int, stake: int) -> tuple[int, ...]:
    """Each seat's gain when the winner takes points × stake from every other one that plays; sums to zero."""
    due = points * stake
    gains = [0] * players
    for seat in seats:
        gains[seat] = due * (len(seats) - 1) if seat == winner else -due
    return tuple(gains)


def added(rows: tuple[tuple[int, ...], ...], players: int) -> tuple[int, ...]:
    """Column sums of the rows; zeros for none."""
    return tuple(sum(row[seat] for row in rows) for seat in range(players))


def payments(balance: tuple[int, ...]) -> tuple[Payment, ...]:
    """Payments that settle a balance summing to zero: the largest debtor pays the largest creditor, until all is even."""
    open_sums = {Seat(seat): amount for seat, amount in enumerate(balance) if amount}
    settled: list[Payment] = []
    while open_sums:
        payer = min(open_sums, key=lambda seat: (open_sums[seat], seat))
        payee = max(open_sums, key=lambda seat: (open_sums[seat], -seat))
        amount = min(-open_sums[payer], open_sums[payee])
        settled.append(Payment(payer, payee, amount))
        for seat, change in ((payer, amount), (payee, -amount)):
            open_sums[seat] += change
            if open_sums[seat] == 0:
                del open_sums[seat]
    return tuple(settled)
