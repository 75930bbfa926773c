"""Make a checkpoint out of the shipped identifier, to learn on from it: `python -m vision.training.warm_start`.

The file that ships holds convolutions with their normalisation folded in. The normalisation is given back the mean and
spread that each convolution has on rendered scenes, so that the network answers as before and can be trained.
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

from vision.models import model_path
from vision.training.loop import Plan, save, start
from vision.training.networks import IdentifierNet
from vision.training.train_identifier import Samples

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


def load_shipped(network: IdentifierNet, path: Path) -> None:
    """Weights out of the file; normalisation does nothing yet but add the bias."""
    model = onnx.load(str(path))
    stored = {item.name: torch.tensor(np.array(numpy_helper.to_array(item))) for item in model.graph.initializer}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    for (convolution, norm), node in zip([*folded(network.body), *folded(network.corner)], convolutions, strict=True):
        convolution.weight.data = stored[node.input[1]]
        if norm is None:
            assert convolution.bias is not None
            convolution.bias.data = stored[node.input[2]]
        else:
            norm.bias.data = stored[node.input[2]]
            norm.running_var.fill_(1 - norm.eps)
    products = [node for node in model.graph.node if node.op_type == "MatMul"]
    for linear, node in zip([part for part in network.index if isinstance(part, nn.Linear)], products, strict=True):
        linear.weight.data = stored[node.input[1]].T.contiguous()
    named = dict(network.named_parameters())
    for name, value in stored.items():
        if name in named:
            named[name].data = value


def unfold(network: IdentifierNet, batches: list[tuple[Tensor, ...]]) -> None:
    """Give each normalisation the mean and spread that its convolution has on these batches."""
    pairs = [(c, n) for c, n in [*folded(network.body), *folded(network.corner)] if n is not None]
    sums = [[torch.zeros(n.num_features), torch.zeros(n.num_features)] for _, n in pairs]

    def watch(place: int) -> object:
        def hook(_module: nn.Module, _inputs: object, made: Tensor) -> None:
            sums[place][0] += made.mean((0, 2, 3)) / len(batches)
            sums[place][1] += (made**2).mean((0, 2, 3)) / len(batches)

        return pairs[place][0].register_forward_hook(hook)

    hooks = [watch(place) for place in range(len(pairs))]
    with torch.no_grad():
        for cards, corners, *_ in batches:
            network(cards.float(), corners.float())
    for (_, norm), (mean, square), hook in zip(pairs, sums, hooks, strict=True):
        hook.remove()  # type: ignore[attr-defined]  # torch's handle has no type here
        spread = square - mean**2
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data = torch.sqrt(spread + norm.eps)
        norm.bias.data = norm.bias.data + mean


def main() -> None:
    """Write `identifier.pt` into the work folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    options = parser.parse_args()
    network = IdentifierNet().eval()
    load_shipped(network, model_path("identifier"))
    batches = list(islice(DataLoader(Samples([7], options.work), 96), BATCHES))
    unfold(network, batches)
    optimiser, average = start(network, Plan(minutes=1, decay=2e-2))
    save(options.work / "identifier.pt", network, average, optimiser, 0, 0.0)


if __name__ == "__main__":
    main()
