"""How one network is taught: what it is shown, what it shall make small, and how the file that ships is called."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from torch import nn
from torch.utils.data import IterableDataset

from vision.models import model_path
from vision.training.loop import Batch, Losses
from vision.training.scenes import Recipe


@dataclass(frozen=True)
class Course:
    """One network's training; `inputs` and `outputs` are those of its file, `open_axes` may have any length there."""

    name: str
    network: Callable[[], nn.Module]
    examples: Callable[[list[int], Path], IterableDataset[Batch]]
    losses: Callable[[nn.Module, Batch], Losses]
    batch: int
    decay: float
    recipe: Recipe
    inputs: dict[str, tuple[int, ...]]
    outputs: tuple[str, ...]
    open_axes: dict[int, str]

    def checkpoint(self, work: Path) -> Path:
        """Where its training is kept."""
        return work / f"{self.name}.pt"

    @property
    def file(self) -> Path:
        """Where the network lies that ships."""
        return model_path(self.name)
