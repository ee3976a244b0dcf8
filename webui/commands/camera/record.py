"""`jantaku record`: follows a table and keeps what it sees and tells as a recording."""

from __future__ import annotations

import signal
from contextlib import closing
from pathlib import Path
from types import FrameType

import click

from engine.rules import load_ruleset
from hardware.cameras import open_camera
from hardware.cameras.recording import takes as is_recording_folder
from vision.camera.calibration import Calibration
from vision.detect.detector import Detector
from webui.commands.camera.watch import Teller, tell_left_out
from webui.console import warn
from webui.following import Following
from webui.live.recording_writer import (
    RATE,
    FrameWriter,
    JournalWriter,
    RecordedCamera,
    RecordingSettings,
    begin_recording,
    pack,
)
from webui.live_table import LiveTable
from webui.mishaps import Mishaps
from webui.option_values import Number
from webui.storage.journal import Journal
from webui.watch.seen_table import looks
from webui.watch.source import Source, choose_source


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("source", required=False)
@click.option("--rules", "rules_name", help="The rule set; a recording knows its own, otherwise mcr.")
@click.option("--rate", default=RATE, show_default=True, type=Number(0.5, 30), help="Pictures a second.")
@click.option("--calibration", type=click.Path(path_type=Path), help="A file by `jantaku calibrate`.")
@click.option("--dealer", type=click.IntRange(0, 3), help="East's seat in the first deal, if known.")
@click.option("--models", type=click.Path(path_type=Path), help="The folder of the detector's networks.")
@click.option("--pictures", "keeps_pictures", is_flag=True, help="Leaves the pictures as they are: no video.")
def command(
    folder: Path,
    source: str | None,
    rules_name: str | None,
    rate: float,
    calibration: Path | None,
    dealer: int | None,
    models: Path | None,
    keeps_pictures: bool,
) -> None:
    """Follow SOURCE until it ends or Ctrl-C, and write DIR, a new folder: pictures, journal, final table.

    The folder is what `jantaku simulate` writes: it can be watched, replayed, and tested against. Should the
    program be killed, all up to then is there; the pictures are packed into a video at the end.
    """
    chosen = choose_source(source, rules_name)
    if not chosen.address:
        raise click.ClickException("there is no camera to record; give one, see `jantaku cameras`")
    rules = load_ruleset(chosen.rules)
    lens = Calibration.load(calibration) if calibration else None
    detector = Detector.load(models)
    if dealer is None and is_recording_folder(chosen.address):
        dealer = chosen.dealer
    with open_camera(chosen.address, every_frame=chosen.is_recording) as camera:
        square_mm = lens.square_mm if lens else chosen.square_mm
        begin_recording(folder, RecordingSettings(rules.name, square_mm, rate, dealer))
        recorded = RecordedCamera(camera, FrameWriter(folder, warn))
        mishaps = Mishaps("following the table")
        following = Following(LiveTable(rules, Journal(None), dealer), mishaps)
        with closing(following.table):
            _follow(following, mishaps, recorded, detector, lens, chosen, JournalWriter(folder, warn))
            entries = len(following.table.entries)
    frames = len(list((folder / "frames").glob("*.jpg"))) if keeps_pictures else pack(folder)
    click.echo(f"{folder}: {entries} entries, {frames} frames, {frames / rate:.0f} s", err=True)
    tell_left_out(mishaps)


def _follow(
    following: Following,
    mishaps: Mishaps,
    camera: RecordedCamera,
    detector: Detector,
    lens: Calibration | None,
    chosen: Source,
    journal: JournalWriter,
) -> None:
    """Tells and writes until the camera ends or somebody stops it."""
    teller = Teller(False, following.table)
    seen = looks(
        camera,
        detector,
        lens,
        square_mm=chosen.square_mm,
        stacks=following.table.rules.stacks,
        with_overlay=False,
        with_pictures=False,
        mishaps=mishaps,
    )
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        for look in seen:
            entries = following.see(look)
            journal.take(following.table)
            teller.tell(entries, following.table)
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
    finally:
        signal.signal(signal.SIGTERM, before)
    teller.tell(following.finish(), following.table)
    journal.take(following.table)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
