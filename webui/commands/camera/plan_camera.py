"""``jantaku plan-camera``: where a camera sees the whole table from, and how large tiles are then."""

from __future__ import annotations

import json
from pathlib import Path

import click

from hardware.camera_drawing import SETUPS, drawing
from hardware.camera_plan import (
    CAMERAS,
    FLOWER_TILE_PX,
    LEAST_FAR_PX,
    LEAST_TILE_PX,
    MOST_ASKEW,
    TILE_MM,
    USUAL_ASKEW,
    CameraPlan,
    plan_camera,
)
from vision.camera.markers import SQUARE_MM


@click.command()
@click.option(
    "--camera",
    "name",
    default="module3",
    show_default=True,
    type=click.Choice(list(CAMERAS)),
    help="Which camera.",
)
@click.option("--square", default=SQUARE_MM, show_default=True, help="Side of the square, mm.")
@click.option("--tile", default=TILE_MM, show_default=True, help="Width of a tile, mm.")
@click.option("--side", "from_the_side", is_flag=True, help="On a tripod beside the table, not above it.")
@click.option(
    "--angle",
    default=USUAL_ASKEW,
    show_default=True,
    help=f"With --side: how far from straight down it looks, up to {MOST_ASKEW:g} degrees.",
)
@click.option(
    "--drawing",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Writes a drawing to scale (SVG) into this file.",
)
@click.option("--setup", type=click.Choice(SETUPS), help="What the drawing shows; boom or tripod by itself.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    name: str,
    square: float,
    tile: float,
    from_the_side: bool,
    angle: float,
    path: Path | None,
    setup: str | None,
    as_json: bool,
) -> None:
    """Say where a camera has to hang to see the whole table.

    Lengths are from the felt to the lens. Angles are the makers' nominal ones: leave a hand's width to spare.
    """
    if not 15 <= tile <= 60:
        raise click.UsageError(f"--tile is the width of a tile in mm, 15 to 60, got {tile:g}")
    plan = plan_camera(name, square, from_the_side, tile, angle)
    click.echo(json.dumps(_plan_json(plan)) if as_json else _said(plan, tile))
    if path is not None:
        try:
            path.write_text(drawing(plan, setup or ("tripod" if from_the_side else "boom")), encoding="utf-8")
        except OSError as wrong:
            raise click.ClickException(f"cannot write {path}: {wrong.strerror}") from wrong


def _plan_json(plan: CameraPlan) -> dict[str, object]:
    return {
        "camera": plan.camera.title,
        "square_mm": plan.square_mm,
        "height_m": round(plan.height_m, 2),
        "aside_m": round(plan.aside_m, 2),
        "focus_dioptres": round(plan.dioptres, 2),
        "tile_px": {f"{width}x{height}": round(px) for (width, height), px in plan.tile_px.items()},
    }


def _said(plan: CameraPlan, tile_mm: float) -> str:
    lines = [f"{plan.camera.title} over a playing square of {plan.square_mm:g} mm:"]
    lines.append(f"  lens above the felt   {plan.height_m:.2f} m")
    if plan.aside_m:
        lines.append(f"  aside of the centre   {plan.aside_m:.2f} m")
    lines.append(f"  focus                 {plan.dioptres:.2f} dioptres ({plan.camera.focus})")
    for (width, height), px in plan.tile_px.items():
        worst = "at the far edge" if plan.aside_m else ""
        least = LEAST_FAR_PX if plan.aside_m else LEAST_TILE_PX
        enough = "too small" if round(px) < least else "faces" if px < FLOWER_TILE_PX else "faces and flowers"
        lines.append(
            f"  {width} x {height}".ljust(24)
            + f"{px:.0f} px a tile of {tile_mm:g} mm {worst}".rstrip()
            + f": {enough}"
        )
    return "\n".join(lines)
