"""A state of the game laid out on the table: every tile's pose in millimetres."""

from __future__ import annotations

from collections.abc import Iterator

from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from vision.simulate.placer import Placer
from vision.simulate.places import (
    break_shifts,
    dice_poses,
    display_pips,
    indicator_places,
    seat_poses,
    stick_poses,
)
from vision.simulate.poses import Scene, TilePose
from vision.simulate.settings import TwinSettings


def scene_of(
    state: GameState,
    settings: TwinSettings | None = None,
    seed: int = 0,
    pushed: frozenset[Seat] = frozenset(),
) -> Scene:
    """How `state` would lie on a table, crookedly as people lay tiles; `pushed`: the sides of the wall that
    were pushed to the others.

    The same seed gives the same scatter: between two scenes of one deal only what was touched moves. Faces
    the state does not know stay None (they lie face down or stand).
    """
    settings = settings or TwinSettings()
    return Scene(
        tuple(_tiles(state, settings, seed, pushed)),
        tuple(dice_poses(state, settings, seed)),
        settings.tile_mm,
        settings.die_mm,
        tuple(stick_poses(state, settings, seed)),
        display=display_pips(state, settings),
    )


def _tiles(
    state: GameState, settings: TwinSettings, seed: int, pushed: frozenset[Seat]
) -> Iterator[TilePose]:
    shifts = break_shifts(state, settings)
    turned_over = indicator_places(state)
    for seat in seats_of(state.rules):
        placer = Placer(seat, state.rules, settings, seed)
        if seat < len(state.wall.heights):
            shown = {place.stack: tile for place, tile in turned_over.items() if place.side == seat}
            yield from placer.wall(state.wall.heights[seat], shifts[seat], shown, seat in pushed)
        yield from seat_poses(state, seat, placer)
