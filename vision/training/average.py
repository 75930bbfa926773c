"""Make one network of several checkpoints of one training: `python -m vision.training.average identifier a.pt b.pt`.

Weights from the ends of successive falls of the learning rate lie around one flat place; their mean names cards of decks
that training never saw better than any of them does (Izmailov et al., 2018: Averaging Weights Leads to Wider Optima).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.training.course import Course
from vision.training.export import export
from vision.training.loop import Plan, start
from vision.training.train import COURSES


def averaged(course: Course, checkpoints: Sequence[Path]) -> nn.Module:
    """The network whose weights and normalisers are the means of the checkpoints' (moving averages, as `loop.save` keeps)."""
    states = [torch.load(path, weights_only=True)["average"] for path in checkpoints]
    _, average = start(course.network(), Plan(minutes=1))
    average.load_state_dict({name: _mean([state[name] for state in states]) for name in states[0]})
    module: nn.Module = average.module
    return module


def _mean(values: list[Tensor]) -> Tensor:
    """Counters of steps, the only whole numbers, are not averaged."""
    return torch.stack(values).mean(0) if values[0].is_floating_point() else values[-1]


def main() -> None:
    """Put the mean where the network ships from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(COURSES))
    parser.add_argument("checkpoints", type=Path, nargs="+")
    options = parser.parse_args()
    course = COURSES[options.network]
    recipe = {"average of": [path.name for path in options.checkpoints], "recipe": course.recipe}
    export(averaged(course, options.checkpoints), course.file, course.inputs, course.outputs, recipe)


if __name__ == "__main__":
    main()
