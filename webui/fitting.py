"""Text that has to fit a drawing: how wide it is, and a name cut to a width."""

from __future__ import annotations

import unicodedata


def columns(text: str) -> int:
    """The width in columns: two for a Chinese or Japanese character, none for a mark on another, else one."""
    return sum(map(_columns, text))


def shortened(text: str, most: int) -> str:
    """`text` when it is at most `most` columns wide, else its beginning and an ellipsis."""
    if columns(text) <= most:
        return text
    kept, room = "", most - 1
    for letter in text:
        room -= _columns(letter)
        if room < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
