"""`python -m models.train.dice.train RUN --photos FOLDER --art FOLDER`: trains the detector of dice.

Stop it whenever you like: the same command goes on. A process of its own makes the examples and keeps them
in RUN. `--hard`: windows that an earlier network wrongly took for dice (`models.train.dice.hard`).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.train.bank import Bank, art_bank
from models.train.classes import INDEX, label_of
from models.train.dice.bank import DiceBank, dice_bank
from models.train.dice.losses import die_loss
from models.train.dice.net import DieNet
from models.train.dice.pages import PageSource
from models.train.dice.tables import draw_tables
from models.train.dice.windows import cropped, turned, windows_of
from models.train.learn import Average, Clock, Examples, Loop, Plan, mixed, rate_at, save, trained
from models.train.photos import Photo
from models.train.pool import Arrays, Maker, Pool
from models.train.run import photos_in
from models.train.train_locator import lit_anew
from models.train.train_reader import to_input

SHARD, KEEP, OF_A_PAGE = 256, 400, 6
BATCH, RATE = 64, 2.5e-3
PARTS_PX = (48, 64)
"""How wide a part of each window is learnt from at a time; on tables dice are looked for in the smaller."""
HARD_SHARE = 0.2
OTHER_COLOURS_SHARE = 0.2
NAME = "dice"
KINDS = 520
"""How many kinds of dice are drawn unless told."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What is learnt from: drawn sets but those `without`, photos, kinds of dice, rendered scenes, tables,
    and the windows (n, 96, 96, 3) that an earlier network wrongly took for dice."""

    art: Path
    without: tuple[str, ...]
    photos: list[Photo]
    dice: DiceBank | None
    """None where nothing is to be learnt."""
    rendered: Path | None
    tables: tuple[Path, ...]
    hard: NDArray[np.uint8] | None

    def pages(self, seed: int) -> PageSource:
        """Pages with dice."""
        assert self.dice is not None
        faces = faces_of(self.art, self.without)
        return PageSource(faces, self.photos, self.dice, seed, self.rendered, self.tables)


def faces_of(art: Path, without: tuple[str, ...]) -> Bank:
    """The faces of all drawn sets in a folder but those named."""
    banks = []
    for folder in sorted(path for path in art.iterdir() if path.is_dir() and path.name not in without):
        if any(label_of(file.stem) in INDEX for file in folder.glob("*.png")):
            banks.append(art_bank(folder))
    return Bank(
        np.concatenate([bank.faces for bank in banks]),
        tuple(label for bank in banks for label in bank.face_labels),
        tuple(name for bank in banks for name in bank.face_sets),
        banks[0].real, (), (), (),
    )  # fmt: skip


def train(plan: Plan, sources: Sources) -> DieNet:
    """Trains for the plan's minutes, from its checkpoint where there is one; returns the averaged network."""

    def prepare(seed: int) -> Maker:
        pages = sources.pages(seed)

        def make(count: int) -> Arrays:
            parts = [windows_of(pages.page(), pages.rng, OF_A_PAGE) for _ in range(-(-count // OF_A_PAGE))]
            return {name: np.concatenate([part[name] for part in parts])[:count] for name in parts[0]}

        return make

    loop: Loop[DieNet] = partial(_loop, hard=sources.hard)
    return trained(plan, NAME, DieNet, Examples("windows", prepare, SHARD, KEEP), loop, decay=0.997)


def _loop(
    plan: Plan, net: DieNet, average: Average, optimizer: torch.optim.Optimizer, clock: Clock, pool: Pool,
    *, hard: NDArray[np.uint8] | None,
) -> None:  # fmt: skip
    device, batches, rng = next(net.parameters()).device, pool.batches(plan.batch), np.random.default_rng()
    said, sums = time.monotonic(), torch.zeros(4, device=device)
    while clock.share() < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate_at(clock.share(), plan.rate)
        arrays = next(batches)
        if hard is not None:
            arrays = _with_hard(arrays, hard, rng)
        arrays = cropped(arrays, rng, int(rng.choice(PARTS_PX)))
        arrays = turned(arrays, int(rng.integers(4)), bool(rng.random() < 0.5))
        pictures = to_input(np.asarray(arrays["pictures"], np.uint8), device)
        if rng.random() < OTHER_COLOURS_SHARE:
            pictures = pictures[:, torch.from_numpy(rng.permutation(3))]
        pictures = lit_anew(pictures).contiguous(memory_format=torch.channels_last)
        net.train()
        with mixed(device):
            maps = net(pictures)
        losses = die_loss(maps, *(torch.from_numpy(arrays[name]).to(device) for name in ("dice", "unknown")))
        loss = losses[0] + losses[1] + losses[2]
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        sums += torch.stack([*(each.detach() for each in losses), torch.ones((), device=device)])
        if time.monotonic() - said > 20:
            said, held = time.monotonic(), pool.refresh()
            save(plan.folder / f"{NAME}.pt", net, average, optimizer, clock.used())
            heat, pips, box = (sums[:3] / sums[3]).tolist()
            print(f"{clock.used():6.0f}s heat {heat:.3f} pips {pips:.3f} box {box:.3f} "
                  f"pool {held} seen {average.steps * plan.batch}", flush=True)  # fmt: skip
            sums.zero_()


def _with_hard(arrays: Arrays, hard: NDArray[np.uint8], rng: np.random.Generator) -> Arrays:
    """A part of a batch replaced by windows that were wrongly taken for dice: none lies there."""
    count = round(HARD_SHARE * len(arrays["pictures"]))
    pictures, dice, unknown = (np.array(arrays[name]) for name in ("pictures", "dice", "unknown"))
    pictures[:count] = hard[rng.integers(len(hard), size=count)]
    dice[:count], unknown[:count] = -1, 0
    return {"pictures": pictures, "dice": dice, "unknown": unknown}


def add_sources(parser: argparse.ArgumentParser) -> None:
    """The options that every training with dice takes: what to learn from, and how long."""
    parser.add_argument("run", type=Path, help="where everything is kept")
    parser.add_argument("--photos", type=Path, required=True, help="folder of COCO folders")
    parser.add_argument("--art", type=Path, required=True, help="folder of drawn sets, <set>/<class>.png")
    parser.add_argument("--leave-out", action="append", default=[], metavar="SOURCE",
                        help="photos or a drawn set not to learn from (may be repeated)")  # fmt: skip
    parser.add_argument("--rendered", type=Path, default=None, help="scenes that models.render.dice left")
    parser.add_argument("--tables", type=int, default=48, help="how many simulated tables are drawn first")
    parser.add_argument("--more-tables", type=Path, action="append", default=[], metavar="FOLDER",
                        help="what models.train.scenes.straighten left in seen/")  # fmt: skip
    parser.add_argument("--kinds", type=int, default=KINDS, help="how many kinds of dice are drawn first")
    parser.add_argument("--hard", type=Path, default=None, help="windows that were wrongly taken for dice")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--batch", type=int, default=1, help="times the usual examples a step")
    parser.add_argument("--restart", action="store_true", help="the schedule anew, from the weights there")
    parser.add_argument("--workers", type=int, default=1, help="processes that make examples")
    parser.add_argument("--threads", type=int, default=1)


def _wrongly_taken(path: Path) -> NDArray[np.uint8]:
    """The windows in a file of `models.train.dice.hard`; SystemExit where it is missing."""
    if not path.is_file():
        raise SystemExit(f"{path} is missing: models.train.dice.hard writes it")
    return np.asarray(np.load(path)["pictures"], np.uint8)


def sources_of(chosen: argparse.Namespace, batch: int) -> tuple[Plan, Sources]:
    """What the options of `add_sources` say. Simulated tables and kinds of dice are drawn where they are
    missing."""
    tables = chosen.run / "tables"
    if chosen.tables:
        draw_tables(tables, chosen.tables, 1)
    without = tuple(chosen.leave_out)
    sources = Sources(
        chosen.art, without,
        [photo for photo in photos_in(chosen.photos, None) if photo.source not in without],
        dice_bank(chosen.run, chosen.kinds) if chosen.minutes else None, chosen.rendered,
        (*((tables,) if chosen.tables else ()), *chosen.more_tables),
        _wrongly_taken(chosen.hard) if chosen.hard and chosen.minutes else None,
    )  # fmt: skip
    return Plan(
        chosen.run, chosen.minutes, batch * chosen.batch, chosen.rate, chosen.threads, chosen.restart,
        chosen.workers,
    ), sources  # fmt: skip


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_sources(parser)
    train(*sources_of(parser.parse_args(), BATCH))


if __name__ == "__main__":
    main()
