"""What is visible on the table in one look, in game words.

Vision speaks this, the engine understands it: `engine.table.expected` makes the reading a perfect camera
would give of a state, and following compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.table.events import SEATS
from engine.tiles import SeenTile

ZONES = frozenset(
    {
        "dice",
        *(f"{kind}:{seat}" for kind in ("river", "melds", "flowers", "standing", "wall") for seat in SEATS),
    }
)
"""The names of all zones."""
UNSEEN_S = 2.5
"""What was seen longer ago (s) no longer says what lies there: tiles are laid one by one, and a hand is over
them; in more time something else may have been done."""
Zones: TypeAlias = frozenset[str]
NO_ZONE: Zones = frozenset()
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One face-up tile as read.

    `tile` is the likeliest face, None when unreadable. `alternatives` are (face, probability), likeliest
    first, the first being `tile`. `turned`: lies at a right angle to its row. `corners_mm`: the tile's own
    top-left corner first, clockwise, table frame; empty in an expected reading.
    """

    tile: SeenTile
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    turned: bool = False
    corners_mm: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """One set laid out, tiles from the owner's left to right; those at `face_down`'s places are None."""

    tiles: tuple[Sighting, ...]
    face_down: tuple[int, ...] = ()
    """Indices into `tiles` that lie face down."""


@dataclass(frozen=True, slots=True)
class WallSide:
    """One side of the wall: the height (0, 1 or 2) of each stack, stack 1 (owner's right end) first.

    None = that place was not visible. `gap_after`: the stack after which the widest opening between two
    neighbours stands, as at a break; None when there is no clear one.
    """

    heights: tuple[int | None, ...] = ()
    gap_after: int | None = None


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die: pips 1-6 (None = unreadable) and where its centre lies (mm, table frame)."""

    pips: int | None
    confidence: float = 1.0
    centre_mm: Point | None = None


@dataclass(frozen=True, slots=True)
class SeatReading:
    """What lies before one seat. `standing`: number of hidden tiles held (None = not visible).
    `revealed`: a hand laid open, left to right (None = not laid open)."""

    river: tuple[Sighting, ...] = ()
    melds: tuple[SeenMeld, ...] = ()
    flowers: tuple[Sighting, ...] = ()
    standing: int | None = None
    revealed: tuple[Sighting, ...] | None = None
    sticks: int = 0


@dataclass(frozen=True, slots=True)
class TableReading:
    """One look at the whole table.

    `walls` and `seats` are indexed by seat 0-3. `dora_indicators` are face-up tiles on the wall.
    `hidden` names zones that could not be seen in this look, e.g. ``river:2``, ``wall:0``, ``melds:1``,
    ``flowers:3``, ``standing:0``, ``dice``: what lies there is unknown, not absent.
    """

    walls: tuple[WallSide, WallSide, WallSide, WallSide] = (WallSide(), WallSide(), WallSide(), WallSide())
    seats: tuple[SeatReading, SeatReading, SeatReading, SeatReading] = (
        SeatReading(),
        SeatReading(),
        SeatReading(),
        SeatReading(),
    )
    dice: tuple[SeenDie, ...] = ()
    dora_indicators: tuple[Sighting, ...] = ()
    loose: tuple[Sighting, ...] = ()
    """Face-up tiles that belong to no zone."""
    hidden: frozenset[str] = field(default_factory=frozenset)

    def is_visible(self, zone: str) -> bool:
        """Whether `zone` was looked at; absence means something only there."""
        return zone not in self.hidden


@dataclass(frozen=True, slots=True)
class TentativeLook:
    """What one look shows when what a hand has just left counts as still: good enough to be drawn, not to be
    told, because a tile may still be on its way. `hidden`: the zones that cannot be seen in it."""

    reading: TableReading
    hidden: Zones = NO_ZONE
