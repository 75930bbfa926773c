"""Turn a network's convolutions into 8-bit arithmetic, more than twice as fast: `python -m vision.training.quantize`.

Static quantisation by ONNX Runtime (per channel, QDQ): the ranges of activations come from rendered scenes of held-out
decks. Sums stay as they are, among them the one by which the identifier evens out the light; so do the layers that see the
picture itself, whose three channels 8-bit arithmetic cannot make faster, and the finder's last, which gives corners to a
fraction of a pixel. Where it doubles the size of what it saw, bytes are copied, for ONNX Runtime works out every pixel of a
nearest neighbour by itself: its answers stay the same, and large pictures take a tenth less time. They take a twelfth less
again where it is given a picture's bytes as they lie in memory.
"""

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from vision.arrays import Floats
from vision.models import model_path
from vision.picture.identifier import inputs_of
from vision.training.crops import RECIPE, samples
from vision.training.supply import NATIONAL, scenes

SCENES = 60


class Examples(CalibrationDataReader):
    """Inputs of a network, one after another."""

    def __init__(self, inputs: Iterator[dict[str, Floats]]) -> None:
        self._inputs = inputs

    def get_next(self) -> dict[str, Floats] | None:
        """The next one, or None at the end."""
        return next(self._inputs, None)


def finder_inputs(work: Path, national: float) -> Iterator[dict[str, Floats]]:
    """Whole scenes."""
    for scene in islice(scenes([55], RECIPE, work, held_out=True, national=national), SCENES):
        yield {"picture": scene.picture.transpose(2, 0, 1)[None].astype(np.float32)}


def naming_inputs(work: Path, national: float) -> Iterator[dict[str, Floats]]:
    """Cards cut out of scenes."""
    rng = np.random.default_rng(55)
    for scene in islice(scenes([56], RECIPE, work, held_out=True, national=national), SCENES):
        for sample in samples(scene, rng):
            yield inputs_of(sample.crops)


EXAMPLES: dict[str, Callable[[Path, float], Iterator[dict[str, Floats]]]] = {
    "finder": finder_inputs,
    "identifier": naming_inputs,
    "nations": naming_inputs,
}


def kept_in(model: onnx.ModelProto) -> list[str]:
    """The convolutions that stay as they are: those that see the picture itself, and one that gives the answer."""
    inputs = {weight.name: weight.dims[1] for weight in model.graph.initializer if len(weight.dims) == 4}
    answers = {output.name for output in model.graph.output}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    return [node.name for node in convolutions if inputs[node.input[1]] == 3 or node.output[0] in answers]


def quantize(path: Path, inputs: Iterator[dict[str, Floats]], kept: list[str]) -> None:
    """Replace the network in the file; what its metadata says goes with it."""
    model = onnx.load(str(path))
    said = {prop.key: prop.value for prop in model.metadata_props}
    part = path.with_suffix(".part")
    options: dict[str, Any] = {"per_channel": True, "weight_type": QuantType.QInt8, "activation_type": QuantType.QUInt8}
    types = ["Conv", "Relu", "Resize"]
    quantize_static(
        model, str(part), Examples(inputs), QuantFormat.QDQ, op_types_to_quantize=types, nodes_to_exclude=kept, **options
    )
    small = onnx.load(str(part))
    double_by_copying(small.graph)
    take_bytes(small.graph)
    onnx.helper.set_model_props(small, said | {"arithmetic": "8 bit"})
    onnx.save(small, str(part))
    part.replace(path)


def double_by_copying(graph: onnx.GraphProto) -> None:
    """Put copies of bytes in the place of every `Resize` of a quantised network, all of which double by nearest neighbours.

    Each column and row is there twice: N × H × W × C becomes N × H × 2 × W × 2 × C, and is read as N × 2H × 2W × C.
    """
    maker = {name: node for node in graph.node for name in node.output}
    for node in [node for node in graph.node if node.op_type == "Resize"]:
        before = maker[node.input[0]]
        after = next(each for each in graph.node if node.output[0] in each.input)
        numbers = {"axes": [2, 4], "times": [1, 1, 2, 1, 2, 1], "by": [1, 2, 2, 1]}
        name = {word: f"{node.name}/{word}" for word in (*numbers, "last", "size", "larger", "apart", "copied", "together")}
        graph.initializer.extend(onnx.numpy_helper.from_array(np.array(some), name[word]) for word, some in numbers.items())
        copying = [
            onnx.helper.make_node("Transpose", before.input[:1], [name["last"]], perm=[0, 2, 3, 1]),
            onnx.helper.make_node("Shape", [name["last"]], [name["size"]]),
            onnx.helper.make_node("Mul", [name["size"], name["by"]], [name["larger"]]),
            onnx.helper.make_node("Unsqueeze", [name["last"], name["axes"]], [name["apart"]]),
            onnx.helper.make_node("Expand", [name["apart"], name["times"]], [name["copied"]]),
            onnx.helper.make_node("Reshape", [name["copied"], name["larger"]], [name["together"]]),
            onnx.helper.make_node("Transpose", [name["together"]], after.output, perm=[0, 3, 1, 2]),
        ]
        place = list(graph.node).index(before)
        for old in (before, node, after):
            graph.node.remove(old)
        for count, new in enumerate(copying):
            graph.node.insert(place + count, new)
    used = {name for node in graph.node for name in node.input}
    for node in [node for node in graph.node if node.op_type == "Constant" and node.output[0] not in used]:
        graph.node.remove(node)


def take_bytes(graph: onnx.GraphProto) -> None:
    """Let a network of pictures of any size take their bytes, 1 × H × W × 3, and turn them into its 1 × 3 × H × W itself.

    One that names cards stays as it is: it sees few pixels, and all that was learnt from its features would be worth nothing.
    """
    picture = graph.input[0]
    one, channels, height, width = (axis.dim_param or axis.dim_value for axis in picture.type.tensor_type.shape.dim)
    if not isinstance(height, str):
        return
    for node in graph.node:
        node.input[:] = ["planes" if name == picture.name else name for name in node.input]
    graph.node.insert(0, onnx.helper.make_node("Transpose", [picture.name], ["bytes"], perm=[0, 3, 1, 2]))
    graph.node.insert(1, onnx.helper.make_node("Cast", ["bytes"], ["planes"], to=onnx.TensorProto.FLOAT))
    taken = onnx.helper.make_tensor_value_info(picture.name, onnx.TensorProto.UINT8, [one, height, width, channels])
    picture.CopyFrom(taken)


def main() -> None:
    """All networks, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("networks", nargs="*", default=list(EXAMPLES))
    options = parser.parse_args()
    for name in options.networks:
        path = model_path(name)
        quantize(path, EXAMPLES[name](options.work, NATIONAL[name]), kept_in(onnx.load(str(path))))
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
