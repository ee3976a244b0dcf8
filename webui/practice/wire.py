"""What a page sends and gets: tiles shown as JSON, both ways, checked where they come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.practice.lesson import Answer
from engine.practice.shown import Row, Shown, parse_row, row_words
from engine.tiles import EngineError

MOST_ROWS, MOST_TILES = 16, 60
MOST_PICKS = 40
PROBLEMS = ("", "no_tiles_seen", "no_markers_seen", "table_covered", "too_dark", "too_blurred", "no_picture",
            "nothing_shown")  # fmt: skip
"""Why nothing can be judged; each has its words."""


def shown_json(shown: Shown) -> dict[str, Any]:
    """The shown tiles for the page: one word a tile, and what each doubtful one may be."""
    return {
        "rows": [list(row_words(row)) for row in shown.rows],
        "walls": [list(side) for side in shown.walls],
        "gaps": list(shown.gaps),
        "crooked_mm": list(shown.crooked_mm),
        "inward": [None if each is None else list(each) for each in shown.inward],
        "dice": list(shown.dice),
        "problem": shown.problem,
    }


def shown_of(body: Mapping[str, Any]) -> Shown | None:
    """What the page sent as shown; None when it sent nothing. EngineError says what is wrong with it."""
    if not any(body.get(name) for name in ("rows", "walls", "dice", "problem")):
        return None
    return Shown(
        rows_of(body.get("rows") or []),
        tuple(_whole(side, "walls", 0, 2) for side in _list(body.get("walls") or [], "walls", 4)),
        _four(_whole(body.get("gaps") or [], "gaps", 1, 18)),
        _four(_numbers(body.get("crooked_mm") or [], "crooked_mm", 0, 10_000)),
        _four(tuple(map(_place_mm, _list(body.get("inward") or [], "inward", 4)))),
        _whole(body.get("dice") or [], "dice", 1, 6),
        _problem(body.get("problem")),
    )


def rows_of(sent: object) -> tuple[Row, ...]:
    """Rows of words such as ``["5p", "1z_"]``; empty rows are left out. EngineError: not such rows."""
    rows = []
    for row in _list(sent, "rows", MOST_ROWS):
        words = _list(row, "a row", MOST_TILES)
        if not all(isinstance(word, str) and len(word) <= 8 for word in words):
            raise EngineError(f"a row is a list of words such as 5p or 1z_, got {str(row)[:60]!r}")
        rows.append(parse_row(" ".join(words)))
    return tuple(row for row in rows if row)


def answer_of(body: Mapping[str, Any]) -> Answer:
    """The answer that the page sent. EngineError: no such answer can be."""
    seconds = body.get("seconds")
    if seconds is not None and (not isinstance(seconds, int | float) or not 0 <= seconds < 1e6):
        raise EngineError(f"seconds must be a number, got {str(seconds)[:40]!r}")
    picked = _list(body.get("picked") or [], "picked", MOST_PICKS)
    return Answer(
        shown_of(body), tuple(str(pick)[:40] for pick in picked), None if seconds is None else float(seconds)
    )


def _problem(sent: object) -> str:
    if sent is not None and sent not in PROBLEMS:
        raise EngineError(f"no such problem: {str(sent)[:40]!r}")
    return str(sent or "")


def _list(sent: object, what: str, most: int) -> Sequence[Any]:
    if not isinstance(sent, list) or len(sent) > most:
        raise EngineError(f"{what} must be a list of at most {most}, got {str(sent)[:60]!r}")
    return sent


def _numbers(sent: object, what: str, low: int, high: int) -> tuple[Any, ...]:
    found = _list(sent, what, 40)
    for number in found:
        if number is not None and (
            isinstance(number, bool) or not isinstance(number, int | float) or not low <= number <= high
        ):
            raise EngineError(f"{what} holds numbers from {low} to {high}, got {str(number)[:40]!r}")
    return tuple(found)


def _place_mm(sent: object) -> tuple[int, float] | None:
    """A stack and how far it stands out, as ``[9, 3.2]``; None for none."""
    if sent is None:
        return None
    pair = _numbers(sent, "a side of inward", 0, 10_000)
    if len(pair) != 2 or not isinstance(pair[0], int) or pair[1] is None:
        raise EngineError(f"a side of inward is a stack and mm such as [9, 3.2], got {str(sent)[:40]!r}")
    return pair[0], float(pair[1])


def _whole(sent: object, what: str, low: int, high: int) -> tuple[Any, ...]:
    found = _numbers(sent, what, low, high)
    if any(isinstance(number, float) for number in found):
        raise EngineError(f"{what} holds whole numbers, got {str(sent)[:40]!r}")
    return found


def _four(found: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*found, None, None, None, None)[:4]
