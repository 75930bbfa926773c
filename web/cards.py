"""How a card is written on a page: rank and suit sign, never colour alone."""

from typing import NamedTuple

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


class CardParts(NamedTuple):
    """What a template needs of a card."""

    rank: str
    sign: str
    suit: str
    name: str


def card_parts(code: str) -> CardParts:
    """The parts of a card code; `back` and `??` have names of their own."""
    if code == "back":
        return CardParts("", "▒", "back", "face down")
    if code == "??":
        return CardParts("?", "", "unknown", "not known yet")
    if code in ("BJ", "LJ"):
        return CardParts("★", "", "joker", "big joker" if code == "BJ" else "little joker")
    rank, suit = code[0], code[1]
    return CardParts("10" if rank == "T" else rank, SIGNS[suit], NAMES[suit], f"{RANKS.get(rank, rank)} of {NAMES[suit]}")
