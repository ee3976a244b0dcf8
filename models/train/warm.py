"""`python -m models.train.warm RUN`: checkpoints in RUN from the shipped networks, to train on from them.

In the ONNX files every normalisation is folded into its convolution. Here the folded weights go into the
convolution and the normalisation is set to change nothing: its mean and variance are measured on some
pictures, so that training goes on where the file stands instead of beginning with a shock. RUN must hold a
bank; then `python -m models.train.run --out RUN --restart` goes on.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models import HERE
from models.train.bank import load_bank
from models.train.export import HALF
from models.train.nets import FOR_PHOTOS, FOR_TABLES, Locator, Reader
from models.train.scenes.crops import ANY, LARGE, CropSource
from models.train.scenes.scene import SceneSource
from models.train.train_reader import to_input
from models.train.widen import widened

Weights = tuple[Tensor, Tensor | None]


def unfold(path: Path, net: nn.Module, pictures: Iterable[Tensor]) -> None:
    """Fills `net` from the ONNX file at `path`; `pictures` (n, 3, h, w), 0-1, are batches to measure on.

    Parts that the file does not have (it is older than the network) keep their first weights. A network may
    have more channels than the file: those of the file come first, and nothing of the file asks for the
    others. ValueError when a weight fits nowhere.
    """
    batches = list(pictures)
    stored = onnx.load(str(path)).graph
    values = {
        each.name.removesuffix(HALF): torch.from_numpy(numpy_helper.to_array(each).copy())
        for each in stored.initializer
    }
    layers = _layers(net, batches[0])
    folded: list[tuple[nn.Module, nn.Module]] = []
    for weight, bias in _weighted(stored, values):
        # Layers beside each other stand in either order, and have other shapes.
        shapes = [tuple(layer.weight.shape) for layer, _ in layers]
        place = _place_of(tuple(weight.shape), shapes)
        if place is None:
            raise ValueError(f"{path} has a weight {tuple(weight.shape)}, expected {shapes}")
        layer, norm = layers.pop(place)
        layer.weight.data[: len(weight)] = 0
        layer.weight.data[: len(weight), : weight.shape[1]] = weight
        if layer.bias is not None and bias is not None:
            layer.bias.data[: len(bias)] = bias
        elif norm is not None:
            _make_idle(norm, bias)
            folded.append((layer, norm))
    _measure(net, folded, batches)


def _place_of(shape: tuple[int, ...], shapes: list[tuple[int, ...]]) -> int | None:
    """Which of the `shapes` that shape is, or else the first that has room for it."""
    if shape in shapes:
        return shapes.index(shape)
    for number, other in enumerate(shapes):
        has_room = other[2:] == shape[2:] and other[0] >= shape[0] and other[1] >= shape[1]
        if has_room and len(other) == len(shape):
            return number
    return None


def _weighted(graph: Any, values: dict[str, Tensor]) -> Iterator[Weights]:
    """(weight as torch keeps it, bias) of each convolution and matrix product, in the order of running.

    A normalisation that was left beside its matrix product is folded in here.
    """
    norms = {node.input[0]: node for node in graph.node if node.op_type == "BatchNormalization"}
    for node in graph.node:
        if node.op_type not in ("Conv", "Gemm", "MatMul"):
            continue
        weight = values[node.input[1]]
        bias = values[node.input[2]] if len(node.input) > 2 else None
        if node.op_type == "MatMul":
            weight = weight.T
        if norm := norms.get(node.output[0]):
            scale, shift, mean, variance = (values[name] for name in norm.input[1:5])
            factor = scale / torch.sqrt(variance + 1e-5)
            weight, bias = weight * factor[:, None], shift - mean * factor
        yield weight.contiguous(), bias


def _layers(net: nn.Module, example: Tensor) -> list[tuple[Any, Any]]:
    """Each layer with weights, in the order of running, with the normalisation after it (or None)."""
    order: list[nn.Module] = []
    hooks = [
        module.register_forward_hook(lambda module, *_: order.append(module))
        for module in net.modules()
        if isinstance(module, nn.Conv2d | nn.Linear | nn.BatchNorm2d | nn.BatchNorm1d)
    ]
    with torch.no_grad():
        net.eval()(example)
    for hook in hooks:
        hook.remove()
    pairs: list[tuple[Any, Any]] = []
    for module in order:
        if isinstance(module, nn.Conv2d | nn.Linear):
            pairs.append((module, None))
        else:
            pairs[-1] = (pairs[-1][0], module)
    return pairs


def _make_idle(norm: Any, bias: Tensor | None) -> None:
    """A normalisation that only adds `bias`."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.data.fill_(1)
    norm.bias.data.zero_()
    if bias is not None:
        norm.bias.data[: len(bias)] = bias


def _measure(net: nn.Module, folded: list[tuple[Any, Any]], batches: list[Tensor]) -> None:
    """Gives each normalisation the mean and variance of what comes into it, and undoes both behind it."""
    sums: dict[int, list[Tensor]] = {id(norm): [] for _, norm in folded}

    def keep(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        channels = inputs[0].transpose(0, 1).flatten(1)
        sums[id(norm)].append(torch.stack([channels.mean(dim=1), channels.square().mean(dim=1)]))

    hooks = [norm.register_forward_pre_hook(keep) for _, norm in folded]
    with torch.no_grad():
        for batch in batches:
            net.eval()(batch)
    for hook in hooks:
        hook.remove()
    for _, norm in folded:
        mean, square = torch.stack(sums[id(norm)]).mean(dim=0)
        variance = (square - mean.square()).clamp(min=1e-6)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.bias.data.add_(mean)
        norm.weight.data.copy_(torch.sqrt(variance + norm.eps))


def warm(run: Path, models: Path, batches: int = 16, for_tables: bool = False) -> None:
    """Writes locator.pt and reader.pt into `run` from the ONNX files in `models`.

    `for_tables`: from the small pair there, whose reader is called glance.onnx.
    """
    bank, size = load_bank(run / "bank"), FOR_TABLES if for_tables else FOR_PHOTOS
    scenes = SceneSource(bank, 5, are_straight=for_tables)
    crops = CropSource(bank, 5, least_px=LARGE if for_tables else ANY)
    pictures = [np.stack([scenes.scene().picture for _ in range(8)]) for _ in range(batches)]
    cuts = [crops.batch(128).pictures for _ in range(batches)]
    locator, reader = models / "locator.onnx", models / ("glance.onnx" if for_tables else "reader.onnx")
    with tempfile.TemporaryDirectory() as folder:
        if for_tables:
            locator, reader = widened(locator, Path(folder)), widened(reader, Path(folder))
        begin(run / "locator.pt", Locator(size.locator), locator, list(map(to_input, pictures)))
        begin(run / "reader.pt", Reader(size.reader), reader, list(map(to_input, cuts)))


def begin(checkpoint: Path, net: nn.Module, file: Path, pictures: Iterable[Tensor]) -> None:
    """Writes the checkpoint of `net` with the weights of an ONNX file, no step of training done; errors and
    `pictures` as in `unfold`."""
    unfold(file, net, pictures)
    state = net.state_dict()
    torch.save({"net": state, "average": state, "optimizer": {}, "used_s": 0.0, "steps": 0}, checkpoint)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="a run's folder, its bank built")
    parser.add_argument("--models", type=Path, help="folder of the ONNX files to begin from")
    parser.add_argument("--tables", action="store_true", help="the small pair for tables")
    parser.add_argument("--batches", type=int, default=16, help="batches of pictures to measure on")
    chosen = parser.parse_args()
    models = chosen.models or (HERE / "table" if chosen.tables else HERE)
    warm(chosen.run, models, chosen.batches, chosen.tables)
    print(f"{chosen.run}/locator.pt, {chosen.run}/reader.pt: go on with models.train.run --restart")


if __name__ == "__main__":
    main()
