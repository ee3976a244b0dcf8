"""`python -m models.train.dice.export RUN`: the trained detector and classifier of dice as ONNX files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from torch import Tensor, nn

from models import HERE
from models.train.dice.classifier import NAME as CLASSIFIER
from models.train.dice.classifier import DieClassifier
from models.train.dice.net import PIPS, DieNet
from models.train.dice.train import NAME as DETECTOR
from models.train.export import averaged, store_as_halves, write
from vision.detect.dice.network import CROP

LEAST = {
    "least": 0.45,
    "least_beside": 0.45,
    "least_on_table": 0.35,
    "temperature": 1.0,
    "clear": 0.6,
    "clear_pips": 0.95,
}
"""What `dice.json` says until `models.fit_dice` has fitted it."""


class DieFile(nn.Module):  # type: ignore[misc]
    """Bytes in; chances that a die's middle lies there, logits of its pips, its box and turn out."""

    def __init__(self, net: DieNet) -> None:
        """Wraps a trained network."""
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(n, h, w, 3) uint8 to heat (n, 1, h/4, w/4), pips (n, 6, ...) and shapes (n, 6, ...)."""
        maps = self.net(pictures.permute(0, 3, 1, 2).float() / 255)
        return torch.sigmoid(maps[:, :1]), maps[:, 1 : 1 + PIPS], maps[:, 1 + PIPS :]


class ClassifierFile(nn.Module):  # type: ignore[misc]
    """Bytes in; logits of a die and of its pips out."""

    def __init__(self, net: DieClassifier) -> None:
        """Wraps a trained network."""
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> Tensor:
        """(n, 40, 40, 3) uint8 to (n, 7)."""
        return self.net(crops.permute(0, 3, 1, 2).float() / 255)


def export(run: Path, into: Path) -> None:
    """Writes dice.onnx, dice_classifier.onnx, and dice.json where there is none, from the checkpoints in
    `run`: of both networks, or of the one that was trained. FileNotFoundError naming `run` when there is
    neither."""
    if not any((run / f"{name}.pt").exists() for name in (DETECTOR, CLASSIFIER)):
        raise FileNotFoundError(
            f"{run} has neither {DETECTOR}.pt nor {CLASSIFIER}.pt; training leaves them there"
        )
    into.mkdir(parents=True, exist_ok=True)
    if (run / f"{CLASSIFIER}.pt").exists():
        classifier = ClassifierFile(averaged(DieClassifier(), run / f"{CLASSIFIER}.pt"))
        path, crops = into / f"{CLASSIFIER}.onnx", torch.zeros(2, CROP, CROP, 3, dtype=torch.uint8)
        write(classifier, crops, path, "crops", ["said"], {0: "n"})
        store_as_halves(path)
    if (run / f"{DETECTOR}.pt").exists():
        _export_detector(run, into)


def _export_detector(run: Path, into: Path) -> None:
    net = DieFile(averaged(DieNet(), run / f"{DETECTOR}.pt"))
    write(net, torch.zeros(2, 96, 96, 3, dtype=torch.uint8), into / f"{DETECTOR}.onnx", "pictures",
          ["heat", "pips", "shape"], {0: "n", 1: "height", 2: "width"})  # fmt: skip
    store_as_halves(into / f"{DETECTOR}.onnx")
    if not (into / "dice.json").exists():
        (into / "dice.json").write_text(json.dumps(LEAST, indent=1) + "\n")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="folder with dice.pt or dice_classifier.pt")
    parser.add_argument("--into", type=Path, default=HERE, help="where to write (default: models)")
    chosen = parser.parse_args()
    try:
        export(chosen.run, chosen.into)
    except FileNotFoundError as wrong:
        parser.error(str(wrong))


if __name__ == "__main__":
    main()
