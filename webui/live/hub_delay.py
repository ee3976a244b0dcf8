"""By how much spectators see every table of a club late, as its hub said and the link wrote down."""

from __future__ import annotations

import json
from pathlib import Path

from webui.live.air import LONGEST_S

DELAY_FILE = "hub-delay.json"
"""In the table's data folder; only what the hub signed is written there."""


def hub_delay(folder: Path) -> float:
    """What the hub's desk said last; 0 where there is no hub."""
    try:
        content = json.loads((folder / DELAY_FILE).read_bytes()[:1000])
        delay_s = content["delay_s"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 0
    return min(max(0, delay_s), LONGEST_S) if isinstance(delay_s, int | float) else 0
