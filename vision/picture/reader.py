"""One picture, all its cards: the finder's outlines, each named by the identifier."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from itertools import compress, islice

import numpy as np

from vision.arrays import Image, Quad
from vision.faces import ASPECT, NONE, is_card
from vision.geometry import resized, size_of, turned
from vision.picture.each_once import once_each, settled, without_parts
from vision.picture.finder import Finder
from vision.picture.identifier import Belief, Identifier, Look, Outline
from vision.picture.last_layer import LastLayer
from vision.picture.outlines import FoundCard
from vision.picture.reading import CardReading
from vision.picture.region import Region

OTHER_SIZES = (1.03, 0.97)
"""How much larger and smaller a card of a still picture is cut out as well: chance errors of one look do not repeat."""

STILL_POWERS, FILM_POWERS = (1.7, 1.0), (1.2, 0.9)
"""Powers of a card's chances where more than half of its corners show, and where no more do.

Six looks at a still card tell more than their mean; of half a card what is cut out may hold a piece of its neighbour, and every
look holds it.
"""

SETTLED, NO_CARD = 0.99, 0.7
"""Chances from which looks at a card of a still picture are enough, and at what is none: one at its first end, then at both. All
others are looked at in every size.

The first is stricter than `CERTAIN`, which one look of a film may reach; what is no card is in no answer anyway, and of 509
outlines in photographs that were none by that much no closer look made one.
"""

SMALL, FAINT = 70.0, 0.75
"""Width of a card in pixels below which its chances are raised to that power: of wrong answers that are given as all but
certain, most are about cards so small that their index is some ten pixels high.
"""

HANDFUL = 8
"""Outlines, the surest, from which is learnt how large cards are."""

Ends = list[tuple[bool, Look]]
"""Looks at one card, each from its first end or, turned, from its second."""

Known = Callable[[Sequence[FoundCard]], Sequence[tuple[FoundCard, Belief | None]]]
"""Of outlines those that earlier pictures do not explain, each with what it shows where it was read then and has not changed."""


def _nothing_is_known(found: Sequence[FoundCard]) -> Sequence[tuple[FoundCard, None]]:
    return [(card, None) for card in found]


class Care(Enum):
    """How closely a card is looked at.

    A still picture deserves both its ends, each of them at three sizes, where the first look does not settle it; a film, which
    shows the card again and again, one end after the other.
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
        """Each physical card once, the best visible first; what is no card is left out.

        Where the size of a card is not known, the picture is searched from coarse to fine until a card is plain to see: it gives
        the size, and then the picture is searched closely.
        """
        if card_width is None:
            for found in self.finder.ever_finer(picture):
                card_width = _width_in(self._name(picture, found[:HANDFUL], _nothing_is_known, Care.NEAR))
                if card_width is not None:
                    break
            else:
                return self._read_found(picture, self.finder.find_by_whole(picture, found))
        return self._read_found(picture, self.finder.find_closely(picture, card_width))

    def _read_found(self, picture: Image, found: list[FoundCard]) -> list[CardReading]:
        readings = _cards_of(self._name(picture, found, _nothing_is_known, Care.STILL))
        return _cards_of(once_each(settled(readings)))

    def read_outlines(
        self,
        picture: Image,
        card_width: float | None = None,
        known: Known = _nothing_is_known,
        care: Care = Care.STILL,
        region: Region | None = None,
        aspect: float = ASPECT,
        copies: int = 1,
    ) -> list[CardReading]:
        """One search of the picture, with the outlines of cards whose face says nothing: smudged, or something of that shape.

        Each reading stands by itself. Outlines that `known` can name are not looked at again. With a `region` the rest of the
        picture is spared. `aspect` is the pack's height over width, where that is known, `copies` how often it has each card.
        """
        found = self.finder.find(picture, card_width, region, aspect)
        return once_each(self._name(picture, found, known, care), copies)

    def read_at(self, picture: Image, quad: Quad) -> CardReading:
        """What an outline shows that was found otherwise, all of it in view."""
        (reading,) = self._name(picture, [FoundCard(quad, (1.0, 1.0, 1.0, 1.0))], _nothing_is_known, Care.STILL)
        return reading

    def _name(self, picture: Image, found: list[FoundCard], known: Known, care: Care) -> list[CardReading]:
        """What the outlines show, the best visible first; a card that was found twice is still in it twice."""
        left = known(found)
        looks = iter(self._looks(picture, [card for card, belief in left if belief is None], care))
        readings = []
        for card, belief in left:
            look = next(looks) if belief is None else Look(belief, card.quad)
            first, second, third, fourth = (bool(score) for score in card.seen)
            readings.append(CardReading(look.quad, look.belief, card.visible, (first, second, third, fourth)))
        ordered = sorted(readings, key=lambda reading: (-reading.visible, -reading.belief.confidence))
        return without_parts(ordered)

    def _looks(self, picture: Image, found: list[FoundCard], care: Care) -> list[Look]:
        """What each outline shows, named from its own first end.

        Of a still picture only what a look at one end, and then at both, leaves open is looked at ever more closely.
        """
        turns = [care.ends(card)[0] for card in found]
        looks = self.identifier.identify(picture, [outline_of(card, turn) for card, turn in zip(found, turns, strict=True)])
        seen = [[(turn, look)] for turn, look in zip(turns, looks, strict=True)]
        named = [_together(ends, _power(card, FILM_POWERS)) for card, ends in zip(found, seen, strict=True)]
        if care is Care.STILL:
            for closer, powers in ((self._at_other_end, FILM_POWERS), (self._at_other_sizes, STILL_POWERS)):
                unsettled = [place for place, look in enumerate(named) if not _is_settled(look.belief)]
                cards = [found[place] for place in unsettled]
                for place, ends in zip(unsettled, closer(picture, cards, [seen[place] for place in unsettled]), strict=True):
                    seen[place], named[place] = ends, _together(ends, _power(found[place], powers))
        return named

    def _at_other_end(self, picture: Image, cards: list[FoundCard], seen: list[Ends]) -> list[Ends]:
        """The looks, with one at the other end of those cards where that shows."""
        both = [True in Care.STILL.ends(card) for card in cards]
        other = [outline_of(card, turn=True) for card in compress(cards, both)]
        second = iter(self.identifier.identify(picture, other))
        return [[*ends, (True, next(second))] if shows else ends for ends, shows in zip(seen, both, strict=True)]

    def _at_other_sizes(self, picture: Image, cards: list[FoundCard], seen: list[Ends]) -> list[Ends]:
        """The looks, each fused with what the same end shows a little larger and a little smaller."""
        looks = [(card, turn, look) for card, ends in zip(cards, seen, strict=True) for turn, look in ends]
        right = [replace(outline_of(card, turn), quad=look.quad) for card, turn, look in looks]
        others = [
            self.identifier.look(picture, [replace(outline, quad=resized(outline.quad, size)) for outline in right])
            for size in OTHER_SIZES
        ]
        fused = iter(
            (turn, Look(Belief.fuse([look.belief, *(other.belief for other in more)]), look.quad))
            for (_, turn, look), *more in zip(looks, *others, strict=True)
        )
        return [list(islice(fused, len(ends))) for ends in seen]


def _cards_of(readings: list[CardReading]) -> list[CardReading]:
    """Without what most likely is none: cards that surely lie elsewhere make nothing else of it, but none of what may be one."""
    return [reading for reading in readings if reading.belief.label != NONE]


def _is_settled(belief: Belief) -> bool:
    """Whether one look has said enough."""
    return belief.confidence >= (NO_CARD if belief.label == NONE else SETTLED)


def _width_in(readings: list[CardReading]) -> float | None:
    """The size of a card in this picture, from those that show best; None where none is certain."""
    certain = [reading for reading in readings if is_card(reading.label)]
    best = [size_of(reading.quad) for reading in certain if reading.visible > 0.5] or [size_of(r.quad) for r in certain]
    return float(np.median(best)) if best else None


def power_of_many(visible: float) -> float:
    """To which the mean of many looks of a film at one card is raised, as sure then as from those at a still picture."""
    return STILL_POWERS[visible <= 0.5] / FILM_POWERS[visible <= 0.5]


def _power(card: FoundCard, powers: tuple[float, float]) -> float:
    """To which the chances of what a card shows are raised; all factors come from rendered decks that training never saw."""
    return powers[card.visible <= 0.5] * (FAINT if size_of(card.quad) < SMALL else 1.0)


def outline_of(card: FoundCard, turn: bool = False) -> Outline:
    """Where to look at a found card: from its first end or, with `turn`, from its second."""
    quad, other_end = (turned(card.quad), card.seen[0]) if turn else (card.quad, card.seen[2])
    return Outline(quad, bool(other_end), card.visible > 0.5)


def _together(looks: Ends, power: float) -> Look:
    """One look from those at one or both ends, its chances raised to a power."""
    quads = [turned(look.quad) if turn else look.quad for turn, look in looks]
    return Look(Belief.fuse([look.belief for _, look in looks]).sharpened(power), np.mean(quads, axis=0).astype(np.float32))
