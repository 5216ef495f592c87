"""Store trained networks as ONNX files, as `vision/network.py` reads them: run with `--with onnx==1.23.2`.

Weights are named and shaped as in torch's `state_dict`. Numbers are stored in single precision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

OPSET, IR_VERSION = 13, 8  # the version that OpenCV's reader supports

Weights = Mapping[str, NDArray[Any]]
_Shapes = Mapping[str, tuple[int | str, ...]]


def segmentation(weights: Weights, dilations: Sequence[int]) -> onnx.ModelProto:
    """Return a network that judges cells of 4 by 4 pixels: `logits` and the `features` that they are made of."""
    graph = _Graph(weights)
    features = _features(graph, dilations)
    graph.node("Identity", features, output="features")
    graph.convolution(features, "last", output="logits")
    channels = len(weights["whole.bias"])
    return graph.model(
        {"logits": (len(weights["last.bias"]), "rows", "columns"), "features": (channels, "rows", "columns")}
    )


def faces(weights: Weights, dilations: Sequence[int], side: int) -> onnx.ModelProto:
    """Return a network that judges whole pictures: `logits`, shape (n, classes, 1, 1).

    Args:
        side: of the pictures, in pixels.
    """
    graph = _Graph(weights)
    third = graph.convolution(_features(graph, dilations), "third", stride=2, padding=1, relu=True)
    # The last layer judges all cells at once: rows, columns, channels, as a kernel over the whole picture.
    cells, channels = side // 8, len(weights["third.bias"])
    kernel = np.asarray(weights["last.weight"]).reshape(-1, cells, cells, channels).transpose(0, 3, 1, 2)
    graph.convolution(third, "last", kernel=kernel, output="logits")
    return graph.model({"logits": (len(weights["last.bias"]), 1, 1)}, (side, side))


def seed_counter(weights: Weights, side: int) -> onnx.ModelProto:
    """Return the network that counts seeds, conditional on the code of a set: `logits` of each count, what half a store
    adds to its `store`, and what a pit whose `counts` are known, one-hot, adds to its set's `codes`.

    Args:
        side: of the pictures, in pixels.
    """
    graph = _Graph(weights)
    x = graph.convolution("pictures", "first", stride=2, padding=2, relu=True)
    x = graph.convolution(x, "second", padding=1, relu=True)
    x = _modulated(graph, graph.convolution(x, "third", stride=2, padding=1), "fine")
    x = _residual(graph, _residual(graph, x, "blocks.0"), "blocks.1")
    x = _modulated(graph, graph.convolution(x, "fourth", stride=2, padding=1), "coarse")
    x = _residual(graph, x, "blocks.2")
    hidden = graph.node("Relu", graph.linear(graph.node("Flatten", x, axis=1), "hidden"))
    graph.linear(hidden, "out", output="logits")
    graph.linear(hidden, "store", share=0.5, output="store")  # a store's two halves are added up, its bias with them
    known = graph.node("Relu", graph.node("Add", graph.linear(hidden, "known"), graph.linear("counts", "held")))
    graph.linear(known, "code", output="codes")
    counts, code = len(weights["out.bias"]), len(weights["code.bias"])
    return graph.model(
        {"logits": (counts,), "store": (len(weights["store.bias"]),), "codes": (code,)},
        (side, side),
        {"code": (code, 1, 1), "counts": (counts - 1,)},
    )


def save(model: onnx.ModelProto, path: Path) -> None:
    """Write a file so that it is either complete or absent: others may read it meanwhile."""
    onnx.checker.check_model(model)
    draft = path.with_name(f".{path.name}")
    onnx.save(model, draft)
    draft.replace(path)


def load(path: Path) -> dict[str, NDArray[np.float32]]:
    """Return the weights in a file, by the names under which they were stored."""
    return {tensor.name: numpy_helper.to_array(tensor).copy() for tensor in onnx.load(path).graph.initializer}


def _features(graph: _Graph, dilations: Sequence[int]) -> str:
    """Add the layers that `vision/network.py` describes; `TorchNetwork.features` computes the same."""
    x = graph.convolution("pictures", "first", stride=2, padding=1, relu=True)
    x = graph.convolution(x, "second", stride=2, padding=1, relu=True)
    for index, dilation in enumerate(dilations):
        around = graph.convolution(x, f"blocks.{index}", padding=dilation, dilation=dilation)
        x = graph.node("Relu", graph.node("Add", around, x))
        if index == len(dilations) // 2:
            whole = graph.convolution(graph.node("GlobalAveragePool", x), "whole")
            x = graph.node("Relu", graph.node("Add", x, whole))
    return x


def _modulated(graph: _Graph, x: str, layer: str) -> str:
    """Scale and shift each channel as the code of a set asks (feature-wise linear modulation, Perez et al., 2018)."""
    scaled = graph.node("Mul", x, graph.convolution("code", f"{layer}_scale"))
    return graph.node("Relu", graph.node("Add", scaled, graph.convolution("code", f"{layer}_shift")))


def _residual(graph: _Graph, x: str, layer: str) -> str:
    return graph.node("Relu", graph.node("Add", graph.convolution(x, layer, padding=1), x))


class _Graph:
    """An ONNX graph from `pictures`, shape (n, 3, height, width), built layer by layer."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def node(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        """Add a node, and return the name of its output."""
        output = output or f"{kind.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def convolution(
        self,
        x: str,
        layer: str,
        *,
        kernel: NDArray[Any] | None = None,
        stride: int = 1,
        padding: int = 0,
        dilation: int = 1,
        relu: bool = False,
        output: str = "",
    ) -> str:
        """Add a convolution with a layer's weights; a matrix is treated as a kernel of one pixel."""
        weight = np.asarray(self._weights[f"{layer}.weight"]) if kernel is None else kernel
        weight = weight.reshape(*weight.shape[:2], *(weight.shape[2:] or (1, 1)))
        inputs = x, self._constant(f"{layer}.weight", weight), self._constant(f"{layer}.bias", self._bias(layer))
        steps: dict[str, Any] = {"strides": [stride] * 2, "pads": [padding] * 4, "dilations": [dilation] * 2}
        out = self.node("Conv", *inputs, output=output, kernel_shape=list(weight.shape[2:]), **steps)
        return self.node("Relu", out) if relu else out

    def linear(self, x: str, layer: str, *, share: float = 1.0, output: str = "") -> str:
        """Add a matrix and this share of its bias."""
        weight = self._constant(f"{layer}.weight", np.asarray(self._weights[f"{layer}.weight"]))
        return self.node(
            "Gemm", x, weight, self._constant(f"{layer}.bias", share * self._bias(layer)), output=output, transB=1
        )

    def model(
        self, outputs: _Shapes, size: tuple[int | str, int | str] = ("height", "width"), inputs: _Shapes | None = None
    ) -> onnx.ModelProto:
        """Return the whole graph; `outputs` with their shapes for one picture, the pictures' `size`, further `inputs`."""
        given, results = (
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape]) for name, shape in shapes.items()]
            for shapes in ({"pictures": (3, *size), **(inputs or {})}, outputs)
        )
        graph = helper.make_graph(self._nodes, "network", given, results, self._constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)

    def _bias(self, layer: str) -> NDArray[Any]:
        return np.asarray(self._weights[f"{layer}.bias"])

    def _constant(self, name: str, values: NDArray[Any]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name
