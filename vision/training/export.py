"""Write a trained network as ONNX, with its recipe inside the file."""

import json
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import nn

Shape = tuple[int | str, ...]
"""Of an input or output of a network; an axis that has a name may have any length."""

EXAMPLE = {"height": 256, "width": 256}
"""How long such an axis is while the network is written, where one would not do."""


def export(network: nn.Module, path: Path, inputs: dict[str, Shape], outputs: dict[str, Shape], recipe: dict[str, Any]) -> None:
    """Write the network's file, `recipe` among its metadata."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network.eval(),
        tuple(torch.zeros([EXAMPLE.get(n, 1) if isinstance(n, str) else n for n in shape]) for shape in inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=list(outputs),
        dynamic_axes={
            name: {axis: length for axis, length in enumerate(shape) if isinstance(length, str)}
            for name, shape in (inputs | outputs).items()
        },
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, {"recipe": json.dumps(recipe, default=repr)})
    onnx.save(model, str(path))
