"""What a proved revoke costs where a game does not say so itself: only the table's options choose (docs/rules.md §0)."""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from scoring.games.game import HandResult, Setup, side_of, void_result
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind
from scoring.seats import Seat
from scoring.sheet import ScoreLine, Sides, settlement


class RevokePenalty(Enum):
    """Nothing but the report; the offender cannot win the hand; the hand does not count; a stake to each opponent."""

    REPORT_ONLY = "report_only"
    FORFEIT_HAND = "forfeit_hand"
    VOID_HAND = "void_hand"
    PAY = "pay"


DUTY_OFFENCES = {
    OffenceKind.REVOKE,
    OffenceKind.FAILED_TO_BEAT,
    OffenceKind.FAILED_TO_TRUMP,
    OffenceKind.FAILED_TO_OVERTRUMP,
    OffenceKind.KEPT_CALLED_CARD,
}
"""Offences that the option is about."""


def offenders(proved: Iterable[Offence], waived: frozenset[str]) -> tuple[Seat, ...]:
    """Seats that broke a duty which the table has not waived."""
    return tuple(sorted({offence.seat for offence in proved if offence.kind in DUTY_OFFENCES and offence.key not in waived}))


def penalised(setup: Setup, sides: Sides, hand: Hand, result: HandResult, guilty: tuple[Seat, ...]) -> HandResult:
    """The result with what the table's options say about those who broke a duty."""
    penalty = setup.options.revoke_penalty
    if not guilty or hand.is_void or penalty is RevokePenalty.REPORT_ONLY:
        return result
    if penalty is RevokePenalty.PAY:
        return fined(setup, sides, hand, result, guilty)
    if penalty is RevokePenalty.VOID_HAND:
        return nobody_scores(setup, sides, hand, guilty)
    return forfeited(setup, sides, hand, result, guilty)


def fined(setup: Setup, sides: Sides, hand: Hand, result: HandResult, guilty: tuple[Seat, ...]) -> HandResult:
    """The result with one stake from each offender to every opponent: partners pay each other nothing."""
    gains, lines = list(result.settlement), list(result.lines)
    for offender in guilty:
        for seat in setup.seats:
            if seat in hand.seats and seat not in sides[side_of(sides, offender)]:
                gains[seat] += setup.stake
                gains[offender] -= setup.stake
        reason = f"{setup.name_of(offender)} revoked and pays one stake to each opponent"
        lines.append(ScoreLine(hand.number, side_of(sides, offender), "revoke", 0, reason, "revoke_penalty=pay"))
    return replace(result, settlement=tuple(gains), lines=tuple(lines))


def nobody_scores(setup: Setup, sides: Sides, hand: Hand, guilty: tuple[Seat, ...]) -> HandResult:
    """A hand that a revoke has spoilt: the same dealer deals again."""
    return void_result(setup, sides, hand, f"{setup.names_of(guilty)} revoked and nobody scores")


def forfeited(setup: Setup, sides: Sides, hand: Hand, result: HandResult, guilty: tuple[Seat, ...]) -> HandResult:
    """The result in which the offenders' sides win no points; what they lost stays lost."""
    lost = {side_of(sides, seat) for seat in guilty}
    points = tuple(min(0, value) if side in lost else value for side, value in enumerate(result.points))
    words = f"{setup.names_of(guilty)} revoked: the side wins nothing"
    lines = tuple(line for line in result.lines if line.side not in lost)
    lines += tuple(
        ScoreLine(hand.number, side, "revoke", points[side], words, "revoke_penalty=forfeit_hand") for side in sorted(lost)
    )
    return replace(result, points=points, lines=lines, settlement=settlement(sides, hand.seats, points, setup.stake))
