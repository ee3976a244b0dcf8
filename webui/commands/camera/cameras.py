"""``jantaku cameras``: the cameras that are plugged in."""

from __future__ import annotations

import json

import click

from hardware.cameras import camera_files, list_cameras


@click.command()
@click.option("--json", "as_json", is_flag=True, help='One {"source", "name"} a line.')
def command(as_json: bool) -> None:
    """List the cameras that are plugged in, and what else can be watched.

    What stands first on a line is what `watch`, `serve` and `calibrate` take as SOURCE.
    """
    cameras = list_cameras()
    if as_json:
        for camera in cameras:
            click.echo(json.dumps({"source": camera.source, "name": camera.name}, ensure_ascii=False))
        return
    for camera in cameras:
        click.echo(f"{camera.source}  {camera.name}")
    if not cameras:
        click.echo("no camera is plugged in")
    click.echo("understood: " + "; ".join(kind.SOURCES for kind in camera_files().values()))
