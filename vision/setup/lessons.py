"""What an enrolled deck is learnt from: the faces that were shown, printed on rendered tables, and cards of other decks.

A cut-out is called by a card's name where it could be no other's. Nothing is known of how the deck is made: whether its corners
tell, or how much of a face has to show, is seen from the faces themselves.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, islice

import numpy as np

from vision.arrays import Floats, Image
from vision.faces import BACK, NONE, PLAIN_FACES, is_card
from vision.picture.identifier import Crops
from vision.picture.likeness import COLUMNS, ROWS, SAME, Cells, difference, differs, even, upside_down
from vision.training.crops import Sample, samples
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, Deck, random_design
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck
from vision.training.nations import random_national_design
from vision.training.scenes import LITTLE, PlacedCard, Recipe, Scene, render
from vision.training.suits import Nation

RECIPE = Recipe(size=288, smallest=50.0, largest=160.0)

TELLING = 3
"""Cells that must show, of those in which a face differs from another, to tell it from that one; all where there are fewer.

Of faces that differ nowhere either is taught, and so neither is ever read for certain.
"""

CORNER = slice(0, round(0.34 * FACE_HEIGHT)), slice(0, round(0.36 * FACE_WIDTH))
"""The rows and columns of a face where an index is printed."""

NATIONS = tuple(Nation)

_AT_ONCE = 64

Study = Callable[[Crops], tuple[Floats, Floats]]
"""See `Identifier.study`."""

Progress = Callable[[float], None]
"""Is told how much is done, 0..1."""


@dataclass(frozen=True)
class Faces:
    """The faces that were shown, as a source of lessons.

    Where the corners do not tell the cards apart, one is called by its name if what shows of it differs from every other.
    """

    faces: dict[str, Image] = field(repr=False)

    def face(self, label: str) -> Image:
        """See `decks.FaceSource`."""
        return self.faces[label]

    def samples(self, rng: np.random.Generator) -> Iterator[Sample]:
        """Cut-outs of rendered scenes for ever."""
        while True:
            yield from samples(self.told(render(rng, self, self._cards, RECIPE, has_back=BACK in self.faces)), rng)

    def told(self, scene: Scene) -> Scene:
        """The scene with what of these faces tells a card."""
        if self._tell_in_corner:
            return scene
        return replace(scene, cards=tuple(self._told(card) for card in scene.cards), has_indices=False)

    @cached_property
    def _cards(self) -> list[str]:
        return [label for label in self.faces if is_card(label)]

    @cached_property
    def _tell_in_corner(self) -> bool:
        """Whether a corner tells every card from every other."""
        corners = [even(self.faces[label][CORNER]) for label in self._cards]
        return all(difference(one, other) >= SAME for one, other in combinations(corners, 2))

    @cached_property
    def _apart(self) -> dict[str, Cells]:
        """Of each card the cells (others × ROWS × COLUMNS) in which it differs from every other one, from either end."""
        seen = {label: even(self.faces[label]) for label in self._cards}
        apart = {label: list[Cells]() for label in self._cards}
        for one, other in combinations(self._cards, 2):
            upright, other_end = differs(seen[one], seen[other]), differs(seen[one], upside_down(seen[other]))
            apart[one] += [upright, other_end]
            apart[other] += [upright, other_end[::-1, ::-1]]
        return {label: np.array(cells).reshape(-1, ROWS, COLUMNS) for label, cells in apart.items()}

    def _told(self, card: PlacedCard) -> PlacedCard:
        """The card, known by what shows of it where every other one would look otherwise there."""
        if not is_card(card.label):
            return card
        apart = self._apart[card.label]
        shown, enough = (apart & card.shows).sum(axis=(1, 2)), np.minimum(apart.sum(axis=(1, 2)), TELLING)
        return replace(card, told_by_face=card.visible >= LITTLE and bool((shown >= enough).all()))


def other_decks(rng: np.random.Generator) -> Iterator[Sample]:
    """Cards of decks that the deck maker draws, a new one for every scene; every second one has not the French suits."""
    while True:
        french = render(rng, Deck(random_design(rng)), list(PLAIN_FACES), RECIPE)
        nation = NATIONS[int(rng.integers(len(NATIONS)))]
        deck = NationalDeck(random_national_design(rng, nation, PenLettering()))
        other = replace(render(rng, deck, list(deck.labels), RECIPE, marks_as_usual=False), has_indices=False)
        yield from (sample for scene in (french, other) for sample in samples(scene, rng) if sample.label != NONE)


def studied(study: Study, supply: Iterator[Sample], wanted: int, progress: Progress) -> tuple[Floats, Floats, list[str]]:
    """Features and the networks' own answers of so many cut-outs, and what they are."""
    features: list[Floats] = []
    own: list[Floats] = []
    labels: list[str] = []
    while len(labels) < wanted:
        some = list(islice(supply, _AT_ONCE))
        seen, said = study(Crops.joined([sample.crops for sample in some]))
        features.append(seen)
        own.append(said)
        labels += [sample.label for sample in some]
        progress(min(1.0, len(labels) / wanted))
    return np.concatenate(features), np.concatenate(own), labels
