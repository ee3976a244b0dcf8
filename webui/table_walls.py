"""The four sides of the wall with both ends marked, and the gap where it was broken."""

from __future__ import annotations

from engine.events import SEATS, Seat
from engine.state import GameState, StackPlace
from engine.wall import live_place, tail_place
from webui.table_tiles import back_svg

STACK_WIDTH = 35.0
STACK_HEIGHT = 29.0
TOP = 325.0
LIFT = 5.0
"""How far the upper tile of a stack is drawn above the lower."""


def walls_svg(state: GameState, sprite: str) -> str:
    """All four sides; `table_svg` has the origin at the centre."""
    return "".join(_side(state, side, sprite) for side in SEATS)


def _side(state: GameState, side: Seat, sprite: str) -> str:
    if side >= len(state.wall.heights):
        return ""
    heights = state.wall.heights[side]
    parts = [
        _stack(height, _left(stack, len(heights)), sprite) for stack, height in enumerate(heights, start=1)
    ]
    wall, count = state.wall, len(heights)
    parts += [
        _break_mark(wall.break_after, side, count),
        _end_mark(live_place(wall), side, count, "live"),
        _end_mark(tail_place(wall), side, count, "tail"),
    ]
    return f'<g class="wall" data-side="{side}" transform="rotate({-90 * side})">{"".join(parts)}</g>'


def _left(stack: int, count: int) -> float:
    """Stack 1 is at the owner's right end."""
    return count * STACK_WIDTH / 2 - stack * STACK_WIDTH


def _stack(height: int, x: float, sprite: str) -> str:
    lower = back_svg(x + 1, TOP, STACK_WIDTH - 2, STACK_HEIGHT, sprite, "lower")
    match height:
        case 0:
            return f'<rect class="empty" x="{x + 3:g}" y="{TOP + 3:g}" width="29" height="23" rx="3"/>'
        case 1:
            return lower
    return lower + back_svg(x + 1, TOP - LIFT, STACK_WIDTH - 2, STACK_HEIGHT, sprite, "upper")


def _break_mark(place: StackPlace | None, side: Seat, count: int) -> str:
    """A line across the wall after the stack where it was broken."""
    if place is None or place.side != side:
        return ""
    x = _left(place.stack, count)
    return f'<path class="break" d="M{x:g} {TOP - 8:g}v{STACK_HEIGHT + 13:g}"/>'


def _end_mark(place: StackPlace | None, side: Seat, count: int, name: str) -> str:
    """A pointer inside the wall at the stack the next tile (``live``) or replacement (``tail``) is on."""
    if place is None or place.side != side:
        return ""
    x = _left(place.stack, count) + STACK_WIDTH / 2
    return f'<path class="end {name}" d="M{x - 7:g} {TOP - 19:g}h14l-7 10z"/>'
