"""Between two deals at an automatic table: tiles are pushed into the machine, and four walls rise at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.table.events import SEATS, Seat
from vision.observation import Point
from vision.simulate.filming.film import Act
from vision.simulate.filming.handled import seat_point
from vision.simulate.filming.timing import times_of
from vision.simulate.poses import Scene, TilePose, moved
from vision.simulate.settings import Pace

RISING_S = 3.0
"""From the last tile pushed in until the walls stand."""
_NOBODY: Point = (0.0, 0.0)


def raising(
    before: Scene, walls: Scene, free_s: float, pace: Pace, rng: np.random.Generator
) -> Iterator[Act]:
    """Who pushes in what lies in `before`, one after the other from `free_s` on; then `walls` come up, and no
    hand moves."""
    for seat, left in _pushed_in(before):
        here, there = seat_point(seat, (0.0, -330.0)), seat_point(seat, (0.0, -100.0))
        times = times_of(free_s, here, there, pace, rng)
        free_s = times.gone_s
        yield Act(
            seat, times.start_s, times.pick_s, times.lay_s, free_s, here, there, before, left, both_arms=True
        )
        before = left
    at_s = free_s + RISING_S
    yield Act(0, at_s, at_s, at_s, at_s, _NOBODY, _NOBODY, before, walls)


def _pushed_in(scene: Scene) -> Iterator[tuple[Seat, Scene]]:
    """Who pushes the tiles nearest to him, and what is left then: nothing in the end."""
    for seat in SEATS if scene.tiles else ():
        scene = replace(scene, tiles=tuple(pose for pose in scene.tiles if _nearest(pose) != seat), sticks=())
        yield seat, scene


def _nearest(pose: TilePose) -> Seat:
    return min(SEATS, key=lambda seat: moved((0.0, 0.0), pose.centre_mm, -90.0 * seat)[1])
