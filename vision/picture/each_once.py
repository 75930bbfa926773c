"""Each card once: what the readings of one picture say about each other.

A pack holds each card once, or as often as its `copies` say, and a card is found more than once where several of its corners
disagree. No rule of a game is known here.
"""

import math
from dataclasses import replace
from itertools import chain, product

import cv2
import numpy as np

from vision.arrays import Quad
from vision.faces import FACES, NONE, UNKNOWN, is_card
from vision.geometry import may_be_as_wide, overlap, size_of
from vision.picture.identifier import Belief
from vision.picture.reading import CERTAIN, CardReading

ONE_INDEX = 0.3
"""Widths of a card within which two outlines' corners may show one and the same index."""

SAME_CARD = 0.35
"""Share of place from which two outlines of one name are one card."""


WHOLE = 0.75
"""Share of a card's corners from which marks inside it are its own, and from which it tells how large cards are here."""

STICKS_OUT = 0.06
"""Widths of a card by which one must lie outside another's outline to show from under it."""


def without_parts(readings: list[CardReading]) -> list[CardReading]:
    """Without outlines that no card of this table can have: marks inside what shows well, and sizes far from every card's.

    What shows well is a card, whichever it may be, a back, or surely something else of a card's shape: a smudged one.

    A card lies wholly inside another's outline only if it is as large: then it lies under it, and a strip shows; or on it,
    and then it covers that card's corners and shows its own.
    """
    whole = [r for r in readings if r.visible >= WHOLE and (r.label != UNKNOWN or r.belief.chance_of_a_card >= CERTAIN)]
    sizes = [size_of(r.quad) for r in readings if r.visible >= WHOLE and is_card(r.label)]
    return [r for r in readings if not any(_is_mark(r, other) for other in whole) and _fits(r, sizes)]


def _is_mark(reading: CardReading, whole: CardReading) -> bool:
    size = size_of(whole.quad)
    is_smaller = size_of(reading.quad) < 0.9 * size
    is_one_corner = reading.visible < 0.5 and not _sticks_out(reading.quad, whole.quad, STICKS_OUT * size)
    return reading is not whole and (is_one_corner or (is_smaller and overlap(reading.quad, whole.quad) > 0.8))


def _sticks_out(quad: Quad, other: Quad, far: float) -> bool:
    """Whether a corner lies outside the other outline by more than so many pixels."""
    return any(cv2.pointPolygonTest(other, (x, y), True) < -far for x, y in quad.tolist())


def _fits(reading: CardReading, sizes: list[float]) -> bool:
    """Whether an outline seen by half or less is about as large as one of the cards that show well."""
    return reading.visible > 0.5 or not sizes or any(may_be_as_wide(reading.quad, size) for size in sizes)


def settled(readings: list[CardReading]) -> list[CardReading]:
    """The uncertain ones in the light of the certain ones: a card that surely lies elsewhere hardly lies here as well.

    One answer may settle the next. Outlines that may be of one card say nothing about each other.
    """
    now = readings
    while True:
        certain = [reading for reading in now if is_card(reading.label)]
        after = [known if is_card(known.label) else _in_light_of(certain, r) for known, r in zip(now, readings, strict=True)]
        if [r.label for r in after] == [r.label for r in now]:
            return after
        now = after


def _in_light_of(certain: list[CardReading], reading: CardReading) -> CardReading:
    elsewhere = {other.label for other in certain if not _may_be_one(other.quad, reading.quad)}
    return replace(reading, belief=reading.belief.given(frozenset(FACES) - elsewhere))


def _may_be_one(a: Quad, b: Quad) -> bool:
    """Whether two outlines may be of one card that was found twice: an index corner of one lies at a corner of the other."""
    near = ONE_INDEX * max(size_of(a), size_of(b))
    one, other = a.tolist(), b.tolist()
    pairs = chain(product(one[::2], other), product(other[::2], one))
    return any(math.dist(index, corner) < near for index, corner in pairs)


def once_each(readings: list[CardReading], copies: int = 1) -> list[CardReading]:
    """Each physical card once; of more far apart than there are `copies` of the card, the least visible becomes a question.

    Two outlines with one name that share their place are one card, found twice.
    """
    kept: list[CardReading] = []
    for reading in readings:
        label = reading.belief.label
        twins = [other for other in kept if other.belief.label == label and label != NONE]
        if any(overlap(other.quad, reading.quad) > SAME_CARD for other in twins):
            continue
        if is_card(label) and sum(other.label == label for other in twins) >= copies:
            reading = replace(reading, belief=_doubted(reading.belief))
        kept.append(reading)
    return kept


def _doubted(belief: Belief) -> Belief:
    """The belief with its likeliest label brought down to an even chance, where it had a better one."""
    best = int(np.argmax(belief.logs))
    if belief.logs[best] <= np.log(0.5):
        return belief
    rest = np.exp(np.delete(belief.logs, best)).sum()
    logs = belief.logs + np.log(0.5 / max(rest, 1e-12))
    logs[best] = np.log(0.5)
    return Belief(logs)
