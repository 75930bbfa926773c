"""A last layer of somebody's own: multinomial logistic regression on what the identifier's network saw of a card.

The network's features serve decks whose suits it never met; which face they mean is learnt here from one deck.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, normalised
from vision.faces import FACES, LABELS, is_card
from vision.picture.likeness import apart, even

Places = npt.NDArray[np.intp]

STRANGE = -14.0
"""Log-probability of a label that the deck does not have."""

OF_THIS_DECK = 0.5
"""Mean chance from which cards are of an enrolled deck: on rendered tables those of others stayed below a hundredth."""

SURE = 0.8
"""Confidence of a look from which it has a say in which deck lies there: outlines of half a card have none."""

LARGEST = 1e6
"""No number in a layer that was learnt comes near it."""

DECAY = 1e-3
"""How strongly weights are drawn to nothing, where one deck alone is to be known."""

COMPARED = 3
"""Names, the likeliest of a card, whose faces it is compared with."""

TELLS = 75.0
"""Nats that speak against a name for each part of the paper's white by which its face differs from the card on the whole.

Fitted on 520 looks at whole cards of three enrolled decks that training never drew: of 42, 38 and 68 in 100 the look was certain
before, of 85, 53 and 80 with it, and wrong as often. Twice as much is right for one of them and too much for the two others.
"""

TRUSTS = (0.0, 0.25, 0.5, 1.0)
TEMPERATURES = (0.7, 1.0, 1.4, 2.0, 2.8)


@dataclass(frozen=True)
class LastLayer:
    """Weights (features × labels) over features made even by `mean` and `scale`.

    `deck` (features, and a bias at the end) tells cards of this deck from those of others.
    `trust` is how much the network's own answer counts beside it: nothing for a deck that the network cannot read. `missing` are
    the deck's cards that were not learnt: those the network reads alone. `name` is the deck's. `has_other_suits` says that the
    features are the second network's, which looks where the suits are not the French ones. `faces` are its cards as they were
    shown (labels to H × W × 4).
    """

    labels: tuple[str, ...]
    mean: Floats = field(repr=False)
    scale: Floats = field(repr=False)
    weights: Floats = field(repr=False)
    bias: Floats = field(repr=False)
    deck: Floats = field(repr=False)
    trust: float = 0.0
    temperature: float = 1.0
    missing: tuple[str, ...] = ()
    name: str = ""
    has_other_suits: bool = False
    faces: Mapping[str, Image] = field(default_factory=dict, repr=False)

    def check(self) -> None:
        """Raises ValueError unless all parts fit each other, and nothing but numbers is in them."""
        features, labels = len(self.mean), len(self.labels)
        shapes = (self.scale.shape, self.weights.shape, self.bias.shape, self.deck.shape)
        are_labels = {*self.labels, *self.missing} <= set(LABELS)
        if shapes != ((features,), (features, labels), (labels,), (features + 1,)) or not are_labels:
            raise ValueError("its parts do not fit each other")
        numbers = (self.mean, self.scale, self.weights, self.bias, self.deck, np.array([self.trust, self.temperature]))
        if not all(part.dtype.kind == "f" and np.all(np.abs(part) < LARGEST) for part in numbers):
            raise ValueError("it has what are no numbers")
        if not (np.all(self.scale > 0) and self.temperature > 0):
            raise ValueError("it has a scale of nothing")

    def belongs(self, features: Floats) -> Floats:
        """The chance, 0..1, that each of N cards is of this deck."""
        said = ((features - self.mean) / self.scale) @ self.deck[:-1] + self.deck[-1]
        return np.asarray(1 / (1 + np.exp(-said)))

    def logs(self, features: Floats, own: Floats) -> Floats:
        """Log-probability of every label of `faces.LABELS` (N × 56), from features and from the network's own answer."""
        said = ((features - self.mean) / self.scale) @ self.weights + self.bias
        places, unlearnt = ([LABELS.index(label) for label in some] for some in (self.labels, self.missing))
        logs = np.full(own.shape, STRANGE)
        logs[:, places] = normalised(said / self.temperature + self.trust * own[:, places])
        if unlearnt:
            elsewhere = np.exp(own[:, unlearnt]).sum(axis=1, keepdims=True).clip(0, 1 - 1e-6)
            logs[:, places] += np.log1p(-elsewhere)
            logs[:, unlearnt] = own[:, unlearnt]
        return normalised(logs)

    def compared(self, logs: Floats, card: Image) -> Floats:
        """What is likely of a whole card (log-probabilities, 56) once its likeliest names' faces were held beside it.

        `card` is cut out as for the network. How likely all these names are together stays as it was.
        """
        shown = sorted(self._shown, key=lambda place: float(logs[place]), reverse=True)[:COMPARED]
        if not shown:
            return logs
        seen, said = even(card), logs[shown]
        against = np.array([TELLS * apart(seen, self._shown[place]) for place in shown])
        result = logs.copy()
        result[shown] = normalised(said - against) + np.logaddexp.reduce(said)
        return result

    @cached_property
    def _shown(self) -> dict[int, Floats]:
        """The faces of its cards as they are compared, by the place of the label."""
        return {LABELS.index(label): even(face) for label, face in self.faces.items() if is_card(label)}


class DeckChoice:
    """Which of some enrolled decks lies on the table, by every sure look since it was bare.

    A card that is seen badly, or a deck's one odd face, is outvoted by the looks before it.
    """

    def __init__(self, layers: Sequence[LastLayer]) -> None:
        self._layers = tuple(layers)
        self._chances = np.zeros(len(layers))
        self._looks = np.zeros(len(layers), np.intp)

    @property
    def name(self) -> str:
        """The name of the deck that lies there; empty where it is none of these."""
        return "" if self.place is None else self._layers[self.place].name

    @property
    def place(self) -> int | None:
        """Which of the decks lies there, None where it is none of these."""
        means = self._chances / np.maximum(1, self._looks)
        best = max(range(len(means)), key=means.__getitem__, default=None)
        return None if best is None or means[best] < OF_THIS_DECK else best

    def hear(self, features: Floats, own: Floats, has_say: npt.NDArray[np.bool_], others: Floats | None = None) -> Floats:
        """Take in what N looks saw, `others` with the second network; their log-probabilities (N × 56) by the deck that is there.

        Only sure looks of those that have a say are counted; where it is none of these decks, the networks' own answer stands. Of
        a deck with other suits nothing is said where the second network did not look.
        """
        answers = dict[int, Floats]()
        for place, layer in enumerate(self._layers):
            seen = others if layer.has_other_suits else features
            if seen is None:
                continue
            logs = answers[place] = layer.logs(seen, own)
            sure = has_say & (logs.max(axis=1) > np.log(SURE)) & (logs.argmax(axis=1) < len(FACES))
            self._chances[place] += layer.belongs(seen[sure]).sum()
            self._looks[place] += sure.sum()
        lies_there = self.place
        return own if lies_there is None else answers.get(lies_there, own)

    def compare(self, logs: Floats, cards: Image, are_whole: Sequence[bool]) -> Floats:
        """The log-probabilities of N cards, once those that show whole were held beside the faces of the deck that lies there."""
        if self.place is None:
            return logs
        layer, rows = self._layers[self.place], zip(logs, cards, are_whole, strict=True)
        return np.stack([layer.compared(said, card) if is_whole else said for said, card, is_whole in rows])


def fit(features: Floats, labels: list[str], own: Floats, others: Floats, seed: int = 0) -> LastLayer:
    """Learn from N cut-outs, and from the features of some of other decks. Takes seconds.

    Every fifth cut-out is kept to fit trust and temperature.
    """
    names = tuple(sorted(set(labels), key=LABELS.index))
    truth = np.array([names.index(label) for label in labels])
    kept = np.arange(len(truth)) % 5 == 0
    mean, scale = features.mean(axis=0), features.std(axis=0) + 0.05 * features.std()
    even = ((features - mean) / scale).astype(np.float32)
    rng = np.random.default_rng(seed)
    weights, bias = _descend(even[~kept], truth[~kept], len(names), rng)
    own_cards = even[[is_card(label) for label in labels]]
    deck = np.append(*told_apart(((others - mean) / scale).astype(np.float32), own_cards, rng))
    right = np.array([LABELS.index(label) for label in labels])[kept]

    def layer(trust: float, temperature: float) -> LastLayer:
        return LastLayer(names, mean, scale, weights, bias, deck, trust, temperature)

    def likelihood(candidate: LastLayer) -> float:
        return float(candidate.logs(features[kept], own[kept])[np.arange(len(right)), right].mean())

    return max((layer(trust, temperature) for trust in TRUSTS for temperature in TEMPERATURES), key=likelihood)


def told_apart(some: Floats, others: Floats, rng: np.random.Generator, decay: float = DECAY) -> tuple[Floats, float]:
    """Weights (one a feature) and a bias: the log-odds that something is one of the others, not one of `some` (N × features)."""
    are_others = np.repeat([0, 1], [len(some), len(others)]).astype(np.intp)
    weights, bias = _descend(np.concatenate([some, others]), are_others, 2, rng, decay)
    return weights[:, 1] - weights[:, 0], float(bias[1] - bias[0])


def _descend(
    features: Floats, truth: Places, labels: int, rng: np.random.Generator, decay: float = DECAY
) -> tuple[Floats, Floats]:
    """Cross entropy made small by Adam (Kingma and Ba, 2015), the rate falling to nothing."""
    epochs, batch, rate = 12, 128, 2e-3
    joined = np.concatenate([features, np.ones((len(features), 1), np.float32)], axis=1)
    weights: Floats = np.zeros((joined.shape[1], labels), np.float32)
    first: Floats = np.zeros_like(weights)
    second: Floats = np.zeros_like(weights)
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(truth))
        for chosen in np.split(order, range(batch, len(order), batch)):
            chances = np.exp(normalised(joined[chosen] @ weights))
            chances[np.arange(len(chosen)), truth[chosen]] -= 1
            slope = joined[chosen].T @ (chances.astype(np.float32) / len(chosen)) + decay * weights
            step += 1
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope**2
            size = rate * (1 - epoch / epochs) / (1 - 0.9**step)
            weights -= size * first / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights[:-1], weights[-1]
