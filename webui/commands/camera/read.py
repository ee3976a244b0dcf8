"""`jantaku read`: what lies on the table, in game words, from pictures or a recording."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.reading import TableReading
from hardware.camera import Frame, HardwareError
from hardware.cameras import folder, open_camera
from vision.camera.calibrate import calibrate_from_markers
from vision.camera.calibration import Calibration
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import VisionError
from vision.pipeline.looker import Looker
from vision.pipeline.photo import look_at_photo
from webui.option_values import Number
from webui.text.reading_text import reading_fields, reading_lines


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads tables; finds the camera from the markers when no calibration is given. With `rules` no face is
    told that they do not know."""

    detector: Detector
    calibration: Calibration | None
    square_mm: float
    rules: Ruleset | None = None

    @property
    def _stacks(self) -> int | None:
        return None if self.rules is None else self.rules.stacks

    def _played(self, reading: TableReading) -> TableReading:
        return reading if self.rules is None else within_rules(reading, self.rules)

    def classify_once(self, frame: Frame) -> TableReading:
        """The reading of one picture by itself."""
        lens = self.calibration or calibrate_from_markers(frame.picture, self.square_mm)
        return self._played(look_at_photo(frame.picture, self.detector, lens, self._stacks).reading())

    def follow(self, frames: Iterator[Frame]) -> Iterator[tuple[Frame, TableReading]]:
        """Readings of frames that follow each other, whenever a calm table reads otherwise than before;
        VisionError when the camera was never aligned."""
        square_mm = self.calibration.square_mm if self.calibration else self.square_mm
        looker = Looker(self.detector, self.calibration, square_mm, self._stacks)
        last: TableReading | None = None
        problem = ""
        for frame in frames:
            look = looker.look(frame.picture, frame.taken_at_s, frame.number)
            problem = look.problem
            if look.find.observed is None or look.find.settling is None or not look.find.settling.is_calm:
                continue
            reading = self._played(look.reading)
            if last is None or _words(reading) != _words(last):
                last = reading
                yield frame, last
        if problem:
            raise VisionError(problem)


@click.command()
@click.argument("source", type=click.Path(path_type=Path), metavar="IMAGE|FOLDER|RECORDING")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a reading, one a line.")
@click.option(
    "--calibration",
    "calibration_file",
    type=click.Path(path_type=Path),
    help="What `jantaku calibrate` wrote; without it the four markers must be in the picture.",
)
@click.option("--rules", "rules_name", help="The rule set: how long the walls are, which faces there are.")
@click.option(
    "--square",
    "square_mm",
    type=Number(300, 2000),
    default=SQUARE_MM,
    show_default=True,
    help="The playing square's side in mm.",
)
def command(
    source: Path, as_json: bool, calibration_file: Path | None, rules_name: str | None, square_mm: float
) -> None:
    """Read the table in a picture, in each picture of a folder, or as it changes in a recording or video.

    A table is read as walls (the height of each stack), rivers, melds, flowers, standing tiles, dice; what
    could not be seen is named. Tiles are named as in 3m, 0p, 7s, 1z, 5f; ? is a face that was not readable.
    """
    rules = load_ruleset(rules_name) if rules_name else None
    calibration = Calibration.load(calibration_file) if calibration_file else None
    reader = Reader(Detector.load(LIVE_MODELS), calibration, square_mm, rules)
    is_heap = rules is not None and rules.discards == "middle"
    for name, frame, reading in _readings(source, reader):
        if as_json:
            fields = {"source": name, "number": frame.number, "at_s": round(frame.taken_at_s, 3)}
            click.echo(json.dumps({**fields, **reading_fields(reading, is_heap)}))
        else:
            lines = reading_lines(reading, is_heap)
            click.echo("\n".join([f"{name}  {frame.taken_at_s:.1f} s", *lines, ""]))


def _readings(source: Path, reader: Reader) -> Iterator[tuple[str, Frame, TableReading]]:
    """(what was read, the frame, the reading); pictures in a folder are each read by themselves."""
    if source.is_dir() and not (source / "settings.toml").is_file():
        paths = sorted(path for path in source.iterdir() if path.suffix.lower() in folder.SUFFIXES)
        if not paths:
            raise HardwareError(f"the folder {source} holds no picture; expected files such as .jpg or .png")
    elif source.suffix.lower() in folder.SUFFIXES:
        paths = [source]
    else:
        with open_camera(str(source), every_frame=True) as camera:
            for frame, reading in reader.follow(iter(camera.read, None)):
                yield str(source), frame, reading
        return
    for number, path in enumerate(paths):
        frame = Frame(folder.read_picture(path), 0.0, number)
        yield str(path), frame, reader.classify_once(frame)


def _words(reading: TableReading) -> str:
    """What a reading says, however surely: two that say the same are one."""
    return "".join(reading_lines(reading)).replace("~", "")
