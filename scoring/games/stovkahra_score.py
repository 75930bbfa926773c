"""What comes in at Stovkahra: cards, bonuses, declarations, games and their matchsticks (docs/rules.md §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scoring.calls import Call
from scoring.cards import Card, Rank
from scoring.games.game import side_of
from scoring.sheet import Sides
from scoring.tricks import Trick

HUNDRED = 100
CARD_POINTS = {Rank.ACE: 6, Rank.KING: 5, Rank.OVER: 4, Rank.QUEEN: 4, Rank.UNDER: 3, Rank.JACK: 3}
COMBINATIONS = (
    {Rank.ACE: (30, 40), Rank.TEN: (10, 20), Rank.SEVEN: (10, 20)}
    | dict.fromkeys((Rank.KING, Rank.OVER, Rank.UNDER), (6, 12))
    | dict.fromkeys((Rank.QUEEN, Rank.JACK), (6, 12))
)
"""Points of three and of four of a rank; Eights and Nines count nothing."""
TRICKS = 8
FIRST_SEVEN, MIDDLE_SEVEN, LAST_SEVEN, LAST_TRICK = 52, 10, 26, 6


@dataclass(frozen=True)
class Entry:
    """Points that came to a side: for cards, a bonus or a declaration; `trick` is 0 before the first lead."""

    label: str
    side: int
    points: int
    trick: int
    reason: str = ""


@dataclass(frozen=True)
class Award:
    """A game won: by which side, and for how many matchsticks; `claimed_by` made a false claim or a true one."""

    side: int
    sticks: int
    reason: str
    takes_off: bool = False


def worth(call: Call) -> int:
    """Points of a declaration; nothing for Eights and Nines."""
    of_three, of_four = COMBINATIONS.get(call.rank, (0, 0)) if call.rank else (0, 0)
    return of_four if call.number == 4 else of_three


def card_points(cards: Sequence[Card | None]) -> int:
    """Points of the cards: 72 in the whole pack."""
    return sum(CARD_POINTS.get(card.rank, 0) for card in cards if card)


def bonus(trick: Trick) -> int:
    """The one bonus of a trick: won with a Seven, by its place; else for the last trick."""
    if trick.winning_card and trick.winning_card.rank is Rank.SEVEN:
        return FIRST_SEVEN if trick.number == 1 else LAST_SEVEN if trick.number == TRICKS else MIDDLE_SEVEN
    return LAST_TRICK if trick.number == TRICKS else 0


def side_points(entries: Sequence[Entry]) -> tuple[int, int]:
    """Both sides' sums."""
    return sum(e.points for e in entries if e.side == 0), sum(e.points for e in entries if e.side == 1)


def running_totals(before: Sequence[int], entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Both sides' totals as points come in, from those before the first to those after the last."""

    def added(totals: tuple[int, int], entry: Entry) -> tuple[int, int]:
        return totals[0] + entry.points * (entry.side == 0), totals[1] + entry.points * (entry.side == 1)

    return list(accumulate(entries, added, initial=(before[0], before[1])))


def dost(side: int, own_total: int, other_total: int) -> Award:
    """What a claim comes to: true from a hundred on, whatever the others have; false gives them two matchsticks."""
    if own_total < HUNDRED:
        return Award(1 - side, 2, "")
    return Award(side, sticks_for(other_total), "")


def game_won(totals: Sequence[int]) -> tuple[int | None, int]:
    """Which side wins at these totals with nobody claiming, and its matchsticks; of two past a hundred the higher."""
    best = max(totals)
    if best < HUNDRED or totals[0] == totals[1]:
        return None, 0
    side = 0 if totals[0] == best else 1
    return side, sticks_for(totals[1 - side])


def awarded(sticks: Sequence[int], award: Award) -> tuple[int, int]:
    """Both heaps after the award: added to the winner's, or taken off the other as far as it goes."""
    heaps = [sticks[0], sticks[1]]
    if award.takes_off:
        heaps[1 - award.side] = max(0, heaps[1 - award.side] - award.sticks)
    else:
        heaps[award.side] += award.sticks
    return heaps[0], heaps[1]


def sticks_for(losers: int) -> int:
    """Matchsticks of a game: one where the losers have half a hundred, else two."""
    return 1 if losers >= HUNDRED // 2 else 2


def trick_entries(trick: Trick, sides: Sides) -> tuple[Entry, ...]:
    """Cards and bonus of a trick, to the side that won it."""
    if trick.winner is None:
        return ()
    side, extra = side_of(sides, trick.winner), bonus(trick)
    points = card_points([play.card for play in trick.plays])
    entries = (Entry("cards", side, points, trick.number, f"cards of trick {trick.number}"),)
    if not extra:
        return entries
    seven = trick.winning_card is not None and trick.winning_card.rank is Rank.SEVEN
    words = f"trick {trick.number} won with {trick.winning_card}" if seven else "the last trick"
    return (*entries, Entry("bonus", side, extra, trick.number, words))


def combination(call: Call) -> str:
    """What was declared, `4 × K`."""
    return f"{call.number} × {call.rank.value if call.rank else '?'}"
