"""The finder alone: single cards in plain sight, of decks that training never saw and of every family, frame and proportion.

`python -m benchmarks.singles --cards 2000`. A card is found where one outline has all four of its corners.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Image, Quad
from vision.faces import BACK, PLAIN_FACES
from vision.geometry import card_outline, size_of, turned
from vision.picture.finder import Finder
from vision.picture.outlines import FoundCard
from vision.setup.calibration import PROPORTIONS
from vision.training.decks import Deck, FaceSource, random_design
from vision.training.frames import random_frame
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck
from vision.training.nations import random_national_design
from vision.training.optics import camera, light_up
from vision.training.scenes import paste, perspective_of, table
from vision.training.suits import Nation

SIDE = 480
"""Pixels of a picture's sides."""

NEAR = 0.08
"""Parts of a card's width by which a corner may be off."""

FAMILIES = ("french", *(nation.value for nation in Nation))


def deck_of(family: str, rng: np.random.Generator) -> tuple[FaceSource, tuple[str, ...]]:
    """A deck of that family, and its faces; half of the French ones have a frame."""
    if family != "french":
        deck = NationalDeck(random_national_design(rng, Nation(family), PenLettering()))
        return deck, (*deck.labels, BACK)
    design = random_design(rng)
    return Deck(replace(design, frame=random_frame(rng)) if rng.random() < 0.5 else design), (*PLAIN_FACES, BACK)


def _places(rng: np.random.Generator, aspect: float) -> Iterator[tuple[float, Quad]]:
    """Widths and outlines for ever, of which a few leave the picture."""
    while True:
        width = float(rng.uniform(60, 140))
        x, y = (SIDE / 2 + rng.normal(0, 15, 2)).tolist()
        lean = np.array([[1, 0, 0], [0, 1, 0], [*(rng.uniform(-1, 1, 2) * 0.25 / SIDE), 1]])
        yield width, perspective_of(card_outline((x, y), width, float(rng.uniform(0, 2 * np.pi)), aspect), lean)


def single(seed: int) -> tuple[str, float, Image, Quad]:
    """A picture of one card: the family, the proportions, the picture, and the outline."""
    rng = np.random.default_rng([seed, 31415])
    family, aspect = FAMILIES[seed % len(FAMILIES)], PROPORTIONS[seed // len(FAMILIES) % len(PROPORTIONS)]
    deck, labels = deck_of(family, rng)
    width, quad = next((width, quad) for width, quad in _places(rng, aspect) if ((quad > 0) & (quad < SIDE - 1)).all())
    ground = table(rng, SIDE, SIDE)
    paste(ground, deck.face(str(rng.choice(labels))), quad, np.full(3, rng.uniform(0.8, 1.0), np.float32), (2.0, 3.0, 3.0, 0.3))
    return family, aspect, camera(light_up(ground, rng, 0.0), rng, width, 0.0), quad


def has(found: list[FoundCard], quad: Quad) -> bool:
    """Whether one outline has all four corners, seen themselves."""
    outlines = [card.quad for card in found if card.visible == 1]
    misses = (np.linalg.norm(one - quad, axis=1).max() for outline in outlines for one in (outline, turned(outline)))
    return min(misses, default=np.inf) < NEAR * size_of(quad)


def ways(finder: Finder, picture: Image, width: float) -> dict[str, list[FoundCard]]:
    """What is found in one look, as at a frame of a film, closely, as in a still picture, and without knowing the width."""
    return {
        "one look": finder.find(picture, width),
        "looked at closely": finder.find_closely(picture, width),
        "width searched": finder.find(picture),
    }


def main() -> None:
    """Print a line for each family and shape, and for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    finder, cards, found = Finder(), Counter[str](), defaultdict[str, Counter[str]](Counter)
    for seed in range(options.seed, options.seed + options.cards):
        family, aspect, picture, quad = single(seed)
        groups = family, f"{aspect:.2f}", "all"
        cards.update(groups)
        for way, outlines in ways(finder, picture, size_of(quad)).items():
            found[way].update(groups if has(outlines, quad) else ())
    print(" ".join([f"{'single cards with all four corners found':40s}", " cards", *(f"{way:>17s}" for way in found)]))
    for group in (*FAMILIES, *(f"{aspect:.2f}" for aspect in PROPORTIONS), "all"):
        if cards[group]:
            shares = (f"{found[way][group] / cards[group]:17.4f}" for way in found)
            print(" ".join([f"  {group:38s} {cards[group]:6d}", *shares]))


if __name__ == "__main__":
    main()
