"""`python -m models.train.dice.export RUN`: the trained detector of dice as the file `models/dice.onnx`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from torch import Tensor, nn

from models import HERE
from models.train.dice.net import PIPS, DieNet
from models.train.export import averaged, store_as_halves, write

LEAST = {"least": 0.45, "least_on_table": 0.35, "temperature": 1.0, "clear": 0.6, "clear_pips": 0.95}
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


def export(run: Path, into: Path) -> None:
    """Writes dice.onnx, and dice.json where there is none, from the checkpoint in `run`."""
    into.mkdir(parents=True, exist_ok=True)
    net = DieFile(averaged(DieNet(), run / "dice.pt"))
    write(net, torch.zeros(2, 96, 96, 3, dtype=torch.uint8), into / "dice.onnx", "pictures",
          ["heat", "pips", "shape"], {0: "n", 1: "height", 2: "width"})  # fmt: skip
    store_as_halves(into / "dice.onnx")
    if not (into / "dice.json").exists():
        (into / "dice.json").write_text(json.dumps(LEAST, indent=1) + "\n")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="folder with dice.pt, as models.train.dice.train leaves it")
    parser.add_argument("--into", type=Path, default=HERE, help="where to write (default: models)")
    chosen = parser.parse_args()
    export(chosen.run, chosen.into)


if __name__ == "__main__":
    main()
