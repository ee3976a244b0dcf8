"""What a learner shows: tiles in rows, walls, dice; from a camera, a photo or fingers, in the same form.

As text a row is words parted by spaces, rows are parted by ``/``: ``123m 5p_ +back 7s~ / 55z``. After the
last tile of a word ``_`` says that it lies sideways and ``~`` that its face is doubtful; ``back`` lies face
down; a ``+`` before a word says that its first tile lies apart from the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.notation import parse_tiles, tiles_text
from engine.ruleset import Ruleset
from engine.table.alphabet import possible_face, within_rules
from engine.table.reading import Point, Sighting, TableReading
from engine.tiles import BACK, EngineError, SeenTile, Tile, tile_text

SURE = 0.75
"""A face read with less is doubtful: the learner is asked, nothing is judged by it."""
DOUBTFUL = 0.5
_WORD = re.compile(r"(\+?)([^+]+?)([_~]*)")


@dataclass(frozen=True, slots=True)
class ShownTile:
    """One tile shown. `turned`: lies sideways in its row; `apart`: a gap parts it from the tile before it.

    `corners`: where it was seen, in the picture's pixels or in millimetres, the tile's own top left first,
    clockwise; empty when tapped."""

    tile: SeenTile
    turned: bool = False
    face_down: bool = False
    apart: bool = False
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    corners: tuple[Point, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether its face must be asked for; a back has none."""
        return not self.face_down and (self.tile is None or self.confidence < SURE)


Row = tuple[ShownTile, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that is shown. `rows` from the top, each from the left, as the learner sees them.

    `walls`: heights of the stacks of each side, stack 1 (the owner's right end) first, () when there are none
    and None where a place was not seen; `gaps`: the stack after which each side stands open; `crooked_mm`:
    how far each side strays from a straight line. `problem` names why nothing could be seen, "" when it was.
    """

    rows: tuple[Row, ...] = ()
    walls: tuple[tuple[int | None, ...], ...] = ()
    gaps: tuple[int | None, ...] = (None, None, None, None)
    crooked_mm: tuple[float | None, ...] = (None, None, None, None)
    inward: tuple[tuple[int, float] | None, ...] = (None, None, None, None)
    """Of each side the stack that stands farthest towards the centre from its neighbours' line, and how far,
    mm: a stack one high looks so, and one that was pushed."""
    dice: tuple[int | None, ...] = ()
    problem: str = ""
    table: TableReading | None = None
    """The whole reading, where a table was looked at."""
    again: TableReading | None = None
    """Another reading of the same table, from other looks: what only one of the two shows is doubtful."""

    @property
    def tiles(self) -> Row:
        """All tiles in reading order."""
        return tuple(tile for row in self.rows for tile in row)

    @property
    def faces(self) -> tuple[SeenTile, ...]:
        """The faces of the tiles that lie face up, in reading order."""
        return tuple(tile.tile for tile in self.tiles if not tile.face_down)

    @property
    def doubtful_places(self) -> tuple[tuple[int, int], ...]:
        """(row, place) of each tile whose face is not certain."""
        return tuple(
            (line, place)
            for line, row in enumerate(self.rows)
            for place, tile in enumerate(row)
            if tile.is_doubtful
        )


def played_with(shown: Shown, rules: Ruleset) -> Shown:
    """What is shown, its faces as far as `rules` know them: one that cannot be is the likeliest that can, or
    unknown."""
    rows = tuple(tuple(_played_with(tile, rules) for tile in row) for row in shown.rows)
    table, again = (each and within_rules(each, rules) for each in (shown.table, shown.again))
    return replace(shown, rows=rows, table=table, again=again)


def _played_with(tile: ShownTile, rules: Ruleset) -> ShownTile:
    face, confidence, ranked = possible_face(tile.tile, tile.confidence, tile.alternatives, rules)
    return tile if face == tile.tile else replace(tile, tile=face, confidence=confidence, alternatives=ranked)


def laid(tiles: Iterable[SeenTile]) -> Row:
    """A row of upright tiles."""
    return tuple(ShownTile(tile) for tile in tiles)


def from_sighting(seen: Sighting, face_down: bool = False) -> ShownTile:
    """A tile of a reading."""
    if face_down:
        return ShownTile(None, seen.turned, True, corners=seen.corners_mm)
    return ShownTile(
        seen.tile,
        seen.turned,
        confidence=seen.confidence,
        alternatives=seen.alternatives,
        corners=seen.corners_mm,
    )


def parse_row(text: str) -> Row:
    """The row that `text` tells of; EngineError says where it goes wrong."""
    row: list[ShownTile] = []
    for word in text.split():
        form = _WORD.fullmatch(word)
        if form is None:
            raise EngineError(f"no tile in {word!r}; expected such as 5p, 5p_, 7s~, +5p or back")
        body, marks = form[2], form[3]
        tiles = [ShownTile(None, face_down=True)] if body == BACK else list(laid(parse_tiles(body)))
        if not tiles:
            raise EngineError(f"no tile in {word!r}; expected such as 5p, 5p_, 7s~, +5p or back")
        confidence = DOUBTFUL if "~" in marks else 1.0
        tiles[-1] = replace(tiles[-1], turned="_" in marks, confidence=confidence)
        tiles[0] = replace(tiles[0], apart=bool(form[1]))
        row += tiles
    return tuple(row)


def parse_rows(text: str) -> tuple[Row, ...]:
    """The rows that `text` tells of, parted by ``/``; empty rows are left out."""
    rows = (parse_row(part) for part in text.split("/"))
    return tuple(row for row in rows if row)


def row_words(row: Sequence[ShownTile]) -> tuple[str, ...]:
    """One word a tile: ``("5p_", "back", "7s~")``."""
    return tuple(
        "+" * tile.apart
        + (BACK if tile.face_down else tile_text(tile.tile))
        + "_" * tile.turned
        + "~" * (tile.is_doubtful and tile.tile is not None)
        for tile in row
    )


def rows_text(rows: Iterable[Sequence[ShownTile]]) -> str:
    """The rows as text, such as `parse_rows` reads: ``123m 5p_ / 55z``."""
    return " / ".join(_row_text(row) for row in rows)


def known_faces(tiles: Iterable[ShownTile]) -> tuple[Tile, ...]:
    """The faces that are known, in order."""
    return tuple(tile.tile for tile in tiles if tile.tile is not None and not tile.face_down)


def _row_text(row: Sequence[ShownTile]) -> str:
    words: list[str] = []
    plain: list[SeenTile] = []
    for tile, word in zip(row, row_words(row), strict=True):
        if word == tile_text(tile.tile) and not tile.face_down:
            plain.append(tile.tile)
            continue
        words += [tiles_text(plain)] * bool(plain) + [word]
        plain = []
    return " ".join(words + [tiles_text(plain)] * bool(plain))
