"""`jantaku enrol`: teach a tile set from a few pictures of it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from engine.notation import parse_tiles
from engine.tiles import FLOWERS, PLAIN, EngineError
from vision.detect.detector import Detector
from vision.detect.taught import TaughtSet, new_set, seen_by
from vision.detect.taught_files import check_name, forget_set, read_set, taught_names, write_set
from vision.detect.taught_pictures import taught_more
from vision.observation import VisionError
from vision.picture_file import read_picture
from webui.storage.data_folder import SETS_SHOWN, sets_folder

WHOLE = frozenset((*PLAIN, *FLOWERS))


@click.command()
@click.argument("name", required=False)
@click.argument("pictures", nargs=-1, type=click.Path(path_type=Path), metavar="PICTURE...")
@click.option(
    "--faces", metavar="TILES", help="All tiles in reading order, such as 123456789m1234z12345678f."
)
@click.option("--list", "as_list", is_flag=True, help="List the taught sets, and do nothing else.")
@click.option("--forget", is_flag=True, help="Forget the set NAME, and do nothing else.")
@click.option(
    "--sets", type=click.Path(file_okay=False, path_type=Path), default=sets_folder, show_default=SETS_SHOWN,
    help="Folder of the taught sets.",
)  # fmt: skip
@click.option("--models", type=click.Path(path_type=Path), help="Folder of other trained networks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    name: str | None,
    pictures: tuple[Path, ...],
    faces: str | None,
    as_list: bool,
    forget: bool,
    sets: Path,
    models: Path | None,
    as_json: bool,
) -> None:
    """Teach the set NAME from PICTUREs of its tiles lying face up; more pictures may follow later.

    With --faces every tile is learnt as it is named, line by line from the top left (the surest way, and
    the only one for flowers and strange dragons). Without it those are learnt of which the reader is sure.
    A table played with the set is then read with its help, without anybody choosing it.
    """
    try:
        if as_list:
            _list(sets, as_json)
        elif name is None:
            raise click.UsageError("a NAME for the set is missing; or give --list")
        elif forget:
            forget_set(sets, name)
            click.echo(json.dumps({"forgotten": name}) if as_json else f"the set {name} is forgotten")
        elif not pictures:
            raise click.UsageError(f"there is no PICTURE to learn the set {name} from")
        else:
            _teach(name, pictures, faces, sets, models, as_json)
    except (VisionError, EngineError) as wrong:
        raise click.ClickException(str(wrong)) from wrong


def _teach(
    name: str, pictures: tuple[Path, ...], faces: str | None, sets: Path, models: Path | None, as_json: bool
) -> None:
    check_name(name)
    named = None if faces is None else [tile or "?" for tile in parse_tiles(faces.replace(",", " "))]
    shown = [read_picture(path) for path in pictures]
    detector = Detector.load(models)
    before = read_set(sets, name) if name in taught_names(sets) else new_set(name, detector.reader)
    taught, learnt, left = taught_more(seen_by(before, detector.reader), detector, shown, named)
    if not learnt:
        raise VisionError(
            f"nothing was learnt: {left} tiles are seen and none is sure enough; name them with --faces"
        )
    path = write_set(sets, taught)
    missing = [face for face in (*PLAIN, *FLOWERS) if face not in taught.known]
    if as_json:
        fields = {"set": name, "file": str(path), "learnt": learnt, "left_out": left}
        click.echo(json.dumps(fields | {"faces": list(taught.known), "missing": missing}))
        return
    click.echo(f"{name}: {learnt} tiles learnt, {_count(taught)}")
    if left:
        click.echo(f"  {left} tiles left out: not sure what they show; name them with --faces")
    if missing:
        click.echo(f"  not yet taught: {' '.join(missing)}")


def _list(sets: Path, as_json: bool) -> None:
    taught = [read_set(sets, name) for name in taught_names(sets)]
    if as_json:
        click.echo(json.dumps([{"set": one.name, "faces": list(one.known)} for one in taught]))
        return
    for one in taught:
        click.echo(f"{one.name}  {_count(one)}")
    if not taught:
        click.echo(f"no set is taught in {sets}")


def _count(taught: TaughtSet) -> str:
    known = WHOLE.intersection(taught.known)
    return f"{len(known)} of {len(WHOLE)} faces known, {len(taught.faces)} crops"
