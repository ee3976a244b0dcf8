"""How the tables of the benches look (preset, tile faces, colours, picture), and films of them followed: from
perfect looks, or through the detector frame by frame."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.ruleset import Ruleset
from hardware.camera import Frame
from vision.detect.detector import Detector
from vision.pipeline.looker import Looker
from vision.simulate.filming.director import Timed
from vision.simulate.filming.disturb import Disturbance
from vision.simulate.filming.film import Film
from vision.simulate.filming.recording import as_seen
from vision.simulate.filming.shots import shots
from vision.simulate.knobs import turned
from vision.simulate.settings import LAYOUTS, LOOKS, PRESETS, TwinSettings, preset
from vision.simulate.views import from_the_side, side_of
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table

sys.path.insert(0, str(Path(__file__).parents[2] / "webui"))
from calm_table import followed

SQUARE_MM = 850.0
__all__ = ["add_painting", "by_pixels", "coded", "followed", "painted", "painting"]


def add_painting(given: argparse.ArgumentParser) -> None:
    """The options that `painted` reads."""
    given.add_argument("--preset", choices=list(PRESETS), default="club")
    given.add_argument("--art", type=Path, help="a folder of face pictures to paint the tiles with")
    given.add_argument("--look", choices=list(LOOKS), default="green", help="colours of table and tiles")
    given.add_argument("--layout", choices=list(LAYOUTS), default="usual", help="where everything is laid")
    given.add_argument("--size", type=_size, metavar="WxH", help="of the picture; else the preset's")
    given.add_argument("--side", type=side_of, metavar="ANGLE[@TOWARDS]", help="where a tripod stands")
    given.add_argument("--jpeg", type=int, metavar="QUALITY", help="of every picture; else the preset's")
    given.add_argument("--set", dest="said", action="append", default=[], metavar="KNOB=VALUE",
                       help="any number of the simulated table, such as tile_mm=20,27,16")  # fmt: skip


def painted(asked: argparse.Namespace) -> TwinSettings:
    """The table asked for."""
    settings = replace(
        preset(asked.preset), art=asked.art, look=LOOKS[asked.look], places=LAYOUTS[asked.layout]
    )
    if asked.size:
        settings = replace(settings, view=replace(settings.view, size=asked.size))
    if asked.jpeg:
        settings = replace(settings, light=replace(settings.light, jpeg_quality=asked.jpeg))
    settings = turned(settings, asked.said)
    if asked.side:
        settings = replace(settings, view=from_the_side(settings.view, settings.square_mm, *asked.side))
    return settings


def painting(asked: argparse.Namespace) -> str:
    """The same in words, as a part of a film's name."""
    size = f" {asked.size[0]}x{asked.size[1]}" if asked.size else ""
    size += " side {:g}@{:g}".format(*asked.side) if asked.side else ""
    jpeg = f" q{asked.jpeg}" if asked.jpeg else ""
    layout = f" {asked.layout}" if asked.layout != "usual" else ""
    said = "".join(f" {each}" for each in asked.said)
    return f"{asked.preset} {asked.art.name if asked.art else 'own'} {asked.look}{layout}{size}{jpeg}{said}"


def coded(frames: Iterator[Frame], jpeg: int | None) -> Iterator[Frame]:
    """Frames of a recording as pictures of that quality; as they are when none is asked for."""
    for frame in frames:
        if jpeg:
            data = cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1]
            frame = replace(frame, picture=np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))
        yield frame


def by_pixels(
    rules: Ruleset,
    film: Film,
    seed: int,
    detector: Detector,
    disturbances: tuple[Disturbance, ...] = (),
    rate: float = 5.0,
    known: tuple[Timed, ...] = (),
) -> tuple[LiveTable, dict[str, int]]:
    """The live table after every frame of `film`, read by the detector, and how often it looked how.

    `known`: what happened before; it stands in the journal already, as after a restart, and the frames begin
    where it ends."""
    table = LiveTable(rules, Journal(None), 0)
    begun_s = known[-1][0] if known else 0.0
    for at_s, event in known:
        table.record("import", (as_seen(event, rules),), at_s=at_s)
    looker = Looker(detector, None, SQUARE_MM, rules.stacks)
    looked: dict[str, int] = {}
    for shot in shots(film, rate, seed, disturbances, begun_s):
        seen = seen_table(looker.look(shot.picture, shot.at_s, shot.number))
        how = str(seen.status.get("reason") or seen.status.get("look") or seen.status.get("problem"))
        looked[how] = looked.get(how, 0) + 1
        table.see(seen)
    table.finish()
    return table, looked


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)
