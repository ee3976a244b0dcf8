"""Values on the command line: what is none ends the command with one line that says so."""

from __future__ import annotations

import math
import re
from ipaddress import ip_address
from typing import Any

import click

_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\.?", re.IGNORECASE)


class Number(click.FloatRange):
    """A number from `least` to `most`; unlike click's own range it takes neither ``nan`` nor ``inf``."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """`value` as a number; what is none, or out of range, ends the command."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


class HostName(click.ParamType[str]):
    """What a machine is called in the network, a name or an address: no page's address, no port."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """`value` as it stands; what is no such name ends the command."""
        if not _NAME.fullmatch(value) and not _is_address(value):
            self.fail(f"{value!r} is no name of a machine: expected one such as club.local.", param, ctx)
        return str(value)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


allow_host_option = click.option(
    "--allow-host",
    multiple=True,
    type=HostName(),
    metavar="NAME",
    help="One more name this machine is called by.",
)
