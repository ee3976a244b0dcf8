"""What is said to whoever started the program."""

from __future__ import annotations

import click


def warn(line: str) -> None:
    """Says on standard error, in one line, what is not as it should be."""
    click.echo(f"jantaku: {' '.join(line.split())}", err=True)
