"""The two networks: the locator finds tiles of any face, the reader says which face a crop shows."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.train.classes import KINDS, LABELS

STRIDE = 4
EMBEDDING = 128
TURNS = 4
CORNERS = 8
"""x and y of four corners: where the tile lies in the crop, so that a clumsy cut can be mended."""
LOCATOR_OUTPUTS = len(KINDS) + 2 + 2 + 4
"""Heat by kind, offset (x, y), log size (across, along), cos 2t, sin 2t, cos 4t, sin 4t."""


def step(wide_in: int, wide_out: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """A convolution, its normalisation and a ReLU: what quantises without pain."""
    return nn.Sequential(
        nn.Conv2d(wide_in, wide_out, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(wide_out),
        nn.ReLU(True),
    )


class Twice(nn.Module):  # type: ignore[misc]
    """Two steps and a way past them."""

    def __init__(self, wide: int) -> None:
        """`wide`: channels in and out."""
        super().__init__()
        self.first = step(wide, wide)
        self.second = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))

    def forward(self, x: Tensor) -> Tensor:
        """(n, wide, h, w) to the same shape."""
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):  # type: ignore[misc]
    """(n, 3, H, W) pictures, 0-1, to (n, 12, H/4, W/4) maps; H and W multiples of 16."""

    def __init__(self) -> None:
        """About 0.2 M weights."""
        super().__init__()
        self.start = step(3, 16, 2)
        self.quarter = nn.Sequential(step(16, 32, 2), step(32, 32))
        self.eighth = nn.Sequential(step(32, 48, 2), Twice(48))
        self.sixteenth = nn.Sequential(step(48, 64, 2), Twice(64))
        self.from_sixteenth = step(64, 48, size=1)
        self.join_eighth = step(48, 48)
        self.from_eighth = step(48, 32, size=1)
        self.join_quarter = step(32, 32)
        self.heat = nn.Sequential(step(32, 32), nn.Conv2d(32, len(KINDS), 1))
        self.shape = nn.Sequential(step(32, 32), nn.Conv2d(32, LOCATOR_OUTPUTS - len(KINDS), 1))
        nn.init.constant_(self.heat[1].bias, -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """The maps; heat as logits."""
        quarter = self.quarter(self.start(x))
        eighth = self.eighth(quarter)
        deep = self.from_sixteenth(self.sixteenth(eighth))
        eighth = self.join_eighth(eighth + nn.functional.interpolate(deep, scale_factor=2.0, mode="nearest"))
        up = nn.functional.interpolate(self.from_eighth(eighth), scale_factor=2.0, mode="nearest")
        quarter = self.join_quarter(quarter + up)
        return torch.cat([self.heat(quarter), self.shape(quarter)], dim=1)


class Reader(nn.Module):  # type: ignore[misc]
    """(n, 3, 64, 48) crops, 0-1, to label logits (n, 54), quarter-turn logits (n, 4), embedding (n, 128) and
    corners (n, 8): how far each of the tile's corners lies from its place in a perfect cut, in crop sides."""

    def __init__(self) -> None:
        """About 0.63 M weights."""
        super().__init__()
        self.body = nn.Sequential(
            step(3, 20, 2),
            step(20, 40, 2),
            Twice(40),
            step(40, 96, 2),
            Twice(96),
            step(96, 128, 2),
            nn.Flatten(),
        )
        self.embed = nn.Sequential(
            nn.Linear(128 * 12, EMBEDDING, bias=False), nn.BatchNorm1d(EMBEDDING), nn.ReLU(True)
        )
        self.drop = nn.Dropout(0.15)
        self.label = nn.Linear(EMBEDDING, len(LABELS))
        self.turn = nn.Linear(EMBEDDING, TURNS)
        self.place = nn.Sequential(
            nn.Linear(128 * 12, 48, bias=False), nn.BatchNorm1d(48), nn.ReLU(True), nn.Linear(48, CORNERS)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """(label logits, turn logits, embedding, corners)."""
        body = self.body(x)
        embedding = self.embed(body)
        dropped = self.drop(embedding)
        return self.label(dropped), self.turn(dropped), embedding, self.place(body)
