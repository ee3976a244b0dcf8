"""What lies in a scene for hands to take: tiles that come and go, stacks, dice, places before a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.table.events import Seat
from engine.table.seating import with_seat
from engine.table.state import GameState
from vision.observation import Point
from vision.simulate.poses import DiePose, Scene, TilePose, middle, moved
from vision.simulate.settings import TwinSettings

THROWN_MM, DOME_ROOM_MM = 40.0, 10.0
"""How far dice roll to each side, on the felt and in a console's dome."""
BUTTON_X = 58.0
"""Where a console's button is, right of the middle of the thrower's side, mm."""


def with_turned(state: GameState, seat: int, turned: int) -> GameState:
    """The newest set of a seat with another tile turned than the giver's."""
    *known, newest = state.seats[seat].melds
    return with_seat(state, seat, melds=(*known, replace(newest, claimed_index=turned)))


def missing(scene: Scene, other: Scene) -> list[TilePose]:
    """The tiles of `scene` whose place holds nothing in `other`."""
    keys = {pose.key for pose in other.tiles}
    return [pose for pose in scene.tiles if pose.key not in keys]


def not_taken_yet(before: Scene, scene: Scene, giver: Seat, taken: Sequence[TilePose]) -> Scene:
    """`scene` while what is `taken` in it still lies in the river of `giver`, as in `before`."""
    keys = {pose.key for pose in scene.tiles}
    lying = [pose for pose in before.tiles if pose.zone == f"river:{giver}" and pose.key not in keys]
    return replace(scene, tiles=(*(pose for pose in scene.tiles if pose not in taken), *lying))


def side_drawn_from(before: GameState, after: GameState) -> Seat | None:
    """The side of the wall that has lost a tile, but for the one that the dice broke."""
    broken = before.wall.break_after
    for side, (old, new) in enumerate(zip(before.wall.heights, after.wall.heights, strict=True)):
        if old != new and (broken is None or broken.side != side):
            return side
    return None


def in_hand(new: Sequence[TilePose], gone: Sequence[TilePose]) -> tuple[TilePose, ...]:
    """How moving tiles look: open when they come to lie open, otherwise face down, two at most."""
    if all(pose.lies == "face_up" for pose in new):
        return tuple(replace(pose, bottom_mm=30.0, covered=False) for pose in new)
    if gone and gone[0].zone.startswith("wall"):
        return tuple(replace(pose, bottom_mm=30.0, covered=False) for pose in gone[:2])
    return tuple(replace(pose, bottom_mm=30.0, covered=False) for pose in new[:2])


def is_stack(pose: TilePose, side: int, after_stack: int) -> bool:
    """Whether the tile lies at the bottom of a stack beside the gap in that side's wall."""
    return pose.key in (f"wall:{side}:{after_stack}:1", f"wall:{side}:{after_stack + 1}:1")


def dice_middle(scene: Scene) -> Point | None:
    """Between the dice, in mm on the table; None when none lie there."""
    return middle([die.centre_mm for die in scene.dice]) if scene.dice else None


def throwing(scene: Scene, seat: int, settings: TwinSettings) -> tuple[Point, Point, Scene, float]:
    """Where the hand of `seat` takes the dice up and where it lets them go (mm on the table), the scene
    meanwhile, and how far they roll to each side; at a console a button is pressed."""
    console_mm = settings.places.console_mm
    if console_mm:
        button = seat_point(seat, (BUTTON_X, -console_mm / 2))
        return button, button, scene, DOME_ROOM_MM
    spot = dice_middle(scene) or seat_point(seat, (120.0, -430.0))
    return spot, seat_point(seat, (30.0, -110.0)), replace(scene, dice=()), THROWN_MM


def picked(
    scene: Scene, seat: int, gone: Sequence[TilePose], new: Sequence[TilePose], rng: np.random.Generator
) -> Point:
    """Where the hand of `seat` takes tiles from; out of a standing hand it may be any tile."""
    outside = [pose.centre_mm for pose in gone if pose.lies != "standing"]
    if outside:
        return middle(outside)
    row = [pose.centre_mm for pose in scene.tiles if pose.zone == f"standing:{seat}"]
    row = row or [pose.centre_mm for pose in new]
    return row[int(rng.integers(len(row)))]


def rolling(scene: Scene, room_mm: float, rng: np.random.Generator) -> Scene:
    """`scene` while its dice roll, no farther than `room_mm` to each side, or its display still changes."""
    target = dice_middle(scene) or (0.0, 0.0)
    dice = tuple(_tumbling(target, room_mm, rng) for _ in scene.dice)
    return replace(scene, dice=dice, display=tuple(int(rng.integers(1, 7)) for _ in scene.display))


def _tumbling(target: Point, room_mm: float, rng: np.random.Generator) -> DiePose:
    """A die that rolls, no farther than `room_mm` to each side of `target` (mm on the table)."""
    spot = (target[0] + rng.uniform(-room_mm, room_mm), target[1] + rng.uniform(-room_mm, room_mm))
    return DiePose(int(rng.integers(1, 7)), spot, float(rng.uniform(0, 360)))


def seat_point(seat: int, point: Point) -> Point:
    """A point given as seat 0 sees it, turned to `seat`; mm on the table."""
    return moved((0.0, 0.0), point, 90.0 * seat)
