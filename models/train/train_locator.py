"""Trains the locator on imagined tables and windows of real photos."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.train.bank import load_bank
from models.train.classes import KINDS
from models.train.learn import Average, Clock, Examples, Plan, mixed, rate_at, save, trained
from models.train.nets import STRIDE, Locator
from models.train.photos import Photo
from models.train.pool import Arrays, Maker, Pool
from models.train.scenes.batches import packed, turned
from models.train.scenes.photo_scenes import PhotoScenes
from models.train.scenes.scene import CELLS, Scene, SceneSource
from models.train.scenes.table_scenes import TableScenes

SHARD, KEEP = 256, 40
DIE = KINDS.index("die")
RENDERED_SHARE = 0.3
"""How many scenes show tables rendered by Blender, where there are some."""
GREY_SHARE = 0.06


def train_locator(
    plan: Plan, bank_folder: Path, without: tuple[str, ...], photos: list[Photo], photo_share: float,
    rendered: Path | None = None,
) -> Locator:  # fmt: skip
    """Trains for the plan's minutes, resuming a checkpoint in its folder; returns the averaged locator.

    `rendered`: where `models.train.scenes.straighten` left tables, for the locator for tables.
    """
    used = [photo for photo in photos if photo.source not in without]

    def prepare(seed: int) -> Maker:
        tables = SceneSource(load_bank(bank_folder, without), seed, plan.for_tables)
        windows = PhotoScenes(used, seed, plan.for_tables)
        real = TableScenes(rendered, seed) if rendered else None
        chance = np.random.default_rng(seed)

        def any_scene() -> Scene:
            if real is not None and chance.random() < RENDERED_SHARE:
                return real.scene()
            return windows.scene() if chance.random() < photo_share else tables.scene()

        def make(count: int) -> Arrays:
            return packed([any_scene() for _ in range(count)])

        return make

    return trained(
        plan, "locator", lambda: Locator(plan.size().locator), Examples("scenes", prepare, SHARD, KEEP), _loop
    )


def targets(objects: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(n, most, 6) objects to heat (n, 4, cells, cells), shapes (n, 8, ...), their weights (n, 8, ...)."""
    count = len(objects)
    scene, slot = torch.nonzero(objects[..., 0] >= 0, as_tuple=True)
    kind, x, y, across, along, turn = objects[scene, slot].unbind(1)
    x, y, angle = x / STRIDE - 0.5, y / STRIDE - 0.5, turn * (math.pi / 180)
    cx, cy = x.round().clamp(0, CELLS - 1).long(), y.round().clamp(0, CELLS - 1).long()
    spread = (torch.minimum(across, along) * 0.11 / STRIDE).clamp(0.6, 1.6)
    heat = _hills((scene * len(KINDS) + kind.long()) * CELLS * CELLS, cx, cy, x, y, spread, count)
    values = torch.stack([x, y, across.log() - 3, along.log() - 3, (2 * angle).cos(), (2 * angle).sin(),
                          (4 * angle).cos(), (4 * angle).sin()], dim=1)  # fmt: skip
    part = torch.ones(len(x), 8, device=objects.device)
    part[:, 4:6] *= (kind != DIE)[:, None]
    shape, weight = torch.zeros(2, count, CELLS, CELLS, 8, device=objects.device)
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    # The middle cell last: where tiles are close together it keeps its own tile's values.
    for dx, dy in [*steps, (0, 0)]:
        gx, gy = (cx + dx).clamp(0, CELLS - 1), (cy + dy).clamp(0, CELLS - 1)
        shape[scene, gy, gx] = torch.cat([(x - gx)[:, None], (y - gy)[:, None], values[:, 2:]], dim=1)
        weight[scene, gy, gx] = part * (1.0 if (dx, dy) == (0, 0) else 0.3)
    return heat, shape.permute(0, 3, 1, 2), weight.permute(0, 3, 1, 2)


def _hills(start: Tensor, cx: Tensor, cy: Tensor, x: Tensor, y: Tensor, spread: Tensor, count: int) -> Tensor:
    """A bell around each centre, its middle cell exactly 1; the higher wins where bells meet."""
    reach = torch.arange(-5, 6, device=start.device)
    gx, gy = cx[:, None] + reach, cy[:, None] + reach
    bell_x = torch.exp(-(((gx - x[:, None]) / spread[:, None]) ** 2) / 2) * ((gx >= 0) & (gx < CELLS))
    bell_y = torch.exp(-(((gy - y[:, None]) / spread[:, None]) ** 2) / 2) * ((gy >= 0) & (gy < CELLS))
    hill = (bell_y[:, :, None] * bell_x[:, None, :]).clamp(max=0.999)
    cell = (
        start[:, None, None] + gy.clamp(0, CELLS - 1)[:, :, None] * CELLS + gx.clamp(0, CELLS - 1)[:, None, :]
    )
    heat = torch.zeros(count * len(KINDS) * CELLS * CELLS, device=start.device)
    heat.scatter_reduce_(0, cell.flatten(), hill.flatten(), "amax")
    heat[start + cy * CELLS + cx] = 1.0
    return heat.view(count, len(KINDS), CELLS, CELLS)


def loss_of(maps: Tensor, objects: Tensor, ignored: Tensor) -> tuple[Tensor, Tensor]:
    """(heat loss, shape loss) for a batch; heat as CenterNet's focal loss, shapes as smooth L1."""
    heat, shape, weight = targets(objects)
    bits = torch.stack([(ignored >> bit) & 1 for bit in range(len(KINDS))], dim=1).float()
    logits = maps[:, : len(KINDS)].float()
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    sure = heat.eq(1)
    near = -((1 - chance) ** 2) * chance.log() * sure
    far = -(chance**2) * (1 - chance).log() * (1 - heat) ** 4 * (~sure) * (1 - bits)
    count = sure.sum().clamp(min=1)
    error = functional.smooth_l1_loss(maps[:, len(KINDS) :].float(), shape, reduction="none", beta=0.05)
    return (near.sum() + far.sum()) / count, (error * weight).sum() / count


def lit_anew(pictures: Tensor) -> Tensor:
    """Cheap differences between two uses of one scene: gain and tint; seldom without colour. In place."""
    count, device = len(pictures), pictures.device
    one, three = torch.randn(count, 1, 1, 1, device=device), torch.randn(count, 3, 1, 1, device=device)
    pictures *= 1 + 0.15 * one + 0.06 * three
    is_grey = torch.rand(count, device=device) < GREY_SHARE
    pictures[is_grey] = pictures[is_grey].mean(dim=1, keepdim=True)
    return pictures.clamp_(0, 1)


def _loop(
    plan: Plan, net: Locator, average: Average, optimizer: torch.optim.Optimizer, clock: Clock, pool: Pool
) -> None:
    device = next(net.parameters()).device
    batches = pool.batches(plan.batch)
    rng = np.random.default_rng()
    said = time.monotonic()
    sums, steps = torch.zeros(2, device=device), 0
    while clock.share() < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate_at(clock.share(), plan.rate)
        arrays = turned(next(batches), int(rng.integers(4)), bool(rng.random() < 0.5))
        pictures, objects, ignored = (
            torch.from_numpy(arrays[name]).to(device) for name in ("pictures", "objects", "ignored")
        )
        pictures = pictures.permute(0, 3, 1, 2).float().div_(255)
        pictures = lit_anew(pictures).contiguous(memory_format=torch.channels_last)
        net.train()
        with mixed(device):
            maps = net(pictures)
        heat, shape = loss_of(maps, objects, ignored)
        optimizer.zero_grad(set_to_none=True)
        (heat + shape).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        sums, steps = sums + torch.stack([heat.detach(), shape.detach()]), steps + 1
        if time.monotonic() - said > 20:
            said = time.monotonic()
            held = pool.refresh()
            save(plan.folder / "locator.pt", net, average, optimizer, clock.used())
            print(
                f"{clock.used():6.0f}s heat {float(sums[0]) / steps:.3f} shape {float(sums[1]) / steps:.3f} "
                f"pool {held} seen {average.steps * plan.batch}",
                flush=True,
            )
            sums, steps = torch.zeros(2, device=device), 0
