"""`python -m models.train.widen FOLDER`: the networks for tables, of 8 bits, as whole ones to train on from.

Weights are what they stand for, the first layer takes pictures of 0 to 1 again, and nothing between two
layers is cut to 256 steps. FOLDER gets locator.onnx and glance.onnx.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from models import HERE

FIRST = ("start.0", "body.0.0")
"""The layer of a locator, or of a reader, that the scale of a picture's values was folded into."""
Values = dict[str, NDArray[Any]]


def widened(path: Path, folder: Path) -> Path:
    """The file in `folder` that `widen` writes of the network at `path`; errors as there."""
    widen(path, folder / path.name)
    return folder / path.name


def widen(path: Path, into: Path) -> None:
    """Writes the network at `path`, which `models.train.quantise` made, whole. ValueError where its first
    layer has another name."""
    model = onnx.load(str(path))
    graph = model.graph
    values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    renamed: dict[str, str] = {}
    kept = []
    for node in graph.node:
        node.input[:] = [renamed.get(name, name) for name in node.input]
        if node.op_type == "DequantizeLinear" and node.input[0] in values:
            values[node.output[0]] = _unpacked(node, values)
        elif node.op_type in ("QuantizeLinear", "DequantizeLinear"):
            renamed[node.output[0]] = node.input[0]
        else:
            kept.append(node)
    first = [node for node in kept if node.op_type == "Conv" and node.name.split("/")[-2] in FIRST]
    if len(first) != 1:
        raise ValueError(f"{path} must have one layer called {' or '.join(FIRST)}, it has {len(first)}")
    values[first[0].input[1]] = values[first[0].input[1]] * np.float32(255)
    asked = {name for node in kept for name in node.input}
    del graph.node[:], graph.initializer[:]
    graph.node.extend(kept)
    graph.initializer.extend(numpy_helper.from_array(values[name], name) for name in values if name in asked)
    onnx.save(model, str(into))


def _unpacked(node: Any, values: Values) -> NDArray[np.float32]:
    """What the whole numbers of a weight stand for."""
    packed, scale, zero = (values[name] for name in node.input)
    axis = next((part.i for part in node.attribute if part.name == "axis"), 0)
    shape = [1] * packed.ndim
    if scale.ndim:
        shape[axis] = -1
    plain = packed.astype(np.float32) - zero.astype(np.float32).reshape(shape)
    return np.asarray(plain * scale.reshape(shape), np.float32)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("into", type=Path)
    parser.add_argument("--models", type=Path, default=HERE / "table")
    chosen = parser.parse_args()
    chosen.into.mkdir(parents=True, exist_ok=True)
    for name in ("locator", "glance"):
        widened(chosen.models / f"{name}.onnx", chosen.into)


if __name__ == "__main__":
    main()
