"""What the game says of the cards that the eye will see; of a table on which no game is played nothing is known."""

from dataclasses import dataclass

from vision.picture.suits_choice import Expected


@dataclass(frozen=True)
class InPlay:
    """The labels of the `pack` that is played with (empty where that is not known), the `copies` it has of each, its `suits`.

    `typed` are labels that people typed in: the log knows these plays, and seeing the cards later must not play them again.
    `has_dummy` says that cards lie open beside those that are played, or will: the first card was led in a game that has a dummy;
    `dummy` is the seat that they lie before, where that is known.
    """

    pack: frozenset[str] = frozenset()
    copies: int = 1
    suits: Expected = Expected.UNKNOWN
    typed: frozenset[str] = frozenset()
    has_dummy: bool = False
    dummy: int | None = None
