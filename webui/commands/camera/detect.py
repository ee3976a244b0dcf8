"""`jantaku detect`: the tiles and dice in pictures, as a table or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from vision.detect.detector import Detector, best_face
from vision.detect.taught import TaughtSet
from vision.detect.taught_files import read_set, taught_names
from vision.observation import Detections, VisionError
from vision.picture_file import read_picture
from webui.storage.data_folder import SETS_SHOWN, sets_folder

Row = tuple[str, float, float, float]
"""Word, score, x, y of the middle."""
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".avif"}


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture, one a line.")
@click.option(
    "--models", type=click.Path(path_type=Path), default=None, help="Folder of other trained networks."
)
@click.option(
    "--profile", default="auto", show_default=True, metavar="NAME|auto|none",
    help="The taught set on the table (see `jantaku enrol`); auto: the one the tiles look like.",
)  # fmt: skip
@click.option(
    "--sets", type=click.Path(file_okay=False, path_type=Path), default=sets_folder, show_default=SETS_SHOWN,
    help="Folder of the taught sets.",
)  # fmt: skip
def command(images: tuple[Path, ...], as_json: bool, models: Path | None, profile: str, sets: Path) -> None:
    """Find and read the tiles and dice in each IMAGE (a file, or a folder of them).

    Any photo will do: any size, any direction, no calibration. A face that is not sure enough is shown
    as "?". Corners are picture pixels, from the tile's own top left, clockwise. Exit status 1 when a
    picture could not be read.
    """
    detector = with_taught(Detector.load(models), sets, profile)
    failed = False
    for image in images:
        try:
            for path in _pictures(image):
                failed |= not _one(detector, path, as_json)
        except VisionError as wrong:
            click.echo(f"jantaku: {wrong}", err=True)
            failed = True
    if failed:
        sys.exit(1)


def with_taught(detector: Detector, sets: Path, profile: str) -> Detector:
    """The detector with the taught set `profile` names, all of `sets` to choose from (auto), or none."""
    if profile == "none":
        return detector
    if profile != "auto":
        return detector.with_sets([read_set(sets, profile)], is_certain=True)
    return detector.with_sets(list(_sets_that_read(sets)))


def _sets_that_read(folder: Path) -> Iterator[TaughtSet]:
    """The taught sets; one that is broken is told of and left out."""
    for name in taught_names(folder):
        try:
            yield read_set(folder, name)
        except VisionError as wrong:
            click.echo(f"jantaku: {wrong}; the others are used", err=True)


def _pictures(image: Path) -> list[Path]:
    if not image.is_dir():
        return [image]
    found = sorted(path for path in image.iterdir() if path.suffix.lower() in SUFFIXES)
    if not found:
        raise VisionError(f"the folder {image} holds no picture; expected files such as .jpg or .png")
    return found


def _one(detector: Detector, path: Path, as_json: bool) -> bool:
    """Prints what one picture shows; False (and one line) when it cannot be read."""
    try:
        picture = read_picture(path)
    except VisionError as wrong:
        click.echo(f"jantaku: {wrong}", err=True)
        return False
    height, width = picture.shape[:2]
    found = detector.detect_photo(picture)
    threshold = detector.settings.threshold
    if as_json:
        head = {"image": str(path), "width": width, "height": height}
        click.echo(json.dumps(head | as_dict(found, threshold)))
    else:
        _print(path, (width, height), found, threshold)
    return True


def as_dict(found: Detections, threshold: float) -> dict[str, Any]:
    """What was found in the wire form: tiles that lie face up or down, dice, milliseconds by step."""
    tiles = []
    for tile in found.tiles:
        if tile.kind != "standing":
            face, score = best_face(tile, threshold)
            tiles.append({"face": face, "score": score, "corners": _corners(tile.corners_px)})
    dice = [{"pips": die.pips, "score": die.score, "corners": _corners(die.corners_px)} for die in found.dice]
    seen = {"tiles": tiles, "dice": dice, "ms": dict(found.ms)}
    return seen | ({"set": found.taught_set} if found.taught_set else {})


def _corners(corners: tuple[tuple[float, float], ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]


def _print(path: Path, size: tuple[int, int], found: Detections, threshold: float) -> None:
    tiles = [tile for tile in found.tiles if tile.kind != "standing"]
    standing = len(found.tiles) - len(tiles)
    spent = sum(ms for _, ms in found.ms)
    also = f", {standing} on edge" if standing else ""
    also += f", read as the set {found.taught_set}" if found.taught_set else ""
    lie = f"{len(tiles)} tile{'' if len(tiles) == 1 else 's'}{also}"
    dice = f"{len(found.dice)} {'die' if len(found.dice) == 1 else 'dice'}"
    click.echo(f"{path}  {size[0]}x{size[1]}  {lie}, {dice}, {spent:.0f} ms")
    rows = [(*best_face(tile, threshold), *_middle(tile.corners_px)) for tile in tiles]
    rows += [(f"die {die.pips or '?'}", die.score, *_middle(die.corners_px)) for die in found.dice]
    for face, score, x, y in _reading_order(rows, max((_height(t.corners_px) for t in tiles), default=1.0)):
        click.echo(f"  {face:6} {score:5.2f}  at {x:7.0f} {y:7.0f}")


def _reading_order(rows: list[Row], height: float) -> list[Row]:
    """Line by line from the top, each from the left; a line ends where the next tile is half a tile lower."""
    lines: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row[3]):
        if not lines or row[3] - lines[-1][-1][3] > height / 2:
            lines.append([])
        lines[-1].append(row)
    return [row for line in lines for row in sorted(line, key=lambda row: row[2])]


def _middle(corners: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _height(corners: tuple[tuple[float, float], ...]) -> float:
    return max(y for _, y in corners) - min(y for _, y in corners)
