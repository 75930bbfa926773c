"""Fit what tells the French suits from others: `python -m vision.training.tell_suits`.

Logistic regression on what the identifier sees of cut-outs of training's own decks; backs and what is no card are among both,
and so say nothing. How well it tells those of held-out decks is printed, and goes into the model card.
"""

import argparse
from itertools import islice
from pathlib import Path

import numpy as np

from vision.arrays import Floats
from vision.faces import is_card
from vision.models import folder
from vision.picture.identifier import Crops, NamingNetwork
from vision.picture.last_layer import told_apart
from vision.picture.suits_choice import Teller
from vision.training.crops import RECIPE, samples
from vision.training.supply import scenes

AT_ONCE = 64

DECAY = 3e-2
"""How strongly weights are drawn to nothing: decks that were never seen are to be told by few features."""


def features_of(
    network: NamingNetwork, work: Path, count: int, seed: int, national: float, held_out: bool
) -> tuple[Floats, list[str]]:
    """What the identifier sees of so many cut-outs, N × 3776, and what they are."""
    rng = np.random.default_rng([seed, 4])
    supply = (sample for scene in scenes([seed, 4], RECIPE, work, held_out, national) for sample in samples(scene, rng))
    seen, labels = list[Floats](), list[str]()
    while len(labels) < count:
        some = list(islice(supply, AT_ONCE))
        seen.append(network.run(Crops.joined([sample.crops for sample in some]))[1].astype(np.float16))
        labels += [sample.label for sample in some]
    return np.concatenate(seen).astype(np.float32), labels


def fitted(french: Floats, others: Floats, seed: int) -> Teller:
    """What tells them apart best; features are made even first, and the weights say it of them as they are."""
    both = np.concatenate([french, others])
    mean, scale = both.mean(axis=0), both.std(axis=0) + 0.05 * both.std()
    weights, bias = told_apart((french - mean) / scale, (others - mean) / scale, np.random.default_rng(seed), DECAY)
    return Teller(weights / scale, bias - float(mean @ (weights / scale)))


def report(teller: Teller, french: Floats, others: Floats) -> None:
    """Print how many of both are told right, and how many are told wrong by far."""
    for name, said in (("French suits", -teller.log_odds(french)), ("other suits", teller.log_odds(others))):
        print(f"{name}: {(said > 0).mean():.4f} of {len(said)} cards right, {(said < -3).mean():.4f} wrong by far")


def main() -> None:
    """Fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--crops", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    network = NamingNetwork("identifier")
    (french, _), (others, _) = (features_of(network, options.work, options.crops, options.seed, share, False) for share in (0, 1))
    teller = fitted(french, others, options.seed)
    held_out = [features_of(network, options.work, options.crops // 6, options.seed, share, True) for share in (0, 1)]
    cards = [seen[[is_card(label) for label in labels]] for seen, labels in held_out]
    report(teller, *cards)
    np.savez(folder() / "suits.npz", weights=teller.weights.astype(np.float16), bias=np.float32(teller.bias))


if __name__ == "__main__":
    main()
