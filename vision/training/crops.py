"""What the identifier learns from: cards cut out of rendered scenes as a finder would give them, with what they are.

Outlines are a little wrong. Cut-outs that hold no card, two halves of cards, or of a card no more than nobody could tell it
by, are `none`. Needs no torch: an enrolled deck is learnt from these as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import ASPECT, BACK, NONE
from vision.geometry import UNIT, inside, overlap, perspective, resized, size_of, turned
from vision.picture.identifier import Crops
from vision.training.scenes import MOST, PlacedCard, Recipe, Scene

RECIPE = Recipe(size=288, smallest=42.0, largest=165.0)

LOOKS = (0.01, 0.04, 0.1)
"""How far off outlines are, in parts of a card's width."""

GUESSED = (0.05, 0.07, 0.07)
"""By how much (one standard deviation) the finder errs about a card of which it saw one corner: radians, parts of its edges."""

HIDDEN = 0.2
"""Share of a corner up to which it may be left black in the cut-out, as where a finder did not see it."""


@dataclass(frozen=True)
class Sample:
    """A cut-out, its answer (a label, or `none`), how far off each of its corners is, and which ends show an index."""

    crops: Crops
    label: str
    offsets: Floats
    shown: tuple[bool, bool] = (False, False)


def shifted(quad: Quad, seen: Sequence[bool], rng: np.random.Generator) -> Quad:
    """The outline as a finder might give it that saw those of its corners; it guesses where the others are."""
    width, amount = size_of(quad), float(rng.choice(LOOKS))
    grown = resized(_swung(quad, seen, rng), float(1 + rng.normal(0, 0.5 * amount)))
    whole = rng.normal(0, 0.5 * amount * width, 2)
    return np.asarray(grown + whole + rng.normal(0, 0.5 * amount * width, (4, 2)), np.float32)


def _swung(quad: Quad, seen: Sequence[bool], rng: np.random.Generator) -> Quad:
    """Turned about the corners that were seen, too long or too narrow; the less, the more of them there are."""
    known = UNIT[list(seen)] if any(seen) else UNIT
    about = known.mean(axis=0)
    turn, longer, wider = rng.normal(0, GUESSED) / max(1, sum(seen))
    across, down = (UNIT - about).T
    points = np.stack([across * (1 + wider) - down * ASPECT * turn, down * (1 + longer) + across / ASPECT * turn], axis=1)
    return perspective(quad, (points + about).astype(np.float32)).astype(np.float32)


def answer_for(card: PlacedCard, has_indices: bool) -> str | None:
    """What is to be said of a card: its label, `none` where nobody could tell it, None where some could and some not."""
    if card.label == BACK:
        return BACK if card.visible >= 0.3 else None
    if not has_indices:
        if card.told_by_face:
            return card.label
        return NONE if card.is_untold and card.visible > 0.05 else None
    index = max(card.corner_visible[0], card.corner_visible[2])
    if index >= 0.75 or card.visible >= MOST:
        return card.label
    return NONE if index < 0.35 and 0.05 < card.visible < 0.3 else None


def ends(card: PlacedCard) -> list[tuple[Quad, Sequence[float]]]:
    """The card's outline, named from each end at which its index shows; from the better one where neither does.

    With each, how much shows of its four corners.
    """
    visible = card.corner_visible
    both = [(card.quad, visible), (turned(card.quad), visible[2:] + visible[:2])]
    return [end for end in both if end[1][0] >= min(0.75, max(visible[0], visible[2]))]


def samples(scene: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """Crops of one scene; most readable cards are cut out twice, as wrong outlines cost less than new scenes."""
    for card in scene.cards:
        label = answer_for(card, scene.has_indices)
        if label is None or (label == NONE and card.label != NONE and rng.random() < 0.5):
            continue
        named = ends(card)
        for _ in range(1 if rng.random() < 0.5 else 2):
            quad, visible = named[int(rng.integers(len(named)))]
            guess = shifted(quad, [share > 0.5 for share in visible], rng)
            crops = Crops.of(scene.picture, [guess], [visible[2] > HIDDEN or rng.random() < 0.5])
            shown = (scene.has_indices and visible[0] >= 0.75, scene.has_indices and visible[2] >= 0.75)
            yield Sample(crops, label, inside(guess, quad) - UNIT, shown)
    if rng.random() < 0.6:
        yield from _nothing(scene, rng)


def _nothing(scene: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """A cut-out that is no card: bare table, or an outline far from every card's own."""
    n = scene.picture.shape[0]
    if scene.cards and rng.random() < 0.75:
        quad = scene.cards[int(rng.integers(len(scene.cards)))].quad
        centre, width = quad.mean(axis=0), size_of(quad)
        turn = float(rng.choice([0.0, np.pi / 2, rng.uniform(0.4, 2.7)]))
        rotate = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        scale = float(rng.choice([1.0, 0.5, 1.8]))
        quad = ((quad - centre) @ rotate * scale + centre + rng.normal(0, 0.4 * width, 2)).astype(np.float32)
    else:
        width = float(rng.uniform(30, 150))
        corner = rng.uniform(0, n - 10, 2)
        quad = (np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]]) * width + corner).astype(np.float32)
    if all(_is_far(quad, card) for card in scene.cards):
        yield Sample(Crops.of(scene.picture, [quad]), NONE, np.zeros_like(UNIT))


def _is_far(quad: Quad, card: PlacedCard) -> bool:
    """Whether no end of the card could be taken for this outline's."""
    width = size_of(card.quad)
    shift = min(float(np.abs(quad - named).max()) for named in (card.quad, turned(card.quad)))
    return shift > 0.5 * width or (shift > 0.35 * width and overlap(quad, card.quad) < 0.8)
