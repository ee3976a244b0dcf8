"""Chance before the first draw: which tile lies where in the wall, and where the dice open it."""

from __future__ import annotations

import numpy as np

from engine.ruleset import Ruleset
from engine.table.events import DiceRolled, Event, Seat, WallBroken, WallBuilt
from engine.table.play_order import sides_of
from engine.table.state import GameState
from engine.table.tile_set import all_tiles
from engine.table.wall import break_place, thrower_reached
from engine.tiles import Tile

Place = tuple[Seat, int, int]
"""(side, stack, level): level 0 is the lower tile of the stack."""


def shuffled_wall(rules: Ruleset, rng: np.random.Generator) -> dict[Place, Tile]:
    """All tiles of the set, each at its place in the wall."""
    tiles = all_tiles(rules)
    places = [(s, n, level) for s in sides_of(rules) for n in range(1, rules.stacks + 1) for level in (0, 1)]
    order = rng.permutation(len(tiles))
    return {place: tiles[index] for place, index in zip(places, order, strict=True)}


def opened_wall(state: GameState, rng: np.random.Generator) -> tuple[Event, ...]:
    """The wall built, thrown for as the rules say, and broken where the throws tell, or anywhere."""
    rules, thrower = state.rules, state.dealer
    if rules.dice == "none":
        return (
            WallBuilt(),
            WallBroken(int(rng.integers(rules.wall_sides)), int(rng.integers(rules.stacks)) + 1),
        )
    thrown: list[DiceRolled] = []
    for _ in range(2 if rules.dice == "two2" else 1):
        pips = sorted(int(pip) for pip in rng.integers(1, 7, 3 if rules.dice == "one3" else 2))
        thrown.append(DiceRolled(thrower, tuple(pips)))
        thrower = thrower_reached(state.rules, state.dealer, sum(pips))
    place = break_place(rules, state.dealer, tuple(sum(throw.pips) for throw in thrown))
    assert place is not None
    return (WallBuilt(), *thrown, WallBroken(place.side, place.stack))
