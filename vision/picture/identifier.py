"""Which card it is: names the straightened face, with a probability for every label, and puts its outline right.

The network sees the whole card, and both index corners at a higher resolution. It says as well how far each corner of the
crop is off; a card that is not plain to see is cut out again where that is much.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import onnxruntime

from vision.arrays import Flags, Floats, Image, Quad, normalised
from vision.faces import FACES, LABELS, NONE, UNKNOWN, is_card
from vision.geometry import UNIT, perspective, size_of, straighten, turned
from vision.models import model_path, session
from vision.picture.last_layer import DeckChoice, LastLayer
from vision.picture.suits_choice import Expected, SuitsChoice

CROP_WIDTH, CROP_HEIGHT = 80, 112
"""Pixels of the straightened card that the network looks at."""

CORNER_WIDTH, CORNER_HEIGHT = 48, 64
"""Pixels of an index corner that it looks at as well."""

CORNER: Quad = np.array([[-0.02, -0.014], [0.34, -0.014], [0.34, 0.329], [-0.02, 0.329]], np.float32)
"""Which part of the card that is, in parts of its width and height: room for a jumbo index and for an outline a little off."""


@dataclass(frozen=True)
class Belief:
    """Log-probability of every label of `faces.LABELS`, in that order; they sum to one.

    The likeliest is found once: it is asked for hundreds of times a frame.
    """

    logs: Floats

    def best(self, count: int = 1) -> list[tuple[str, float]]:
        """The likeliest labels with their probabilities."""
        order = np.argsort(self.logs)[::-1][:count]
        return [(LABELS[i], float(np.exp(self.logs[i]))) for i in order]

    @cached_property
    def label(self) -> str:
        """The likeliest label; of equal ones the last, for what says nothing shows no card."""
        return LABELS[~int(self.logs[::-1].argmax())]

    @cached_property
    def confidence(self) -> float:
        """Its probability."""
        return float(np.exp(self.logs.max()))

    @property
    def chance_of_a_card(self) -> float:
        """How likely it is a card's face, whichever it may be."""
        return float(np.exp(self.logs[: len(FACES)]).sum())

    def certain(self, threshold: float) -> str:
        """The likeliest label, or `??` below the threshold."""
        return self.label if self.confidence >= threshold else UNKNOWN

    def sharpened(self, power: float) -> "Belief":
        """Every probability raised to that power: surer of what is likely where it is above one."""
        return Belief(normalised(power * self.logs))

    def given(self, pack: frozenset[str]) -> "Belief":
        """The belief where it is known which cards the pack holds: others become much less likely, not impossible."""
        if not pack:
            return self
        return Belief(normalised(self.logs - FOREIGN * _foreign(pack)))

    @classmethod
    def fuse(cls, beliefs: list["Belief"]) -> "Belief":
        """Several looks at one card: the mean of the log-probabilities."""
        return cls(normalised(np.mean([belief.logs for belief in beliefs], axis=0)))


@lru_cache(maxsize=64)
def _foreign(pack: frozenset[str]) -> Flags:
    """Which labels are those of cards that the pack does not hold."""
    return np.array([is_card(label) and label not in pack for label in LABELS])


UNREAD = Belief(np.full(len(LABELS), -np.log(len(LABELS))))
"""Of a face that nobody has looked at: every label is as likely as any other."""


def belief_of(answer: Floats, temperature: float = 1.0, power: float = 1.0) -> Floats:
    """The network's answer (N × 30: 13 ranks, 4 suits, 5 kinds first) as log-probabilities of the labels, N × 56.

    `temperature` divides the log-odds: fitted on rendered decks that training never saw, it makes them honest. To `power` are
    raised those of ranks and suits: that it is a card may be surer than which.
    """
    scaled = answer.astype(np.float64) / temperature
    rank, suit, kind = (normalised(part) for part in (power * scaled[:, :13], power * scaled[:, 13:17], scaled[:, 17:22]))
    faces = (suit[:, :, None] + rank[:, None, :]).reshape(len(answer), 52) + kind[:, :1]
    return np.concatenate([faces, kind[:, 1:]], axis=1)


FOREIGN = float(np.log(100))
"""How much less likely a card is that does not belong to the pack: a wrong pack must still be seen."""

RATHER = 0.5
"""Chance from which a deck is learnt as one of other suits than the French ones."""

NUDGE = 0.03
"""Parts of a card's width by which an outline must be wrong for a second look to be worth its time."""

PLAIN = 0.98
"""Chance from which a first look is enough: of 967 cards of held-out decks a second look made one more certain, and took a
seventh of all looks.
"""


@dataclass(frozen=True)
class Crops:
    """What the network sees of N cards, 0..255: the cards N × 112 × 80 × 3, their index corners N × 2 × 64 × 48 × 3."""

    cards: Image
    corners: Image

    @classmethod
    def of(cls, picture: Image, quads: list[Quad], other_end: Sequence[bool] = ()) -> "Crops":
        """Cut out of a picture; the first corner is the one at the outline's first corner, the second its opposite.

        Where `other_end` says that the opposite corner does not show, it is left black, not filled with another card's.
        """
        cards = [straighten(picture, quad, CROP_WIDTH, CROP_HEIGHT) for quad in quads]
        corners = np.zeros((len(quads), 2, CORNER_HEIGHT, CORNER_WIDTH, 3), np.uint8)
        for pair, quad, both in zip(corners, quads, other_end or [True] * len(quads), strict=True):
            pair[0] = _corner_of(picture, quad)
            if both:
                pair[1] = _corner_of(picture, turned(quad))
        return cls(np.stack(cards), corners)

    @classmethod
    def joined(cls, several: Sequence["Crops"]) -> "Crops":
        """All of these as one, in their order."""
        return cls(np.concatenate([crops.cards for crops in several]), np.concatenate([crops.corners for crops in several]))


def _corner_of(picture: Image, quad: Quad) -> Image:
    return straighten(picture, perspective(quad, CORNER).astype(np.float32), CORNER_WIDTH, CORNER_HEIGHT)


def inputs_of(crops: Crops) -> dict[str, Floats]:
    """Crops as the network takes them: of its corners, one of those that do not show stands for all of them."""
    corners = crops.corners.reshape(-1, CORNER_HEIGHT, CORNER_WIDTH, 3)
    shows = corners.any(axis=(1, 2, 3))
    places = np.arange(len(corners))
    kept, which = np.unique(np.where(shows, places, np.argmin(shows)), return_inverse=True)
    return {
        "picture": crops.cards.transpose(0, 3, 1, 2).astype(np.float32),
        "corners": corners[kept].transpose(0, 3, 1, 2).astype(np.float32),
        "which": which.reshape(-1, 2).astype(np.float32),
    }


@dataclass(frozen=True)
class Outline:
    """Where a card is to be looked at, named from the end that shows best.

    `other_end` says whether the index corner at its other end was found; `is_whole`, whether so much of the card shows that it
    has a say in which enrolled deck lies there.
    """

    quad: Quad
    other_end: bool = True
    is_whole: bool = True


@dataclass(frozen=True)
class Look:
    """What one outline shows, and the outline put right."""

    belief: Belief
    quad: Quad


@dataclass(frozen=True)
class _Read:
    """What the networks say of N cards.

    Features (N × 3776) of the first and of the second, None where that did not look; the answer (N × 30) of the one that reads
    these suits; and the log-probabilities (N × 56) that both make together.
    """

    features: Floats
    others: Floats | None
    answer: Floats
    logs: Floats


class NamingNetwork:
    """A network that names cards, by its file's name."""

    def __init__(self, name: str, threads: int = 1) -> None:
        self._session: onnxruntime.InferenceSession = session(model_path(name), threads)
        self._temperature = float(self._session.get_modelmeta().custom_metadata_map.get("temperature", "1"))

    def run(self, crops: Crops) -> tuple[Floats, Floats]:
        """Its answer to N cards (N × 30), and the features that it saw (N × 3776)."""
        answer, features = self._session.run(["answer", "features"], inputs_of(crops))
        return np.asarray(answer), np.asarray(features)

    def logs(self, answer: Floats, power: float = 1.0) -> Floats:
        """An answer as honest log-probabilities of the labels, N × 56, ranks and suits raised to a power where they are not."""
        return belief_of(answer, self._temperature, power)


class Identifier:
    """Names cards whose outlines are roughly known; `enrolled` are last layers of decks that may lie on the table.

    The network of the French suits looks at every card. Where what it sees has others, a second one names them; most tables
    never need it.
    """

    def __init__(self, threads: int = 1, enrolled: tuple[LastLayer, ...] = ()) -> None:
        self._threads = threads
        self._expected = Expected.UNKNOWN
        self._french = NamingNetwork("identifier", threads)
        self.enrol(enrolled)
        self.begin_again()

    @cached_property
    def _others(self) -> NamingNetwork:
        return NamingNetwork("nations", self._threads)

    def identify(self, picture: Image, outlines: Sequence[Outline]) -> list[Look]:
        """A look at each outline; those that were off, and showed nothing plainly, are looked at again where they should be."""
        looks = self.look(picture, outlines)
        unclear = [i for i, look in enumerate(looks) if look.belief.confidence < PLAIN]
        moved = [i for i in unclear if _shift(outlines[i].quad, looks[i].quad) > NUDGE]
        again = self.look(picture, [replace(outlines[i], quad=looks[i].quad) for i in moved])
        for i, look in zip(moved, again, strict=True):
            looks[i] = look
        return looks

    def enrol(self, layers: tuple[LastLayer, ...]) -> None:
        """From now on one of these decks may lie on the table."""
        self._enrolled = layers
        self.choose_deck_again()

    @property
    def deck(self) -> str:
        """The name of the enrolled deck that lies on the table; empty where it is none."""
        return self._choice.name

    def choose_deck_again(self) -> None:
        """Another enrolled deck may be played with from now on."""
        self._choice = DeckChoice(self._enrolled)

    def begin_again(self) -> None:
        """What comes has nothing to do with what was seen before, nor need its suits be the same."""
        self.choose_deck_again()
        self._suits = SuitsChoice(self._expected)

    def expect(self, suits: Expected) -> None:
        """From now on these suits are expected."""
        if suits is not self._expected:
            self._expected = suits
            self._suits = SuitsChoice(suits)

    def has_other_suits(self, crops: Crops) -> bool:
        """Whether N cut-outs of one deck rather have other suits than the French ones."""
        suits = SuitsChoice(self._expected)
        self._read(crops, suits, np.ones(len(crops.cards), np.bool_))
        return suits.chance_of_others > RATHER

    def study(self, crops: Crops, other_suits: bool = False) -> tuple[Floats, Floats]:
        """What the network of such suits saw of N cards of one deck (N × 3776), and what they are taken for (N × 56)."""
        looks = self._read(crops, SuitsChoice(self._expected), np.ones(len(crops.cards), np.bool_))
        if not other_suits:
            return looks.features, looks.logs
        return self._others.run(crops)[1] if looks.others is None else looks.others, looks.logs

    def _read(self, crops: Crops, suits: SuitsChoice, has_say: Flags) -> _Read:
        """What both networks say, as far as each may be right: the second one looks where the suits may be others."""
        answer, features = self._french.run(crops)
        french = self._french.logs(answer)
        suits.hear(features, french, has_say)
        chance = suits.chance_of_others
        if not chance:
            return _Read(features, None, answer, french)
        answer, others = self._others.run(crops)
        logs = np.logaddexp(french + np.log(1 - chance), self._others.logs(answer, suits.power) + np.log(chance))
        return _Read(features, others, answer, logs)

    def look(self, picture: Image, outlines: Sequence[Outline]) -> list[Look]:
        """What each outline shows just as it lies: one run of a network over all of them, or of two."""
        if not outlines:
            return []
        quads, is_whole = [outline.quad for outline in outlines], np.array([outline.is_whole for outline in outlines])
        both_ends = [outline.other_end for outline in outlines]
        crops = Crops.of(picture, quads, both_ends)
        read = self._read(crops, self._suits, is_whole)
        # Where the network sees no card it says nothing of its corners: those outlines stay as they were found.
        is_card_here = read.logs.argmax(axis=1) != LABELS.index(NONE)
        corners = UNIT + read.answer[:, 22:].reshape(-1, 4, 2) * is_card_here[:, None, None]
        heard = self._choice.hear(read.features, read.logs, is_whole, read.others)
        named = self._choice.compare(heard, crops.cards, both_ends)
        return [
            Look(Belief(logs), perspective(quad, offsets).astype(np.float32))
            for logs, quad, offsets in zip(named, quads, corners, strict=True)
        ]


def _shift(a: Quad, b: Quad) -> float:
    return float(np.linalg.norm(a - b, axis=1).max()) / max(1.0, size_of(a))
