"""What the detector of dice is told wrong: heat, pips, box and turn."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from models.train.dice.net import HULL, PIPS, STRIDE, UNIT_PX

NEAR_SHARE = 0.3
"""What a cell beside a die's middle cell counts."""
PIPS_WEIGHT, BOX_WEIGHT, TURN_WEIGHT = 1.0, 1.5, 0.3
SMALL, LARGE = 0.7, 1.8
"""Least and most spread of a die's heat, in cells."""


def die_loss(maps: Tensor, dice: Tensor, unknown: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(heat, pips, box and turn) losses of maps (n, 13, h, w) for `dice` (n, most, 9) and
    `unknown` (n, h, w) as `windows_of` has them."""
    cells_y, cells_x = maps.shape[2:]
    scene, slot = torch.nonzero(dice[..., 8] > 0, as_tuple=True)
    rows = dice[scene, slot]
    x, y = rows[:, 0] / STRIDE - 0.5, rows[:, 1] / STRIDE - 0.5
    side = ((rows[:, 4] - rows[:, 2]) * (rows[:, 5] - rows[:, 3])).clamp(min=1).sqrt()
    spread = (side * 0.11 / STRIDE).clamp(SMALL, LARGE)
    heat = _hills(scene, x, y, spread, maps)
    logits = maps[:, 0].float()
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    sure = heat.eq(1)
    near = -((1 - chance) ** 2) * chance.log() * sure
    far = -(chance**2) * (1 - chance).log() * (1 - heat) ** 4 * (~sure) * (unknown == 0)
    count = max(1, len(scene))
    pips, box = _cells(maps, scene, x, y, rows, (cells_x, cells_y))
    return (near.sum() + far.sum()) / count, pips / count, box / count


def _hills(scene: Tensor, x: Tensor, y: Tensor, spread: Tensor, maps: Tensor) -> Tensor:
    """(n, h, w): a bell round each die's middle, its middle cell exactly 1."""
    high, wide = maps.shape[2:]
    rows, columns = (torch.arange(count, device=maps.device).float() for count in (high, wide))
    bells = torch.exp(
        -(((rows[None, :, None] - y[:, None, None]) / spread[:, None, None]) ** 2
          + ((columns[None, None] - x[:, None, None]) / spread[:, None, None]) ** 2) / 2
    ).clamp(max=0.999)  # fmt: skip
    heat = torch.zeros(len(maps), high, wide, device=maps.device)
    heat.scatter_reduce_(0, scene[:, None, None].expand_as(bells), bells, "amax")
    heat[scene, y.round().clamp(0, high - 1).long(), x.round().clamp(0, wide - 1).long()] = 1.0
    return heat


def _cells(
    maps: Tensor, scene: Tensor, x: Tensor, y: Tensor, rows: Tensor, size: tuple[int, int]
) -> tuple[Tensor, Tensor]:
    """Losses of the pips and of the boxes, told in the cell of a die's middle and in those beside it."""
    cx, cy = x.round().long(), y.round().long()
    pips, box = torch.zeros(2, device=maps.device)
    for dx, dy in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
        gx, gy = (cx + dx).clamp(0, size[0] - 1), (cy + dy).clamp(0, size[1] - 1)
        weight = 1.0 if (dx, dy) == (0, 0) else NEAR_SHARE
        said = maps[scene, :, gy, gx].float()
        at = (torch.stack([gx, gy, gx, gy], dim=1).float() + 0.5) * STRIDE
        truth = (rows[:, 2:6] - at) / UNIT_PX
        pips = pips + weight * functional.cross_entropy(
            said[:, 1 : 1 + PIPS], rows[:, 8].long() - 1, reduction="sum"
        )
        edges = said[:, 1 + PIPS : 1 + PIPS + HULL]
        box = box + weight * BOX_WEIGHT * functional.smooth_l1_loss(edges, truth, reduction="sum", beta=0.05)
        turn = said[:, 1 + PIPS + HULL :]
        box = box + weight * TURN_WEIGHT * functional.smooth_l1_loss(
            turn, rows[:, 6:8], reduction="sum", beta=0.1
        )
    return pips * PIPS_WEIGHT, box
