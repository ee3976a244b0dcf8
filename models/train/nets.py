"""The two networks: the locator finds tiles of any face, the reader says which face a crop shows."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class LocatorSize:
    """Channels at a half, a quarter, an eighth and a sixteenth of the picture's sides, and of what the maps
    are told from. `is_shared`: heat and shape are told from the same."""

    half: int
    quarter: int
    eighth: int
    sixteenth: int
    head: int
    is_shared: bool


@dataclass(frozen=True, slots=True)
class ReaderSize:
    """Channels at a half, a quarter and an eighth of the crop's sides. `is_deep`: one more at a quarter."""

    half: int
    quarter: int
    eighth: int
    is_deep: bool


@dataclass(frozen=True, slots=True)
class PairSize:
    """How large the two networks are."""

    locator: LocatorSize
    reader: ReaderSize


FOR_PHOTOS = PairSize(LocatorSize(16, 32, 48, 64, 32, False), ReaderSize(20, 40, 96, True))
FOR_TABLES = PairSize(LocatorSize(8, 16, 48, 64, 24, True), ReaderSize(16, 32, 64, False))
"""Where a tile's size and the camera's place are known there is less to learn."""


class Locator(nn.Module):  # type: ignore[misc]
    """(n, 3, H, W) pictures, 0-1, to (n, 12, H/4, W/4) maps; H and W multiples of 16."""

    def __init__(self, size: LocatorSize = FOR_PHOTOS.locator) -> None:
        """About 0.23 M weights, 0.18 M for tables."""
        super().__init__()
        half, quarter, eighth, sixteenth = size.half, size.quarter, size.eighth, size.sixteenth
        self.start = step(3, half, 2)
        self.quarter = nn.Sequential(step(half, quarter, 2), step(quarter, quarter))
        self.eighth = nn.Sequential(step(quarter, eighth, 2), Twice(eighth))
        self.sixteenth = nn.Sequential(step(eighth, sixteenth, 2), Twice(sixteenth))
        self.from_sixteenth = step(sixteenth, eighth, size=1)
        self.join_eighth = step(eighth, eighth)
        self.from_eighth = step(eighth, quarter, size=1)
        self.join_quarter = step(quarter, size.head if size.is_shared else quarter)
        self.heat = _head(quarter, size, len(KINDS))
        self.shape = _head(quarter, size, LOCATOR_OUTPUTS - len(KINDS))
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


def _head(wide: int, size: LocatorSize, outputs: int) -> nn.Sequential:
    before = nn.Identity() if size.is_shared else step(wide, size.head)
    return nn.Sequential(before, nn.Conv2d(size.head, outputs, 1))


class Reader(nn.Module):  # type: ignore[misc]
    """(n, 3, 64, 48) crops, 0-1, to label logits (n, 54), quarter-turn logits (n, 4), embedding (n, 128) and
    corners (n, 8): how far each of the tile's corners lies from its place in a perfect cut, in crop sides."""

    def __init__(self, size: ReaderSize = FOR_PHOTOS.reader) -> None:
        """About 0.63 M weights, 0.46 M for tables."""
        super().__init__()
        self.body = nn.Sequential(
            step(3, size.half, 2),
            step(size.half, size.quarter, 2),
            Twice(size.quarter) if size.is_deep else step(size.quarter, size.quarter),
            step(size.quarter, size.eighth, 2),
            Twice(size.eighth),
            step(size.eighth, 128, 2),
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
