"""Write a trained network as ONNX, with its recipe inside the file."""

import json
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import nn


def export(network: nn.Module, path: Path, shape: tuple[int, ...], recipe: dict[str, Any], dynamic: bool) -> None:
    """Inputs are named `picture` and outputs `answer`; `dynamic` leaves height and width open, else the batch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {2: "height", 3: "width"} if dynamic else {0: "cards"}
    torch.onnx.export(
        network.eval(),
        (torch.zeros(shape),),
        str(path),
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": axes, "answer": axes},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, {"recipe": json.dumps(recipe, default=repr)})
    onnx.save(model, str(path))
