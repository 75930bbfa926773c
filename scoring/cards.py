"""Cards: a rank and a suit, with a text form that goes both ways."""

from enum import Enum
from typing import NamedTuple

from scoring.errors import Unreadable


class SuitSystem(Enum):
    """Which suits a pack has, by the country that they come from, or by its name where it has colours and numbers, or tarocks."""

    FRENCH = "french"
    GERMAN = "german"
    SWISS = "swiss"
    ITALIAN = "italian"
    SPANISH = "spanish"
    ROOK = "rook"
    TAROCK = "tarock"

    __hash__ = object.__hash__


class Suit(Enum):
    """Suits by their letters, in every system the French ones.

    In German packs acorns are C, leaves S, hearts H, bells D; in Swiss ones acorns C, shields S, roses H, bells D; in Italian
    and Spanish ones batons C, swords S, cups H, coins D. In the Rook pack green is C, black S, red H, yellow D.
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = object.__hash__  # there is one of each, and cards are looked up all the time


class Rank(Enum):
    """Ranks by their letters, in the order in which pages list them. Which is higher, the pack says.

    Over and Under belong to German and Swiss packs; Queen and Jack are Knight and Knave in Italian and Spanish ones. Of ranks
    with two figures the Rook pack has four. A tarock pack has a Knight beside the Queen, and tarocks, which have no suit.
    """

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    KNIGHT = "N"
    JACK = "J"
    OVER = "O"
    UNDER = "U"
    FOURTEEN = "14"
    THIRTEEN = "13"
    TWELVE = "12"
    ELEVEN = "11"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"
    ONE = "1"
    BIG_JOKER = "BJ"
    LITTLE_JOKER = "LJ"
    TAROCK_21 = "XXI"
    TAROCK_20 = "XX"
    TAROCK_19 = "XIX"
    TAROCK_18 = "XVIII"
    TAROCK_17 = "XVII"
    TAROCK_16 = "XVI"
    TAROCK_15 = "XV"
    TAROCK_14 = "XIV"
    TAROCK_13 = "XIII"
    TAROCK_12 = "XII"
    TAROCK_11 = "XI"
    TAROCK_10 = "X"
    TAROCK_9 = "IX"
    TAROCK_8 = "VIII"
    TAROCK_7 = "VII"
    TAROCK_6 = "VI"
    TAROCK_5 = "V"
    TAROCK_4 = "IV"
    TAROCK_3 = "III"
    TAROCK_2 = "II"
    TAROCK_1 = "I"

    __hash__ = object.__hash__


TAROCKS = tuple(rank for rank in Rank if rank.name.startswith("TAROCK_"))
"""The numbered tarocks, from the highest; above them all is the Fool, the big joker of such a pack."""

NUMBERED = frozenset({Rank.ONE, Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.FOURTEEN, Rank.KNIGHT})
"""Ranks that only Rook and tarock packs have."""

WITHOUT_SUIT = frozenset({Rank.BIG_JOKER, Rank.LITTLE_JOKER, *TAROCKS})
"""Ranks that are a card by themselves."""
_WHOLE = {rank.value: rank for rank in WITHOUT_SUIT}


class Card(NamedTuple):
    """One card; jokers and tarocks have no suit. A tuple, since nothing is looked up and compared as often."""

    rank: Rank
    suit: Suit | None

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that a code such as `QS`, `TD`, `14H`, `BJ` or `XXI` names; raises `Unreadable`."""
        code = text.strip().upper()
        if code in _WHOLE:
            return cls(_WHOLE[code], None)
        try:
            rank, suit = Rank(code[:-1]), Suit(code[-1:])
            if rank in WITHOUT_SUIT:
                raise ValueError(code)
            return cls(rank, suit)
        except ValueError:
            raise Unreadable(f"{text!r} is not a card: expected a rank and a suit, such as QS, TD or 7H") from None

    def __str__(self) -> str:
        """The code that `parse` reads."""
        return self.rank.value + (self.suit.value if self.suit else "")

    def __repr__(self) -> str:
        """Short and readable in lists: `Card.parse` takes the text."""
        return f"Card({self})"


EVERY_CARD = (
    *(Card(rank, suit) for suit in Suit for rank in Rank if rank not in WITHOUT_SUIT),
    *(Card(rank, None) for rank in Rank if rank in WITHOUT_SUIT),
)
"""Every card that there is."""
