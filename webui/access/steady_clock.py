"""Seconds that go on evenly, whatever is done to the machine's clock.

A Raspberry Pi has no battery for its clock: it starts with the time at which it went off, and jumps by hours
or days when it hears the right one. What ends after a time is therefore counted on the seconds since the
machine was started; only between two starts the clock on the wall is asked, and it never takes time back.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Machine:
    """The clocks of a machine: `boot` names its run from start to switching off, `running_s` gives the
    seconds of that run (asleep ones too), `wall_s` seconds since 1970 as far as the machine knows."""

    boot: str
    running_s: Callable[[], float]
    wall_s: Callable[[], float]


def this_machine() -> Machine:
    """The one we run on. Where a system does not name its runs, each start of ours counts as one."""
    if _BOOT_ID.exists() and hasattr(time, "CLOCK_BOOTTIME"):
        boot = _BOOT_ID.read_text(encoding="ascii").strip()
        return Machine(boot, lambda: time.clock_gettime(time.CLOCK_BOOTTIME), time.time)
    return Machine(secrets.token_hex(8), time.monotonic, time.time)
