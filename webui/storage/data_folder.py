"""Where a table keeps its games, its settings and its sets, unless `--data` says another folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

SETS = "sets"
"""The folder of taught sets inside it."""
HERE = Path("data")
"""Where earlier versions kept it: a folder of the place the program is started from."""
SHOWN = "$XDG_DATA_HOME/jantaku, ~/.local/share/jantaku; a folder data here that is in use goes before"
SETS_SHOWN = "sets in the data folder"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder `data` where one is in use, else the platform's folder for what a program keeps.

    The XDG Base Directory Specification: a relative `XDG_DATA_HOME` counts as none."""
    if any(HERE.glob("*.db")) or (HERE / "settings.json").exists() or (HERE / SETS).exists():
        return HERE
    chosen = Path(environment.get("XDG_DATA_HOME", ""))
    return (chosen if chosen.is_absolute() else Path.home() / ".local" / "share") / "jantaku"


def sets_folder() -> Path:
    """Where taught sets are kept, unless `--sets` says another folder."""
    return data_folder() / SETS


def data_option(help_text: str, *, exists: bool = False) -> Callable[[Any], Any]:
    """The option `--data` of a command; `exists`: the folder must be there already."""
    kind = click.Path(file_okay=False, exists=exists, path_type=Path)
    return click.option("--data", default=data_folder, show_default=SHOWN, type=kind, help=help_text)
