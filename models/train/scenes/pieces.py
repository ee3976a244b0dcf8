"""What lies on an imagined table: pieces in millimetres, in the groups that games make of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on the table. `kind`: face, back, standing, die. `turn`: degrees, clockwise in the picture.
    `size`: (across, along) of its top in mm. `tall`: its height; `lift`: how high it lies, both in mm."""

    kind: str
    place: tuple[float, float]
    size: tuple[float, float]
    turn: float
    tall: float
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class TileSize:
    """One set's body in mm."""

    wide: float
    high: float
    deep: float


@dataclass(frozen=True, slots=True)
class Layout:
    """What a picture shows. `groups`: at least so many, and fewer than so many; `shares`: how often each is a
    river, wall, standing row, block, scattered tiles, melds, dice, a row. `askew`: by how many degrees most
    groups are off the picture's sides, None for any direction."""

    groups: tuple[int, int]
    shares: tuple[float, ...]
    askew: float | None


ANYWHERE = Layout((1, 9), (0.17, 0.17, 0.1, 0.17, 0.1, 0.1, 0.07, 0.12), None)
ON_TABLE = Layout((5, 18), (0.2, 0.24, 0.22, 0.06, 0.08, 0.1, 0.06, 0.04), 5.0)


def tile_size(rng: Rng) -> TileSize:
    """Japanese to large Chinese proportions around a width of 26 mm."""
    wide = rng.uniform(22, 30)
    return TileSize(wide, wide * rng.uniform(1.18, 1.5), wide * rng.uniform(0.55, 0.85))


def imagine_pieces(rng: Rng, tile: TileSize, half: float, layout: Layout = ANYWHERE) -> list[Piece]:
    """Some groups inside a square of `half` mm each way, none over another."""
    taken: list[tuple[float, float, float]] = []
    pieces: list[Piece] = []
    main = rng.uniform(0, 360) if layout.askew is None else rng.normal(0, layout.askew)
    for _ in range(int(rng.integers(*layout.groups))):
        group = _group(rng, tile, layout.shares)
        if rng.random() < 0.75:
            turn = main + float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 2))
        else:
            turn = float(rng.uniform(0, 360))
        offset = rng.uniform(-half, half, 2)
        placed = [_moved(piece, turn, offset) for piece in group]
        spots = [(*piece.place, max(piece.size) * 0.42) for piece in placed]
        if any((x - a) ** 2 + (y - b) ** 2 < (r + q) ** 2 for x, y, r in spots for a, b, q in taken):
            continue
        taken += spots
        pieces += placed
    return pieces


def _group(rng: Rng, tile: TileSize, shares: tuple[float, ...]) -> list[Piece]:
    makers = (_river, _wall, _standing, _block, _scattered, _meld, _dice, _row)
    return makers[int(rng.choice(len(makers), p=shares))](rng, tile)


def _lying(
    rng: Rng, tile: TileSize, x: float, y: float, turn: float, kind: str = "face", lift: float = 0.0
) -> Piece:
    return Piece(kind, (x, y), (tile.wide, tile.high), turn + float(rng.normal(0, 1.5)), tile.deep, lift)


def _river(rng: Rng, tile: TileSize) -> list[Piece]:
    pieces = []
    gap = rng.uniform(0, 3)
    for row in range(int(rng.integers(1, 5))):
        x = 0.0
        turned_at = rng.integers(6) if rng.random() < 0.3 else -1
        for column in range(int(rng.integers(2, 7))):
            turned = column == turned_at
            wide = tile.high if turned else tile.wide
            drop = (tile.high - tile.wide) / 2 if turned else 0.0
            y = row * (tile.high + gap) + drop + rng.normal(0, 1)
            pieces.append(_lying(rng, tile, x + wide / 2, y, 90.0 if turned else 0.0))
            x += wide + gap * rng.uniform(0, 1)
    return pieces


def _wall(rng: Rng, tile: TileSize) -> list[Piece]:
    pieces = []
    two_high = rng.random() < 0.7
    bent = rng.normal(0, 1)
    for stack in range(int(rng.integers(3, 18))):
        x, y = stack * tile.wide * 1.01, bent * stack
        if rng.random() < 0.05:
            continue
        kind = "face" if rng.random() < 0.04 else "back"
        pieces.append(_lying(rng, tile, x, y, 0, kind))
        if two_high and rng.random() < 0.95:
            pieces.append(
                _lying(rng, tile, x + rng.normal(0, 0.8), y + rng.normal(0, 0.8), 0, kind, tile.deep)
            )
    return pieces


def _standing(rng: Rng, tile: TileSize) -> list[Piece]:
    count = int(rng.integers(3, 15))
    return [
        Piece("standing", (n * tile.wide * 1.01, float(rng.normal(0, 0.8))), (tile.wide, tile.deep),
              float(rng.normal(0, 1)), tile.high)
        for n in range(count)
    ]  # fmt: skip


def _block(rng: Rng, tile: TileSize) -> list[Piece]:
    gap = float(rng.choice([0, rng.uniform(0, 1), rng.uniform(0, 6)]))
    some_upside_down = rng.random() < 0.4
    shift = float(rng.choice([0.0, rng.uniform(0, tile.wide)]))
    kind = "back" if rng.random() < 0.2 else "face"
    pieces = []
    for row in range(int(rng.integers(1, 6))):
        for column in range(int(rng.integers(1, 10))):
            turn = 180.0 if some_upside_down and rng.random() < 0.5 else 0.0
            own = kind if rng.random() < 0.97 else "back"
            pieces.append(
                _lying(
                    rng, tile, column * (tile.wide + gap) + row * shift, row * (tile.high + gap), turn, own
                )
            )
    return pieces


def _row(rng: Rng, tile: TileSize) -> list[Piece]:
    count = int(rng.integers(1, 17))
    return [_lying(rng, tile, n * tile.wide * 1.005, 0, 0) for n in range(count)]


def _scattered(rng: Rng, tile: TileSize) -> list[Piece]:
    spots: list[NDArray[np.float64]] = []
    pieces = []
    reach = tile.high * rng.uniform(1.5, 4)
    for _ in range(int(rng.integers(1, 16))):
        spot = rng.uniform(-reach, reach, 2)
        if all(np.hypot(*(spot - other)) > tile.high * 1.1 for other in spots):
            spots.append(spot)
            kind = "back" if rng.random() < 0.25 else "face"
            pieces.append(_lying(rng, tile, spot[0], spot[1], float(rng.uniform(0, 360)), kind))
    return pieces


def _meld(rng: Rng, tile: TileSize) -> list[Piece]:
    pieces = []
    x = 0.0
    for _ in range(int(rng.integers(1, 4))):
        count = int(rng.integers(3, 5))
        concealed = count == 4 and rng.random() < 0.4
        turned_at = -1 if concealed else int(rng.integers(count))
        for column in range(count):
            turned = column == turned_at
            wide = tile.high if turned else tile.wide
            kind = "back" if concealed and column in (0, 3) else "face"
            drop = (tile.high - tile.wide) / 2 if turned else 0.0
            pieces.append(_lying(rng, tile, x + wide / 2, drop, 90.0 if turned else 0.0, kind))
            x += wide
        x += rng.uniform(0, 12)
    return pieces


def _dice(rng: Rng, tile: TileSize) -> list[Piece]:
    side = rng.uniform(9, 18)
    count = int(rng.integers(1, 4))
    return [
        Piece(
            "die",
            (n * side * rng.uniform(1.5, 4), float(rng.normal(0, 20))),
            (side, side),
            float(rng.uniform(0, 360)),
            side,
        )
        for n in range(count)
    ]


def _moved(piece: Piece, turn: float, offset: NDArray[np.float64]) -> Piece:
    angle = np.deg2rad(turn)
    x, y = piece.place
    place = (
        float(x * np.cos(angle) - y * np.sin(angle) + offset[0]),
        float(x * np.sin(angle) + y * np.cos(angle) + offset[1]),
    )
    return Piece(piece.kind, place, piece.size, piece.turn + turn, piece.tall, piece.lift)
