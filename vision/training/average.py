"""Make one network of the files of several: `python -m vision.training.average identifier first.onnx second.onnx`.

Weights from the ends of successive trainings, each begun from the one before, lie around one flat place; their mean names
cards of decks that training never saw better than any of them does (Izmailov et al., 2018: Averaging Weights Leads to Wider
Optima). The mean is that of the weights as files hold them, with their normalisation folded in: in a checkpoint the same
convolution may be split otherwise between its weights and its normalisation.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.training.course import Course
from vision.training.export import export
from vision.training.train import COURSES
from vision.training.warm_start import load


def averaged(course: Course, files: Sequence[Path]) -> nn.Module:
    """The network whose weights are the means of those in the files."""
    mean = course.network().eval()
    states = [_state(course, path) for path in files]
    mean.load_state_dict({name: _mean([state[name] for state in states]) for name in states[0]})
    return mean


def _state(course: Course, path: Path) -> dict[str, Tensor]:
    network = course.network()
    load(network, path)
    return network.state_dict()


def _mean(values: list[Tensor]) -> Tensor:
    """Counters of steps, the only whole numbers, are not averaged."""
    return torch.stack(values).mean(0) if values[0].is_floating_point() else values[-1]


def main() -> None:
    """Put the mean where the network ships from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(COURSES))
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    course = COURSES[options.network]
    recipe = {"average of": [path.name for path in options.files], "recipe": course.recipe}
    export(averaged(course, options.files), course.file, course.inputs, course.outputs, recipe)


if __name__ == "__main__":
    main()
