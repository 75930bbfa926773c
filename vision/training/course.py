"""How one network is taught: what it is shown, what it shall make small, and how the file that ships is called."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.models import model_path
from vision.training.export import Shape
from vision.training.loop import Batch, Losses
from vision.training.scenes import Recipe


@dataclass(frozen=True)
class Course:
    """One network's training; `inputs` and `outputs` are those of its file.

    `examples` gives one after the other for ever, from a seed and the work folder; their first so many parts are `pictures`.
    """

    name: str
    network: Callable[[], nn.Module]
    examples: Callable[[list[int], Path], Iterator[Batch]]
    losses: Callable[[nn.Module, Batch], Losses]
    batch: int
    pictures: int
    decay: float
    recipe: Recipe
    inputs: dict[str, Shape]
    outputs: dict[str, Shape]

    def checkpoint(self, work: Path) -> Path:
        """Where its training is kept."""
        return work / f"{self.name}.pt"

    @property
    def file(self) -> Path:
        """Where the network lies that ships."""
        return model_path(self.name)

    def batches(self, seed: list[int], work: Path, workers: int = 0) -> DataLoader[Batch]:
        """Examples in batches; every worker draws its own."""
        ahead = 4 if workers else None
        return DataLoader(_Examples(self.examples, seed, work), self.batch, num_workers=workers, prefetch_factor=ahead)


class _Examples(IterableDataset[Batch]):
    def __init__(self, examples: Callable[[list[int], Path], Iterator[Batch]], seed: list[int], work: Path) -> None:
        self.examples, self.seed, self.work = examples, seed, work

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        return self.examples([*self.seed, worker.id if worker else 0], self.work)
