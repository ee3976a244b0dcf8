"""What may be said behind a camera's name: ``opencv:0?width=1920&height=1080``."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from hardware.camera import HardwareError


def split_options(source: str, defaults: Mapping[str, float]) -> tuple[str, dict[str, float]]:
    """The source before the question mark, and `defaults` with what stands behind it put in.

    Raises HardwareError naming an option that is not among `defaults` or is no number.
    """
    name, _, asked = source.partition("?")
    options = dict(defaults)
    for key, text in parse_qsl(asked, keep_blank_values=True):
        if key not in options:
            raise HardwareError(f"{source}: no option {key!r}, expected one of {', '.join(sorted(options))}")
        try:
            options[key] = float(text)
        except ValueError as wrong:
            raise HardwareError(f"{source}: {key} must be a number, got {text!r}") from wrong
    return name, options
