"""Write a trained network as ONNX, with its recipe inside the file."""

import json
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import nn


def export(
    network: nn.Module,
    path: Path,
    inputs: dict[str, tuple[int, ...]],
    recipe: dict[str, Any],
    open_axes: dict[int, str],
    outputs: tuple[str, ...] = ("answer",),
) -> None:
    """`inputs` gives names and shapes; `open_axes` (place: name) may have any length later."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network.eval(),
        tuple(torch.zeros(shape) for shape in inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=list(outputs),
        dynamic_axes=dict.fromkeys((*inputs, *outputs), open_axes),
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, {"recipe": json.dumps(recipe, default=repr)})
    onnx.save(model, str(path))
