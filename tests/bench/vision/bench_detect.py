"""Milliseconds of reading a table here, and memory.

`python tests/bench/vision/bench_detect.py [GRAPH.onnx ...]`

A whole table: a 1080p frame of a simulated game in mid deal, straightened, searched, every tile read, judged.
A small change: eight tiles turned, the rest remembered. What passed on a busy machine says little: what the
threads worked is given as well. Graphs named on the command line (other detectors of
any input size and weights) are run beside it in the same process, on the same threads, and what the
table takes is told as a part of each.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.rules import load_ruleset
from vision.camera.rectify import Rectifier
from vision.detect.detector import Detector
from vision.detect.memory import TableMemory
from vision.detect.networks import LIVE_MODELS
from vision.observation import Picture, TableImage
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.filming.director import film_of
from vision.simulate.playing.play import play_game
from vision.simulate.settings import TwinSettings, preset

TIMES = 15


Rows = dict[str, Callable[[], object]]


def measured(rows: Rows, times: int = TIMES) -> dict[str, tuple[float, float]]:
    """For each row the median milliseconds that passed, and that its threads worked, of `times` runs after
    one to warm up. All rows take turns, so that what else the machine does slows all of them alike."""
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for turn in range(times + 1):
        for name, work in rows.items():
            began, worked = time.perf_counter(), time.process_time()
            work()
            if turn:
                spent[name].append((time.perf_counter() - began, time.process_time() - worked))
    return {name: tuple(np.median(np.array(each), axis=0) * 1e3) for name, each in spent.items()}


def full_hd_table() -> tuple[Picture, Rectifier, TwinSettings]:
    """A frame of 1920 x 1080 in mid deal, and what straightens it."""
    settings = preset("club")
    settings = replace(settings, view=replace(settings.view, size=(1920, 1080)))
    rules = load_ruleset("mcr")
    film, _ = film_of(rules, play_game(rules, 3, 1), settings, 3, 0)
    picture = Painter(settings, 3).still(film.scene_at(film.ends_s * 0.4))
    rectifier = Rectifier(calibration_of(lens_of(settings.view), settings.view.size))
    return np.asarray(picture, np.uint8), rectifier, settings


def with_eight_changed(detector: Detector, table: TableImage, tile_mm: tuple[float, float]) -> TableImage:
    """The same table with eight of its tiles turned by half."""
    tiles = [tile for tile in detector.detect_table(table, tile_mm)[0] if tile.kind == "face"][:8]
    picture = table.picture.copy()
    for tile in tiles:
        points = np.rint(table.to_px(tile.corners_mm)).astype(int)
        (left, top), (right, low) = points.min(axis=0), points.max(axis=0)
        picture[top:low, left:right] = picture[top:low, left:right][::-1, ::-1].copy()
    return TableImage(picture, table.px_per_mm)


def rows_for(threads: int, models: Path) -> Rows:
    """What is measured, by name."""
    picture, rectifier, settings = full_hd_table()
    detector, tile_mm = Detector.load(models, threads), (settings.tile_mm[0], settings.tile_mm[1])
    table = rectifier.rectify(picture)
    changed = with_eight_changed(detector, table, tile_mm)
    seen = detector.detect_table(table, tile_mm)[0]
    print(f"the table shows {len(seen)} tiles")

    def small_change() -> object:
        # Two looks, the first of them learnt beforehand: there and back, so that each run changes eight.
        nonlocal changed, table
        table, changed = changed, table
        return detector.detect_table(table, tile_mm, memory)

    memory = TableMemory()
    detector.detect_table(table, tile_mm, memory)
    return {
        "straighten": lambda: rectifier.rectify(picture),
        "whole table": lambda: detector.detect_table(rectifier.rectify(picture), tile_mm),
        "eight tiles": small_change,
    }


def graph_rows(graphs: list[Path], threads: int) -> Rows:
    """Other detectors' graphs, by file name, on noise of their own input size, 640 px where they take any."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    rows: Rows = {}
    for path in graphs:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        asked = session.get_inputs()[0]
        noise = noise_for(asked.shape, asked.type)
        rows[path.stem] = lambda s=session, n=asked.name, x=noise: s.run(None, {n: x})
    return rows


def noise_for(shape: Sequence[object], kind: str) -> NDArray[np.generic]:
    """Noise as a graph asks for it; of its free axes the first is one picture long, the others 640."""
    sides = [side if isinstance(side, int) else 640 if axis else 1 for axis, side in enumerate(shape)]
    noise = np.random.default_rng(1).random(sides, dtype=np.float32)
    return np.asarray(noise * 255, np.uint8) if kind == "tensor(uint8)" else noise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="*", type=Path, help="ONNX files to run beside ours")
    parser.add_argument("--models", type=Path, default=LIVE_MODELS, help="another folder of networks")
    parser.add_argument("--times", type=int, default=TIMES, help="each is run, after once to warm up")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for threads in (1, 2):
        ours = rows_for(threads, chosen.models)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{threads} thread(s): memory at most {memory:.0f} MiB (the drawing of the frame included)")
        others = graph_rows(chosen.graphs, threads)
        took = measured({**ours, **others}, chosen.times)
        for name, (passed, worked) in took.items():
            print(f"{threads} thread(s)  {name:16} {passed:7.1f} ms passed {worked:7.1f} ms worked")
        for name in others:
            part = took["whole table"][1] / took[name][1]
            print(f"{threads} thread(s)  a whole table takes {part:.2f} of the work of {name}")


if __name__ == "__main__":
    main()
