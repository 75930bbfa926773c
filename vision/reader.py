"""One picture, all its cards: the finder's outlines, each named by the identifier."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.arrays import Image, Quad
from vision.faces import BACK, NONE, UNKNOWN, is_card
from vision.finder import Finder, FoundCard
from vision.geometry import overlap, resized, size_of, turned
from vision.identifier import Belief, Identifier, Look
from vision.last_layer import LastLayer

SAME_CARD = 0.35
"""Share of place from which two outlines of one name are one card."""

CERTAIN = 0.99
"""Least probability of a reading that is shown as certain; how it was chosen stands in the model card."""


@dataclass(frozen=True)
class CardReading:
    """One card in one picture: outline, what it may be, how much of it was seen by its corners (0..1)."""

    quad: Quad
    belief: Belief
    visible: float
    score: float

    @property
    def label(self) -> str:
        """The card, `back`, or `??` where nothing is certain."""
        return self.belief.certain(CERTAIN)


OTHER_SIZES = (1.03, 0.97)
"""How much larger and smaller a card of a still picture is cut out as well: chance errors of one look do not repeat."""

AGREEMENT = 1.15
"""How much surer three such looks are than their mean: with it one threshold fits stills and films (held-out scenes)."""

Known = Callable[[Quad], Belief | None]
"""What lies under an outline, where that is known from earlier pictures and has not changed since."""


def _nothing_is_known(_quad: Quad) -> None:
    return None


class Care(Enum):
    """How closely a card is looked at.

    A still picture deserves both its ends, each of them at three sizes; a film, which shows the card again and again, one
    end after the other.
    """

    NEAR = (False,)
    FAR = (True,)
    STILL = (False, True)

    def ends(self, card: FoundCard) -> tuple[bool, ...]:
        """Whether each look at this card is turned; where only one end shows there is nothing to turn to."""
        return self.value if card.seen[2] or not card.seen[0] else (False,)


class Reader:
    """Finds and names every card of a picture."""

    def __init__(self, threads: int = 1, enrolled: tuple[LastLayer, ...] = ()) -> None:
        self.finder = Finder(threads)
        self.identifier = Identifier(threads, enrolled)

    def read(self, picture: Image, card_width: float | None = None) -> list[CardReading]:
        """Each physical card once, the best visible first; what is no card is left out."""
        return [reading for reading in self.read_outlines(picture, card_width) if reading.belief.label != NONE]

    def read_outlines(
        self, picture: Image, card_width: float | None = None, known: Known = _nothing_is_known, care: Care = Care.STILL
    ) -> list[CardReading]:
        """As `read`, with the outlines of cards whose face says nothing: smudged, or something else of that shape.

        Outlines that `known` can name are not looked at again.
        """
        found = self.finder.find(picture, card_width)
        beliefs = [known(card.quad) for card in found]
        looks = iter(self._looks(picture, [c for c, b in zip(found, beliefs, strict=True) if b is None], care))
        readings = []
        for card, belief in zip(found, beliefs, strict=True):
            look = next(looks) if belief is None else Look(belief, card.quad)
            readings.append(CardReading(look.quad, look.belief, sum(1 for s in card.seen if s) / 4, card.score))
        ordered = sorted(readings, key=lambda reading: (-reading.visible, -reading.belief.confidence))
        return _once_each(_without_parts(ordered))

    def _looks(self, picture: Image, found: list[FoundCard], care: Care) -> list[Look]:
        """What each outline shows, named from its own first end."""
        turns = [care.ends(card) for card in found]
        quads = [turned(card.quad) if turn else card.quad for card, both in zip(found, turns, strict=True) for turn in both]
        whole = [sum(1 for s in card.seen if s) > 2 for card, both in zip(found, turns, strict=True) for _ in both]
        first = self.identifier.identify(picture, quads, whole)
        looks = iter(self._at_other_sizes(picture, first) if care is Care.STILL else first)
        return [_together([(turn, next(looks)) for turn in both]) for both in turns]

    def _at_other_sizes(self, picture: Image, looks: list[Look]) -> list[Look]:
        """The looks, each fused with what the same outline shows a little larger and a little smaller."""
        others = [self.identifier.beliefs(picture, [resized(look.quad, size) for look in looks]) for size in OTHER_SIZES]
        return [
            Look(Belief.fuse([look.belief, *more]).sharpened(AGREEMENT), look.quad)
            for look, *more in zip(looks, *others, strict=True)
        ]


def _together(looks: list[tuple[bool, Look]]) -> Look:
    """One look from those at one or both ends."""
    quads = [turned(look.quad) if turn else look.quad for turn, look in looks]
    return Look(Belief.fuse([look.belief for _, look in looks]), np.mean(quads, axis=0).astype(np.float32))


def _without_parts(readings: list[CardReading]) -> list[CardReading]:
    """Without outlines that no card of this table can have: marks inside a whole card, and sizes far from every card's.

    A card lies wholly inside another's outline only if it is as large: then it lies under it, and a strip shows.
    """
    whole = [r for r in readings if r.visible == 1 and r.label != UNKNOWN]
    sizes = [size_of(r.quad) for r in readings if r.visible >= 0.75 and is_card(r.label)]
    return [r for r in readings if not any(_is_mark(r, other) for other in whole) and _fits(r, sizes)]


def _is_mark(reading: CardReading, whole: CardReading) -> bool:
    is_smaller = size_of(reading.quad) < 0.9 * size_of(whole.quad)
    return reading is not whole and is_smaller and overlap(reading.quad, whole.quad) > 0.8


def _fits(reading: CardReading, sizes: list[float]) -> bool:
    """Whether an outline seen by half or less is about as large as one of the cards that show well."""
    ratios = [size_of(reading.quad) / size for size in sizes]
    return reading.visible > 0.5 or not ratios or any(0.6 < ratio < 1.6 for ratio in ratios)


def _once_each(readings: list[CardReading]) -> list[CardReading]:
    """Each physical card once; of two far apart that seem the same card, the less visible becomes a question.

    Two outlines with one name that share their place are one card, found twice.
    """
    kept: list[CardReading] = []
    for reading in readings:
        label = reading.belief.label
        twins = [other for other in kept if other.belief.label == label and label != NONE]
        if any(overlap(other.quad, reading.quad) > SAME_CARD for other in twins):
            continue
        if is_card(label) and any(other.label == label for other in twins):
            reading = CardReading(reading.quad, _doubted(reading.belief), reading.visible, reading.score)
        kept.append(reading)
    return kept


def _doubted(belief: Belief) -> Belief:
    """The belief with its likeliest label brought below certainty."""
    logs = belief.logs.copy()
    best = int(np.argmax(logs))
    logs[best] = min(logs[best], np.log(0.5))
    rest = np.exp(np.delete(logs, best)).sum()
    logs += np.where(np.arange(len(logs)) == best, 0.0, np.log(0.5 / max(rest, 1e-12)))
    return Belief(logs)


__all__ = ["BACK", "CERTAIN", "UNKNOWN", "CardReading", "Reader"]
