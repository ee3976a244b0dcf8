"""What lies outside the wall before one seat: its melds, its flowers, and a hand laid open.

The hand's row tells what is what: flowers lie nearer the centre than it, melds to its right (S004-21) or
before it (S001-31), and where no tile stands any more, what lies in its place is the hand (S004-70).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from engine.table.tile_set import NORTH
from vision.layout.lying import Lying
from vision.layout.rows import rows, runs
from vision.layout.sets import KONG_BACKS, cut_into_sets, flower_share, set_share, with_hole_filled
from vision.layout.standing import count_standing
from vision.layout.zones import TableGeometry

HAND_Y = -0.388
"""Of the hand's row, in parts of the square's side, where no tile stands or stood to show it."""
HAND_ENDS = 0.2
"""The hand lies to the left of this part of the square's side, the melds to the right."""
WHOLE_HANDS = (13, 14)
OPEN_HAND = 5
"""So many tiles lying in the hand's place are the hand."""
FEW_STRIPS = 2
"""No more than these may be the edges of tiles just laid."""
NEAR_HAND = 1.1
"""Of a tile's length: what lies no farther from the place of the hand's row is in it."""
NEAR_ROW = 0.75
"""The same from a row that shows: farther lies another one, or a cup's saucer that is taken for a tile."""

SURE_ROW = 0.25
"""Of a tile's length: so far from the middle between two rows, a tile is in one of them."""


@dataclass(slots=True)
class OuterTiles:
    """The tiles outside the wall before one seat, by what they are; `standing` None = cannot be said."""

    sets: list[list[Lying]] = field(default_factory=list)
    flowers: list[Lying] = field(default_factory=list)
    revealed: list[Lying] = field(default_factory=list)
    loose: list[Lying] = field(default_factory=list)
    standing: int | None = None


def read_outer(
    flat: Sequence[Lying], standing: Sequence[Lying], geometry: TableGeometry, stood_y: float | None = None
) -> OuterTiles:
    """Sorts one seat's tiles outside the wall; `standing`: its strips, left to right; `stood_y`: where its
    hand stood (mm, its own frame), where that is known."""
    usual_y = HAND_Y * geometry.square_mm if stood_y is None else stood_y
    hand_y = median(tile.y for tile in standing) if standing else usual_y
    found = OuterTiles(standing=count_standing(standing, geometry) if standing else None)
    chunks: list[list[Lying]] = []
    for row in rows(flat, geometry.tile):
        for chunk in runs(row, 0.5 * geometry.tile[0]):
            if _looks_like_flowers(chunk, hand_y, geometry):
                found.flowers.extend(chunk)
            else:
                chunks.append(chunk)
    if len(standing) <= FEW_STRIPS:
        usual_y = _hand_row(chunks, usual_y, geometry)
    if not standing or _is_laid_open(chunks, len(standing), usual_y, geometry):
        # A single strip among them is the edge of a tile just laid.
        hand_y = usual_y
        chunks = _take_hand(found, chunks, hand_y, geometry)
    elif found.standing is not None and found.standing < 3:
        found.standing = found.standing if _is_short_hand(chunks) else None
    _take_sets(found, chunks, hand_y, geometry)
    return found


def _hand_row(chunks: Sequence[Sequence[Lying]], usual_y: float, geometry: TableGeometry) -> float:
    """The y of the row that a hand laid open makes: where hands stand, or else that of the longest row."""
    near = NEAR_HAND * geometry.tile[1]
    if any(len(chunk) >= OPEN_HAND and abs(_y(chunk) - usual_y) < near for chunk in chunks):
        return usual_y
    left_of_sets = [chunk for chunk in chunks if _x(chunk) < HAND_ENDS * geometry.square_mm]
    longest = max(left_of_sets, key=len, default=[])
    return _y(longest) if sum(not tile.is_back for tile in longest) >= OPEN_HAND else usual_y


def _is_laid_open(
    chunks: Sequence[Sequence[Lying]], standing: int, hand_y: float, geometry: TableGeometry
) -> bool:
    """Whether the hand lies where it stood, although a strip or two seem to stand there."""
    if standing > FEW_STRIPS:
        return False
    ends = HAND_ENDS * geometry.square_mm
    lying = [tile for chunk in chunks for tile in chunk if not tile.is_back and tile.x < ends]
    return sum(abs(tile.y - hand_y) < NEAR_HAND * geometry.tile[1] for tile in lying) >= OPEN_HAND


def _looks_like_flowers(chunk: Sequence[Lying], hand_y: float, geometry: TableGeometry) -> bool:
    """Where the tiles lie and how they lie count for more than what is read on them."""
    size = len(chunk)
    # Fewer than a set's Norths say nothing: players of three lay them out as others do flowers.
    known = [tile for tile in chunk if tile.seen.faces and not (size < 3 and tile.seen.faces[0][0] == NORTH)]
    evidence = 2.0 * (flower_share(known) - 0.5) * min(len(known), 3)
    nearer = (_y(chunk) - hand_y) / geometry.tile[1] - 0.5
    evidence += 2.0 * max(-1.0, min(nearer / SURE_ROW, 1.0))
    evidence += 1.5 if size < 3 else 0.0
    if any(not tile.is_upright for tile in chunk) or _is_kong_face_down(chunk):
        evidence -= 2.5
    if size == 2 and len({tile.seen.faces[0][0] for tile in known}) < len(known):
        evidence -= 1.0  # no flower is in a set of tiles twice
    if size in (3, 4) and known and set_share(chunk) > 0.8:
        evidence -= 1.0
    return evidence > 0


def _is_kong_face_down(chunk: Sequence[Lying]) -> bool:
    return len(chunk) == 4 and tuple(n for n, tile in enumerate(chunk) if tile.is_back) in KONG_BACKS


def _is_short_hand(chunks: Sequence[Sequence[Lying]]) -> bool:
    """Whether so many sets lie out that one or two tiles may be all that stands."""
    return sum(len(chunk) for chunk in chunks) >= 12


def _take_hand(
    found: OuterTiles, chunks: list[list[Lying]], hand_y: float, geometry: TableGeometry
) -> list[list[Lying]]:
    """Moves the hand laid open (or laid face down) into `found`; gives the chunks that are left."""
    ends = HAND_ENDS * geometry.square_mm
    near = _in_row(chunks, hand_y, NEAR_HAND * geometry.tile[1])
    longest = max((chunk for chunk in near if _x(chunk) < ends), key=len, default=[])
    if len(longest) >= OPEN_HAND:
        near = _in_row(near, _y(longest), NEAR_ROW * geometry.tile[1])
    near.sort(key=lambda chunk: chunk[0].left)
    elsewhere = [chunk for chunk in chunks if chunk not in near]
    sets_elsewhere = sum(_sets_in(chunk, geometry) for chunk in elsewhere)
    sets_near = [_sets_in(chunk, geometry) for chunk in near]

    def doubt(count: int) -> float:
        held = sum(len(chunk) for chunk in near[:count])
        melded = sets_elsewhere + sum(sets_near[count:])
        wrong = 0.0 if not held or held + 3 * melded in WHOLE_HANDS else 1.5
        return wrong + sum((_x(chunk) < ends) != (n < count) for n, chunk in enumerate(near))

    count = min(range(len(near) + 1), key=doubt)
    hand = [tile for chunk in near[:count] for tile in chunk]
    rest = near[count:]
    if hand and rest and _is_the_winning_tile(hand, rest[0], geometry):
        hand += rest.pop(0)
    if len(hand) >= 5 and sum(tile.is_back for tile in hand) > 0.7 * len(hand):
        found.standing = len(hand)
        return elsewhere + rest
    if hand and not all(tile.is_back for tile in hand) and not _is_kong_face_down(hand):
        # A tile turned among the others is the winning one: told last, as when it lies apart.
        found.revealed = sorted(hand, key=lambda tile: not tile.is_upright) if _one_turned(hand) else hand
        found.standing = 0
        return elsewhere + rest
    return chunks


def _in_row(chunks: Sequence[list[Lying]], y: float, reach_mm: float) -> list[list[Lying]]:
    return [chunk for chunk in chunks if abs(_y(chunk) - y) < reach_mm]


def _one_turned(tiles: Sequence[Lying]) -> bool:
    return sum(not tile.is_upright for tile in tiles) == 1


def _is_the_winning_tile(hand: Sequence[Lying], chunk: Sequence[Lying], geometry: TableGeometry) -> bool:
    """Whether a single tile lies a little apart at the right of the hand."""
    return len(chunk) == 1 and chunk[0].left - hand[-1].right < 2.0 * geometry.tile[0]


def _take_sets(
    found: OuterTiles, chunks: Sequence[Sequence[Lying]], hand_y: float, geometry: TableGeometry
) -> None:
    """Cuts the chunks into sets and puts what is none among the flowers or the loose tiles."""
    singles: list[Lying] = []
    for chunk in chunks:
        for tiles in cut_into_sets(chunk, geometry.tile):
            if len(tiles) >= 3 or (len(tiles) == 2 and not _looks_like_flowers(tiles, hand_y, geometry)):
                found.sets.append(tiles)
            else:
                singles.extend(tiles)
    for tiles in with_hole_filled(singles, geometry.tile):
        found.sets.append(tiles)
        singles = [tile for tile in singles if tile not in tiles]
    for tile in singles:
        if not _joins_a_set(tile, found.sets, geometry):
            is_flower = _looks_like_flowers([tile], hand_y, geometry)
            (found.flowers if is_flower else found.loose).append(tile)


def _joins_a_set(tile: Lying, sets: Sequence[list[Lying]], geometry: TableGeometry) -> bool:
    """Lays a turned tile to the turned tile right above or below it: a promoted kong (S001-48)."""
    width = geometry.tile[0]
    for tiles in sets:
        for number, other in enumerate(tiles):
            stacked = abs(tile.x - other.x) < 0.4 * width and abs(tile.y - other.y) < 1.5 * width
            if len(tiles) == 3 and not tile.is_upright and not other.is_upright and stacked:
                tiles.insert(number + 1, tile)
                return True
    return False


def _sets_in(chunk: Sequence[Lying], geometry: TableGeometry) -> int:
    """How many sets it may be; a tile by itself is none, and may be no tile at all."""
    return len(chunk) > 1 and max(1, sum(len(tiles) > 1 for tiles in cut_into_sets(chunk, geometry.tile)))


def _x(chunk: Sequence[Lying]) -> float:
    return sum(tile.x for tile in chunk) / len(chunk)


def _y(chunk: Sequence[Lying]) -> float:
    return median(tile.y for tile in chunk)
