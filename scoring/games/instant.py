"""Before the first lead of the Spar family: cards that win at once (Fapfap), and weak cards that may be traded."""

from collections.abc import Sequence

from scoring.cards import Card, Rank
from scoring.games.trick_options import TrickOptions

_NUMBERS = {rank: number for number, rank in enumerate("23456789", start=2)} | {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def wins(cards: Sequence[Card], options: TrickOptions) -> list[str]:
    """Which of the chosen instant wins (docs/rules.md §5) five dealt cards are."""
    ranks, chosen = [card.rank for card in cards], options.get("instant_wins")
    # A house game may call something else by that name.
    chosen = chosen if isinstance(chosen, tuple) else ()
    holds = {
        "total": sum(_NUMBERS.get(rank.value, 0) for rank in ranks) <= (options.get("total_limit") or 0),
        "three_sevens": ranks.count(Rank.SEVEN) >= 3,
        "four_of_a_kind": any(ranks.count(rank) == 4 for rank in ranks),
        "flush": len({card.suit for card in cards}) == 1,
    }
    return [name for name, is_held in holds.items() if is_held and len(cards) == 5 and name in chosen]


def worth(cards: Sequence[Card], options: TrickOptions) -> int:
    """Points of cards that win at once (docs/rules.md §5): one, and for a flush with a Three two where the table says so."""
    has_three = any(card.rank is Rank.THREE for card in cards)
    return 2 if options.get("flush_with_three") and has_three and "flush" in wins(cards, options) else 1


def may_trade(holding: Sequence[Card]) -> bool:
    """Whether the under-ten rule of Spar lets this player swap the whole holding: no card above a nine."""
    return all(card.rank in (Rank.NINE, Rank.EIGHT, Rank.SEVEN, Rank.SIX) for card in holding)
