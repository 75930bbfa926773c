"""What the piles of a deal are worth: eleven points, or 23 with numbered faces, and the Suipes (docs/rules.md §9)."""

from collections.abc import Sequence

from scoring.cards import Card, Rank, Suit
from scoring.games.suipe.options import SuipeCancel, SuipeOptions

Pile = Sequence[Card]
SINGLES = {Card.parse("2S"): 1, Card.parse("TD"): 2}
NUMBERED_FACES = {Card.parse("JD"): 3, Card.parse("QD"): 4, Card.parse("KD"): 5}


def details(options: SuipeOptions, piles: Sequence[Pile]) -> list[dict[str, int]]:
    """For each pile what it scores, by name: `cards` 3, `spades` 1, `aces` one each, and the single cards that count."""
    singles = SINGLES | (NUMBERED_FACES if options.values13 else {})
    counts = [len(pile) for pile in piles]
    spades = [sum(card.suit is Suit.SPADES for card in pile) for pile in piles]
    found = []
    for place, pile in enumerate(piles):
        detail = {"cards": 3} if _is_most(counts, place) else {}
        detail |= {"spades": 1} if _is_most(spades, place) else {}
        detail |= {"aces": sum(card.rank is Rank.ACE for card in pile)}
        found.append(detail | {str(card): points for card, points in singles.items() if card in pile})
    return found


def net_suipes(options: SuipeOptions, suipes: Sequence[int]) -> list[int]:
    """Suipes that count: pairwise, only what the side with most has beyond the next one."""
    if options.suipe_cancel is not SuipeCancel.PAIRWISE:
        return list(suipes)
    others = [max(count for at, count in enumerate(suipes) if at != place) for place in range(len(suipes))]
    return [max(0, own - other) for own, other in zip(suipes, others, strict=True)]


def points(options: SuipeOptions, piles: Sequence[Pile], suipes: Sequence[int]) -> list[int]:
    """Each pile's points with its Suipes."""
    net = net_suipes(options, suipes)
    return [sum(detail.values()) + net[place] for place, detail in enumerate(details(options, piles))]


def _is_most(counts: Sequence[int], place: int) -> bool:
    """Whether nobody else has as many; a tie scores for nobody."""
    return all(count < counts[place] for other, count in enumerate(counts) if other != place)
