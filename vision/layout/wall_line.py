"""Finding one side of the wall among the face-down tiles, and which stack stands at which place.

The tiles of a side stand side by side, long edges towards the centre. A break moves the stacks beside it
apart, and people push their walls about, so the runs between gaps are matched as wholes::

    places    n  . . . . . . . . . . . . 2  1
    tiles     [][][][]   [][][][][][]           two runs: which places?
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from vision.layout.lying import Lying
from vision.layout.zones import WALL_DISTANCE, TableGeometry, WallLine
from vision.observation import Point

USUAL_STACKS = 18
FEWEST = 4
"""Stacks that show a line by themselves."""
MOST_OPEN = 1.5
"""Of a stack's width: a side that stands whole has no more room than this at its break."""
WORST_SHIFT = 0.95
"""A run that would have to be moved farther than this, in stacks, is no part of the wall."""


def wall_ys(views: Sequence[Sequence[Lying]], geometry: TableGeometry) -> tuple[float, ...]:
    """How far before each seat its wall stands (negative y, mm); `views`: the tiles as each seat has them.

    Where most upright backs lie in one line; where there are few, where it stood before, or as far out as the
    other sides stand, or usually.
    """
    lines = [_line_y(view, geometry, known) for view, known in zip(views, geometry.walls, strict=True)]
    shown = [y for y in lines if y is not None]
    usual = median(shown) if shown else -WALL_DISTANCE * geometry.square_mm
    return tuple(
        line if line is not None else known.y if known else usual
        for line, known in zip(lines, geometry.walls, strict=True)
    )


def _line_y(tiles: Sequence[Lying], geometry: TableGeometry, learned: WallLine | None) -> float | None:
    """The line of one side, None when too few stacks show it."""
    square, long = geometry.square_mm, geometry.tile[1]
    usual = learned.y if learned else -WALL_DISTANCE * square
    near, far = -0.15 * square, -0.37 * square
    lines = [tile.y for tile in tiles if tile.is_back and tile.is_upright and far < tile.y < near]
    if learned:
        lines = [y for y in lines if abs(y - usual) < long]

    def support(y: float) -> float:
        return sum(abs(other - y) < 0.35 * long for other in lines) - abs(y - usual) / square

    best = max(lines, key=support, default=usual)
    around = [y for y in lines if abs(y - best) < 0.35 * long]
    return median(around) if len(around) >= FEWEST else None


def on_line(tiles: Sequence[Lying], y: float, geometry: TableGeometry) -> list[int]:
    """The numbers of the tiles that lie in the wall at `y`, owner's right first.

    A wall may stand a little askew: tiles count when they are near the line through most of them.
    """
    long = geometry.tile[1]
    near = [
        number
        for number, tile in enumerate(tiles)
        if tile.is_upright and tile.seen.kind != "standing" and abs(tile.y - y) < 0.8 * long
    ]
    slope, middle = _line([(tiles[n].x, tiles[n].y) for n in near if tiles[n].is_back], y)
    kept = [n for n in near if abs(tiles[n].y - middle - slope * tiles[n].x) < 0.45 * long]
    return sorted(kept, key=lambda n: -tiles[n].x)


def places_of(points: Sequence[Point], geometry: TableGeometry, learned: WallLine | None) -> list[int | None]:
    """For each stack, seen at `points` from the owner's right, its number less one; None = none of the wall.

    The runs keep their order, none passes another, and each moves as little as it can.
    """
    expected = expected_places(points, geometry, learned)
    pitch = learned.pitch if learned else abs(expected[0] - expected[1])
    runs = _runs(points, pitch)
    found: list[int | None] = [None] * len(points)
    for run, first in zip(runs, _best_firsts(points, runs, expected, pitch), strict=True):
        if first is not None:
            for number, steps in zip(run, _steps(points, run, pitch), strict=True):
                found[number] = first + steps
    return found


def expected_places(
    points: Sequence[Point], geometry: TableGeometry, learned: WallLine | None
) -> list[float]:
    """The x of every stack's middle, stack 1 first: as learned, or evenly about the middle of the side."""
    if learned:
        return [x for x, _ in learned.places]
    pitch = _pitch(points, geometry)
    stacks = geometry.stacks or max(USUAL_STACKS - 1, min(USUAL_STACKS, len(points)))
    length = points[0][0] - points[-1][0]
    # As many tiles with more room between them are not the whole side: a tile of a set lies in its line.
    is_whole = len(points) == stacks and length < (stacks - 1 + MOST_OPEN) * pitch
    middle = (points[0][0] + points[-1][0]) / 2 if is_whole else 0.0
    return [middle + (stacks - 1) / 2 * pitch - number * pitch for number in range(stacks)]


def _pitch(points: Sequence[Point], geometry: TableGeometry) -> float:
    """From stack to stack: as seen, within what tiles of this size allow."""
    width = geometry.tile[0]
    steps = [a[0] - b[0] for a, b in pairwise(points)]
    beside = [step for step in steps if 0.85 * width < step < 1.2 * width]
    return median(beside) if len(beside) >= FEWEST else 1.015 * width


def _runs(points: Sequence[Point], pitch: float) -> list[list[int]]:
    """Stacks with no gap between them."""
    runs: list[list[int]] = []
    for number, (x, _) in enumerate(points):
        if runs and points[runs[-1][-1]][0] - x < 1.3 * pitch:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _steps(points: Sequence[Point], run: Sequence[int], pitch: float) -> list[int]:
    """How many places each stack of a run is from its first."""
    found = [0]
    for before, after in pairwise(run):
        found.append(found[-1] + max(1, round((points[before][0] - points[after][0]) / pitch)))
    return found


def _best_firsts(
    points: Sequence[Point], runs: Sequence[Sequence[int]], expected: Sequence[float], pitch: float
) -> list[int | None]:
    """The place of each run's first stack: the cheapest choice in which no run overlaps the next."""
    # state: the first free place -> (cost so far, choices); a run left out costs what it holds
    states: dict[int, tuple[float, tuple[int | None, ...]]] = {0: (0.0, ())}
    for run in runs:
        length = _steps(points, run, pitch)[-1] + 1
        following: dict[int, tuple[float, tuple[int | None, ...]]] = {}
        for free, (cost, chosen) in states.items():
            options: list[tuple[int, float, int | None]] = [(free, cost + 2.0 * len(run), None)]
            for first in range(free, len(expected) - length + 1):
                shift = (points[run[0]][0] - expected[first]) / pitch
                if abs(shift) <= WORST_SHIFT:
                    options.append((first + length, cost + len(run) * shift * shift, first))
            for end, total, first_place in options:
                if end not in following or total < following[end][0]:
                    following[end] = (total, (*chosen, first_place))
        states = following
    return list(min(states.values(), key=lambda state: state[0])[1])


def _line(points: Sequence[Point], y: float) -> tuple[float, float]:
    """(slope, y at x = 0) of the line through points, by medians; level where there are too few."""
    if len(points) < FEWEST:
        return 0.0, y
    ordered = sorted(points)
    third = max(1, len(ordered) // 3)
    left, right = ordered[:third], ordered[-third:]
    run = median(x for x, _ in right) - median(x for x, _ in left)
    if run < 60:
        return 0.0, median(y for _, y in points)
    slope = (median(y for _, y in right) - median(y for _, y in left)) / run
    slope = max(-0.06, min(0.06, slope))
    return slope, median(y - slope * x for x, y in points)
