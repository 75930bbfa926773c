"""The faces a card can show, as codes: rank and suit, the two jokers, a back, or no card at all.

Vision knows faces and not games: `device` translates these codes into the cards of `scoring` in one place.
"""

from collections.abc import Collection

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PLAIN_FACES = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 faces, in the order of the identifier's answer."""

BIG_JOKER, LITTLE_JOKER, BACK, NONE, UNKNOWN = "BJ", "LJ", "back", "none", "??"

FACES = (*PLAIN_FACES, BIG_JOKER, LITTLE_JOKER)

LABELS = (*FACES, BACK, NONE)
"""Every answer the identifier can give; `UNKNOWN` is not one of them: it says that no answer is certain."""

ASPECT = 1.4
"""Height of a card over its width: 88 mm by 63 mm, the poker size; bridge size (1.54) is read by the same crop."""


def is_card(label: str) -> bool:
    """Whether the label names a card that lies face up."""
    return label not in (BACK, NONE, UNKNOWN)


def is_put_together(label: str, cards: Collection[str]) -> bool:
    """Whether the label has the rank of one of these cards and the suit of another: it may be read from a piece of each."""
    return is_card(label) and any(card[0] == label[0] for card in cards) and any(card[1] == label[1] for card in cards)
