"""Between two deals: all tiles lie about face down, are stirred, and become four walls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import Seat
from engine.table.play_order import sides_of
from engine.table.state import Wall
from engine.table.tile_set import all_tiles
from engine.table.wall import full_wall
from vision.simulate.chance import chance
from vision.simulate.poses import Scene, TilePose
from vision.simulate.scene import scene_of
from vision.simulate.settings import TwinSettings

SPREAD_MM, HEAP_MM = 345.0, 200.0
"""How far from the centre tiles lie while they are stirred, and while walls are built around them."""
OPEN_SHARE = 0.1
"""How many still lie face up."""
AT_ONCE = 6
"""Stacks pushed into the wall at once: three sixes make eighteen (S004-24)."""


def stirred_scene(rules: Ruleset, settings: TwinSettings, seed: int, step: int) -> Scene:
    """All tiles spread over the table, moved on by each `step` of stirring."""
    return _scene(settings, _lying(rules, settings, seed, step, SPREAD_MM, rules.tiles))


def building_scenes(rules: Ruleset, settings: TwinSettings, seed: int) -> Iterator[tuple[Seat, Scene]]:
    """Who pushes tiles into a wall, and the table then, until all sides stand."""
    heights = [[0] * rules.stacks for _ in sides_of(rules)]
    for start in range(0, rules.stacks, AT_ONCE):
        for seat in sides_of(rules):
            count = min(AT_ONCE, rules.stacks - start)
            heights[seat][start : start + count] = [2] * count
            wall = Wall(tuple(map(tuple, heights)))
            built = scene_of(replace(new_table(rules), wall=wall), settings, seed)
            left = full_wall(rules).tiles_left - wall.tiles_left
            heap = _lying(rules, settings, seed, start, HEAP_MM, left)
            yield seat, replace(built, tiles=(*built.tiles, *heap))


def _lying(
    rules: Ruleset, settings: TwinSettings, seed: int, step: int, spread_mm: float, count: int
) -> Iterator[TilePose]:
    rng = chance(seed, "mixed")
    faces = all_tiles(replace(rules, red_fives=0))
    spots = _sunflower(rules.tiles)
    order = rng.permutation(rules.tiles)
    turns, is_open = rng.uniform(0, 360, rules.tiles), rng.random(rules.tiles) < OPEN_SHARE
    shaken = chance(seed, "stirred", step).normal(0, 5.0, (rules.tiles, 3))
    is_heaped = spread_mm < SPREAD_MM
    for number in range(count):
        # Stirring turns the inner tiles further than the outer ones.
        radius, angle = spots[order[number]]
        angle += step * (0.22 - 0.1 * radius)
        x = math.cos(angle) * radius * spread_mm + float(shaken[number, 0])
        y = math.sin(angle) * radius * spread_mm + float(shaken[number, 1])
        yield TilePose(
            faces[number],
            "face_up" if is_open[number] and not is_heaped else "face_down",
            (x, y),
            float(turns[number] + 9 * step + shaken[number, 2]),
            "mixed:0",
            f"mixed:{number}",
            bottom_mm=settings.tile_mm[2] * (number % 2) if is_heaped else 0.0,
        )


def _sunflower(count: int) -> list[tuple[float, float]]:
    """(radius 0-1, angle) of points spread evenly over a disc."""
    golden = math.pi * (3 - math.sqrt(5))
    return [(float(np.sqrt((number + 0.5) / count)), number * golden) for number in range(count)]


def _scene(settings: TwinSettings, tiles: Iterator[TilePose]) -> Scene:
    return Scene(tuple(tiles), (), settings.tile_mm, settings.die_mm)
