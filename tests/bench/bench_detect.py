"""`python tests/bench/bench_detect.py`: milliseconds of the detector's parts here, one and two threads.

A whole table is 140 tiles at 1080p: rectified picture of 1364x1364, one search, 140 reads in two looks.
A small change is 8 reads.
"""

from __future__ import annotations

import time

import numpy as np

from vision.detect import Detector
from vision.detect_locate import Found, locate
from vision.detect_read import read


def milliseconds(work, times: int = 10) -> float:
    """The median of `times` runs after one to warm up."""
    work()
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        spent.append((time.perf_counter() - began) * 1e3)
    return float(np.median(spent))


def main() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (1364, 1364, 3), dtype=np.uint8)
    spots = np.random.default_rng(2).uniform(100, 1200, (140, 2))
    tiles = [Found("face", 1, 1, x, y, 39, 52, 0.2, True) for x, y in spots]
    for threads in (1, 2):
        detector = Detector.load(threads=threads)
        scale = 20 / 39  # a tile 20 px wide where the locator looks
        rows = {
            "locate a table": lambda d=detector, s=scale: locate(d.locator, d.settings, picture, s),
            "read 140 tiles": lambda d=detector: read(d.reader, d.settings, picture, tiles),
            "read 8 tiles": lambda d=detector: read(d.reader, d.settings, picture, tiles[:8]),
        }
        for name, work in rows.items():
            print(f"{threads} thread(s)  {name:16} {milliseconds(work):7.1f} ms")


if __name__ == "__main__":
    main()
