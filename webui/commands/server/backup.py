"""``jantaku backup``: everything a table has kept, as one file."""

from __future__ import annotations

import os
from pathlib import Path

import click

from vision.writing import keep_names
from webui.known import known
from webui.storage.backup import write_backup
from webui.storage.data_folder import data_option
from webui.storage.taking_on import refuse_newer_folder


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@data_option("The table's data folder.", exists=True)
@click.option("--pictures", is_flag=True, help="With the pictures kept as evidence (large).")
def command(out: Path, data: Path, pictures: bool) -> None:
    """Pack journals, score book and settings into OUT, a zip file; the table may be in use.

    Codes and log-ins are not in it.
    """
    refuse_newer_folder(data, known())
    fresh = out.with_name(f".{out.name}.part")
    try:
        with fresh.open("wb") as file:
            count = write_backup(data, file, pictures)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, out)
        keep_names(out.parent)
    finally:
        fresh.unlink(missing_ok=True)
    click.echo(f"{count} files of {data} are in {out}")
