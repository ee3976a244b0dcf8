"""`jantaku contribute`: packs pictures of a set into one file that its owner may give to the project."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from engine.notation import parse_tiles
from engine.tiles import EngineError, Tile
from vision.contribution import (
    Contribution,
    GivenCrop,
    GivenPicture,
    NamedInPicture,
    smaller,
    write_contribution,
)
from vision.detect.detector import Detector
from vision.detect.taught import check_faces
from vision.detect.taught_pictures import NO_FACE, Lying, lying_in
from vision.observation import VisionError
from vision.own_set.named import FOLDER, named_tiles
from vision.picture_file import read_picture
from webui.storage.data_folder import SETS_SHOWN, sets_folder

AGREEMENT = """\
You give these pictures to the Jantaku project. Anybody may use, change and pass on the pictures, and what is
learnt from them, under the Apache License 2.0. You took the pictures, or may give them. No person can be
recognised in them: look at each before you send it. Place, time and device are taken out of the pictures; the
file tells nothing of who you are. Nothing is sent: the file stays here until you send it yourself. To have it
deleted later, tell the maintainers its number."""
MANY_SHARE = 0.3
"""When more of the tiles are read otherwise than named, the names may be in another order."""
MANY = 12
"""Tiles read otherwise that are listed by number."""


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--laid", multiple=True, type=click.Path(path_type=Path), metavar="PICTURE",
    help="The set laid out face up, in rows; may be given several times.",
)  # fmt: skip
@click.option(
    "--faces", metavar="TILES", help="All tiles of the --laid pictures in reading order, such as 123456789m."
)
@click.option(
    "--wall", multiple=True, type=click.Path(path_type=Path), metavar="PICTURE",
    help="A built wall: every tile lies face down; may be given several times.",
)  # fmt: skip
@click.option("--no-named", is_flag=True, help="Leave out the tiles that people named while they played.")
@click.option("--agree", is_flag=True, help="Agree to the terms without being asked.")
@click.option(
    "--sets", type=click.Path(file_okay=False, path_type=Path), default=sets_folder, show_default=SETS_SHOWN,
    help="Folder of the taught sets; the named tiles lie in it.",
)  # fmt: skip
@click.option("--models", type=click.Path(path_type=Path), help="Folder of other trained networks.")
def command(
    file: Path,
    laid: tuple[Path, ...],
    faces: str | None,
    wall: tuple[Path, ...],
    no_named: bool,
    agree: bool,
    sets: Path,
    models: Path | None,
) -> None:
    """Pack pictures of your set into FILE, so that the networks can learn it. Nothing is sent.

    The file holds the pictures given here and the tiles that people named while they played. What you agree
    to is shown first.
    """
    try:
        if file.exists():
            raise VisionError(f"{file} is there already; give another name")
        pictures = [*_laid(laid, faces, models), *(_wall(path) for path in wall)]
        crops = [] if no_named else _named(sets)
        if not pictures and not crops:
            raise click.UsageError(
                f"there is nothing to give: name pictures with --laid or --wall; no tile was named in {sets}"
            )
        click.echo(f"\n{AGREEMENT}\n")
        if not agree and not click.confirm("Do you agree?"):
            raise click.ClickException(f"not agreed: {file} is not written")
        number, today = secrets.token_hex(6), datetime.now(UTC).date().isoformat()
        write_contribution(file, Contribution(number, AGREEMENT, today, tuple(pictures), tuple(crops)))
    except (VisionError, EngineError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    click.echo(f"{file}: number {number}, {file.stat().st_size / 1e6:.1f} MB. Nothing was sent.")


def _laid(paths: Sequence[Path], faces: str | None, models: Path | None) -> list[GivenPicture]:
    if not paths:
        if faces is not None:
            raise click.UsageError("--faces names the tiles of a --laid picture; there is none")
        return []
    if faces is None:
        raise click.UsageError(
            "name all tiles of the --laid pictures with --faces, line by line from the top left"
        )
    named = [tile or NO_FACE for tile in parse_tiles(faces.replace(",", " "))]
    check_faces(named)
    detector = Detector.load(models)
    shown = [smaller(read_picture(path)) for path in paths]
    lying = [lying_in(detector, picture) for picture in shown]
    count = sum(map(len, lying))
    if count != len(named):
        seen = ", ".join(f"{len(tiles)} in {path}" for path, tiles in zip(paths, lying, strict=True))
        raise VisionError(
            f"{len(named)} faces were given but {count} tiles are seen ({seen}); lay them apart on a plain "
            "ground and name all of them, line by line from the top left"
        )
    given, left = [], iter(named)
    for path, picture, tiles in zip(paths, shown, lying, strict=True):
        own = tuple(_named_as(next(left), tile) for tile in tiles)
        _tell(path, own)
        given.append(GivenPicture("laid", picture, own))
    return given


def _named_as(face: Tile, tile: Lying) -> NamedInPicture:
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in tile.corners)
    return NamedInPicture(face, "" if tile.face == NO_FACE else tile.face, corners)


def _tell(path: Path, tiles: Sequence[NamedInPicture]) -> None:
    """Says what is read otherwise than named, so that a wrong order is noticed."""
    others = [(number, tile) for number, tile in enumerate(tiles, 1) if tile.read_as != tile.face]
    click.echo(f"{path}: the set laid out, {len(tiles)} tiles named, {len(others)} of them read otherwise")
    for number, tile in others[:MANY]:
        click.echo(f"  tile {number} is named {tile.face} and read as {tile.read_as or 'no face'}")
    if len(others) > MANY:
        click.echo(f"  ... and {len(others) - MANY} more")
    if len(others) > MANY_SHARE * len(tiles):
        seen = " ".join(tile.read_as or NO_FACE for tile in tiles)
        click.echo(f"  Is the order right? Line by line from the top left is read: {seen}")


def _wall(path: Path) -> GivenPicture:
    picture = smaller(read_picture(path))
    click.echo(f"{path}: a built wall, every tile face down")
    return GivenPicture("wall", picture)


def _named(sets: Path) -> list[GivenCrop]:
    found = [GivenCrop(one.face, one.read_as or "", read_picture(one.path)) for one in named_tiles(sets)]
    if found:
        click.echo(f"{sets / FOLDER}: {len(found)} tiles that people named while they played")
    return found
