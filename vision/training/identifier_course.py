"""How the two networks that name cards are taught: cards cut out of scenes, a little wrong as the finder gives them (`crops`).

The identifier reads French suits, the other one all others.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.faces import BACK, BIG_JOKER, LITTLE_JOKER, NONE, RANKS, SUITS
from vision.picture.identifier import CORNER_HEIGHT, CORNER_WIDTH, CROP_HEIGHT, CROP_WIDTH
from vision.training.course import Course
from vision.training.crops import RECIPE, samples
from vision.training.loop import Batch, Losses
from vision.training.networks import IdentifierNet
from vision.training.supply import scenes

IGNORED = -100
"""Rank or suit where the question makes no sense; the value that torch's cross entropy leaves out."""

NOT_FRENCH = 0.9
"""In how many scenes the suits are not the French ones where the second network is taught: it may be asked about both."""

KINDS = ("face", BIG_JOKER, LITTLE_JOKER, BACK, NONE)


def answer_of(label: str) -> tuple[int, int, int]:
    """Rank, suit and kind, as the network gives them."""
    if label in KINDS:
        return IGNORED, IGNORED, KINDS.index(label)
    return RANKS.index(label[0]), SUITS.index(label[1]), 0


def examples(seed: list[int], work: Path, national: float = 0.0) -> Iterator[Batch]:
    """Cards for ever: each with its corners, its rank, suit and kind, its offsets, and which ends show an index."""
    rng = np.random.default_rng([*seed, 2])
    for scene in scenes([*seed, 1], RECIPE, work, national=national):
        for sample in samples(scene, rng):
            yield (
                torch.from_numpy(sample.crops.cards[0].transpose(2, 0, 1)),
                torch.from_numpy(sample.crops.corners[0].transpose(0, 3, 1, 2)),
                *(torch.tensor(part) for part in answer_of(sample.label)),
                torch.from_numpy(sample.offsets),
                torch.tensor(sample.shown),
            )


def losses(network: IdentifierNet, batch: Batch) -> Losses:
    """Cross entropy on kind, on rank and suit where there is one; smooth L1 on the corners where there is a card.

    Each corner that shows an index must also name it by itself: else the whole card alone is heard, at half the resolution.
    """
    cards, corners, rank, suit, kind, offsets, shown = batch
    cards = cards.float().contiguous(memory_format=torch.channels_last)
    which = torch.arange(2 * len(cards)).reshape(-1, 2)
    answer, names, _ = network.parts(cards, corners.flatten(0, 1).float(), which)
    answer, names = answer.float(), names.float()
    parts = {
        "rank": functional.cross_entropy(answer[:, :13], rank, ignore_index=IGNORED),
        "suit": functional.cross_entropy(answer[:, 13:17], suit, ignore_index=IGNORED),
        "kind": functional.cross_entropy(answer[:, 17:22], kind),
    }
    is_card = kind != KINDS.index(NONE)
    said = answer[is_card, 22:].reshape(-1, 4, 2)
    parts["corners"] = functional.smooth_l1_loss(said, offsets[is_card], beta=0.02)
    plain = kind == 0
    by_itself = names[shown & plain[:, None]]
    its_rank, its_suit = (part[:, None].expand(-1, 2)[shown & plain[:, None]] for part in (rank, suit))
    parts["index"] = functional.cross_entropy(by_itself[:, :13], its_rank) + functional.cross_entropy(
        by_itself[:, 13:17], its_suit
    )
    right = (answer[:, :13].argmax(1) == rank) & (answer[:, 13:17].argmax(1) == suit)
    return {
        "total": parts["rank"] + parts["suit"] + parts["kind"] + 0.5 * parts["index"] + 10 * parts["corners"],
        **parts,
        "right": right[plain].float().mean(),
    }


IDENTIFIER = Course(
    name="identifier",
    network=IdentifierNet,
    examples=examples,
    losses=losses,
    batch=96,
    pictures=2,
    decay=2e-2,
    recipe=RECIPE,
    inputs={
        "picture": ("cards", 3, CROP_HEIGHT, CROP_WIDTH),
        "corners": ("corners", 3, CORNER_HEIGHT, CORNER_WIDTH),
        "which": ("cards", 2),
    },
    outputs={"answer": ("cards",), "features": ("cards",)},
)

NATIONS = replace(IDENTIFIER, name="nations", examples=partial(examples, national=NOT_FRENCH))
