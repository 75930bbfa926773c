"""Enrolled decks: somebody shows each card of a deck once, and from then on it is read, whatever its suits look like.

The pictures of the cards are printed on rendered tables, under hands and bad light, as in the network's own training; a
last layer of the network is learnt from these, in a minute or two, on the box itself.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import islice
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import BACK, NONE, PLAIN_FACES, is_card
from vision.geometry import straighten
from vision.identifier import Crops, Identifier
from vision.last_layer import LastLayer, fit
from vision.models import fingerprint
from vision.training.crops import Sample, samples
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, Deck, card_shape, random_design
from vision.training.scenes import Recipe, render

RECIPE = Recipe(size=288, smallest=50.0, largest=160.0)
LESSONS = 6000
"""Cut-outs that a deck is learnt from."""

_AT_ONCE = 64


@dataclass(frozen=True)
class EnrolledDeck:
    """A deck with a name: its faces as they were shown (labels to 224 × 160 × 4), and the last layer that reads it."""

    name: str
    faces: dict[str, Image] = field(repr=False)
    layer: LastLayer = field(repr=False)

    def packed(self) -> bytes:
        """The deck as the content of a `.npz` file, which `load` reads again."""
        file = BytesIO()
        layer = self.layer
        np.savez_compressed(
            file,
            network=np.array(fingerprint("identifier")),
            shown=np.array(list(self.faces)),
            faces=np.stack(list(self.faces.values())),
            labels=np.array(layer.labels),
            weights=layer.weights.astype(np.float16),
            rest=np.stack([layer.mean, layer.scale, layer.deck[:-1]]).astype(np.float32),
            deck_bias=layer.deck[-1:],
            bias=layer.bias,
            fitted=np.array([layer.trust, layer.temperature]),
        )
        return file.getvalue()

    @classmethod
    def load(cls, path: Path) -> "EnrolledDeck":
        """Raises OSError, or ValueError where the file is something else."""
        path.stat()
        try:
            with np.load(path) as stored:
                if str(stored["network"]) != fingerprint("identifier"):
                    raise ValueError(f"{path}: learnt with another network")
                faces = dict(zip((str(label) for label in stored["shown"]), stored["faces"], strict=True))
                mean, scale, deck = stored["rest"]
                deck = np.append(deck, stored["deck_bias"])
                labels = tuple(str(label) for label in stored["labels"])
                weights, (trust, temperature) = stored["weights"].astype(np.float32), stored["fitted"]
                layer = LastLayer(labels, mean, scale, weights, stored["bias"], deck, float(trust), float(temperature))
                layer.check()
        except Exception as error:  # a file of a stranger can make numpy fail in any way
            raise ValueError(f"{path}: not an enrolled deck: {error}") from None
        return cls(path.stem, faces, replace(layer, name=path.stem))


Progress = Callable[[float], None]
"""Is told how much is done, 0..1."""


@dataclass
class Enrolment:
    """Collects the faces of a deck, card by card, in any order."""

    name: str
    wanted: tuple[str, ...]
    shown: dict[str, Image] = field(default_factory=dict)

    def show(self, label: str, looks: list[tuple[Image, Quad]]) -> None:
        """A card as several frames show it, each with its outline; shown again, it replaces what was there."""
        faces = [straighten(picture, quad, FACE_WIDTH, FACE_HEIGHT).astype(np.float32) for picture, quad in looks]
        self.shown[label] = np.dstack([np.mean(faces, axis=0), card_shape()]).astype(np.uint8)

    def forget(self, label: str) -> None:
        """What was shown under this name was another card."""
        del self.shown[label]

    @property
    def missing(self) -> tuple[str, ...]:
        """What has not been shown yet, in the order of the pack."""
        return tuple(label for label in self.wanted if label not in self.shown)

    def face(self, label: str) -> Image:
        """See `decks.FaceSource`."""
        return self.shown[label]

    def learn(
        self,
        identifier: Identifier,
        lessons: int | None = None,
        seed: int = 1,
        progress: Callable[[float], None] = lambda _: None,
    ) -> EnrolledDeck:
        """The deck, learnt from what was shown."""
        wanted = lessons or LESSONS
        rng = np.random.default_rng(seed)
        features, own, labels = _studied(identifier, self._samples(rng), wanted, lambda done: progress(0.8 * done))
        others, _, _ = _studied(identifier, _other_decks(rng), wanted // 4, lambda done: progress(0.8 + 0.2 * done))
        return EnrolledDeck(self.name, dict(self.shown), fit(features, labels, own, others, seed))

    def _samples(self, rng: np.random.Generator) -> Iterator[Sample]:
        cards = [label for label in self.shown if is_card(label)]
        backs = BACK in self.shown
        while True:
            yield from samples(render(rng, self, cards, RECIPE, has_back=backs), rng)


def _other_decks(rng: np.random.Generator) -> Iterator[Sample]:
    """Cards of decks that the deck maker draws, a new one for every scene."""
    while True:
        scene = render(rng, Deck(random_design(rng)), list(PLAIN_FACES), RECIPE)
        yield from (sample for sample in samples(scene, rng) if sample.label != NONE)


def _studied(
    identifier: Identifier, supply: Iterator[Sample], wanted: int, progress: Progress
) -> tuple[Floats, Floats, list[str]]:
    """Features and the network's own answers of so many cut-outs, and what they are."""
    features: list[Floats] = []
    own: list[Floats] = []
    labels: list[str] = []
    while len(labels) < wanted:
        some = list(islice(supply, _AT_ONCE))
        cards, corners = (np.concatenate([getattr(s.crops, part) for s in some]) for part in ("cards", "corners"))
        seen, said = identifier.study(Crops(cards, corners))
        features.append(seen)
        own.append(said)
        labels += [sample.label for sample in some]
        progress(min(1.0, len(labels) / wanted))
    return np.concatenate(features), np.concatenate(own), labels
