"""The finder alone: single cards in plain sight, of decks that training never saw and of every family, frame and proportion.

`python -m benchmarks.singles --cards 2000`. A card is found where one outline has all four of its corners.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Image, Quad
from vision.faces import BACK, PLAIN_FACES
from vision.geometry import card_outline, size_of, turned
from vision.picture.finder import Finder
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


def is_found(finder: Finder, picture: Image, quad: Quad, width: float | None) -> bool:
    """Whether one outline has all four corners, seen themselves."""
    found = [card.quad for card in finder.find(picture, width) if card.visible == 1]
    misses = (np.linalg.norm(one - quad, axis=1).max() for outline in found for one in (outline, turned(outline)))
    return min(misses, default=np.inf) < NEAR * size_of(quad)


def shares(cards: int, first: int) -> Iterator[tuple[str, int, int, int]]:
    """For each family and shape, and for all: its name, cards, those found with the width given, and without it."""
    finder, counts = Finder(), Counter[tuple[str, str]]()
    for seed in range(first, first + cards):
        family, aspect, picture, quad = single(seed)
        with_width, without = (int(is_found(finder, picture, quad, width)) for width in (size_of(quad), None))
        for group in (family, f"{aspect:.2f}", "all"):
            counts.update({(group, "cards"): 1, (group, "given"): with_width, (group, "searched"): without})
    for group in (*FAMILIES, *(f"{aspect:.2f}" for aspect in PROPORTIONS), "all"):
        yield group, counts[group, "cards"], counts[group, "given"], counts[group, "searched"]


def main() -> None:
    """Print a line for each group."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print("single cards with all four corners found   cards   width given   width searched")
    for group, cards, given, searched in shares(options.cards, options.seed):
        if cards:
            print(f"  {group:40s} {cards:6d} {given / cards:13.4f} {searched / cards:16.4f}", flush=True)


if __name__ == "__main__":
    main()
