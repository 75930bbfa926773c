"""What lies on the table of a fishing game: loose cards, builds, and what each side has won."""

from dataclasses import dataclass

from scoring.cards import Card
from scoring.offences import Offence
from scoring.seats import Seat


@dataclass(frozen=True)
class Build:
    """Cards grouped to be taken together with a card of `value`; `by` made or touched it last."""

    value: int
    sets: tuple[tuple[Card, ...], ...]
    by: Seat

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards."""
        return tuple(card for group in self.sets for card in group)

    @property
    def is_multiple(self) -> bool:
        """Whether its number is fixed, because it holds more than one set."""
        return len(self.sets) > 1


@dataclass(frozen=True)
class Layout:
    """What lies on the table, and each side's pile and sweeps: how often it took all that lay there.

    Piles and layout together are the cards seen so far. `most`: the highest number that a build may have.
    """

    loose: tuple[Card, ...]
    builds: tuple[Build, ...]
    won: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    taker: int | None = None
    offences: tuple[Offence, ...] = ()
    most: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing lies on the table."""
        return not self.loose and not self.builds

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards seen so far."""
        built = (card for build in self.builds for card in build.cards)
        return (*self.loose, *built, *(card for pile in self.won for card in pile))
