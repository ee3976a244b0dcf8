"""A worker process that keeps making training examples into files, and the trainer's view of the newest.

Making an example costs more than learning from it once, so each is learnt from several times.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[np.generic]]
Maker = Callable[[int], Arrays]
"""Makes that many examples: arrays with the example as their first axis."""
REST = 1.5
"""How long a worker rests when there are plenty of examples, times as long as it works: a processor that
also learns needs the time more."""
APART = 17
"""From one worker's seed to the next one's."""


def start_workers(
    folder: Path, prepare: Callable[[int], Maker], count: int, keep: int, seed: int, workers: int = 1,
    rest: float = REST,
) -> list[BaseProcess]:  # fmt: skip
    """Starts and returns processes that write files of `count` examples into `folder` and keep the newest
    `keep`.

    The more are there the more it rests, at last `rest` times as long as it works: the trainer needs the
    processor more.
    """
    context = multiprocessing.get_context("fork")
    started = list[BaseProcess]()
    for worker in range(workers):
        made = (folder, prepare, count, keep, seed + worker * APART, rest, os.getpid())
        started.append(context.Process(target=_work, args=made, daemon=True))
        started[-1].start()
    return started


class Pool:
    """The newest examples in memory, read again as files appear."""

    def __init__(self, folder: Path, keep: int, seed: int) -> None:
        """`folder`: where the worker writes."""
        self.folder = folder
        self.keep = keep
        self.rng = np.random.default_rng(seed)
        self.files: dict[str, Arrays] = {}

    def refresh(self) -> int:
        """Reads new files, forgets old ones; returns how many examples are at hand."""
        paths = sorted(self.folder.glob("*.npz"))[-self.keep :]
        names = {path.name for path in paths}
        self.files = {name: arrays for name, arrays in self.files.items() if name in names}
        for path in paths:
            if path.name not in self.files and (arrays := _read(path)):
                self.files[path.name] = arrays
        return sum(len(next(iter(arrays.values()))) for arrays in self.files.values())

    def batches(self, size: int, together: int = 1) -> Iterator[Arrays]:
        """Endless batches mixed from all files; so many examples after each other stay `together`."""
        within = np.arange(together)
        while True:
            names = list(self.files)
            share = np.bincount(self.rng.integers(len(names), size=size // together), minlength=len(names))
            parts = []
            for name, count in zip(names, share, strict=True):
                arrays = self.files[name]
                held = len(next(iter(arrays.values()))) // together
                chosen = (self.rng.integers(held, size=(int(count), 1)) * together + within).ravel()
                parts.append({key: values[chosen] for key, values in arrays.items()})
            yield {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def filled(pool: Pool, workers: Sequence[BaseProcess]) -> Pool:
    """The pool as soon as there are as many files in it as `workers` that fill it. SystemExit when one of
    them has died before."""
    while pool.refresh() == 0 or len(pool.files) < len(workers):
        if any(worker.exitcode is not None for worker in workers):
            raise SystemExit(f"a process that makes examples in {pool.folder} has died; it said why above")
        time.sleep(0.5)
    return pool


def _read(path: Path) -> Arrays:
    """The arrays of the file; none when its worker has removed it since the folder was listed."""
    try:
        with np.load(path) as stored:
            return {key: stored[key] for key in stored.files}
    except FileNotFoundError:
        return {}


def _work(
    folder: Path, prepare: Callable[[int], Maker], count: int, keep: int, seed: int, rest: float, parent: int
) -> None:
    import cv2

    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    present = sorted(folder.glob("*.npz"))
    number = int(present[-1].stem.split("-")[0]) + 1 if present else 0
    make = prepare(seed * 100_003 + number)
    while os.getppid() == parent:
        began = time.monotonic()
        part = folder / f"{number:06d}-{os.getpid()}.part"
        with part.open("wb") as file:
            np.savez(file, **make(count))  # type: ignore[arg-type]
        part.rename(part.with_suffix(".npz"))
        stored = sorted(folder.glob("*.npz"))
        for old in stored[: -keep - 2]:
            old.unlink(missing_ok=True)
        number += 1
        time.sleep(rest * min(1.0, len(stored) / keep) * (time.monotonic() - began))
