"""A recording is looped for long while memory, open files and threads are counted, and drawn as text."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from faults.looking import RECORDING
from faults.outcome import Outcome
from faults.served import Served, children, set_up, told

EVERY_S = 5.0
WARM = 0.25
"""The first part of the time in which caches fill is not compared."""
MOST_GROWTH = 1.15
"""The last part may need so much more than the part after warming up."""
BARS = "▁▂▃▄▅▆▇█"
WIDTH = 72
Sample = dict[str, float]


def looped(minutes: float) -> Iterator[Outcome]:
    """One outcome after so many minutes; what grew stands in `wrong`."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        set_up(data)
        served = Served(data, RECORDING, "--every-frame")
        served.start()
        after_s = served.until_served()
        samples: list[Sample] = []
        until = time.monotonic() + minutes * 60
        while time.monotonic() < until:
            time.sleep(EVERY_S)
            samples.append(_counted(served))
        sight = told(served.port, "/api/state")["sight"]
        served.end()
    print(plot(samples, minutes), flush=True)
    print(f"  {sight['look']} looks since the start", flush=True)
    yield Outcome("a recording looped", after_s=after_s, wrong="; ".join(_grown(samples)))


def _counted(served: Served) -> Sample:
    worker, eyes = served.worker(), served.eyes()
    parts = {"server": [served.master(), *([] if worker is None else [worker])]}
    parts["eyes"] = [] if eyes is None else [eyes]
    found: Sample = {}
    for name, processes in parts.items():
        found[f"{name}, memory (MB)"] = sum(_memory_mb(each) for each in processes)
        found[f"{name}, open files"] = sum(_open_files(each) for each in processes)
        found[f"{name}, threads"] = sum(_threads(each) for each in processes)
    found["processes"] = 1 + len(children(served.master())) + (0 if worker is None else len(children(worker)))
    return found


def _memory_mb(process: int) -> float:
    """What is its own: shared pages are counted by share."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def _open_files(process: int) -> int:
    try:
        return len(list(Path(f"/proc/{process}/fd").iterdir()))
    except OSError:
        return 0


def _threads(process: int) -> int:
    try:
        return len(list(Path(f"/proc/{process}/task").iterdir()))
    except OSError:
        return 0


def _grown(samples: list[Sample]) -> Iterator[str]:
    """What the last quarter needs more of than the second; the eyes are begun anew with each round."""
    first = samples[int(len(samples) * WARM) : len(samples) // 2]
    last = samples[int(len(samples) * (1 - WARM)) :]
    for name in first[0] if first and last else ():
        before = sum(each[name] for each in first) / len(first)
        after = sum(each[name] for each in last) / len(last)
        if name.startswith("server") and after > before * MOST_GROWTH:
            yield f"{name} grew from {before:.1f} to {after:.1f}"


def plot(samples: list[Sample], minutes: float) -> str:
    """One line a count: its lowest and highest value, and its course over the time."""
    lines = [f"  {minutes:g} minutes, a sample every {EVERY_S:g} s"]
    for name in samples[0] if samples else ():
        course = [each[name] for each in samples]
        low, high = min(course), max(course)
        step = max(1, -(-len(course) // WIDTH))
        means = [
            sum(course[at : at + step]) / len(course[at : at + step]) for at in range(0, len(course), step)
        ]
        span = max(high - low, 1e-9)
        bars = "".join(BARS[min(7, int((mean - low) / span * 8))] for mean in means)
        lines.append(f"  {name:22} {low:7.1f} to {high:7.1f}  {bars}")
    return "\n".join(lines)
