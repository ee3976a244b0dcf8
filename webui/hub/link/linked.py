"""A table's server with its link to the hub beside it, where there is one."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from webui.access.addresses import lan_address
from webui.hub.carried.beside import Beside
from webui.hub.carried.link_file import FILE, read_link_file, write_link_file
from webui.hub.carried.wire import HubError


@contextmanager
def linked(data: Path, given: Path | None, host: str, port: int) -> Iterator[None]:
    """The link runs meanwhile, if there is a link file: the one `given`, which is kept, or one kept before.

    HubError when it is no link file, or the packages for it are not there."""
    if given is not None:
        write_link_file(data / FILE, read_link_file(given))
    if not (data / FILE).exists():
        yield
        return
    link = read_link_file(data / FILE)
    if importlib.util.find_spec("paho") is None:
        raise HubError('a link to a hub needs the package paho-mqtt: pip install "jantaku[hub]"')
    everywhere = host in ("0.0.0.0", "::")
    own = "127.0.0.1" if everywhere else host
    shown = f"http://{(lan_address() if everywhere else None) or own}:{port}"
    beside = Beside("link", "--data", str(data), "--page", f"http://{own}:{port}", "--shown", shown)
    beside.open()
    try:
        click.echo(f"  hub               {link.host}:{link.port} as {link.name}")
        yield
    finally:
        beside.close()
