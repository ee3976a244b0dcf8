"""How the machine feels: its temperature, a Pi's own complaints about power and heat, room on the disk."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hardware.camera import HardwareError

Ask: TypeAlias = Callable[[Sequence[str]], str | None]
"""Runs a program and gives what it prints, None when it is missing or fails."""
COMPLAINTS = ("undervoltage", "slowed down", "throttled", "too hot")
"""Bits 0 to 3 of `vcgencmd get_throttled`; 16 to 19 say the same of any time since the start."""
MODEL = Path("/proc/device-tree/model")
DEVICES = Path("/sys/dev/block")
SECTORS_WRITTEN, SECTOR_BYTES = 6, 512
"""Place in a block device's `stat`, and the size that the kernel counts in."""
ZONE = Path("/sys/class/thermal/thermal_zone0/temp")


@dataclass(frozen=True, slots=True)
class Throttling:
    """What a Pi complains of at this moment, and what it complained of since it was started."""

    now: tuple[str, ...]
    since_start: tuple[str, ...]


def parse_throttled(text: str) -> Throttling:
    """``throttled=0x50005`` in words; HardwareError when it reads otherwise."""
    met = re.fullmatch(r"\s*throttled=0x([0-9a-fA-F]+)\s*", text)
    if met is None:
        raise HardwareError(f"vcgencmd get_throttled must print throttled=0x..., got {text.strip()!r}")
    bits = int(met[1], 16)
    now = tuple(word for bit, word in enumerate(COMPLAINTS) if bits >> bit & 1)
    return Throttling(now, tuple(word for bit, word in enumerate(COMPLAINTS) if bits >> (bit + 16) & 1))


def run_program(words: Sequence[str]) -> str | None:
    """What the program prints; None when it is missing, fails or takes longer than five seconds."""
    try:
        done = subprocess.run(list(words), capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def throttling(ask: Ask = run_program) -> Throttling | None:
    """A Pi's complaints; None on a machine without `vcgencmd`."""
    text = ask(["vcgencmd", "get_throttled"])
    return None if text is None else parse_throttled(text)


def temperature_c(zone: Path = ZONE) -> float | None:
    """The processor's temperature; None where the system does not tell."""
    try:
        return int(zone.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return None


def pi_model(model: Path = MODEL) -> str | None:
    """Which Raspberry Pi this is, None for another machine."""
    try:
        name = model.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return None
    return name if "Raspberry Pi" in name else None


def free_bytes(folder: Path) -> int:
    """Room left where `folder` is or would be made."""
    place = folder.resolve()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


def written_bytes(folder: Path, devices: Path = DEVICES) -> int | None:
    """What was written since the start to the disk of `folder`; None where the system does not tell.

    Cards wear out by it: one of 32 GB stands some thousands of times its size at best.
    """
    place = folder.resolve()
    while not place.exists():
        place = place.parent
    device = place.stat().st_dev
    try:
        fields = (
            (devices / f"{os.major(device)}:{os.minor(device)}" / "stat").read_text(encoding="ascii").split()
        )
        return int(fields[SECTORS_WRITTEN]) * SECTOR_BYTES
    except (OSError, ValueError, IndexError):
        return None
