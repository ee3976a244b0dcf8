"""What a hand is worth, why, and who pays: the one structure every scorer fills and every surface renders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.tiles import Tile

Unit: TypeAlias = Literal["han", "points", "faan", "tai"]
"""What the value of a hand is counted in: riichi, MCR, Hong Kong, doubles."""

Payments: TypeAlias = tuple[int, ...]
"""What East, South, West and, of four, North get (positive) or pay (negative)."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One named pattern: `value` is the price of all its `count` occurrences together."""

    name: str
    value: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Excluded:
    """A pattern that is there but not counted, and the pattern or rule (`because`) that takes its place."""

    name: str
    because: str


@dataclass(frozen=True, slots=True)
class FuLine:
    """One line of the fu: why, how many, and the tiles it stands for."""

    reason: str
    fu: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class HandFault:
    """What is wrong with a hand: a short name, and a sentence with what came and what was expected."""

    name: str
    text: str
    of: tuple[str, ...] = ()
    """The circumstances that are wrong, where it is they that are."""


@dataclass(frozen=True, slots=True)
class Score:
    """The value of one hand. `value` is in `unit`, flowers and dora included; `limit_name` its step, if any.

    `points` is what the winner gets for the hand alone; `payments` adds honba, sticks and liability and is
    None when the giver is not known. `minimum_met` tells whether the hand may win at all."""

    profile: str
    unit: Unit
    is_win: bool
    value: int = 0
    patterns: tuple[Pattern, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    groups: tuple[tuple[Tile, ...], ...] = ()
    fu: int | None = None
    fu_lines: tuple[FuLine, ...] = ()
    yakuman: int = 0
    limit_name: str | None = None
    base_points: int | None = None
    points: int | None = None
    payments: Payments | None = None
    seat_payments: Payments | None = None
    """The payments by seat 0-3 instead of by wind, once it is known who sits where."""
    liable: int | None = None
    minimum: int = 0
    minimum_met: bool = False
    reason: str | None = None
    faults: tuple[HandFault, ...] = ()


def no_win(profile: str, unit: Unit, fault: HandFault, minimum: int = 0) -> Score:
    """The score of a hand that may not win, with the one fault that says why."""
    return Score(profile, unit, is_win=False, reason=fault.name, faults=(fault,), minimum=minimum)
