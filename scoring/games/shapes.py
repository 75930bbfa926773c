"""Which cards a meld is of: every way in which somebody can have it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from scoring.cards import Card, Suit
from scoring.packs import ORDINARY, Pack, trumps_of


@dataclass(frozen=True)
class Shape:
    """A meld is of `cards`: tokens of `scoring.packs.trumps_of`, all of them or `enough`; or of one suit, as follows.

    `plain` are ranks of one suit that is not trumps, `row` is how many of one suit follow each other as ace, king, queen and so
    on. Melds of one `sort` share no card with each other; others may.
    """

    cards: tuple[str, ...] = ()
    plain: str = ""
    row: int = 0
    enough: int | None = None
    sort: str = ""

    def ways(self, pack: Pack, trump: Suit | None) -> tuple[Counter[Card], ...]:
        """The cards, in every way; nothing where they are trumps and there are none."""
        return tuple(map(Counter, self._ways(pack, trump)))

    def _ways(self, pack: Pack, trump: Suit | None) -> Iterator[tuple[Card, ...]]:
        if self.cards:
            named = trumps_of(self.cards, trump)
            if len(named) == len(self.cards):
                yield from combinations(named, self.enough or len(named))
        ranks = [rank for rank in ORDINARY if rank in pack.ranks]
        for suit in Suit:
            if self.plain and suit is not trump:
                yield tuple(Card(rank, suit) for rank in ranks if rank.value in self.plain)
            for place in range(len(ranks) - self.row + 1) if self.row else ():
                yield tuple(Card(rank, suit) for rank in ranks[place : place + self.row])
