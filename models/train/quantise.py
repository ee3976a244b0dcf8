"""`python -m models.train.quantise BANK --small FOLDER`: the networks for tables in 8 bits.

The small pair trained for tables gives the locator and the reader that glances; the reader that is asked of
doubts is the one for photos. Weights signed, activations unsigned (U8S8), written as QDQ so that any
onnxruntime runs them. The ranges are measured on imagined straightened tables and on crops of a training's
BANK. `made_from.json` tells which reader it was.

The first layer and the last ones stay as they are: the first has three channels, which 8 bits make slower and
not faster, and what comes out of the last is places and chances, for which 256 steps are few. Weights take 7
of their 8 bits: processors without VNNI add two products in 16 bits, and more would not fit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from models import HERE
from models.train.bank import load_bank
from models.train.export import store_as_halves, store_whole
from models.train.scenes.crops import CropSource
from models.train.scenes.scene import SceneSource

MADE_FROM = "made_from.json"
SCENES, CROPS, BATCH = 24, 512, 64
PART = 99.995
"""The percentage of an activation's values that its 256 steps reach over: the few beyond are cut off."""
OUTERMOST = ("start.0", "heat.1", "shape.1", "body.0.0")
"""Layers that stay as they are; so do all that follow the convolutions."""


class _Shown(CalibrationDataReader):  # type: ignore[misc]
    """Batches of pictures for one input."""

    def __init__(self, name: str, batches: list[NDArray[np.uint8]]) -> None:
        self._batches: Iterator[dict[str, NDArray[np.uint8]]] = iter({name: each} for each in batches)

    def get_next(self) -> dict[str, Any] | None:
        """The next batch, None at the end."""
        return next(self._batches, None)


def quantise(
    small: Path | None,
    reader: Path,
    into: Path,
    bank_folder: Path,
    pictures: tuple[int, int] = (SCENES, CROPS),
) -> None:
    """Writes locator.onnx, glance.onnx and reader.onnx in 8 bits into the folder `into`, and the labels.json
    of the pair in `small`; without one the reader alone. `pictures`: how many scenes and crops the ranges are
    measured on. ValueError: a network's layers have other names."""
    bank = load_bank(bank_folder)
    crops = CropSource(bank, 99)
    tiles = [crops.batch(BATCH).pictures for _ in range(-(-pictures[1] // BATCH))]
    shown = [(reader, "reader", tiles)]
    if small is not None:
        scenes = SceneSource(bank, 99, are_straight=True)
        tables = [scenes.scene().picture[None] for _ in range(pictures[0])]
        shown += [(small / "locator.onnx", "locator", tables), (small / "reader.onnx", "glance", tiles)]
    into.mkdir(parents=True, exist_ok=True)
    for whole, name, batches in shown:
        ready = into / f"{name}.part"
        asked = onnxruntime.InferenceSession(str(whole), providers=["CPUExecutionProvider"]).get_inputs()[0]
        store_whole(whole, ready)
        quant_pre_process(str(ready), str(ready), skip_symbolic_shape=True)
        fold_scale(ready)
        layers = [node.name for node in onnx.load(str(ready)).graph.node if node.op_type == "Conv"]
        kept = [layer for layer in layers if layer.split("/")[-2] in OUTERMOST]
        if not kept:
            raise ValueError(f"{whole} must have layers called {', '.join(OUTERMOST)}, it has {layers}")
        quantize_static(
            str(ready), str(into / f"{name}.onnx"), _Shown(asked.name, batches), quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, per_channel=True,
            reduce_range=True, op_types_to_quantize=["Conv", "Add", "Relu"], nodes_to_exclude=kept,
            calibrate_method=CalibrationMethod.Percentile, extra_options={"CalibPercentile": PART},
        )  # fmt: skip
        ready.unlink()
        store_as_halves(into / f"{name}.onnx", last_matrices(into / f"{name}.onnx"))
    if small is not None:
        shutil.copy(small / "labels.json", into / "labels.json")
    digest = hashlib.sha256(reader.read_bytes()).hexdigest()
    (into / MADE_FROM).write_text(json.dumps({"reader.onnx": digest}, indent=1) + "\n")


def fold_scale(path: Path) -> None:
    """Scales the first layer's weights by what every value of a picture is divided by before it."""
    model = onnx.load(str(path))
    graph = model.graph
    held = {each.name: each for each in graph.initializer}
    held |= {node.output[0]: node.attribute[0].t for node in graph.node if node.op_type == "Constant"}
    divided = next(node for node in graph.node if node.op_type == "Div")
    first = next(node for node in graph.node if node.op_type == "Conv" and node.input[0] == divided.output[0])
    weight = held[first.input[1]]
    scaled = onnx.numpy_helper.to_array(weight) / onnx.numpy_helper.to_array(held[divided.input[1]])
    weight.CopyFrom(onnx.numpy_helper.from_array(scaled.astype(np.float32), weight.name))
    first.input[0] = divided.input[0]
    graph.node.remove(divided)
    onnx.save(model, str(path))


def last_matrices(path: Path) -> set[str]:
    """The names of the matrices of the last layers."""
    return {node.input[1] for node in onnx.load(path).graph.node if node.op_type == "MatMul"}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bank", type=Path, help="the bank of a training, such as runs/first/bank")
    parser.add_argument(
        "--small", type=Path, help="the small pair, whole, as the export wrote it; without it only the reader"
    )
    parser.add_argument("--reader", type=Path, default=HERE / "reader.onnx", help="another whole reader")
    parser.add_argument("--into", type=Path, default=HERE / "table")
    parser.add_argument("--scenes", type=int, default=SCENES, help="tables to measure the ranges on")
    parser.add_argument("--crops", type=int, default=CROPS, help="crops to measure them on")
    chosen = parser.parse_args()
    quantise(chosen.small, chosen.reader, chosen.into, chosen.bank, (chosen.scenes, chosen.crops))


if __name__ == "__main__":
    main()
