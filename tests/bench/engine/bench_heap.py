"""`python tests/bench/engine/bench_heap.py`: whether discards keep their owners when a hand moves a heap.

Heaps of 8 to 59 discards that touch each other; one more is laid, and every tile moves at random, this way or
that. One line for each distance: looks in which all is known, and the share of discards that keep their owner
(or one who laid the same face).
"""

from __future__ import annotations

import argparse
import math
from dataclasses import replace

import numpy as np

from engine.follow.discards.middle import lying_in_the_middle, shared
from engine.follow.discards.spots import Spots
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import SEATS
from engine.table.reading import SeatReading, Sighting, TableReading
from engine.table.seating import with_seat
from engine.table.state import Discard, GameState
from engine.table.tile_set import face_counts
from engine.tiles import is_flower
from vision.simulate.heap import heap

TILE_MM = (26.0, 35.0)
MISREAD = 0.02
"""How often a tile shows another face than it has."""


class Heap:
    """One heap, its tiles in the order in which they were laid."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        rules = replace(load_ruleset("hong_kong"), discards="middle")
        deck = [
            face for face, count in face_counts(rules).items() for _ in range(count) if not is_flower(face)
        ]
        self._deck = [str(face) for face in self._rng.permutation(deck)]
        self.laid = int(self._rng.integers(8, 60))
        self.keys = [(number % 4, number // 4) for number in range(self.laid + 1)]
        places = heap(seed, TILE_MM, 1.0, len(SEATS))
        self._places = [places[place][seat][0] for seat, place in self.keys]
        self.spots: Spots = dict(zip(self.keys[:-1], self._places, strict=False))
        self.state: GameState = replace(new_table(rules), phase="playing", turn=self.laid % 4, owes="discard")
        for seat in SEATS:
            river = tuple(
                Discard(face) for key, face in zip(self.keys[:-1], self._deck, strict=False) if key[0] == seat
            )
            self.state = with_seat(self.state, seat, river=river)

    def owners_kept(self, moved_mm: float) -> tuple[int, bool]:
        """(how many discards keep their owner, whether nothing is wrong) when all tiles move about so far."""
        tiles = [
            self._moved(number, moved_mm if number < self.laid else 0.0) for number in range(self.laid + 1)
        ]
        middles = {_middle(tile): face for tile, face in zip(tiles, self._deck, strict=False)}
        heap = tuple(tiles[number] for number in self._rng.permutation(len(tiles)))
        seats = (SeatReading(), SeatReading(), SeatReading(river=heap), SeatReading())
        seen = TableReading(seats=seats)
        there = lying_in_the_middle(seen, self.state, self.spots, is_new=True)
        _, spots = shared(seen, self.state, there, self.state.turn)
        kept = 0
        for key, face in zip(self.keys[:-1], self._deck, strict=False):
            if key in spots:
                spot = spots[key]
                kept += middles[min(middles, key=lambda at: math.dist(at, spot))] == face
        return kept, kept == self.laid and len(there.fresh) == 1

    def _moved(self, number: int, moved_mm: float) -> Sighting:
        by, angle = abs(self._rng.normal(0.0, moved_mm)), self._rng.uniform(0.0, 2 * math.pi)
        x, y = self._places[number][0] + by * math.cos(angle), self._places[number][1] + by * math.sin(angle)
        face = str(self._rng.choice(self._deck)) if self._rng.random() < MISREAD else self._deck[number]
        corners = ((x - 13, y + 17), (x + 13, y + 17), (x + 13, y - 17), (x - 13, y - 17))
        return Sighting(face, 0.99, ((face, 0.99),), corners_mm=corners)


def _middle(tile: Sighting) -> tuple[float, float]:
    return sum(x for x, _ in tile.corners_mm) / 4, sum(y for _, y in tile.corners_mm) / 4


if __name__ == "__main__":
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--first", type=int, default=1, help="the first seed")
    given.add_argument("--heaps", type=int, default=60)
    asked = given.parse_args()
    for moved in (0.0, 10.0, 20.0, 30.0):
        heaps = [Heap(seed) for seed in range(asked.first, asked.first + asked.heaps)]
        found = [each.owners_kept(moved) for each in heaps]
        share = sum(kept for kept, _ in found) / sum(each.laid for each in heaps)
        right = sum(is_right for _, is_right in found)
        print(f"moved {moved:.0f} mm: {right} of {len(heaps)} heaps, {share:.4f} of the discards")
