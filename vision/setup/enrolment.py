"""Enrolled decks: somebody shows each card of a deck once, and from then on it is read, whatever its suits look like.

What was shown is a sheet of faces with their names, which can be looked at and put right before anything is learnt. Then the
pictures of the cards are printed on rendered tables, under hands and bad light, as in the network's own training; a last layer of
the network is learnt from these, in a minute or two, on the box itself.
"""

import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from io import BytesIO
from itertools import islice
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import LABELS, NONE, UNKNOWN, is_card
from vision.geometry import straighten
from vision.models import fingerprint
from vision.picture.identifier import UNREAD, Belief, Crops, Identifier
from vision.picture.last_layer import LastLayer, fit
from vision.picture.likeness import SAME, difference, even
from vision.picture.reading import CERTAIN
from vision.setup.lessons import Faces, other_decks, studied
from vision.setup.showing import ShownCard
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, card_shape

LESSONS = 6000
"""Cut-outs that a deck is learnt from."""

FIRST = 64
"""Cut-outs that tell the suits of a deck."""

LIKELIER_THAN_NOT = 0.5
"""Chance from which a name that the eye is not sure of is put forward."""


@dataclass(frozen=True)
class EnrolledDeck:
    """A deck with a name, and the last layer that reads it; its faces are as they were shown, 224 × 160 × 4."""

    name: str
    layer: LastLayer = field(repr=False)

    def packed(self) -> bytes:
        """The deck as the content of a `.npz` file, which `load` reads again."""
        file = BytesIO()
        layer = self.layer
        np.savez_compressed(
            file,
            network=np.array(fingerprint("identifier", "nations")),
            shown=np.array(list(layer.faces)),
            faces=np.stack(list(layer.faces.values())),
            labels=np.array(layer.labels),
            missing=np.array(layer.missing, str),
            weights=layer.weights.astype(np.float16),
            rest=np.stack([layer.mean, layer.scale, layer.deck[:-1]]).astype(np.float32),
            deck_bias=layer.deck[-1:],
            bias=layer.bias,
            fitted=np.array([layer.trust, layer.temperature]),
            has_other_suits=np.array(layer.has_other_suits),
        )
        return file.getvalue()

    @classmethod
    def load(cls, path: Path) -> "EnrolledDeck":
        """Raises OSError, or ValueError where the file is something else."""
        path.stat()
        try:
            with np.load(path) as stored:
                if str(stored["network"]) != fingerprint("identifier", "nations"):
                    raise ValueError(f"{path}: learnt with another network")
                faces = _faces_of(stored)
                mean, scale, deck = stored["rest"]
                deck = np.append(deck, stored["deck_bias"])
                labels = tuple(str(label) for label in stored["labels"])
                weights, (trust, temperature) = stored["weights"].astype(np.float32), stored["fitted"]
                missing = tuple(str(label) for label in stored["missing"])
                layer = LastLayer(labels, mean, scale, weights, stored["bias"], deck, float(trust), float(temperature), missing)
                # Decks that were learnt before there was a second network to learn from do not say it.
                other_suits = "has_other_suits" in stored and bool(stored["has_other_suits"])
                layer.check()
        except Exception as error:  # a file of a stranger can make numpy fail in any way
            raise ValueError(f"{path}: not an enrolled deck: {error}") from None
        return cls(path.stem, replace(layer, name=path.stem, has_other_suits=other_suits, faces=faces))


def faces_in(path: Path) -> dict[str, Image]:
    """The faces of an enrolled deck, whatever network it was learnt with; raises OSError, or ValueError for something else."""
    path.stat()
    try:
        with np.load(path) as stored:
            return _faces_of(stored)
    except Exception as error:  # a file of a stranger can make numpy fail in any way
        raise ValueError(f"{path}: not an enrolled deck: {error}") from None


def _faces_of(stored: Mapping[str, Floats]) -> dict[str, Image]:
    """The faces in an enrolled deck's arrays; raises ValueError for something else."""
    labels, faces = [str(label) for label in stored["shown"]], np.asarray(stored["faces"])
    is_right = faces.shape == (len(labels), FACE_HEIGHT, FACE_WIDTH, 4) and faces.dtype == np.uint8
    if not is_right or not set(labels) <= set(LABELS):
        raise ValueError("its faces are none")
    return dict(zip(labels, faces, strict=True))


def face_at(picture: Image, quad: Quad) -> Image:
    """The face under an outline as an enrolled deck keeps it, 224 × 160 × 4."""
    return _shaped(straighten(picture, quad, FACE_WIDTH, FACE_HEIGHT))


def _shaped(face: Image) -> Image:
    return np.asarray(np.dstack([face, card_shape()]), np.uint8)


READS = 0.5
"""Share of cut-outs of the shown cards which the network must read by itself, to be believed about those that were not shown.

The layer's `trust` does not say it: that is nothing as well where what was learnt needs no help.
"""


@dataclass(frozen=True)
class ShownFace:
    """A face as it was shown (224 × 160 × 4), what the eye takes it for, and what somebody said that it is, if anybody did."""

    picture: Image = field(repr=False)
    belief: Belief = field(repr=False)
    said: str = ""

    @cached_property
    def likeness(self) -> Floats:
        """The face as it is compared with others."""
        return even(self.picture)

    @cached_property
    def mark(self) -> str:
        """Changes with the picture."""
        return f"{zlib.crc32(self.picture.tobytes()):x}"

    def is_like(self, other: "ShownFace") -> bool:
        """Whether both are pictures of one face; not where the eye rather reads two names."""
        names = {face.belief.certain(LIKELIER_THAN_NOT) for face in (self, other)} - {UNKNOWN}
        return len(names) < 2 and difference(self.likeness, other.likeness) < SAME


@dataclass
class Enrolment:
    """Collects the faces of a deck, in any order; which is which is said, or read by the eye where it surely can."""

    name: str
    wanted: tuple[str, ...]
    faces: list[ShownFace] = field(default_factory=list)

    @classmethod
    def of(cls, name: str, wanted: tuple[str, ...], faces: Mapping[str, Image]) -> "Enrolment":
        """Faces whose names are known, as of a deck that was learnt before, to go on from."""
        enrolment = cls(name, wanted)
        enrolment.add(faces)
        return enrolment

    def add(self, faces: Mapping[str, Image]) -> None:
        """Take in faces whose names are known, as far as they are still missing."""
        missing = self.missing
        self.faces += [ShownFace(face, UNREAD, label) for label, face in faces.items() if label in missing]

    def show(self, shown: ShownCard) -> int:
        """Take in a card, and tell its place among the faces; one that was shown already is that one again, seen anew."""
        face = ShownFace(_shaped(shown.face(FACE_WIDTH, FACE_HEIGHT)), shown.belief)
        known = next((place for place, other in enumerate(self.faces) if other.is_like(face)), None)
        if known is None:
            self.faces.append(face)
            return len(self.faces) - 1
        self.faces[known] = replace(face, said=self.faces[known].said)
        return known

    def call(self, place: int, label: str) -> None:
        """Say what the face at this place is; one that was said to be that before is forgotten."""
        self.faces[place] = replace(self.faces[place], said=label)
        self.faces = [face for at, face in enumerate(self.faces) if at == place or face.said != label]

    def without(self, labels: Collection[str]) -> "Enrolment":
        """The same before the cards of these names were shown."""
        kept = [face for face, name in zip(self.faces, self.names, strict=True) if name not in labels]
        return replace(self, faces=kept)

    def drop(self, place: int) -> None:
        """Forget the face at this place."""
        del self.faces[place]

    @property
    def names(self) -> tuple[str, ...]:
        """What each face is, `??` where nobody knows: as it was said, else as the eye surely reads it; no name twice.

        What is named says what others are not, and what two faces are read as is neither's name.
        """
        names = [face.said or UNKNOWN for face in self.faces]
        while True:
            left = frozenset(self.wanted) - set(names)
            read = {
                place: face.belief.given(left | {NONE}).certain(CERTAIN)
                for place, face in enumerate(self.faces)
                if names[place] == UNKNOWN
            }
            once = {place: label for place, label in read.items() if label in left and list(read.values()).count(label) == 1}
            if not once:
                return tuple(names)
            names = [once.get(place, name) for place, name in enumerate(names)]

    @property
    def guesses(self) -> tuple[str, ...]:
        """The names, and for faces without one what the eye takes them for where it is likelier than not; no name twice."""
        guessed = list(self.names)
        unnamed = [place for place, name in enumerate(guessed) if name == UNKNOWN]
        missing = frozenset(self.wanted) - set(guessed)
        beliefs = {place: self.faces[place].belief.given(missing | {NONE}) for place in unnamed}
        for place in sorted(unnamed, key=lambda place: -beliefs[place].confidence):
            label = beliefs[place].certain(LIKELIER_THAN_NOT)
            if label in missing and label not in guessed:
                guessed[place] = label
        return tuple(guessed)

    def agree(self) -> None:
        """Say that every guess is right."""
        self.faces = [
            face if label == UNKNOWN else replace(face, said=label) for face, label in zip(self.faces, self.guesses, strict=True)
        ]

    @property
    def named(self) -> dict[str, Image]:
        """The faces that have names, by them."""
        return {name: face.picture for name, face in zip(self.names, self.faces, strict=True) if name != UNKNOWN}

    @property
    def missing(self) -> tuple[str, ...]:
        """Names that no face has yet, in the order of the pack."""
        names = self.names
        return tuple(label for label in self.wanted if label not in names)

    def learn(
        self,
        identifier: Identifier,
        lessons: int | None = None,
        seed: int = 1,
        progress: Callable[[float], None] = lambda _: None,
    ) -> EnrolledDeck:
        """The deck, learnt from the faces that have names."""
        wanted = lessons or LESSONS
        rng = np.random.default_rng(seed)
        deck = Faces(self.named)
        supply = deck.samples(rng)
        other_suits = identifier.has_other_suits(Crops.joined([sample.crops for sample in islice(supply, FIRST)]))
        study = partial(identifier.study, other_suits=other_suits)
        features, own, labels = studied(study, supply, wanted, lambda done: progress(0.8 * done))
        others, _, _ = studied(study, other_decks(rng), wanted // 4, lambda done: progress(0.8 + 0.2 * done))
        reads = np.mean([LABELS[best] == label for best, label in zip(own.argmax(axis=1), labels, strict=True) if is_card(label)])
        layer = fit(features, labels, own, others, seed)
        missing = self.missing if reads > READS else ()
        layer = replace(layer, missing=missing, has_other_suits=other_suits, faces=deck.faces)
        return EnrolledDeck(self.name, layer)
