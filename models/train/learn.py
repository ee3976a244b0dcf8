"""What both trainings share: the schedule, running averages of the weights, checkpoints, log lines."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import torch
from torch import nn

from models.train.nets import FOR_PHOTOS, FOR_TABLES, PairSize
from models.train.pool import REST, Maker, Pool, filled, start_workers

Net = TypeVar("Net", bound=nn.Module)


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast. `minutes`: the budget of this run; `rate`: the highest learning rate."""

    folder: Path
    minutes: float
    """None: the network is written as it is, untrained or as its checkpoint has it."""
    batch: int
    rate: float
    threads: int = 2
    restart: bool = False
    """Begin the schedule anew, from the weights that are there."""
    workers: int = 1
    """Processes that make examples: one keeps two processor cores busy, a graphics card wants more."""
    for_tables: bool = False
    """The small pair, for straightened tables."""

    def size(self) -> PairSize:
        """How large the networks are."""
        return FOR_TABLES if self.for_tables else FOR_PHOTOS


def processor() -> torch.device:
    """A graphics card where torch finds one, else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def rest_for(device: torch.device) -> float:
    """How long workers rest where `device` learns, times as long as they work: a graphics card takes no time
    from them."""
    return 0.0 if device.type == "cuda" else REST


def mixed(device: torch.device) -> torch.autocast:
    """Sixteen-bit arithmetic where `device` is made for it: without AVX-512 a processor emulates it, many
    times slower than it computes with 32 bits."""
    is_fast = device.type == "cuda" or "AVX512" in torch.backends.cpu.get_cpu_capability()
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=is_fast)


class Average:
    """Weights averaged over the last steps: steadier than the newest."""

    def __init__(self, net: nn.Module, decay: float = 0.998) -> None:
        """Starts as a copy of `net`."""
        self.net = copy.deepcopy(net).eval()
        self.decay = decay
        self.steps = 0

    def follow(self, net: nn.Module) -> None:
        """Moves a little towards `net`."""
        self.steps += 1
        decay = min(self.decay, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for own, new in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
                if own.dtype.is_floating_point:
                    own.lerp_(new, 1 - decay)
                else:
                    own.copy_(new)


class Clock:
    """How much of the budget is used, over interruptions."""

    def __init__(self, minutes: float, used_s: float) -> None:
        """`used_s`: seconds used by earlier runs of the same budget."""
        self.seconds = minutes * 60
        self.used_s = used_s
        self.began = time.monotonic()

    def used(self) -> float:
        """Seconds used."""
        return self.used_s + time.monotonic() - self.began

    def share(self) -> float:
        """0 at the start, 1 at the end."""
        return min(1.0, self.used() / self.seconds) if self.seconds > 0 else 1.0


def rate_at(share: float, highest: float) -> float:
    """A short climb, then half a cosine down."""
    climb = 0.03
    if share < climb:
        return highest * (0.05 + 0.95 * share / climb)
    return highest * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (share - climb) / (1 - climb))))


def save(
    path: Path, net: nn.Module, average: Average, optimizer: torch.optim.Optimizer, used_s: float
) -> None:
    """Writes a checkpoint, whole or not at all."""
    part = path.with_suffix(".part")
    torch.save(
        {"net": net.state_dict(), "average": average.net.state_dict(), "optimizer": optimizer.state_dict(),
         "used_s": used_s, "steps": average.steps},
        part,
    )  # fmt: skip
    part.replace(path)


def finish(
    path: Path, net: nn.Module, average: Average, optimizer: torch.optim.Optimizer, clock: Clock
) -> None:
    """Writes the last checkpoint and says how much was learnt."""
    save(path, net, average, optimizer, clock.used())
    print(f"{path}: {average.steps} steps of training", flush=True)


def resume(
    path: Path, net: nn.Module, average: Average, optimizer: torch.optim.Optimizer, plan: Plan
) -> float:
    """Takes up a checkpoint if there is one; returns the seconds it had used of its budget. SystemExit
    when it is of another network."""
    if not path.exists():
        return 0.0
    state = torch.load(path, map_location="cpu", weights_only=True)
    try:
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["average"])
    except RuntimeError:
        raise SystemExit(
            f"{path} is of a network of another size: move it away, or make one from a file that fits (warm)"
        ) from None
    if plan.restart:
        return 0.0
    optimizer.load_state_dict(state["optimizer"])
    average.steps = int(state["steps"])
    return float(state["used_s"])


@dataclass(frozen=True, slots=True)
class Examples:
    """What a training learns from: `prepare` makes, from a seed, what makes examples; `count` of them go into
    each file of the run's folder `name`, which holds the newest `keep` files."""

    name: str
    prepare: Callable[[int], Maker]
    count: int
    keep: int


Loop = Callable[[Plan, Net, Average, torch.optim.Optimizer, Clock, Pool], None]


def trained(
    plan: Plan, name: str, net: Callable[[], Net], examples: Examples, loop: Loop[Net],
    decay: float = 0.998, weight_decay: float = 0.01,
) -> Net:  # fmt: skip
    """Trains what `net` makes for the plan's minutes, from the checkpoint `name` in its folder where there is
    one; returns the averaged network. `decay`: of the average; `weight_decay`: of the optimizer."""
    torch.set_num_threads(plan.threads)
    folder = plan.folder / examples.name
    folder.mkdir(parents=True, exist_ok=True)
    if plan.minutes:
        # Before anything lies on a graphics card: what was begun there does not survive the fork.
        seed = 1 + len(list(folder.glob("*.npz")))
        workers = start_workers(
            folder, examples.prepare, examples.count, examples.keep, seed, plan.workers, rest_for(processor())
        )
    learner = net().to(processor(), memory_format=torch.channels_last)
    average = Average(learner, decay)
    optimizer = torch.optim.AdamW(learner.parameters(), lr=plan.rate, weight_decay=weight_decay)
    checkpoint = plan.folder / f"{name}.pt"
    clock = Clock(plan.minutes, resume(checkpoint, learner, average, optimizer, plan))
    if plan.minutes:
        pool = filled(Pool(folder, examples.keep, seed=2), workers)
        loop(plan, learner, average, optimizer, clock, pool)
    finish(checkpoint, learner, average, optimizer, clock)
    finished: Net = average.net
    return finished
