"""``jantaku calibrate``: where the camera hangs over the table, and how its lens bends."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from hardware.cameras import open_camera
from vision.camera.calibrate import calibrate_from_corners
from vision.camera.calibration import Calibration
from vision.camera.marker_sheet import write_marker_sheet
from vision.camera.markers import SQUARE_MM
from vision.camera.mat import calibrate_from_mat
from webui.option_values import Number
from webui.watch.calibrating import MarkerSightings, calibrate_by_looks, first_picture, look_for_markers

WAYS = {"markers": "the four markers", "corners": "four tapped corners", "mat": "the mat's edge"}
POINTS = {"markers": "16 points", "corners": "4 points", "mat": "the four sides"}


def read_points(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...] | None
) -> tuple[tuple[float, float], ...]:
    """Points written ``x,y``; none when the option was not given.

    ClickException: a point is not two numbers.
    """
    points = []
    for text in values or ():
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError as wrong:
            raise click.ClickException(
                f"--corners: {text!r} is no point: expected x,y in pixels, such as 412,96"
            ) from wrong
        points.append((x, y))
    return tuple(points)


@click.command()
@click.argument("source", required=False)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="calibration.json",
    show_default=True,
    help="File the calibration is written to.",
)
@click.option(
    "--square",
    "square_mm",
    type=Number(200, 3000),
    default=SQUARE_MM,
    show_default=True,
    help="Side of the playing square in mm, from outer marker corner to outer marker corner.",
)
@click.option(
    "--height",
    "height_mm",
    type=Number(200, 5000),
    help="Height of the lens over the felt in mm, if measured: helps most when it looks straight down.",
)
@click.option(
    "--corners",
    nargs=4,
    callback=read_points,
    metavar="X,Y X,Y X,Y X,Y",
    help="The square's corners in the picture, in pixels: bottom left, bottom right, top right, top left.",
)
@click.option(
    "--print",
    "sheet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the four markers to this PDF (A4) instead, and do nothing else.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the calibration as one JSON object.")
def command(
    source: str | None,
    out: Path,
    square_mm: float,
    height_mm: float | None,
    corners: tuple[tuple[float, float], ...],
    sheet: Path | None,
    as_json: bool,
) -> None:
    """Find where the camera of SOURCE hangs over the table and write it to a file.

    SOURCE is a camera (0, picamera2:0, rtsp://...), a video, a recording, a folder or a picture. The four
    printed markers are looked for first (`jantaku calibrate --print markers.pdf`); without them the edge of
    the mat is tried, or give --corners.
    """
    if sheet is not None:
        write_marker_sheet(sheet)
        click.echo(f"the four markers are in {sheet}: print it at 100 %, the bar must measure 100 mm")
        return
    if source is None:
        raise click.ClickException(
            "SOURCE is missing: a camera, video, recording, folder or picture, or --print"
        )
    calibration = _calibrated(source, square_mm, height_mm, corners)
    calibration.save(out)
    if as_json:
        click.echo(json.dumps({"source": source, "file": str(out), **asdict(calibration)}))
    else:
        _tell(calibration, out)


def _calibrated(
    source: str,
    square_mm: float,
    height_mm: float | None,
    corners: tuple[tuple[float, float], ...],
) -> Calibration:
    with open_camera(source, every_frame=True) as camera:
        if corners:
            picture = first_picture(camera)
            size = (picture.shape[1], picture.shape[0])
            return calibrate_from_corners(corners, size, square_mm, height_mm)
        looks = look_for_markers(camera)
    if looks.marks:
        return calibrate_by_looks(looks, square_mm, height_mm)
    return _from_mat(looks, square_mm, height_mm)


def _from_mat(looks: MarkerSightings, square_mm: float, height_mm: float | None) -> Calibration:
    calibration = calibrate_from_mat(looks.picture, square_mm, height_mm)
    click.echo(
        f"no marker is seen: the mat's edge is taken as the square, {square_mm:g} mm wide (else --square); "
        f"confidence {calibration.confidence:.2f}",
        err=True,
    )
    return calibration


def _tell(calibration: Calibration, out: Path) -> None:
    x, y, height = calibration.place_mm
    click.echo(
        "calibrated from {}, pictures of {} x {} px".format(
            WAYS[calibration.method], *calibration.picture_size
        )
    )
    click.echo(
        f"  camera    {height:.0f} mm above the felt (give or take {calibration.height_spread_mm:.0f}), "
        f"{abs(x):.0f} mm {'right' if x >= 0 else 'left'} of the middle, "
        f"{abs(y):.0f} mm {'from' if y >= 0 else 'towards'} seat 0"
    )
    click.echo(f"  lens      focal length {calibration.focal_px:.0f} px, k1 {calibration.distortion[0]:+.3f}")
    click.echo(
        f"  residual  {calibration.residual_px:.2f} px, {calibration.residual_mm:.2f} mm "
        f"(root mean square of {POINTS[calibration.method]})"
    )
    if calibration.height_spread_mm > 60:
        click.echo("  the height is a guess: measure it from the felt to the lens and give --height")
    click.echo(f"saved to {out}")
