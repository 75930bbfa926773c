"""Make a checkpoint out of a network's file, to learn on from it: `python -m vision.training.warm_start identifier`.

The file holds convolutions with their normalisation folded in. The normalisation is given back the mean and
spread that each convolution has on rendered scenes, so that the network answers as before and can be trained. The finder
that ships is in 8-bit arithmetic: name the file that it was made of.
"""

import argparse
from itertools import islice
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.utils.data import DataLoader

from vision.training.loop import Batch, Plan, save, start
from vision.training.train import COURSES

BATCHES = 12


def folded(network: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """The convolutions in the order in which the network runs them, each with the normalisation that follows it."""
    pairs: list[tuple[nn.Conv2d, nn.BatchNorm2d | None]] = []
    for module in network.modules():
        if isinstance(module, nn.Conv2d):
            pairs.append((module, None))
        elif isinstance(module, nn.BatchNorm2d):
            pairs[-1] = (pairs[-1][0], module)
    return pairs


def load(network: nn.Module, path: Path) -> None:
    """Weights out of the file; normalisation does nothing yet but add the bias."""
    model = onnx.load(str(path))
    stored = {item.name: torch.tensor(np.array(numpy_helper.to_array(item))) for item in model.graph.initializer}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    for (convolution, norm), node in zip(folded(network), convolutions, strict=True):
        convolution.weight.data = stored[node.input[1]]
        if norm is None:
            assert convolution.bias is not None
            convolution.bias.data = stored[node.input[2]]
        else:
            norm.bias.data = stored[node.input[2]]
            norm.running_var.fill_(1 - norm.eps)
    for name, parameter in network.named_parameters():
        if name in stored:
            parameter.data = stored[name]
    products = [node for node in model.graph.node if node.op_type == "MatMul"]
    linear = [part for name, part in network.named_modules() if isinstance(part, nn.Linear) and f"{name}.weight" not in stored]
    for part, node in zip(linear, products, strict=True):
        part.weight.data = stored[node.input[1]].T.contiguous()


def unfold(network: nn.Module, inputs: list[Batch]) -> None:
    """Give each normalisation the mean and spread that its convolution has on these inputs."""
    pairs = [(convolution, norm) for convolution, norm in folded(network) if norm is not None]
    sums = [[torch.zeros(n.num_features), torch.zeros(n.num_features)] for _, n in pairs]

    def watch(place: int) -> object:
        def hook(_module: nn.Module, _inputs: object, made: Tensor) -> None:
            sums[place][0] += made.mean((0, 2, 3)) / len(inputs)
            sums[place][1] += (made**2).mean((0, 2, 3)) / len(inputs)

        return pairs[place][0].register_forward_hook(hook)

    hooks = [watch(place) for place in range(len(pairs))]
    with torch.no_grad():
        for pictures in inputs:
            network(*pictures)
    for (_, norm), (mean, square), hook in zip(pairs, sums, hooks, strict=True):
        hook.remove()  # type: ignore[attr-defined]  # torch's handle has no type here
        spread = square - mean**2
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data = torch.sqrt(spread + norm.eps)
        norm.bias.data = norm.bias.data + mean


def main() -> None:
    """Write the network's checkpoint into the work folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=list(COURSES))
    parser.add_argument("--file", type=Path, help="instead of the one that ships")
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    options = parser.parse_args()
    course = COURSES[options.network]
    network = course.network().eval()
    load(network, options.file or course.file)
    batches = islice(DataLoader(course.examples([7], options.work), course.batch), BATCHES)
    unfold(network, [tuple(part.float() for part in batch[: len(course.inputs)]) for batch in batches])
    optimiser, average = start(network, Plan(minutes=1, decay=course.decay))
    save(course.checkpoint(options.work), network, average, optimiser, 0, 0.0)


if __name__ == "__main__":
    main()
