"""Make a checkpoint out of a network's file, to learn on from it: `python -m vision.training.warm_start identifier`.

The file holds convolutions with their normalisation folded in. The normalisation is given back the mean and
spread that each convolution has on rendered scenes, so that the network answers as before and can be trained. Weights in
8-bit arithmetic become the numbers that they stand for.
"""

import argparse
from collections.abc import Callable
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.loop import Batch, Losses, Plan, save, start
from vision.training.train import COURSES

BATCHES = 12


def folded(network: nn.Module) -> dict[str, tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """The convolutions by their names in the network, each with the normalisation that follows it."""
    pairs: dict[str, tuple[nn.Conv2d, nn.BatchNorm2d | None]] = {}
    for name, module in network.named_modules():
        if isinstance(module, nn.Conv2d):
            pairs[name] = (module, None)
        elif isinstance(module, nn.BatchNorm2d):
            latest = list(pairs)[-1]
            pairs[latest] = (pairs[latest][0], module)
    return pairs


def module_of(node: str) -> str:
    """The network's name for what a node computes.

    >>> module_of("/at8/at8.1/first/first.0/Conv")
    'at8.1.first.0'
    """
    parts = node.strip("/").split("/")[:-1]
    return ".".join(part for part, after in pairwise([*parts, ""]) if not after.startswith(f"{part}."))


def stored_in(model: onnx.ModelProto) -> dict[str, Tensor]:
    """The weights by the names under which the network's nodes use them."""
    arrays = {item.name: np.array(numpy_helper.to_array(item)) for item in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in arrays:
            whole, step = arrays[node.input[0]], arrays[node.input[1]]
            arrays[node.output[0]] = whole.astype(np.float32) * step.reshape(-1, *[1] * (whole.ndim - 1))
    return {name: torch.tensor(array) for name, array in arrays.items()}


def load(network: nn.Module, path: Path) -> None:
    """Weights out of the file; normalisation does nothing yet but add the bias."""
    model = onnx.load(str(path))
    stored = stored_in(model)
    used = {(node.op_type, module_of(node.name)): node.input for node in model.graph.node}
    for name, (convolution, norm) in folded(network).items():
        _, weight, bias = used["Conv", name]
        convolution.weight.data = stored[weight]
        if norm is None:
            assert convolution.bias is not None
            convolution.bias.data = stored[bias]
        else:
            norm.bias.data = stored[bias]
            norm.running_var.fill_(1 - norm.eps)
    for name, parameter in network.named_parameters():
        if name in stored:
            parameter.data = stored[name]
    for name, part in network.named_modules():
        if ("MatMul", name) in used and isinstance(part, nn.Linear):
            part.weight.data = stored[used["MatMul", name][1]].T.contiguous()


def unfold(network: nn.Module, batches: list[Batch], losses: Callable[[nn.Module, Batch], Losses]) -> None:
    """Give each normalisation the mean and spread that its convolution has on these batches."""
    pairs = [(convolution, norm) for convolution, norm in folded(network).values() if norm is not None]
    sums = [[torch.zeros(n.num_features), torch.zeros(n.num_features)] for _, n in pairs]

    def watch(place: int) -> object:
        def hook(_module: nn.Module, _inputs: object, made: Tensor) -> None:
            sums[place][0] += made.mean((0, 2, 3)) / len(batches)
            sums[place][1] += (made**2).mean((0, 2, 3)) / len(batches)

        return pairs[place][0].register_forward_hook(hook)

    hooks = [watch(place) for place in range(len(pairs))]
    with torch.no_grad():
        for batch in batches:
            losses(network, batch)
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
    parser.add_argument("--seed", type=int, default=1, help="that of the training which goes on from it: they share its decks")
    options = parser.parse_args()
    course = COURSES[options.network]
    network = course.network().eval()
    load(network, options.file or course.file)
    unfold(network, list(islice(course.batches([options.seed, 0, 7], options.work), BATCHES)), course.losses)
    optimiser, average = start(network, Plan(minutes=1, decay=course.decay))
    save(course.checkpoint(options.work), network, average, optimiser, 0, 0.0)


if __name__ == "__main__":
    main()
