"""The detector of dice: a small network that says where dice lie, how many pips each shows, how each lies."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.train.nets import STRIDE, Twice, step

PIPS = 6
HULL = 4
"""Left, top, right, low edge of the upright box round a die's upper side, from the cell's middle."""
TURN = 2
"""cos 4t, sin 4t: a square's turn is known up to a quarter."""
UNIT_PX = 16.0
"""What a length of 1 in the outputs is."""
OUTPUTS = 1 + PIPS + HULL + TURN

__all__ = ["HULL", "OUTPUTS", "PIPS", "STRIDE", "TURN", "UNIT_PX", "DieNet"]


class DieNet(nn.Module):  # type: ignore[misc]
    """(n, 3, H, W) pictures, 0-1, to (n, 13, H/4, W/4) maps; H and W multiples of 8."""

    def __init__(self) -> None:
        """About 0.17 M weights."""
        super().__init__()
        self.start = step(3, 16, 2)
        self.quarter = nn.Sequential(step(16, 32, 2), step(32, 32))
        self.eighth = nn.Sequential(step(32, 48, 2), Twice(48), Twice(48), Twice(48))
        self.from_eighth = step(48, 32, size=1)
        self.join = step(32, 32)
        self.head = nn.Sequential(step(32, 32), nn.Conv2d(32, OUTPUTS, 1))
        with torch.no_grad():
            self.head[1].bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """The maps: heat and pips as logits, the box in `UNIT_PX`, the turn as cosine and sine."""
        quarter = self.quarter(self.start(x))
        up = nn.functional.interpolate(
            self.from_eighth(self.eighth(quarter)), scale_factor=2.0, mode="nearest"
        )
        return self.head(self.join(quarter + up))
