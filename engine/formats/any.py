"""Which format a text is in, and the game in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engine.formats.botzone import SCHEMA, read_botzone
from engine.formats.game import RecordedGame
from engine.formats.lines import read_lines
from engine.formats.mjai import read_mjai
from engine.formats.tenhou6 import read_tenhou6
from engine.tiles import EngineError

READERS: dict[str, Callable[[str], RecordedGame]] = {
    "mjai": read_mjai,
    "tenhou6": read_tenhou6,
    "botzone": read_botzone,
    "jantaku": read_lines,
}


def read_game(text: str, name: str = "auto") -> RecordedGame:
    """The game in `text`; EngineError for a format that is not known or a text that is not in it."""
    if name == "auto":
        name = format_of(text)
    if name not in READERS:
        raise EngineError(f"no such format: {name!r}; expected auto, {', '.join(READERS)}")
    return READERS[name](text)


def format_of(text: str) -> str:
    """The name of the format `text` looks like; EngineError when it looks like none."""
    data = _first_json(text)
    first = data[0] if isinstance(data, list) and data else data
    if isinstance(first, dict):
        if first.get("schema") == SCHEMA or {"deal", "events", "result"} <= first.keys():
            return "botzone"
        if "log" in first:
            return "tenhou6"
        if "events" in first or "rules" in first:
            return "jantaku"
        if "type" in first:
            return "mjai"
    raise EngineError(
        "not a recorded game: expected mjai lines, tenhou.net/6 JSON, an mcr-log-v1 object or journal lines"
    )


def _first_json(text: str) -> Any:
    """The whole text as JSON, or its first line."""
    for part in (text, next((line for line in text.splitlines() if line.strip()), "")):
        try:
            return json.loads(part)
        except ValueError:
            continue
    return None
