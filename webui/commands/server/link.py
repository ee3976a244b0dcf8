"""``jantaku link``: sends this table's journals to the club's hub."""

from __future__ import annotations

import json
import os
import signal
import threading
import urllib.request
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from webui.storage.data_folder import data_option

GENTLE = 5
"""How much the table itself goes before the link, as `nice` counts."""


@click.command()
@data_option("The table's data folder, with the link file hub.json in it.", exists=True)
@click.option("--page", default="", help="The address of the table's own page, to tell the hub how it is.")
@click.option("--shown", default="", help="The same address as other machines reach it, for the referee.")
def command(data: Path, page: str, shown: str) -> None:
    """Send this table's journals to the club's hub until stopped; `jantaku serve` does it by itself.

    Everything is kept at the table until the hub has it, however long that takes.
    """
    from webui.hub.carried.link_file import FILE, read_link_file
    from webui.hub.link.link import Link

    link = read_link_file(data / FILE)
    os.nice(GENTLE)
    until = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: until.set())
    Link(link, data, lambda: feeling_of(page, shown), version=version("jantaku")).run(until)


def feeling_of(page: str, shown: str = "") -> Any:
    """How the table at `page` feels; as far as one can tell when it does not answer."""
    from webui.hub.link.link import Feeling

    if not page:
        return Feeling()
    try:
        with urllib.request.urlopen(f"{page}/api/health", timeout=3) as answer:
            fields = json.load(answer)
    except (OSError, ValueError):
        return Feeling("none", False, "the table's page does not answer", shown)
    findings = {each["about"]: each for each in fields["findings"]}
    bad = [each["value"] for each in fields["findings"] if each["state"] == "bad"]
    camera = findings.get("camera", {}).get("state", "none")
    return Feeling(camera, bool(fields["well"]), "; ".join(bad), shown)
