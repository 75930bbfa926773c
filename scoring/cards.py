"""Cards: a rank and a suit, with a text form that goes both ways."""

from enum import Enum
from typing import NamedTuple

from scoring.errors import Unreadable


class SuitSystem(Enum):
    """Which suits a pack has, by the country that they come from."""

    FRENCH = "french"
    GERMAN = "german"
    SWISS = "swiss"
    ITALIAN = "italian"
    SPANISH = "spanish"

    __hash__ = object.__hash__


class Suit(Enum):
    """Suits by their letters, in every system the French ones.

    In German packs acorns are C, leaves S, hearts H, bells D; in Swiss ones acorns C, shields S, roses H, bells D; in Italian
    and Spanish ones batons C, swords S, cups H, coins D.
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = object.__hash__  # there is one of each, and cards are looked up all the time


class Rank(Enum):
    """Ranks by their letters. Which is higher, the pack says.

    Over and Under belong to German and Swiss packs; Queen and Jack are Knight and Knave in Italian and Spanish ones.
    """

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    OVER = "O"
    UNDER = "U"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"
    BIG_JOKER = "BJ"
    LITTLE_JOKER = "LJ"

    __hash__ = object.__hash__


class Card(NamedTuple):
    """One card; jokers have no suit. A tuple, since nothing is looked up and compared as often."""

    rank: Rank
    suit: Suit | None

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that a code such as `QS`, `TD` or `BJ` names; raises `Unreadable`."""
        code = text.strip().upper()
        if code in ("BJ", "LJ"):
            return cls(Rank(code), None)
        try:
            rank, suit = Rank(code[:-1]), Suit(code[-1:])
            if rank.value in ("BJ", "LJ"):
                raise ValueError("jokers have no suit")
            return cls(rank, suit)
        except ValueError:
            raise Unreadable(f"{text!r} is not a card: expected a rank and a suit, such as QS, TD or 7H") from None

    def __str__(self) -> str:
        """The code that `parse` reads."""
        return self.rank.value + (self.suit.value if self.suit else "")

    def __repr__(self) -> str:
        """Short and readable in lists: `Card.parse` takes the text."""
        return f"Card({self})"


JOKERS = (Rank.BIG_JOKER, Rank.LITTLE_JOKER)

CARDS = (
    *(Card(rank, suit) for suit in Suit for rank in Rank if rank not in JOKERS),
    *(Card(joker, None) for joker in JOKERS),
)
"""Every card that there is."""
