"""What a page of ours sends to each address."""

from __future__ import annotations

from typing import Any

from engine.practice.throwing import THROWN
from webui.practice.table_page import MODES

ROWS = [["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "2s", "3s"]]
AT_TABLE = {"rules": "riichi", "mode": next(iter(MODES)), "deal": 1, "chosen": []}
BODIES: dict[str, Any] = {
    "/record": {"seat": 0, "act": "discard", "tile": "3m"},
    "/correct": {"number": 41, "tile": "5m"},
    "/undo": {"number": 44},
    "/seats/codes": {"seat": 1},
    "/seats/call": {"call": "pass"},
    "/seats/clock": {"on": True},
    "/referee/call": {"seat": 0},
    "/referee/penalise": {
        "seat": 0,
        "way": "deduct",
        "points": 5,
        "rule": "S004-39",
        "name": "flower_not_replaced",
        "note": "x",
    },
    "/referee/fault": {"seat": 0, "name": "flower_not_replaced", "consequence": None, "note": "seen"},
    "/scores/games": {"rules": "riichi", "house": {}, "names": ["a", "b", "c", "d"], "dealer": 0, "note": ""},
    "/scores/games/{number}/players": {"names": ["a", "b", "c", "d"]},
    "/scores/games/{number}/note": {"note": "a note", "season": 1},
    "/scores/players/{number}": {"name": "Ann"},
    "/scores/seasons": {"name": "2027"},
    "/scores/penalties": {"seat": 0, "fault": "other", "points": 10, "shared": True},
    "/scores/points": {"payments": [8, -8, 0, 0]},
    "/practice/read": {"what": "tiles", "rules": "riichi"},
    "/practice/dice": {"lesson": THROWN[0], "rules": "riichi", "task": 0, "thrown": [3]},
    "/practice/check": {
        "lesson": "count",
        "rules": "mcr",
        "task": 1,
        "rows": ROWS,
        "picked": ["5m"],
        "seconds": 3.5,
    },
    "/practice/hint": {"lesson": "count", "rules": "mcr", "task": 1, "number": 0},
    "/practice/hand/weigh": {"rules": "riichi", "rows": ROWS, "seat_wind": 0, "prevalent_wind": 0},
    "/practice/hand/rate": {"rules": "riichi", "rows": [[*ROWS[0], "1s"]], "discard": "1s"},
    "/practice/score/value": {
        "rules": "riichi",
        "rows": [["1m"] * 3 + ["2m"] * 3 + ["3m"] * 3 + ["4m"] * 3 + ["5m"] * 2],
        "said": ["3", "30"],
        "giver": "right",
        "circumstances": ["riichi"],
    },
    "/practice/table/play": AT_TABLE,
    "/practice/table/hint": AT_TABLE,
    "/practice/table/look": AT_TABLE,
}
"""By address, what a page of ours sends there."""
