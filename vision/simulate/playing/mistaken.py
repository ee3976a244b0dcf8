"""A deal in which one mistake is made: when it is due, how it is told, and that play goes on for a while."""

from __future__ import annotations

import numpy as np

from engine.table.events import (
    FaultFound,
    Seat,
    TileDiscarded,
    TileDrawn,
    WallEnd,
)
from engine.table.fault import fault
from engine.table.state import GameState
from engine.table.wall import deal_order, height_at, live_place, tail_place
from engine.tiles import PLAIN, Tile, is_flower
from vision.simulate.playing.played_deal import PlayedDeal

MOVES_BEFORE, MOVES_AFTER = (2, 9), 3
"""Moves played before the mistake (from, to), and after it."""


class MistakenDeal(PlayedDeal):
    """A deal in which one mistake is made as soon as there is an occasion."""

    def __init__(self, state: GameState, rng: np.random.Generator) -> None:
        super().__init__(state, rng)
        self.found: FaultFound | None = None
        self.misplaced: dict[int, int] = {}
        self.instead: dict[int, int] = {}
        self._due = int(rng.integers(*MOVES_BEFORE))
        self._left: int | None = None

    def _is_over(self) -> bool:
        return super()._is_over() or self._left == 0

    def _next_move(self) -> None:
        if self._left is not None:
            self._left -= 1
        self._due -= 1
        if self._left is None and self._due <= 0 and self._is_wall_left() and self._mistakes_move():
            return
        super()._next_move()

    def _discard(self, seat: Seat, claimed: Tile | None = None) -> None:
        if not self._is_over():
            super()._discard(seat, claimed)

    def _mistakes_move(self) -> bool:
        """Makes the mistake in place of a move, where it can be made; whether it was."""
        return False

    def _told(self, name: str, seat: Seat | None, *tiles: Tile | None) -> None:
        """Notes the fault of the act just done, and lets people play on for a while."""
        self.found = fault(self.state, name, seat, *tiles).event()
        self._do(self.found)
        self._left = MOVES_AFTER

    def _lay_off(self, seat: Seat) -> None:
        """Parts with a tile, and nobody claims it."""
        self._do(TileDiscarded(seat, self._parting(seat, self._hand(seat), None)))

    def _drawn(self, seat: Seat, end: WallEnd = "live") -> Tile | None:
        """One tile drawn from `end`; None when it is a flower, which makes this no occasion."""
        place = live_place(self.state.wall) if end == "live" else tail_place(self.state.wall)
        if place is None:
            return None
        tile = self._wall[(place.side, place.stack, height_at(self.state.wall, place) - 1)]
        if is_flower(tile):
            return None
        self._do(TileDrawn(seat, end, self._take(place)))
        return tile

    def _bring(self, seat: Seat | None, count: int, face: Tile | None = None) -> None:
        """Lays `count` of one face where `seat` (None: all) takes its first tiles; a fifth one is made."""
        wall = self._wall
        face = face or str(self._rng.choice([tile for tile in PLAIN if tile[1] == "z"]))
        held = self.state.wall
        tops: dict[tuple[Seat, int], int] = {}
        places = []
        for taker, place in deal_order(self.state.rules, held, self.state.dealer):
            key = (place.side, place.stack)
            level = tops.get(key, 1)
            tops[key] = level - 1
            if seat is None or taker == seat:
                places.append((*key, level))
        chosen = places[:: max(1, len(places) // (count + 1))][:count]
        for spot in chosen:
            if wall[spot] == face:
                continue
            other = next((each for each, tile in wall.items() if tile == face and each not in chosen), None)
            if other is not None:
                wall[other] = wall[spot]
            wall[spot] = face
