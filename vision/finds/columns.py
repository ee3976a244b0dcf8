"""Rows of whole numbers, column by column, and some words about them, packed into bytes and back.

::

    mark | xz( length of words | words, JSON | column | column ... )

Alike numbers compress best side by side, and their high bytes apart from their low ones.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.observation import VisionError

MARK = b"jantaku finds 1\n"
MOST_BYTES = 16 * 2**20
"""A file, and what it unpacks to, is never larger."""
MOST_NUMBERS = 4_000_000
WIDTHS = (1, 2, 4, 8)
FILTERS = (
    {
        "id": lzma.FILTER_LZMA2,
        "preset": 9 | lzma.PRESET_EXTREME,
        "dict_size": 4 * 2**20,
        "lc": 4,
        "lp": 0,
        "pb": 0,
    },
)
MEMORY = 80 * 2**20


class Columns:
    """Columns being written."""

    def __init__(self) -> None:
        self._columns: dict[str, list[int]] = {}

    def put(self, **numbers: int) -> None:
        """Adds one number to each of the columns named."""
        for name, number in numbers.items():
            self._columns.setdefault(name, []).append(number)

    def put_all(self, name: str, numbers: Iterable[int]) -> None:
        """Adds numbers to one column."""
        self._columns.setdefault(name, []).extend(numbers)

    def packed(self, words: Mapping[str, Any]) -> bytes:
        """The file's bytes."""
        arrays = {name: _narrow(numbers) for name, numbers in sorted(self._columns.items())}
        sizes = {name: [array.itemsize, len(array)] for name, array in arrays.items()}
        head = json.dumps({**words, "columns": sizes}, separators=(",", ":"), ensure_ascii=False).encode()
        parts = [len(head).to_bytes(4, "little"), head]
        parts += [array.view(np.uint8).reshape(-1, array.itemsize).T.tobytes() for array in arrays.values()]
        return MARK + lzma.compress(b"".join(parts), lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)


class Taken:
    """Columns being read, each from its beginning. `words`: what was written with them."""

    def __init__(self, content: bytes) -> None:
        """VisionError, saying why, when `content` is not what `Columns.packed` gives."""
        if not content.startswith(MARK):
            raise VisionError(f"it does not begin with {MARK.decode().strip()!r}")
        body = _unpacked(content[len(MARK) :])
        end = 4 + int.from_bytes(body[:4], "little")
        try:
            words = json.loads(body[4:end])
            sizes = {str(name): (int(width), int(count)) for name, (width, count) in words["columns"].items()}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
            raise VisionError(f"its words cannot be read ({wrong})") from None
        self.words: Mapping[str, Any] = words
        self._columns = _split(body[end:], sizes)
        self._next = dict.fromkeys(self._columns, 0)

    def take(self, name: str) -> int:
        """The next number of a column; VisionError when it has no more."""
        column, place = self._columns.get(name, ()), self._next.get(name, 0)
        if place >= len(column):
            raise VisionError(f"its column {name!r} ends too early")
        self._next[name] = place + 1
        return column[place]

    def take_all(self, name: str, count: int) -> tuple[int, ...]:
        """The next numbers of a column. VisionError: the column ends before that."""
        column, place = self._columns.get(name, ()), self._next.get(name, 0)
        if count < 0 or place + count > len(column):
            raise VisionError(f"its column {name!r} ends too early")
        self._next[name] = place + count
        return tuple(column[place : place + count])

    def end(self) -> None:
        """VisionError unless all was taken."""
        left = [name for name, column in self._columns.items() if self._next[name] < len(column)]
        if left:
            raise VisionError(f"its column {left[0]!r} goes on after the end")


def _narrow(numbers: list[int]) -> NDArray[Any]:
    """The numbers, each in as few bytes as all of them need."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    width = next(each for each in WIDTHS if -(1 << 8 * each - 1) <= low and high < 1 << 8 * each - 1)
    return np.array(numbers, dtype=f"<i{width}")


def _unpacked(packed: bytes) -> bytes:
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
    try:
        body = unpacker.decompress(packed, MOST_BYTES)
    except (lzma.LZMAError, MemoryError) as wrong:
        raise VisionError(f"it is damaged ({wrong})") from None
    if not unpacker.eof:
        raise VisionError("it is cut off, or too large")
    return body


def _split(body: bytes, sizes: Mapping[str, tuple[int, int]]) -> dict[str, list[int]]:
    """The columns that lie one after the other in `body`."""
    columns, place = {}, 0
    for name, (width, count) in sizes.items():
        end = place + width * count
        if width not in WIDTHS or not 0 <= count <= MOST_NUMBERS or end > len(body):
            raise VisionError(f"its column {name!r} is not {count} numbers of {width} bytes")
        planes = np.frombuffer(body[place:end], np.uint8).reshape(width, count)
        columns[name] = np.ascontiguousarray(planes.T).view(f"<i{width}").reshape(count).tolist()
        place = end
    if place != len(body):
        raise VisionError("more follows after its columns")
    return columns
