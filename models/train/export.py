"""`python -m models.train.export RUN`: the trained networks as ONNX files beside this module.

`--tables`: the small pair for straightened tables, whole; `models.train.quantise` makes of it what ships.

The files take pictures as bytes (n, height, width, 3) in blue, green, red order and do the scaling
themselves, so that whoever runs them cannot get it wrong.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from models import HERE
from models.train.classes import KINDS, LABELS
from models.train.nets import FOR_PHOTOS, FOR_TABLES, STRIDE, Locator, Reader
from models.train.scenes.cut import CROP_HEIGHT, CROP_WIDTH, SHARE
from models.train.scenes.views import PHOTO_TILE_PX, TABLE_TILE_PX

OPSET = 17
PHOTO_LEAST = {"face": 0.5, "other": 0.6, "back": 0.6, "standing": 0.2}
TABLE_LEAST = {"face": 0.5, "other": 0.66, "back": 0.62, "standing": 0.3}
"""From which score on something is told on a table, by the pair for photos and by that for tables: of what
lies on simulated tables one find in 250 scores less, of what nobody laid nine in ten."""


Net = TypeVar("Net", bound=nn.Module)


class LocatorFile(nn.Module):  # type: ignore[misc]
    """Bytes in; heat as chances and shapes out."""

    def __init__(self, net: Locator) -> None:
        """Wraps a trained locator."""
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """(n, h, w, 3) uint8 to heat (n, 4, h/4, w/4) and shapes (n, 8, h/4, w/4)."""
        maps = self.net(pictures.permute(0, 3, 1, 2).float() / 255)
        return torch.sigmoid(maps[:, : len(KINDS)]), maps[:, len(KINDS) :]


class ReaderFile(nn.Module):  # type: ignore[misc]
    """Bytes in; logits, the embedding and the corners out."""

    def __init__(self, net: Reader) -> None:
        """Wraps a trained reader."""
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """(n, 64, 48, 3) uint8 to label logits, quarter-turn logits, an embedding and corners."""
        labels, turns, embedding, corners = self.net(crops.permute(0, 3, 1, 2).float() / 255)
        return labels, turns, embedding, corners


def export(run: Path, into: Path, temperature: float, threshold: float, for_tables: bool = False) -> None:
    """Writes locator.onnx, reader.onnx and labels.json from the checkpoints in `run`: of both, or of the one
    that was trained. FileNotFoundError naming `run` when there is neither."""
    size = FOR_TABLES if for_tables else FOR_PHOTOS
    if not any((run / f"{name}.pt").exists() for name in ("locator", "reader")):
        raise FileNotFoundError(
            f"{run} has neither locator.pt nor reader.pt; models.train.run leaves them there"
        )
    into.mkdir(parents=True, exist_ok=True)
    if (run / "locator.pt").exists():
        locator = LocatorFile(averaged(Locator(size.locator), run / "locator.pt"))
        write(locator, torch.zeros(1, 256, 256, 3, dtype=torch.uint8), into / "locator.onnx",
               "pictures", ["heat", "shape"], {0: "n", 1: "height", 2: "width"})  # fmt: skip
    if (run / "reader.pt").exists():
        reader = ReaderFile(averaged(Reader(size.reader), run / "reader.pt"))
        crops = torch.zeros(2, CROP_HEIGHT, CROP_WIDTH, 3, dtype=torch.uint8)
        write(reader, crops, into / "reader.onnx",
               "crops", ["labels", "turns", "embedding", "corners"], {0: "n"})  # fmt: skip
    settings = {
        "labels": list(LABELS), "kinds": list(KINDS), "stride": STRIDE,
        "tile_px": TABLE_TILE_PX if for_tables else PHOTO_TILE_PX,
        "least_on_table": TABLE_LEAST if for_tables else PHOTO_LEAST,
        "crop_width": CROP_WIDTH, "crop_height": CROP_HEIGHT, "crop_share": SHARE,
        "temperature": temperature, "threshold": threshold,
    }  # fmt: skip
    (into / "labels.json").write_text(json.dumps(settings, indent=1) + "\n")


def averaged(net: Net, checkpoint: Path) -> Net:
    """`net` with the averaged weights of a checkpoint, ready to answer."""
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    net.eval()
    return net


def write(
    net: nn.Module, example: Tensor, path: Path, name: str, outputs: list[str], free: dict[int, str]
) -> None:
    """Writes `net` as ONNX into `path`; `name`: its input, `free`: that input's axes of any length."""
    axes = {name: free} | {output: {0: "n"} for output in outputs}
    torch.onnx.export(net, (example,), str(path), input_names=[name], output_names=outputs, dynamic_axes=axes,
                      opset_version=OPSET, dynamo=False)  # fmt: skip


HALF = "_half"
"""What the name of a weight that is stored in 16 bits ends with."""


def store_as_halves(path: Path, only: Collection[str] | None = None) -> None:
    """Weights in 16 bits, made 32 when the file is loaded: half the size, the same arithmetic. `only`: the
    names of those that are halved, all when not given."""
    model = onnx.load(path)
    casts = []
    for weight in model.graph.initializer:
        is_asked = only is None or weight.name in only
        if is_asked and weight.data_type == onnx.TensorProto.FLOAT and weight.dims:
            name, values = weight.name, onnx.numpy_helper.to_array(weight).astype(np.float16)
            weight.CopyFrom(onnx.numpy_helper.from_array(values, f"{name}{HALF}"))
            casts.append(onnx.helper.make_node("Cast", [f"{name}{HALF}"], [name], to=onnx.TensorProto.FLOAT))
    _save(model, [*casts, *model.graph.node], path)


def store_whole(path: Path, into: Path) -> None:
    """A file as it was before `store_as_halves`, its weights rounded."""
    model = onnx.load(path)
    halved = {weight.name: weight for weight in model.graph.initializer if weight.name.endswith(HALF)}
    for name, weight in halved.items():
        values = onnx.numpy_helper.to_array(weight).astype(np.float32)
        weight.CopyFrom(onnx.numpy_helper.from_array(values, name.removesuffix(HALF)))
    _save(model, [node for node in model.graph.node if not halved.keys() & set(node.input)], into)


def _save(model: Any, nodes: list[Any], path: Path) -> None:
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "run", type=Path, help="folder with locator.pt and reader.pt, as models.train.run leaves it"
    )
    parser.add_argument("--into", type=Path, default=HERE, help="where to write (default: this folder)")
    parser.add_argument(
        "--temperature", type=float, default=0.6, help="divides the label logits (calibration)"
    )
    parser.add_argument("--threshold", type=float, default=0.5, help="below this chance a face is given as ?")
    parser.add_argument("--tables", action="store_true", help="RUN is of the small pair for tables")
    parser.add_argument("--halves", action="store_true",
                        help="keep the weights in 16 bits: half the size, the same arithmetic")  # fmt: skip
    chosen = parser.parse_args()
    try:
        export(chosen.run, chosen.into, chosen.temperature, chosen.threshold, chosen.tables)
        if chosen.halves:
            for name in ("locator", "reader"):
                store_as_halves(chosen.into / f"{name}.onnx")
    except FileNotFoundError as wrong:
        parser.error(str(wrong))


if __name__ == "__main__":
    main()
