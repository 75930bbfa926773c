"""Spar, from Ghana (docs/spar.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.cards import Card, Rank
from scoring.games.last_trick import Definition, FamilyOptions, LastTrickGame, Worth, low_card_points
from scoring.packs import PACKS, Pack
from scoring.tricks import Trick

LOW = {Rank.SIX: 3, Rank.SEVEN: 2}
PAIRS = {(Rank.SIX, Rank.SIX): 6, (Rank.SIX, Rank.SEVEN): 5, (Rank.SEVEN, Rank.SIX): 5, (Rank.SEVEN, Rank.SEVEN): 4}
"""What `double_six` gives for the last two tricks won by one seat, in either order."""


@dataclass(frozen=True)
class SparOptions(FamilyOptions):
    """Spar's own options: the full pack of 36, the double rule, trading weak cards, the shown bottom card."""

    ace_of_spades: bool = False
    double_six: bool = False
    under_ten: bool = False
    show_bottom: bool = False


def _pack(options: SparOptions) -> Pack:
    return PACKS["spar36" if options.ace_of_spades else "spar35"]


_plain = low_card_points(LOW, "Spar: last trick 6 → 3, 7 → 2, else 1")


def _worth(options: Any, tricks: tuple[Trick, ...]) -> Worth:
    if options.double_six and len(tricks) > 1 and tricks[-2].winner == tricks[-1].winner:
        first, second = tricks[-2].winning_card, tricks[-1].winning_card
        if first and second and (first.rank, second.rank) in PAIRS:
            points = PAIRS[first.rank, second.rank]
            reason = f"last two tricks won with {first} and {second}"
            return Worth(points, reason, "Spar: double_six", (tricks[-2].number, tricks[-1].number))
    return _plain(options, tricks)


def c_notation(points: int) -> str:
    """A total as Spar players write it: `c` and the largest multiple of 3, a blank, what is left over."""
    whole, rest = points - points % 3, points % 3
    if not whole:
        return str(rest)
    return f"c{whole} {rest}" if rest else f"c{whole}"


def may_trade(holding: Sequence[Card]) -> bool:
    """Whether the under-ten rule lets this player swap the whole holding: no card above a nine."""
    return all(card.rank in (Rank.NINE, Rank.EIGHT, Rank.SEVEN, Rank.SIX) for card in holding)


def misdealt(counts: Sequence[int], hand_size: int) -> tuple[int, ...]:
    """Seats that were dealt a wrong number of cards; any makes a misdeal."""
    return tuple(seat for seat, count in enumerate(counts) if count != hand_size)


SPAR = LastTrickGame(
    Definition("spar", SparOptions, _pack, hand_sizes=(5, 7), worth=_worth, notation=c_notation),
)
