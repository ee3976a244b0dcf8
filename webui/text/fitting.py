"""Text in drawings and tables: how wide it is, a name cut to a width, and points as people write them."""

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


def figure(number: float, *, signed: bool = False) -> str:
    """`number` as people write points: thousands apart, a true minus sign, and a plus when `signed`."""
    said = f"{number:+,}" if signed and number else f"{number:,}"
    return said.replace("-", "−")


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
