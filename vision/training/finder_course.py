"""How the finder is taught: whole scenes, with a mark at every corner of a card that shows."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.arrays import Floats
from vision.faces import BACK
from vision.training.course import Course
from vision.training.loop import Batch, Losses
from vision.training.networks import FINDER_CHANNELS, FINDER_STRIDE, FinderNet
from vision.training.scenes import Recipe, Scene
from vision.training.supply import NATIONAL, scenes

LENGTH_UNIT = 64.0
"""Pixels whose logarithm is 0 in the two length channels."""

SURE, DOUBTFUL = 0.55, 0.2
"""Share of a corner's surroundings that must show for it to count; between the two it is neither right nor wrong."""

RECIPE = Recipe(size=256, smallest=32.0, largest=120.0, apart=0.35)
"""Where cards cover each other few frames show whole, and the finder takes a frame's corner for the card's."""


def targets(scene: Scene) -> tuple[Floats, Floats, Floats, Floats]:
    """What the network shall answer: heat 2 × G × G, ignore 2 × G × G, where the rest counts G × G, the rest 9 × G × G."""
    grid = scene.picture.shape[0] // FINDER_STRIDE
    heat, ignore = np.zeros((2, grid, grid), np.float32), np.zeros((2, grid, grid), np.float32)
    counts, rest = np.zeros((grid, grid), np.float32), np.zeros((9, grid, grid), np.float32)
    for card in scene.cards:
        for corner in range(4):
            share = card.corner_visible[corner]
            x, y = card.quad[corner] / FINDER_STRIDE
            column, row = int(x), int(y)
            if share < DOUBTFUL or not (0 <= column < grid and 0 <= row < grid):
                continue
            along, down = card.quad[corner - 1], card.quad[(corner + 1) % 4]
            short, long = (down, along) if corner % 2 == 0 else (along, down)
            short_edge, long_edge = short - card.quad[corner], long - card.quad[corner]
            lengths = float(np.linalg.norm(short_edge)), float(np.linalg.norm(long_edge))
            radius = max(0.9, 0.05 * lengths[0] / FINDER_STRIDE)
            reach = int(3 * radius) + 1
            rows, columns = slice(max(0, row - reach), row + reach + 1), slice(max(0, column - reach), column + reach + 1)
            yy, xx = np.mgrid[rows.start : min(grid, rows.stop), columns.start : min(grid, columns.stop)]
            bump = np.exp(-((xx + 0.5 - x) ** 2 + (yy + 0.5 - y) ** 2) / (2 * radius**2)).astype(np.float32)
            kind = corner % 2
            if share < SURE:
                ignore[kind, rows, columns] = np.maximum(ignore[kind, rows, columns], bump > 0.1)
                continue
            heat[kind, rows, columns] = np.maximum(heat[kind, rows, columns], bump)
            heat[kind, row, column] = 1.0
            near = (slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2))
            counts[near] = 1.0
            yy, xx = np.mgrid[near[0].start : min(grid, row + 2), near[1].start : min(grid, column + 2)]
            rest[0][near], rest[1][near] = x - (xx + 0.5), y - (yy + 0.5)
            values = (*(short_edge / lengths[0]), np.log(lengths[0] / LENGTH_UNIT))
            values += (*(long_edge / lengths[1]), np.log(lengths[1] / LENGTH_UNIT), float(card.label != BACK))
            for channel, value in enumerate(values):
                rest[2 + channel][near] = value
    return heat, ignore, counts, rest


def examples(seed: list[int], work: Path) -> Iterator[Batch]:
    """Scenes with their targets for ever."""
    for scene in scenes(seed, RECIPE, work, national=NATIONAL["finder"]):
        parts = (scene.picture.transpose(2, 0, 1), *targets(scene))
        yield tuple(torch.from_numpy(np.ascontiguousarray(part)) for part in parts)


def losses(network: nn.Module, batch: Batch) -> Losses:
    """Focal loss on the heat (as in CenterNet), smooth L1 on the geometry, cross entropy on face up."""
    pictures, heat, ignore, counts, rest = batch
    answer = network(pictures.float().contiguous(memory_format=torch.channels_last)).float()
    chance = torch.sigmoid(answer[:, :2]).clamp(1e-5, 1 - 1e-5)
    hit = (heat > 0.999).float()
    wrong = (1 - hit) * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance) * (1 - ignore)
    right = hit * (1 - chance) ** 2 * torch.log(chance)
    corners = -(wrong + right).sum() / hit.sum().clamp(min=1)
    where = counts > 0.5
    said, truth = answer.permute(0, 2, 3, 1)[where], rest.permute(0, 2, 3, 1)[where]
    geometry = functional.smooth_l1_loss(said[:, 2:10], truth[:, :8], beta=0.02)
    face_up = functional.binary_cross_entropy_with_logits(said[:, 10], truth[:, 8])
    return {"total": corners + 4 * geometry + 0.5 * face_up, "corners": corners, "geometry": geometry, "face_up": face_up}


FINDER = Course(
    name="finder",
    network=FinderNet,
    examples=examples,
    losses=losses,
    batch=24,
    pictures=1,
    decay=1e-2,
    recipe=RECIPE,
    inputs={"picture": (1, 3, "height", "width")},
    outputs={"answer": (1, FINDER_CHANNELS, "height", "width")},
)
