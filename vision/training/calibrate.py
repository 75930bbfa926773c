"""Fit the temperatures of the networks that name cards, and look at how they read: `python -m vision.training.calibrate`.

Crops come from rendered decks that training never saw, with outlines as wrong as a finder's. The temperature that makes
their log-probability greatest is written into its network's file. Then whole scenes of the same decks are read, as stills
and with the one look that a film gets, and the threshold is named from which at most one certain reading in 2,000 is wrong:
`reading.CERTAIN` is the higher of the two. What is printed goes into the model card.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import onnx

from vision.arrays import Floats
from vision.faces import LABELS, NONE, PLAIN_FACES, is_card
from vision.geometry import overlap, size_of
from vision.models import model_path
from vision.picture.identifier import NamingNetwork, belief_of
from vision.picture.reader import Care, Reader
from vision.picture.reading import CardReading
from vision.picture.suits_choice import Expected
from vision.training.crops import RECIPE, samples
from vision.training.reliability import print_reliability, reliability
from vision.training.scenes import Recipe
from vision.training.supply import NATIONAL, scenes

THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99)

SUITS = {"identifier": Expected.UNKNOWN, "nations": Expected.GERMAN}
"""The networks that name cards, and what is expected where one is looked at: none is to answer for which of them was asked."""

ALLOWED = 1 / 2000
"""Share of certain readings that may be wrong."""

PICTURES = Recipe(size=480, smallest=60.0, largest=110.0)


def held_out_answers(name: str, work: Path, count: int, seed: int) -> tuple[Floats, Floats]:
    """The network's answers (N × 30) to crops of held-out decks, and the index of each right label."""
    network, rng = NamingNetwork(name), np.random.default_rng(seed)

    def looks() -> Iterator[tuple[Floats, int]]:
        for scene in scenes([seed], RECIPE, work, held_out=True, national=NATIONAL[name]):
            for sample in samples(scene, rng):
                yield network.run(sample.crops)[0][0], LABELS.index(sample.label)

    taken = list(islice(looks(), count))
    return np.stack([answer for answer, _ in taken]), np.array([truth for _, truth in taken])


def best_temperature(answers: Floats, truth: Floats) -> float:
    """The divisor of the log-odds under which the right labels are likeliest."""
    candidates = np.arange(0.4, 2.01, 0.05)
    losses = [-belief_of(answers, float(t))[np.arange(len(truth)), truth].mean() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def report(answers: Floats, truth: Floats, temperature: float) -> None:
    """Print accuracy, the reliability curve, and for each threshold what is certain and how much of that is wrong."""
    chances = np.exp(belief_of(answers, temperature))
    best, confidence = chances.argmax(axis=1), chances.max(axis=1)
    right = best == truth
    cards = truth < len(PLAIN_FACES)
    print(f"{len(truth)} crops of held-out decks, temperature {temperature:.2f}")
    print(f"right: all {right.mean():.4f}, plain cards {right[cards].mean():.4f}")
    print_reliability(reliability(confidence, right))
    for threshold in THRESHOLDS:
        certain = (confidence >= threshold) & (best != LABELS.index(NONE))
        wrong = (~right[certain]).mean() if certain.any() else 0.0
        print(f"  certain from {threshold:.2f}: {certain[cards].mean():.3f} of the cards, wrong {wrong:.5f}")


@dataclass(frozen=True)
class Named:
    """A card that the reader named in a scene: its reading, and whether the likeliest card lies there."""

    reading: CardReading
    is_right: bool

    @property
    def confidence(self) -> float:
        """Of the likeliest card."""
        return self.reading.belief.confidence


def held_out_readings(name: str, work: Path, count: int, seed: int, care: Care) -> list[Named]:
    """Every card that the reader names in so many scenes of held-out decks; each scene is the first that it sees."""
    reader, named = Reader(), []
    reader.identifier.expect(SUITS[name])
    for scene in islice(scenes([seed, 2], PICTURES, work, held_out=True, national=NATIONAL[name]), count):
        reader.identifier.begin_again()
        width = float(np.median([size_of(card.quad) for card in scene.cards])) if scene.cards else 80.0
        is_still = care is Care.STILL
        found = reader.read(scene.picture, width) if is_still else reader.read_outlines(scene.picture, width, care=care)
        for reading in found:
            if is_card(reading.belief.label):
                there = [card.printed for card in scene.cards if overlap(card.quad, reading.quad) > 0.5]
                named.append(Named(reading, reading.belief.label in there))
    return named


def best_power(named: list[Named]) -> float:
    """The power to which the chances of these readings must be raised to be likeliest: 1 where they are honest."""
    right = np.array([each.is_right for each in named])

    def likelihood(power: float) -> float:
        sure = np.array([each.reading.belief.sharpened(power).confidence for each in named]).clip(1e-9, 1 - 1e-9)
        return float(np.where(right, np.log(sure), np.log(1 - sure)).mean())

    return float(max(np.arange(0.5, 4.0, 0.05), key=likelihood))


def least_threshold(named: list[Named]) -> float:
    """The least threshold from which on no more than `ALLOWED` of the readings are wrong."""
    surest_first = sorted(named, key=lambda each: -each.confidence)
    wrong, least = 0, 1.0
    for count, each in enumerate(surest_first, 1):
        wrong += not each.is_right
        if wrong <= ALLOWED * count:
            least = each.confidence
    return least


def report_readings(name: str, work: Path, count: int, seed: int, care: Care) -> None:
    """Print how honest the reader's chances are, and from where on it may be certain."""
    named = held_out_readings(name, work, count, seed, care)
    right, least = sum(each.is_right for each in named), least_threshold(named)
    print(f"{count} scenes of held-out decks, {care.name.lower()}: {len(named)} cards named, {right} right")
    for is_more, words in ((False, "half of which shows, or less"), (True, "of which more shows")):
        some = [each for each in named if (each.reading.visible > 0.5) == is_more]
        print(
            f"  cards {words}: {len(some)} named, {sum(each.is_right for each in some)} right, best power {best_power(some):.2f}"
        )
    certain = [each.is_right for each in named if each.confidence >= least]
    print(f"  at most 1 in {1 / ALLOWED:.0f} wrong from {least:.4f}: {len(certain)} certain, {len(certain) - sum(certain)} wrong")


def calibrate(name: str, work: Path, crops: int, scenes_read: int, seed: int) -> None:
    """Fit, report, and write the temperature into the network."""
    answers, truth = held_out_answers(name, work, crops, seed)
    temperature = best_temperature(answers, truth)
    report(answers, truth, temperature)
    model = onnx.load(str(model_path(name)))
    kept = [prop for prop in model.metadata_props if prop.key != "temperature"]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    model.metadata_props.add(key="temperature", value=f"{temperature:.2f}")
    onnx.save(model, str(model_path(name)))

    for care in (Care.STILL, Care.NEAR):
        report_readings(name, work, scenes_read, seed, care)


def main() -> None:
    """Both networks that name cards, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", nargs="*", default=list(SUITS), metavar="network", help=" or ".join(SUITS))
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--crops", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--scenes", type=int, default=600)
    options = parser.parse_args()
    for name in options.networks:
        calibrate(name, options.work, options.crops, options.scenes, options.seed)


if __name__ == "__main__":
    main()
