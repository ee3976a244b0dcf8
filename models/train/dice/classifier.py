"""`python -m models.train.dice.classifier RUN --photos FOLDER --art FOLDER`: trains the classifier of dice.

It says of a crop whether a die lies in its middle, and its pips. It learns from what the detector of dice in
`--models` finds, so train that first. Stop it whenever you like: the same command goes on.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models import HERE
from models.train.dice.crops import CROP, CropSource
from models.train.dice.net import PIPS
from models.train.dice.train import OTHER_COLOURS_SHARE, Sources, add_sources, sources_of
from models.train.learn import Average, Clock, Examples, Plan, mixed, rate_at, save, trained
from models.train.nets import Twice, step
from models.train.pool import Arrays, Maker, Pool
from models.train.train_locator import lit_anew
from models.train.train_reader import to_input
from vision.detect.dice.network import CROP as SHOWN
from vision.detect.dice.network import DiceNetwork

SHARD, KEEP = 1024, 300
BATCH, RATE = 128, 2.5e-3
NAME = "dice_classifier"
CHANNELS = (40, 56, 88, 128)
"""About 0.8 M weights."""


class DieClassifier(nn.Module):  # type: ignore[misc]
    """(n, 3, 40, 40) pictures, 0-1, to (n, 7) logits: of a die, and of each number of pips."""

    def __init__(self, channels: tuple[int, int, int, int] = CHANNELS) -> None:
        """`channels` after each step."""
        super().__init__()
        one, two, three, four = channels
        last = Twice(four)
        self.body = nn.Sequential(
            step(3, one, 2), step(one, two), step(two, three, 2), Twice(three),
            step(three, four, 2), step(four, four), last,
        )  # fmt: skip
        self.said = nn.Linear(four * (SHOWN // 8) ** 2, 1 + PIPS)
        # At first it only lets pass: what a network without it has learnt is not lost.
        nn.init.zeros_(last.second[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        return self.said(self.body(x).flatten(1))


def crop_loss(logits: Tensor, pips: Tensor) -> tuple[Tensor, Tensor]:
    """Losses of (n, 7) logits for `pips` (n,), 0 for no die: of the die, of its pips."""
    is_die = (pips > 0).float()
    there = functional.binary_cross_entropy_with_logits(logits[:, 0], is_die)
    count = functional.cross_entropy(logits[:, 1:], (pips - 1).clamp(min=0), reduction="none")
    return there, (count * is_die).sum() / is_die.sum().clamp(min=1)


def train(plan: Plan, sources: Sources, models: Path) -> DieClassifier:
    """Trains for the plan's minutes, from its checkpoint where there is one; returns the averaged network.
    `models`: the folder of the detector."""

    def prepare(seed: int) -> Maker:
        return CropSource(sources.pages(seed), DiceNetwork(models, 1), sources.hard).batch

    examples = Examples("dice_crops", prepare, SHARD, KEEP)
    return trained(plan, NAME, DieClassifier, examples, _loop, weight_decay=0.02)


def seen_anew(
    arrays: Arrays, rng: np.random.Generator, device: torch.device | None = None
) -> tuple[Tensor, Tensor]:
    """Parts (n, 3, 40, 40) of a batch's crops, mirrored and turned together, lit one by one; their pips."""
    left, top = rng.integers(CROP - SHOWN + 1, size=2)
    part = np.asarray(arrays["pictures"], np.uint8)[:, top : top + SHOWN, left : left + SHOWN]
    part = np.rot90(part, int(rng.integers(4)), axes=(1, 2))
    part = part[:, :, ::-1] if rng.random() < 0.5 else part
    pictures = to_input(np.ascontiguousarray(part), device)
    if rng.random() < OTHER_COLOURS_SHARE:
        pictures = pictures[:, torch.from_numpy(rng.permutation(3))]
    return lit_anew(pictures), torch.from_numpy(np.asarray(arrays["pips"], np.int64)).to(device)


def _loop(
    plan: Plan,
    net: DieClassifier,
    average: Average,
    optimizer: torch.optim.Optimizer,
    clock: Clock,
    pool: Pool,
) -> None:
    device, batches, rng = next(net.parameters()).device, pool.batches(plan.batch), np.random.default_rng()
    said, sums = time.monotonic(), torch.zeros(3, device=device)
    while clock.share() < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate_at(clock.share(), plan.rate)
        pictures, pips = seen_anew(next(batches), rng, device)
        net.train()
        with mixed(device):
            logits = net(pictures.contiguous(memory_format=torch.channels_last))
        losses = crop_loss(logits.float(), pips)
        optimizer.zero_grad(set_to_none=True)
        (losses[0] + 0.5 * losses[1]).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        sums += torch.stack([*(each.detach() for each in losses), torch.ones((), device=device)])
        if time.monotonic() - said > 20:
            said, held = time.monotonic(), pool.refresh()
            save(plan.folder / f"{NAME}.pt", net, average, optimizer, clock.used())
            die, count = (sums[:2] / sums[2]).tolist()
            print(f"{clock.used():6.0f}s die {die:.3f} pips {count:.3f} "
                  f"pool {held} seen {average.steps * plan.batch}", flush=True)  # fmt: skip
            sums.zero_()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_sources(parser)
    parser.add_argument("--models", type=Path, default=HERE, help="folder of dice.onnx")
    chosen = parser.parse_args()
    train(*sources_of(chosen, BATCH), chosen.models)


if __name__ == "__main__":
    main()
