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
from models.train.learn import Average, Clock, Plan, rate_at, resume, save
from models.train.nets import STRIDE, Locator
from models.train.photo_scenes import PhotoScenes
from models.train.photos import Photo
from models.train.pool import Arrays, Maker, Pool, start_worker
from models.train.scenes import CELLS, MOST, SIDE, Scene, SceneSource

SHARD, KEEP = 256, 24
DIE = KINDS.index("die")


def train_locator(plan: Plan, bank_folder: Path, without: tuple[str, ...], photos: list[Photo], photo_share: float) -> Locator:
    """Trains for the plan's minutes, resuming a checkpoint in its folder; returns the averaged locator."""
    torch.set_num_threads(plan.threads)
    plan.folder.mkdir(parents=True, exist_ok=True)
    used = [photo for photo in photos if photo.source not in without]

    def prepare(seed: int) -> Maker:
        tables = SceneSource(load_bank(bank_folder, without), seed)
        windows = PhotoScenes(used, seed)
        chance = np.random.default_rng(seed)

        def make(count: int) -> Arrays:
            return packed([windows.scene() if chance.random() < photo_share else tables.scene() for _ in range(count)])

        return make

    start_worker(plan.folder / "scenes", prepare, SHARD, KEEP, seed=3)
    net = Locator().to(memory_format=torch.channels_last)
    average = Average(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.01)
    clock = Clock(plan.minutes, resume(plan.folder / "locator.pt", net, average, optimizer, plan))
    pool = Pool(plan.folder / "scenes", KEEP, seed=4)
    while pool.refresh() == 0:
        time.sleep(0.5)
    _loop(plan, net, average, optimizer, clock, pool)
    save(plan.folder / "locator.pt", net, average, optimizer, clock.used())
    return average.net  # type: ignore[return-value]


def packed(scenes: list[Scene]) -> Arrays:
    """Scenes as arrays of one length; missing objects have kind -1."""
    objects = np.full((len(scenes), MOST, 6), -1, np.float32)
    for number, scene in enumerate(scenes):
        objects[number, : len(scene.objects)] = scene.objects
    return {
        "pictures": np.stack([scene.picture for scene in scenes]),
        "objects": objects,
        "ignored": np.stack([scene.ignored for scene in scenes]),
    }


def turned(arrays: Arrays, quarter_turns: int, mirrored: bool) -> Arrays:
    """The batch turned counter-clockwise by quarters, then mirrored left to right: eight scenes out of one."""
    pictures, ignored = arrays["pictures"], arrays["ignored"]
    objects = np.array(arrays["objects"], np.float32)
    there = objects[..., 0] >= 0
    for _ in range(quarter_turns):
        x, y = objects[..., 1].copy(), objects[..., 2].copy()
        objects[..., 1], objects[..., 2] = y, SIDE - x
        objects[..., 5] -= 90
    if mirrored:
        objects[..., 1] = SIDE - objects[..., 1]
        objects[..., 5] = -objects[..., 5]
    pictures = np.rot90(pictures, quarter_turns, axes=(1, 2))
    ignored = np.rot90(ignored, quarter_turns, axes=(1, 2))
    if mirrored:
        pictures, ignored = pictures[:, :, ::-1], ignored[:, :, ::-1]
    objects[~there] = -1
    return {"pictures": np.ascontiguousarray(pictures), "objects": objects, "ignored": np.ascontiguousarray(ignored)}


def targets(objects: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(n, most, 6) objects to heat (n, 4, cells, cells), shapes (n, 8, ...), their weights (n, 8, ...)."""
    count = len(objects)
    heat = torch.zeros(count, len(KINDS), CELLS, CELLS)
    shape = torch.zeros(count, 8, CELLS, CELLS)
    weight = torch.zeros(count, 8, CELLS, CELLS)
    axis = torch.arange(CELLS, dtype=torch.float32)
    scene, slot = torch.nonzero(objects[..., 0] >= 0, as_tuple=True)
    kind, x, y, across, along, turn = objects[scene, slot].unbind(1)
    x, y, angle = x / STRIDE - 0.5, y / STRIDE - 0.5, turn * (math.pi / 180)
    spread = (torch.minimum(across, along) * 0.11 / STRIDE).clamp(0.6, 1.6)
    bell = torch.exp(-(((axis[None] - x[:, None]) / spread[:, None]) ** 2) / 2)
    bell_y = torch.exp(-(((axis[None] - y[:, None]) / spread[:, None]) ** 2) / 2)
    for number in range(len(scene)):
        n, k = int(scene[number]), int(kind[number])
        cx, cy = int(x[number].round().clamp(0, CELLS - 1)), int(y[number].round().clamp(0, CELLS - 1))
        y0, y1, x0, x1 = max(0, cy - 5), min(CELLS, cy + 6), max(0, cx - 5), min(CELLS, cx + 6)
        hill = bell_y[number, y0:y1, None] * bell[number, None, x0:x1]
        area = heat[n, k, y0:y1, x0:x1]
        area.copy_(torch.maximum(area, hill))
        heat[n, k, cy, cx] = 1.0
        a = float(angle[number])
        values = [across[number].log() - 3, along[number].log() - 3, math.cos(2 * a), math.sin(2 * a), math.cos(4 * a), math.sin(4 * a)]
        round_it = 0.0 if k == DIE else 1.0
        for gy in range(max(0, cy - 1), min(CELLS, cy + 2)):
            for gx in range(max(0, cx - 1), min(CELLS, cx + 2)):
                own = 1.0 if (gy, gx) == (cy, cx) else 0.3
                if own < float(weight[n, 0, gy, gx]):
                    continue
                shape[n, :, gy, gx] = torch.tensor([x[number] - gx, y[number] - gy, *values])
                weight[n, :, gy, gx] = torch.tensor([own, own, own, own, own * round_it, own * round_it, own, own])
    return heat, shape, weight


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


def _loop(plan: Plan, net: Locator, average: Average, optimizer: torch.optim.Optimizer, clock: Clock, pool: Pool) -> None:
    batches = pool.batches(plan.batch)
    rng = np.random.default_rng()
    said = time.monotonic()
    sums = [0.0, 0.0, 0]
    while clock.share() < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate_at(clock.share(), plan.rate)
        arrays = turned(next(batches), int(rng.integers(4)), bool(rng.random() < 0.5))
        pictures = torch.from_numpy(arrays["pictures"]).permute(0, 3, 1, 2).float().div_(255)
        net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps = net(pictures.contiguous(memory_format=torch.channels_last))
        heat, shape = loss_of(maps, torch.from_numpy(arrays["objects"]), torch.from_numpy(arrays["ignored"]))  # type: ignore[arg-type]
        optimizer.zero_grad(set_to_none=True)
        (heat + shape).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        sums = [sums[0] + heat.item(), sums[1] + shape.item(), sums[2] + 1]
        if time.monotonic() - said > 20:
            said = time.monotonic()
            held = pool.refresh()
            save(plan.folder / "locator.pt", net, average, optimizer, clock.used())
            print(f"{clock.used():6.0f}s heat {sums[0] / sums[2]:.3f} shape {sums[1] / sums[2]:.3f} pool {held} "
                  f"seen {average.steps * plan.batch}", flush=True)  # fmt: skip
            sums = [0.0, 0.0, 0]
