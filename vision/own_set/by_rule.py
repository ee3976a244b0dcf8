"""What the rules say of tiles that lie together: three unlike tiles of a set are a run, and a hand that is
shown whole is finished."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.scoring.shape import is_complete
from engine.table.reading import Sighting, TableReading
from engine.tiles import Tile, is_suited, rank, suit
from vision.observation import Point

STAYS = 3
"""Looks in which tiles have to lie together until that says something of their faces."""
NEAR = 8.0
"""mm: a tile of the layout and a read this near are one."""
KNOWN = 0.9
"""From this chance a face of a hand is taken for known."""
MOST_UNKNOWN = 2
"""Groups of one hand that may be unknown."""
Row = tuple[int, ...]
"""The groups of tiles that lie together, in order; a group twice when two of its tiles lie there."""
Chances = NDArray[np.float64]
"""(n, faces): how likely each of n tiles has each face."""


def laid_together(reading: TableReading) -> list[list[Point]]:
    """Where (mm) the tiles lie of each set of three that is laid out face up, and of each hand shown
    whole."""
    melds = [meld.tiles for seat in reading.seats for meld in seat.melds if not meld.face_down]
    threes = [tiles for tiles in melds if len(tiles) == 3]
    hands = [seat.revealed for seat in reading.seats if seat.revealed and len(seat.revealed) % 3 == 2]
    return [[_middle(tile) for tile in row] for row in (*threes, *hands) if all(map(_is_placed, row))]


Lying = TypeVar("Lying")


def nearest(places: Mapping[Point, Lying], place: Point, near: float) -> Lying | None:
    """What lies nearest to `place` (mm); None when nothing lies nearer than `near` mm."""
    found = min(places, key=lambda other: math.dist(other, place), default=None)
    return places[found] if found is not None and math.dist(found, place) < near else None


class Rows:
    """The sets and hands that lie on the table, as groups of what looks alike."""

    def __init__(self) -> None:
        """None lies there."""
        self._places: Mapping[Point, int] = {}
        self._looks: Counter[Row] = Counter()

    def look(self, places: Mapping[Point, int]) -> None:
        """Takes the group of what lies at each place (mm) in this look."""
        self._places = places

    def renumber(self, now: Mapping[int, int]) -> None:
        """Takes the new number of each group."""
        self._places = {place: now[group] for place, group in self._places.items()}
        looks: Counter[Row] = Counter()
        for row, count in self._looks.items():
            looks[tuple(sorted(now[group] for group in row))] += count
        self._looks = looks

    def lie(self, rows: Sequence[Sequence[Point]]) -> bool:
        """Takes where the tiles of each set and hand lie in this look. Whether that says something new."""
        before = sum(looks >= STAYS for looks in self._looks.values())
        for row in rows:
            groups = [self.at(place, NEAR) for place in row]
            known = tuple(sorted(group for group in groups if group is not None))
            if len(known) == len(groups):
                self._looks[known] += 1
        return sum(looks >= STAYS for looks in self._looks.values()) > before

    def at(self, place: Point, near: float) -> int | None:
        """The group of what lies nearest to a place; None when nothing lies that near."""
        return nearest(self._places, place, near)

    def say(
        self, asked: Sequence[int], likely: Chances, faces: Sequence[Tile], doubt: float
    ) -> Chances | None:
        """(groups asked, faces): logarithms of what the rules say; None when that is nothing. `likely`: the
        chances (groups asked, faces) without it; `doubt`: the chance that tiles lie together otherwise."""
        at = {group: number for number, group in enumerate(asked)}
        rows = [row for row, looks in self._looks.items() if looks >= STAYS and at.keys() >= set(row)]
        weights = np.zeros(likely.shape)
        for row in rows:
            numbers = [at[group] for group in row]
            if len(row) > 3:
                _say_of_hand(weights, numbers, likely, faces, doubt)
            elif len(set(row)) == 3:
                _say_of_run(weights, numbers, likely, faces, doubt)
        return weights if weights.any() else None


def _say_of_run(
    weights: Chances, numbers: Sequence[int], likely: Chances, faces: Sequence[Tile], doubt: float
) -> None:
    """Three tiles of a set that do not look alike are a run: changes `weights`."""
    pairs = _partners(faces)
    for one in numbers:
        first, second = (likely[other] for other in numbers if other != one)
        fits = [sum(first[a] * second[b] for a, b in pairs[face]) for face in range(len(faces))]
        weights[one] += np.log(np.array(fits) + doubt)


def _say_of_hand(
    weights: Chances, numbers: Sequence[int], likely: Chances, faces: Sequence[Tile], doubt: float
) -> None:
    """The faces by which a hand of which nearly all is known is finished: changes `weights`."""
    unknown = sorted({number for number in numbers if likely[number].max() < KNOWN})
    if not 1 <= len(unknown) <= MOST_UNKNOWN:
        return
    best = {number: int(likely[number].argmax()) for number in numbers}
    choices = range(len(faces)) if len(unknown) == 2 else (-1,)
    fits = np.zeros((len(unknown), len(faces)))
    for face in range(len(faces)):
        for other in choices:
            meant = best | dict(zip(unknown, (face, other), strict=False))
            if is_complete([faces[meant[number]] for number in numbers], (14 - len(numbers)) // 3):
                fits[0, face] += 1.0 if other < 0 else likely[unknown[1], other]
                if other >= 0:
                    fits[1, other] += likely[unknown[0], face]
    weights[unknown] += np.log(fits + doubt)


def _partners(faces: Sequence[Tile]) -> list[list[tuple[int, int]]]:
    """For each face the pairs of faces, in both orders, that make a run with it."""
    at = {face: number for number, face in enumerate(faces)}
    found = []
    for face in faces:
        pairs: list[tuple[int, int]] = []
        for one, other in ((-2, -1), (-1, 1), (1, 2)) if is_suited(face) else ():
            names = [f"{rank(face) + step}{suit(face)}" for step in (one, other)]
            if all(name in at for name in names):
                a, b = (at[name] for name in names)
                pairs += [(a, b), (b, a)]
        found.append(pairs)
    return found


def _is_placed(tile: Sighting) -> bool:
    return len(tile.corners_mm) == 4


def _middle(tile: Sighting) -> Point:
    return sum(x for x, _ in tile.corners_mm) / 4, sum(y for _, y in tile.corners_mm) / 4
