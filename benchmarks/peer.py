"""The peer to beat in speed: YOLOv8n's published architecture with random weights, for timing alone.

Jocher, Chaurasia and Qiu, Ultralytics YOLOv8 (2023), model yolov8n: depth 0.33, width 0.25, 80 classes, 640 × 640. It runs at
3.1 frames a second on a Raspberry Pi 4. Nothing of this is part of the product.
"""

from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


@dataclass
class Graph:
    """Nodes and random weights as they are added; every method returns the name of what it made."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[onnx.TensorProto] = field(default_factory=list)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def node(self, kind: str, inputs: list[str], outputs: int = 1, **attributes: object) -> list[str]:
        """One operation."""
        names = [f"n{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names

    def constant(self, value: np.ndarray) -> str:
        """A stored array."""
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def plain(self, x: str, inputs: int, outputs: int, size: int = 1, stride: int = 1) -> str:
        """A convolution with bias."""
        scale = (inputs * size * size) ** -0.5
        weight = self.constant((self.rng.standard_normal((outputs, inputs, size, size)) * scale).astype(np.float32))
        bias = self.constant(np.zeros(outputs, np.float32))
        pads = [size // 2] * 4
        return self.node("Conv", [x, weight, bias], kernel_shape=[size, size], strides=[stride, stride], pads=pads)[0]

    def conv(self, x: str, inputs: int, outputs: int, size: int = 1, stride: int = 1) -> str:
        """Convolution (batch norm folded into it) and SiLU."""
        made = self.plain(x, inputs, outputs, size, stride)
        return self.node("Mul", [made, self.node("Sigmoid", [made])[0]])[0]

    def c2f(self, x: str, inputs: int, outputs: int, count: int, shortcut: bool) -> str:
        """Split, a chain of bottlenecks, and everything joined."""
        half = outputs // 2
        halves = self.constant(np.array([half, half], np.int64))
        parts = self.node("Split", [self.conv(x, inputs, outputs), halves], 2, axis=1)
        for _ in range(count):
            made = self.conv(self.conv(parts[-1], half, half, 3), half, half, 3)
            parts.append(self.node("Add", [parts[-1], made])[0] if shortcut else made)
        return self.conv(self.join(parts), (2 + count) * half, outputs)

    def join(self, parts: list[str]) -> str:
        """Side by side."""
        return self.node("Concat", parts, axis=1)[0]

    def twice(self, x: str) -> str:
        """Twice as high and wide."""
        sizes = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.node("Resize", [x, "", sizes], mode="nearest", nearest_mode="floor")[0]

    def sppf(self, x: str, channels: int) -> str:
        """Three poolings in a row, joined."""
        parts = [self.conv(x, channels, channels // 2)]
        for _ in range(3):
            parts += self.node("MaxPool", [parts[-1]], kernel_shape=[5, 5], strides=[1, 1], pads=[2, 2, 2, 2])
        return self.conv(self.join(parts), 2 * channels, channels)


def yolov8n(side: int = 640) -> onnx.ModelProto:
    """The network from picture to raw boxes and classes at three scales."""
    g = Graph()
    x = g.conv(g.conv("picture", 3, 16, 3, 2), 16, 32, 3, 2)
    x = g.conv(g.c2f(x, 32, 32, 1, True), 32, 64, 3, 2)
    p3 = g.c2f(x, 64, 64, 2, True)
    p4 = g.c2f(g.conv(p3, 64, 128, 3, 2), 128, 128, 2, True)
    p5 = g.sppf(g.c2f(g.conv(p4, 128, 256, 3, 2), 256, 256, 1, True), 256)
    h4 = g.c2f(g.join([g.twice(p5), p4]), 384, 128, 1, False)
    h3 = g.c2f(g.join([g.twice(h4), p3]), 192, 64, 1, False)
    m4 = g.c2f(g.join([g.conv(h3, 64, 64, 3, 2), h4]), 192, 128, 1, False)
    m5 = g.c2f(g.join([g.conv(m4, 128, 128, 3, 2), p5]), 384, 256, 1, False)
    outputs = []
    for scale, channels in ((h3, 64), (m4, 128), (m5, 256)):
        boxes = g.plain(g.conv(g.conv(scale, channels, 64, 3), 64, 64, 3), 64, 64)
        classes = g.plain(g.conv(g.conv(scale, channels, 80, 3), 80, 80, 3), 80, 80)
        outputs.append(g.join([boxes, classes]))
    inputs = [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, side, side])]
    sides = (side // 8, side // 16, side // 32)
    shapes = [[1, 64 + 80, cells, cells] for cells in sides]
    made = [helper.make_tensor_value_info(*pair) for pair in zip(outputs, [TensorProto.FLOAT] * 3, shapes, strict=True)]
    graph = helper.make_graph(g.nodes, "yolov8n", inputs, made, g.weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def macs(model: onnx.ModelProto, **axes: int) -> int:
    """Multiply-accumulates of the convolutions and matrix products for one run; `axes` gives the open axes their length."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    for value in model.graph.input:
        for axis in value.type.tensor_type.shape.dim:
            if axis.dim_param:
                axis.dim_value = axes[axis.dim_param]
    inferred = onnx.shape_inference.infer_shapes(model, data_prop=True)
    values = (*inferred.graph.value_info, *inferred.graph.output)
    shapes = {v.name: [d.dim_value for d in v.type.tensor_type.shape.dim] for v in values}
    weights = {w.name: list(w.dims) for w in inferred.graph.initializer}
    scaled = [node for node in inferred.graph.node if node.op_type == "DequantizeLinear" and node.input[0] in weights]
    weights |= {node.output[0]: weights[node.input[0]] for node in scaled}
    total = 0
    for node in inferred.graph.node:
        if node.op_type == "Conv":
            outputs, inputs, *kernel = weights[node.input[1]]
            total += int(np.prod(shapes[node.output[0]][2:]) * np.prod(kernel)) * inputs * outputs * shapes[node.output[0]][0]
        elif node.op_type in ("Gemm", "MatMul") and node.input[1] in weights:
            total += int(np.prod(weights[node.input[1]])) * shapes[node.output[0]][0]
    return total
