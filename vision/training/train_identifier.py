"""Train the identifier: `python -m vision.training.train_identifier --minutes 80 --work build/training`.

It learns from cards cut out of rendered scenes with the pose a little wrong, as the finder will give it. Cut-outs that
hold no card, two halves of cards, or of a card no more than nobody could tell it by, are `none`.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.arrays import Floats, Image, Quad
from vision.faces import BACK, BIG_JOKER, LITTLE_JOKER, NONE, RANKS, SUITS
from vision.geometry import UNIT, inside, overlap, size_of, turned
from vision.identifier import CORNER_HEIGHT, CORNER_WIDTH, CROP_HEIGHT, CROP_WIDTH, Crops
from vision.training.export import export
from vision.training.loop import Batch, Losses, Plan, steps_done, train
from vision.training.networks import IdentifierNet
from vision.training.scenes import PlacedCard, Recipe, Scene
from vision.training.supply import scenes

RECIPE = Recipe(size=288, smallest=42.0, largest=165.0)
BATCH = 96
IGNORED = -100
"""Rank or suit where the question makes no sense; the value that torch's cross entropy leaves out."""

KINDS = ("face", BIG_JOKER, LITTLE_JOKER, BACK, NONE)
LOOKS = (0.01, 0.04, 0.1)
"""How far off outlines are, in parts of a card's width."""


@dataclass(frozen=True)
class Sample:
    """A cut-out, its answer (a label, or `none`), and how far off each of its corners is."""

    crops: Crops
    label: str
    offsets: Floats

    @classmethod
    def of(cls, picture: Image, guess: Quad, label: str, offsets: Floats) -> "Sample":
        """Cut out of a picture."""
        return cls(Crops.of(picture, [guess]), label, offsets)


def answer_of(label: str) -> tuple[int, int, int]:
    """Rank, suit and kind, as the network gives them."""
    if label in KINDS:
        return IGNORED, IGNORED, KINDS.index(label)
    return RANKS.index(label[0]), SUITS.index(label[1]), 0


def shifted(quad: Quad, rng: np.random.Generator, amount: float) -> Quad:
    """The outline as a finder that errs by `amount` (parts of the card's width) might give it."""
    width = size_of(quad)
    whole = rng.normal(0, 0.5 * amount * width, 2)
    centre = quad.mean(axis=0)
    grown = (quad - centre) * float(1 + rng.normal(0, 0.5 * amount)) + centre
    return np.asarray(grown + whole + rng.normal(0, 0.5 * amount * width, (4, 2)), np.float32)


def answer_for(card: PlacedCard) -> str | None:
    """What is to be said of a card: its label, `none` where nobody could tell it, None where some could and some not."""
    index = max(card.corner_visible[0], card.corner_visible[2])
    if card.label == BACK:
        return BACK if card.visible >= 0.3 else None
    if index >= 0.75 or card.visible >= 0.55:
        return card.label
    return NONE if index < 0.35 and 0.05 < card.visible < 0.3 else None


def ends(card: PlacedCard) -> list[Quad]:
    """The card's outline, named from each end at which its index shows; from the better one where neither does."""
    first, second = card.corner_visible[0], card.corner_visible[2]
    both = [(first, card.quad), (second, turned(card.quad))]
    return [quad for share, quad in both if share >= min(0.75, max(first, second))]


def samples(scene: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """Crops of one scene; most readable cards are cut out twice, as wrong outlines cost less than new scenes."""
    for card in scene.cards:
        label = answer_for(card)
        if label is None or (label == NONE and card.label != NONE and rng.random() < 0.5):
            continue
        named = ends(card)
        for _ in range(1 if rng.random() < 0.5 else 2):
            quad = named[int(rng.integers(len(named)))]
            guess = shifted(quad, rng, float(rng.choice(LOOKS)))
            yield Sample.of(scene.picture, guess, label, inside(guess, quad) - UNIT)
    if rng.random() < 0.6:
        yield from _nothing(scene, rng)


def _nothing(scene: Scene, rng: np.random.Generator) -> Iterator[Sample]:
    """A cut-out that is no card: bare table, or an outline far from every card's own."""
    n = scene.picture.shape[0]
    if scene.cards and rng.random() < 0.75:
        quad = scene.cards[int(rng.integers(len(scene.cards)))].quad
        centre, width = quad.mean(axis=0), size_of(quad)
        turn = float(rng.choice([0.0, np.pi / 2, rng.uniform(0.4, 2.7)]))
        rotate = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        scale = float(rng.choice([1.0, 0.5, 1.8]))
        quad = ((quad - centre) @ rotate * scale + centre + rng.normal(0, 0.4 * width, 2)).astype(np.float32)
    else:
        width = float(rng.uniform(30, 150))
        corner = rng.uniform(0, n - 10, 2)
        quad = (np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]]) * width + corner).astype(np.float32)
    if all(_is_far(quad, card) for card in scene.cards):
        yield Sample.of(scene.picture, quad, NONE, np.zeros_like(UNIT))


def _is_far(quad: Quad, card: PlacedCard) -> bool:
    """Whether no end of the card could be taken for this outline's."""
    width = size_of(card.quad)
    shift = min(float(np.abs(quad - named).max()) for named in (card.quad, turned(card.quad)))
    return shift > 0.5 * width or (shift > 0.35 * width and overlap(quad, card.quad) < 0.8)


class Samples(IterableDataset[tuple[Tensor, ...]]):
    """Crops with their answers for ever; every worker draws its own."""

    def __init__(self, seed: list[int], work: Path, held_out: bool = False) -> None:
        self.seed, self.work, self.held_out = seed, work, held_out

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        """One card, its corners, its rank, suit and kind, and its offsets after the other."""
        cv2.setNumThreads(1)
        worker = get_worker_info()
        number = worker.id if worker else 0
        rng = np.random.default_rng([*self.seed, number, 2])
        for scene in scenes([*self.seed, number, 1], RECIPE, self.work, self.held_out):
            for sample in samples(scene, rng):
                yield (
                    torch.from_numpy(sample.crops.cards[0].transpose(2, 0, 1)),
                    torch.from_numpy(sample.crops.corners[0].transpose(0, 3, 1, 2)),
                    *(torch.tensor(part) for part in answer_of(sample.label)),
                    torch.from_numpy(sample.offsets),
                )


def losses(network: nn.Module, batch: Batch) -> Losses:
    """Cross entropy on kind, on rank and suit where there is one; smooth L1 on the corners where there is a card."""
    cards, corners, rank, suit, kind, offsets = batch
    answer = network(cards.float().contiguous(memory_format=torch.channels_last), corners.float())[0].float()
    parts = {
        "rank": functional.cross_entropy(answer[:, :13], rank, ignore_index=IGNORED),
        "suit": functional.cross_entropy(answer[:, 13:17], suit, ignore_index=IGNORED),
        "kind": functional.cross_entropy(answer[:, 17:22], kind),
    }
    is_card = kind != KINDS.index(NONE)
    said = answer[is_card, 22:].reshape(-1, 4, 2)
    parts["corners"] = functional.smooth_l1_loss(said, offsets[is_card], beta=0.02)
    plain = kind == 0
    right = (answer[:, :13].argmax(1) == rank) & (answer[:, 13:17].argmax(1) == suit)
    return {
        "total": parts["rank"] + parts["suit"] + parts["kind"] + 10 * parts["corners"],
        **parts,
        "right": right[plain].float().mean(),
    }


def main() -> None:
    """Train and export to `vision/models/identifier.onnx`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=80)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "models" / "identifier.onnx")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    network = IdentifierNet()
    print(sum(p.numel() for p in network.parameters()), "parameters")
    checkpoint = options.work / "identifier.pt"
    loader = DataLoader(
        Samples([options.seed, steps_done(checkpoint)], options.work), BATCH, num_workers=options.workers, prefetch_factor=4
    )
    trained = train(network, loader, losses, Plan(options.minutes, decay=2e-2), checkpoint)
    inputs = {"picture": (1, 3, CROP_HEIGHT, CROP_WIDTH), "corners": (1, 2, 3, CORNER_HEIGHT, CORNER_WIDTH)}
    recipe = {"minutes": options.minutes, "seed": options.seed, "recipe": RECIPE}
    export(trained, options.out, inputs, recipe, {0: "cards"}, ("answer", "features"))


if __name__ == "__main__":
    main()
