"""What a table needs to reach its hub: one JSON file that the hub makes and only its owner can read."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from vision.writing import PRIVATE, replace_file
from webui.hub.carried.wire import HubError, checked_name

FILE = "hub.json"
"""The link file in a table's data folder."""
LONGEST = 64 * 1024
Port = Annotated[int, Meta(ge=1, le=65535)]


class LinkFile(msgspec.Struct, frozen=True):
    """A table's way to the hub: its `name` (``site.table``), its `secret`, the broker, and the certificate
    that the broker's must come from (PEM; None: not encrypted)."""

    name: str
    secret: str
    host: str
    port: Port = 1883
    authority: str | None = None

    def __post_init__(self) -> None:
        checked_name(self.name)
        if len(self.secret) < 16:
            raise HubError("a table's secret has 16 characters at least")


def new_secret() -> str:
    """A secret for a table."""
    return secrets.token_urlsafe(24)


def read_link_file(path: Path) -> LinkFile:
    """The link file at `path`; HubError says what is wrong with it."""
    try:
        content = path.read_bytes()[: LONGEST + 1]
    except OSError as wrong:
        raise HubError(f"cannot read the link file {path}: {wrong.strerror}") from wrong
    try:
        return msgspec.json.decode(content, type=LinkFile)
    except (msgspec.MsgspecError, HubError) as wrong:
        said = f"{path} is no link file: {str(wrong)[:160]}; make it with `jantaku hub table`"
        raise HubError(said) from wrong


def write_link_file(path: Path, link: LinkFile) -> None:
    """Writes the file, readable by its owner only."""
    replace_file(path, msgspec.json.format(msgspec.json.encode(link)) + b"\n", PRIVATE)
