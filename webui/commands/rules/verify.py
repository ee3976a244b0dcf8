"""``jantaku verify``: whether a game saved as one file is as it was saved, to the byte."""

from __future__ import annotations

from pathlib import Path

import click

from engine.tiles import EngineError

LARGEST = 100_000_000


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
def command(files: tuple[Path, ...]) -> int:
    """Say of each saved game whether one byte of it was altered; status 1 when one was.

    The seal is the same in every copy of a game."""
    from webui.replay.saved import verified

    altered = 0
    for file in files:
        content = file.read_bytes() if file.stat().st_size <= LARGEST else b""
        try:
            found = verified(content)
        except EngineError as wrong:
            altered += 1
            click.echo(f"{file}: {wrong}")
        else:
            click.echo(f"{file}: as it was saved; {found.title}, {found.entries} entries, seal {found.seal}")
    return int(altered > 0)
