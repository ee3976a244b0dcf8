"""What lies over the camera's picture: the stacks to break at, to take, or to take a replacement from; and
the tiles' names with how likely each is, when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from engine.table.state import GameState, StackPlace
from engine.table.wall import live_place
from webui.table.guide import Pointer, pointers
from webui.watch.picture_places import Spot, StackSpots
from webui.watch.read_spots import ReadSpot
from webui.words import Words

SURE = 0.75
"""A face less likely than this stands there as doubtful, as in the picture itself."""
WIDE = 1000
"""The picture's width in the drawing's units."""


def over_svg(state: GameState, spots: StackSpots, words: Words, reads: Sequence[ReadSpot] = ()) -> str:
    """An ``<svg>`` to be laid over the picture, as wide as it is; empty where nothing is to be shown."""
    marks = "".join([*_marks(state, spots, words), *(_name(each, words) for each in reads)])
    return (
        f'<svg class="over" viewBox="0 0 {WIDE} {WIDE}" preserveAspectRatio="xMidYMid meet"'
        f' aria-hidden="true" xmlns="http://www.w3.org/2000/svg">{marks}</svg>'
    )


def _marks(state: GameState, spots: StackSpots, words: Words) -> Iterator[str]:
    pointed = pointers(state)
    # What is due now is drawn last, over its neighbours.
    for each in sorted(pointed, key=lambda pointer: pointer.kind != "later"):
        spot = _spot(spots, each.place)
        if spot:
            yield _break(spot, each) if each.kind == "break" else _stack(spot, each, state, words)
    live = live_place(state.wall) if state.phase in ("flowers", "playing") and not pointed else None
    spot = _spot(spots, live) if live else ()
    if spot:
        yield f'<polygon class="live" points="{_points(spot)}"/>'


def _name(read: ReadSpot, words: Words) -> str:
    """The tile's name and its likelihood, on its middle."""
    x, y = (each * WIDE for each in read.middle)
    name = "?" if read.tile is None else words[f"tile.{read.tile}"]
    kind = "named" if read.tile is not None and read.likely >= SURE else "named doubtful"
    return (
        f'<g class="{kind}"><text x="{x:.1f}" y="{y - 1:.1f}">{escape(name)}</text>'
        f'<text x="{x:.1f}" y="{y + 8:.1f}">{read.likely:.0%}</text></g>'
    )


def _stack(spot: Spot, each: Pointer, state: GameState, words: Words) -> str:
    x, y = _middle(spot)
    known = state.known_wind(each.seat)
    wind = "?" if known is None else escape(words[f"wind.short.{known}"])
    size = 17 if each.kind == "later" else 27
    return (
        f'<g class="{each.kind}"><polygon points="{_points(spot)}"/>'
        f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size}">{wind}</text></g>'
    )


def _break(spot: Spot, each: Pointer) -> str:
    """A line along the stack's clockwise side: corners 0 and 3 of the spot."""
    (x0, y0), _, _, (x3, y3) = spot
    return (
        f'<path class="break" d="M{x0 * WIDE:.1f} {y0 * WIDE:.1f}L{x3 * WIDE:.1f} {y3 * WIDE:.1f}"/>'
        f'<polygon class="beside" points="{_points(spot)}"/>'
    )


def _spot(spots: StackSpots, place: StackPlace) -> Spot:
    side = spots[place.side] if place.side < len(spots) else ()
    return side[place.stack - 1] if place.stack <= len(side) else ()


def _middle(spot: Spot) -> tuple[float, float]:
    return sum(x for x, _ in spot) / 4 * WIDE, sum(y for _, y in spot) / 4 * WIDE


def _points(spot: Spot) -> str:
    return " ".join(f"{x * WIDE:.1f},{y * WIDE:.1f}" for x, y in spot)
