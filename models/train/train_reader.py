"""Trains the reader on crops from the bank."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.train.bank import load_bank
from models.train.classes import INDEX, REAL_SHARE
from models.train.learn import Average, Clock, Examples, Loop, Plan, mixed, rate_at, save, trained
from models.train.nets import Reader
from models.train.pool import Arrays, Maker, Pool
from models.train.scenes.crops import ANY, DIRECTION_UNKNOWN, LARGE, OF_ONE_SET, CropSource
from models.train.scenes.cut import CROP_HEIGHT, CROP_WIDTH, SHARE
from models.train.teacher import asked, taught_loss

SHARD, KEEP = 2048, 80
PLACE_WEIGHT = 6.0
ALIKE_WEIGHT, ALIKE_TEMPERATURE = 0.3, 0.1
"""What it counts that two crops of one face look alike, and by how much of a cosine they must lie nearer."""
GRAIN = 0.04
"""The most grain, as a spread of 1 for white, that a crop gets anew at each use."""
TRUTH_SHARE = 0.5
"""What the truth counts beside a teacher."""


def train_reader(
    plan: Plan, bank_folder: Path, without: tuple[str, ...], real_share: float, teacher: Path | None = None
) -> Reader:
    """Trains for the plan's minutes, resuming a checkpoint in its folder; returns the averaged reader.

    `teacher`: a folder with a reader whose answers for the same crops are learnt beside the truth.
    """

    def prepare(seed: int) -> Maker:
        source = CropSource(
            load_bank(bank_folder, without), seed, real_share, LARGE if plan.for_tables else ANY
        )
        ask = None if teacher is None else asked(teacher)

        def make(count: int) -> Arrays:
            crops = source.batch(count, is_paired=teacher is None)
            answers = {} if ask is None else ask(crops.pictures)
            return {
                "pictures": crops.pictures, "labels": crops.labels, "turns": crops.turns,
                "corners": crops.corners, "drawings": crops.drawings, **answers,
            }  # fmt: skip

        return make

    loop: Loop[Reader] = partial(_loop, unseen=held_out_crops(bank_folder, without))
    examples = Examples("crops", prepare, SHARD, KEEP)
    return trained(plan, "reader", lambda: Reader(plan.size().reader), examples, loop, weight_decay=0.02)


def held_out_crops(bank_folder: Path, sources: tuple[str, ...]) -> tuple[Tensor, Tensor] | None:
    """(crops, labels) of the real photos of `sources`, for a look at unseen sets; None without any."""
    if not sources:
        return None
    bank = load_bank(bank_folder)
    chosen = [number for number, source in enumerate(bank.real_sources) if source in sources][::5]
    if not chosen:
        return None
    pictures = np.stack([centre_of(bank.real[number]) for number in chosen])
    labels = torch.tensor([INDEX[bank.real_labels[number]] for number in chosen])
    return to_input(pictures), labels


def centre_of(real: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The reader's crop (CROP_HEIGHT, CROP_WIDTH, 3) out of a stored real one (height, width, 3)."""
    high, wide = real.shape[:2]
    part = REAL_SHARE / SHARE
    x, y = round(wide * (1 - part) / 2), round(high * (1 - part) / 2)
    inner = real[y : high - y, x : wide - x]
    return np.asarray(cv2.resize(inner, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def to_input(pictures: NDArray[np.uint8], device: torch.device | None = None) -> Tensor:
    """(n, h, w, 3) bytes to (n, 3, h, w) 0-1 on `device`, channels last in memory."""
    return torch.from_numpy(pictures).to(device).permute(0, 3, 1, 2).float().div_(255)


def loss_of(
    labels: Tensor, turns: Tensor, corners: Tensor, label_logits: Tensor, turn_logits: Tensor, placed: Tensor
) -> Tensor:
    """Cross entropy of the label, and of the direction where it is known; the corners' distance where there
    is a tile."""
    loss = nn.functional.cross_entropy(label_logits.float(), labels, label_smoothing=0.05)
    chances = nn.functional.softmax(turn_logits.float(), dim=1)
    either = torch.stack([chances[:, 0] + chances[:, 2], chances[:, 1] + chances[:, 3]], dim=1)
    chance = torch.cat([chances, either], dim=1).gather(1, turns.clamp(min=0)[:, None])[:, 0]
    known = turns != DIRECTION_UNKNOWN
    loss = loss - 0.3 * (chance.clamp(min=1e-6).log() * known).sum() / known.sum().clamp(min=1)
    known = ~corners[:, 0].isnan()
    if bool(known.any()):
        off = nn.functional.smooth_l1_loss(placed.float()[known], corners[known], beta=0.02)
        loss = loss + PLACE_WEIGHT * off
    return loss


def alike_loss(embedding: Tensor, labels: Tensor, drawings: Tensor) -> Tensor:
    """How badly the embeddings (n, 128) tell which two crops after each other show one drawing: cross entropy
    of the other crop against all that show something else, and their distance, 1 - cosine.

    `drawings`: (n,) as `Crops` has them. Two drawings of one label are held apart as well: a table has one
    set, and a strange face must not look like the face that it is read as.
    """
    near = nn.functional.normalize(embedding.float(), dim=1)
    cosines = near @ near.T
    twins = torch.arange(len(labels), device=labels.device) ^ 1
    is_other = (labels[:, None] != labels) | (drawings[:, None] != drawings)
    is_other[torch.arange(len(labels)), twins] = True
    logits = (cosines / ALIKE_TEMPERATURE).masked_fill(~is_other, -torch.inf)
    apart = nn.functional.cross_entropy(logits, twins, reduction="none")
    apart = apart + 1 - cosines.gather(1, twins[:, None])[:, 0]
    is_pair = drawings >= 0
    return (apart * is_pair).sum() / is_pair.sum().clamp(min=1)


def _loop(
    plan: Plan, net: Reader, average: Average, optimizer: torch.optim.Optimizer, clock: Clock, pool: Pool,
    *, unseen: tuple[Tensor, Tensor] | None,
) -> None:  # fmt: skip
    device = next(net.parameters()).device
    batches = pool.batches(plan.batch, together=OF_ONE_SET)
    right, seen = torch.zeros((), device=device), 0
    said = time.monotonic()
    while clock.share() < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate_at(clock.share(), plan.rate)
        arrays = next(batches)
        corners, labels, turns, drawings = (
            torch.from_numpy(arrays[name]).to(device) for name in ("corners", "labels", "turns", "drawings")
        )
        pictures = _varied(to_input(np.asarray(arrays["pictures"], np.uint8), device), corners)
        net.train()
        with mixed(device):
            label_logits, turn_logits, embedding, placed = net(pictures)
        loss = loss_of(labels, turns, corners, label_logits, turn_logits, placed)
        if "told_labels" in arrays:
            loss = TRUTH_SHARE * loss + taught_loss(arrays, label_logits, turn_logits, embedding)
        else:
            loss = loss + ALIKE_WEIGHT * alike_loss(embedding, labels, drawings)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        right = right + (label_logits.argmax(1) == labels).sum()
        seen += int((np.asarray(arrays["labels"], np.int64) >= 0).sum())
        if time.monotonic() - said > 20:
            said = time.monotonic()
            held = pool.refresh()
            save(plan.folder / "reader.pt", net, average, optimizer, clock.used())
            print(
                f"{clock.used():6.0f}s loss {loss.item():.3f} right {float(right) / seen:.4f} pool {held} "
                f"seen {average.steps * plan.batch}{_unseen_line(average, unseen)}",
                flush=True,
            )
            right, seen = torch.zeros((), device=device), 0


def _unseen_line(average: Average, unseen: tuple[Tensor, Tensor] | None) -> str:
    if unseen is None:
        return ""
    pictures, labels = unseen
    device = next(average.net.parameters()).device
    with torch.no_grad():
        answers = average.net.eval()(pictures.to(device))[0].argmax(1).cpu()
    return f" unseen sets {(answers == labels).float().mean().item():.4f} of {len(labels)}"


def _varied(pictures: Tensor, corners: Tensor) -> Tensor:
    """Cheap differences between two uses of a crop: gain, tint, grain, a shift by a pixel (`corners` too)."""
    count, device = len(pictures), pictures.device
    one, three = torch.randn(count, 1, 1, 1, device=device), torch.randn(count, 3, 1, 1, device=device)
    grain = GRAIN * torch.rand(count, 1, 1, 1, device=device) * torch.randn_like(pictures)
    shift = torch.randint(-1, 2, (2,)).tolist()
    corners += torch.tensor([shift[1] / CROP_WIDTH, shift[0] / CROP_HEIGHT] * 4, device=corners.device)
    return (
        torch.roll(pictures * (1 + 0.1 * one + 0.04 * three) + grain, shifts=shift, dims=(2, 3))
        .clamp(0, 1)
        .contiguous(memory_format=torch.channels_last)
    )
