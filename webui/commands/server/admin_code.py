"""``jantaku admin-code``: a new admin code for whoever forgot it, at the machine itself."""

from __future__ import annotations

from pathlib import Path

import click

from webui.access.logins import LONGEST_CODE, SHORTEST_CODE, Logins, Role
from webui.known import known
from webui.storage.data_folder import data_option
from webui.storage.taking_on import refuse_newer_folder


@click.command()
@data_option("The table's data folder.", exists=True)
@click.option(
    "--code",
    prompt="New admin code",
    hide_input=True,
    confirmation_prompt=True,
    help=f"The new code, {SHORTEST_CODE} to {LONGEST_CODE} characters; asked for when not given.",
)
def command(data: Path, code: str) -> None:
    """Choose a new admin code; everybody logged in as admin is logged out."""
    refuse_newer_folder(data, known())
    logins = Logins(data)
    try:
        logins.set_code(Role.admin, code)
    finally:
        logins.shut()
    click.echo("the admin code is changed")
