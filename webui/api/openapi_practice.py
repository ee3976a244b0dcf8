"""What a page of practice sends, for the description of the interface: tiles laid, choices, dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.practice.lessons import LESSONS
from webui.practice.table_page import MODES, MOST_CHOICES
from webui.practice.wire import MOST_PICKS, MOST_ROWS, MOST_TILES, PROBLEMS

Schema = dict[str, Any]
WAITING = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "2s", "3s")
WITH_A_SET = ("2m", "3m", "4m", "4p", "5p", "6p", "7s", "8s", "9s", "2p", "2p")
HANDS: tuple[list[list[str]], ...] = (
    [list(WAITING)],
    [[*WAITING, "1s"]],
    [[*WAITING, "6z"]],
    [list(WITH_A_SET), ["6z", "6z_", "6z"]],
    [["1m", "1m", "9m", "back", "5p~", "+0p"], ["back", "3z", "3z", "back"]],
)
"""Hands as they are laid: ready, complete, with one tile too many to choose from, with a set, half read."""
_WORD: Schema = {"type": "string", "maxLength": 8}
_ROW: Schema = {"type": "array", "items": _WORD, "maxItems": MOST_TILES}
_WIND: Schema = {"type": "integer", "minimum": 0, "maximum": 3}
_WALL = [2] * 17


def _several(items: Schema, most: int, *examples: object) -> Schema:
    shown = {"examples": list(examples)} if examples else {}
    return {"type": "array", "items": items, "maxItems": most, **shown}


MEANING: Mapping[str, Schema] = {
    "lesson": {"type": "string", "enum": [lesson.name for lesson in LESSONS]},
    "{name}": {"type": "string", "enum": [lesson.name for lesson in LESSONS]},
    "task": {"type": "integer", "minimum": 0},
    "number": {"type": "integer", "minimum": 0, "maximum": 9},
    "rows": {**_several(_ROW, MOST_ROWS), "examples": list(HANDS)},
    "walls": _several(
        _several({"type": "integer", "minimum": 0, "maximum": 2}, 40), 4, [_WALL] * 4, [[0, 1, 2], _WALL]
    ),
    "gaps": _several({"type": ["integer", "null"], "minimum": 1, "maximum": 18}, 40, [None, 7, None, None]),
    "crooked_mm": _several(
        {"type": ["number", "null"], "minimum": 0, "maximum": 10_000}, 40, [0.5, 12, 1, 2]
    ),
    "inward": _several(
        {"anyOf": [{"type": "null"}, _several({"type": "number", "minimum": 0}, 2)]}, 4, [[9, 3.2], None]
    ),
    "dice": _several({"type": ["integer", "null"], "minimum": 1, "maximum": 6}, 40, [3, 4], [6, None]),
    "thrown": _several({"type": "integer", "minimum": 1, "maximum": 6}, 4, [], [3]),
    "problem": {"type": "string", "enum": list(PROBLEMS)},
    "picked": _several({"type": "string", "maxLength": 40}, MOST_PICKS, ["5m"], ["0"], ["8"]),
    "seconds": {"type": ["number", "null"], "minimum": 0},
    "look": {"type": "boolean"},
    "what": {"type": "string", "enum": ["tiles", "table"]},
    "discard": {"type": "string", "examples": ["6z", "1m", "1s"]},
    "said": _several({"type": ["string", "integer"]}, 3, ["8"], ["3", "30", "5200"]),
    "giver": {"type": "string", "enum": ["right", "across", "left", ""]},
    "circumstances": _several(
        {"type": "string", "enum": ["riichi", "replacement", "last_draw", "last_discard", "robbed_kong"]}, 5
    ),
    "seat_wind": _WIND,
    "prevalent_wind": _WIND,
    "mode": {"type": "string", "enum": list(MODES)},
    "deal": {"type": "integer", "minimum": 0},
    "chosen": _several({"type": "string", "maxLength": 40}, MOST_CHOICES, []),
}
"""What a name means there; of a hand laid `rows` is words such as ``5p``, ``5p_`` (turned), ``back``."""
