"""``jantaku check``: what is present, what is missing, and what to do."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from hardware.cameras import list_cameras
from hardware.health import pi_model, temperature_c, throttling
from webui.checks.attaching import checks_of
from webui.checks.checking import (
    Check,
    check_calibration,
    check_camera,
    check_disk,
    check_heat,
    check_mcr,
    check_model,
    check_opencv,
    check_picamera2,
    check_port,
    check_python,
    check_recording,
)
from webui.storage.data_folder import data_option
from webui.watch.source import FIRST_DEAL


@click.command()
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The page's port."
)
@data_option("Folder for the journal.")
@click.option(
    "--calibration",
    default="calibration.json",
    show_default=True,
    type=click.Path(path_type=Path),
    help="File written by `jantaku calibrate`.",
)
@click.option("--attach", multiple=True, metavar="NAME=VALUE", help="As told to `jantaku serve`.")
@click.option(
    "--json", "as_json", is_flag=True, help='One {"name", "ok", "needed", "found", "remedy"} a line.'
)
def command(port: int, data: Path, calibration: Path, attach: tuple[str, ...], as_json: bool) -> None:
    """Say what is present, what is missing and what to do.

    Exit status 0 when a table can be watched (a recording counts), 1 when something needed is missing.
    """
    checks = (*look(port, data, calibration), *checks_of(attach))
    for check in checks:
        click.echo(_as_json(check) if as_json else _as_line(check))
    if any(check.needed and not check.is_ok for check in checks):
        sys.exit(1)


def look(port: int, data: Path, calibration: Path) -> tuple[Check, ...]:
    """Everything, in the order people set it up."""
    cameras, pi = list_cameras(), pi_model()
    return (
        check_python(),
        check_opencv(),
        check_camera(cameras),
        check_picamera2(is_pi=pi is not None),
        check_recording(FIRST_DEAL, has_camera=bool(cameras)),
        check_calibration(calibration),
        check_model(),
        check_mcr(),
        check_disk(data),
        check_port(port),
        check_heat(temperature_c(), throttling()),
    )


def _as_line(check: Check) -> str:
    word = "ok" if check.is_ok else "missing" if check.needed else "not yet"
    remedy = "" if check.is_ok or not check.remedy else f"; {check.remedy}"
    return f"{word:8} {check.name:12} {check.found}{remedy}"


def _as_json(check: Check) -> str:
    return json.dumps(
        {
            "name": check.name,
            "ok": check.is_ok,
            "needed": check.needed,
            "found": check.found,
            "remedy": "" if check.is_ok else check.remedy,
        },
        ensure_ascii=False,
    )
