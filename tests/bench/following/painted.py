"""How the tables of the benches look: preset, tile faces, colours, picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Frame
from vision.simulate.knobs import turned
from vision.simulate.settings import LAYOUTS, LOOKS, PRESETS, TwinSettings, preset
from vision.simulate.views import from_the_side, side_of


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


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)
