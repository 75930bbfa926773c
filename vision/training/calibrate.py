"""Fit the identifier's temperature and look at how it reads: `python -m vision.training.calibrate`.

Crops come from rendered decks that training never saw, with outlines as wrong as a finder's. The temperature that makes
their log-probability greatest is written into the network's file. Then whole scenes of the same decks are read, as stills
and with the one look that a film gets, and the threshold is named from which at most one certain reading in 2,000 is wrong:
`reader.CERTAIN` is the higher of the two. What is printed goes into the model card.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import onnx

from vision.arrays import Floats
from vision.faces import LABELS, NONE, PLAIN_FACES, is_card
from vision.geometry import overlap, size_of
from vision.identifier import Identifier, belief_of
from vision.models import model_path
from vision.reader import Care, Reader
from vision.training.crops import RECIPE, samples
from vision.training.scenes import Recipe
from vision.training.supply import scenes

THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99)

ALLOWED = 1 / 2000
"""Share of certain readings that may be wrong."""

PICTURES = Recipe(size=480, smallest=60.0, largest=110.0)


def held_out_answers(work: Path, count: int, seed: int) -> tuple[Floats, Floats]:
    """The network's answers (N × 30) to crops of held-out decks, and the index of each right label."""
    identifier, rng = Identifier(), np.random.default_rng(seed)

    def looks() -> Iterator[tuple[Floats, int]]:
        for scene in scenes([seed], RECIPE, work, held_out=True):
            for sample in samples(scene, rng):
                yield identifier.answers(sample.crops)[0], LABELS.index(sample.label)

    taken = list(islice(looks(), count))
    return np.stack([answer for answer, _ in taken]), np.array([truth for _, truth in taken])


def best_temperature(answers: Floats, truth: Floats) -> float:
    """The divisor of the log-odds under which the right labels are likeliest."""
    candidates = np.arange(0.4, 2.01, 0.05)
    losses = [-belief_of(answers, float(t))[np.arange(len(truth)), truth].mean() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def report(answers: Floats, truth: Floats, temperature: float) -> None:
    """Print accuracy, calibration error, and for each threshold what is certain and how much of that is wrong."""
    chances = np.exp(belief_of(answers, temperature))
    best, confidence = chances.argmax(axis=1), chances.max(axis=1)
    right = best == truth
    cards = truth < len(PLAIN_FACES)
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [abs(confidence[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist())]
    print(f"{len(truth)} crops of held-out decks, temperature {temperature:.2f}")
    print(f"right: all {right.mean():.4f}, plain cards {right[cards].mean():.4f}; calibration error {sum(gaps):.4f}")
    for threshold in THRESHOLDS:
        certain = (confidence >= threshold) & (best != LABELS.index(NONE))
        wrong = (~right[certain]).mean() if certain.any() else 0.0
        print(f"  certain from {threshold:.2f}: {certain[cards].mean():.3f} of the cards, wrong {wrong:.5f}")


def held_out_readings(work: Path, count: int, seed: int, care: Care) -> list[tuple[float, bool]]:
    """Confidence and rightness of every card that the reader names in so many scenes of held-out decks."""
    reader, readings = Reader(), []
    for scene in islice(scenes([seed, 2], PICTURES, work, held_out=True), count):
        width = float(np.median([size_of(card.quad) for card in scene.cards])) if scene.cards else 80.0
        for reading in reader.read_outlines(scene.picture, width, care=care):
            if is_card(reading.belief.label):
                there = [card.label for card in scene.cards if overlap(card.quad, reading.quad) > 0.5]
                readings.append((reading.belief.confidence, reading.belief.label in there))
    return readings


def least_threshold(readings: list[tuple[float, bool]]) -> float:
    """The least threshold from which on no more than `ALLOWED` of the readings are wrong."""
    surest_first = sorted(readings, reverse=True)
    wrong, least = 0, 1.0
    for count, (confidence, is_right) in enumerate(surest_first, 1):
        wrong += not is_right
        if wrong <= ALLOWED * count:
            least = confidence
    return least


def main() -> None:
    """Fit, report, and write the temperature into the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--crops", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--scenes", type=int, default=600)
    options = parser.parse_args()
    answers, truth = held_out_answers(options.work, options.crops, options.seed)
    temperature = best_temperature(answers, truth)
    report(answers, truth, temperature)
    model = onnx.load(str(model_path("identifier")))
    kept = [prop for prop in model.metadata_props if prop.key != "temperature"]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    model.metadata_props.add(key="temperature", value=f"{temperature:.2f}")
    onnx.save(model, str(model_path("identifier")))

    for care in (Care.STILL, Care.NEAR):
        readings = held_out_readings(options.work, options.scenes, options.seed, care)
        least = least_threshold(readings)
        certain = [is_right for confidence, is_right in readings if confidence >= least]
        right, wrong = sum(is_right for _, is_right in readings), len(certain) - sum(certain)
        print(f"{options.scenes} scenes of held-out decks, {care.name.lower()}: {len(readings)} cards named, {right} right")
        print(f"  at most 1 in {1 / ALLOWED:.0f} wrong from {least:.4f}: {len(certain)} certain, {wrong} wrong")


if __name__ == "__main__":
    main()
