"""``jantaku restore``: a backup takes the place of what a table has kept."""

from __future__ import annotations

from pathlib import Path

import click

from webui.known import known
from webui.storage.backup import finish_restore, remove_leftovers, stage_restore
from webui.storage.data_folder import data_option
from webui.storage.folder import held_alone
from webui.storage.taking_on import refuse_newer_folder


@click.command()
@click.argument("backup", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@data_option("The table's data folder.")
def command(backup: Path, data: Path) -> None:
    """Put what BACKUP holds in place of what DATA holds, which is set aside and not deleted.

    The table must not be served meanwhile. Codes stay as they are.
    """
    data.mkdir(parents=True, exist_ok=True)
    refuse_newer_folder(data, known())
    with held_alone(data):
        finish_restore(data)  # one that was cut off goes first
        remove_leftovers(data)
        count = stage_restore(data, backup)
        aside = finish_restore(data)
    click.echo(f"{count} files of {backup} are in {data}")
    if aside is not None and aside.exists():
        click.echo(f"what was there lies in {aside}")
