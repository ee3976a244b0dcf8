"""The four sides of the wall with both ends marked, and the gap where it was broken."""

from __future__ import annotations

from engine.table.events import SEATS, Seat
from engine.table.state import GameState, StackPlace
from engine.table.wall import live_place, tail_place
from webui.table.guide import Pointer, pointers
from webui.table.tiles import back_svg
from webui.table.winds import wind_sign

STACK_WIDTH = 35.0
STACK_HEIGHT = 29.0
TOP = 325.0
LIFT = 5.0
"""How far the upper tile of a stack is drawn above the lower."""


def walls_svg(state: GameState, sprite: str) -> str:
    """All four sides and what to point at; `table_svg` has the origin at the centre."""
    pointed = pointers(state)
    return "".join(_side(state, side, sprite, pointed) for side in SEATS)


def _side(state: GameState, side: Seat, sprite: str, pointed: tuple[Pointer, ...]) -> str:
    if side >= len(state.wall.heights):
        return ""
    heights = state.wall.heights[side]
    parts = [
        _stack(height, _left(stack, len(heights)), sprite) for stack, height in enumerate(heights, start=1)
    ]
    wall, count = state.wall, len(heights)
    parts += [_pointer(each, state, count, sprite) for each in pointed if each.place.side == side]
    parts += [
        _break_mark(wall.break_after, side, count),
        _end_mark(None if pointed else live_place(wall), side, count, "live"),
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


def _pointer(each: Pointer, state: GameState, count: int, sprite: str) -> str:
    """A frame around the stack with the wind of who takes it, upright for whoever reads the drawing."""
    x = _left(each.place.stack, count)
    if each.kind == "break":
        return (
            f'<path class="point break" d="M{x:g} {TOP - 12:g}v{STACK_HEIGHT + 19:g}"/>'
            f'<path class="point arrow" d="M{x - 9:g} {TOP - 30:g}h18l-9 14z"/>'
        )
    middle_x, middle_y = x + STACK_WIDTH / 2, TOP + (STACK_HEIGHT - LIFT) / 2
    size = 24 if each.kind != "later" else 16
    frame = (
        f'<rect class="frame" x="{x + 0.5:g}" y="{TOP - LIFT - 1:g}" width="{STACK_WIDTH - 1:g}"'
        f' height="{STACK_HEIGHT + LIFT + 2:g}" rx="4"/>'
    )
    wind = (
        f'<use class="wind" href="{sprite}#{wind_sign(state, each.seat)}" x="{-size / 2:g}"'
        f' y="{-size / 2:g}" width="{size}" height="{size}"/>'
    )
    upright = f'<g transform="translate({middle_x:g} {middle_y:g}) rotate({90 * each.place.side})">{wind}</g>'
    return f'<g class="point {each.kind}">{frame}{upright}</g>'


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
