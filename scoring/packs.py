"""Packs: which cards a game uses and how its ranks are ordered."""

from dataclasses import dataclass
from functools import cached_property

from scoring.cards import Card, Rank, Suit
from scoring.errors import Unreadable


@dataclass(frozen=True)
class Pack:
    """The set of cards of a game; `ranks` from the highest to the lowest, as tricks are won."""

    name: str
    ranks: tuple[Rank, ...]
    without: frozenset[Card] = frozenset()
    jokers: tuple[Rank, ...] = ()

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the pack, suit by suit, the highest first."""
        plain = (Card(rank, suit) for suit in Suit for rank in self.ranks)
        return tuple(Card(joker, None) for joker in self.jokers) + tuple(c for c in plain if c not in self.without)

    def __contains__(self, card: Card) -> bool:
        """Whether the card belongs to the pack."""
        return card in self.cards

    def strength(self, card: Card) -> int:
        """Higher is stronger within a suit; a rank foreign to the pack ranks as in the ordinary order."""
        order = self.jokers + (self.ranks if card.rank in self.ranks else ORDINARY)
        return -order.index(card.rank)


def _ranks(letters: str) -> tuple[Rank, ...]:
    return tuple(Rank(letter) for letter in letters)


ORDINARY = _ranks("AKQJT98765432")
_ACE_OF_SPADES = frozenset({Card.parse("AS")})

PACKS = {
    pack.name: pack
    for pack in (
        Pack("std52", ORDINARY),
        Pack("spar35", _ranks("AKQJT9876"), _ACE_OF_SPADES),
        Pack("spar36", _ranks("AKQJT9876")),
        Pack("german32", _ranks("AKQJT987")),
    )
}
"""Packs by name; other games bring theirs."""


def pack_named(name: str) -> Pack:
    """The pack of that name; raises `Unreadable`."""
    if name not in PACKS:
        raise Unreadable(f"no pack is called {name!r}; known: {', '.join(sorted(PACKS))}")
    return PACKS[name]
