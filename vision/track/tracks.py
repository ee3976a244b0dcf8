"""One tile or die followed over looks: what all of them say it is and where it lies."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Self

from vision.observation import Corners, TileKind, TileObservation

GIVEN_UP, GIVEN_UP_UNSTIRRED = 1, 5
"""Looks in a row without a tile until it counts as gone: where something stirred, and where nothing did."""
HARDLY_FOUND, GIVEN_UP_HARDLY = 0.7, 2
"""A tile found with a lower score than this takes so many looks without it at least: of those in three club
deals 29 of 638 were overlooked in the next look, of surer ones 6 of 22,559."""
STILL_THERE = 0.05, 0.002
"""How unlikely so many looks without a tile that lies there must be, for it to be given up: where something
stirred, and where nothing did. It matters for tiles that are often overlooked."""
FEWEST_LOOKS, MOST_MISSES = 6, 12
SLOWEST = 0.12
"""A new look never weighs less than this in what a tile shows."""
SAME_OUTLINE = 0.15
"""Of a tile's short side: corners this near are the same in two looks."""


@dataclass(slots=True)
class Track:
    """One tile (or die) followed over looks: faces averaged, kinds counted. `corners`: mm, table frame, as in
    a `TileObservation`; `faces`: the likelihood of each; `score`: 0-1."""

    corners: Corners
    score: float
    kinds: dict[TileKind, float]
    faces: dict[str, float]
    looks: int = 1
    hits: int = 1
    misses: int = 0
    seen: int = 1
    overlooked: int = 0
    """Looks that found it, and looks that did not although it lay there, as later ones showed."""
    is_believed: bool = False
    has_stirred: bool = True
    rests: bool = False
    """Whether it was read where nothing moved, and nothing has moved there since: rolling dice do not."""
    is_untouched: bool = True
    """Whether nothing has come over any part of it since its corners were read: half under a hand, a tile
    seems to lie otherwise than it does."""
    is_outlined: bool = False
    """Whether two looks at it while it was untouched agree on its corners."""

    @property
    def kind(self) -> TileKind:
        """What most looks took it for."""
        return max(self.kinds, key=lambda kind: self.kinds[kind])

    @property
    def lies(self) -> bool:
        """Whether it is believed to lie there now."""
        return self.is_believed and self.misses < self.limit

    @property
    def limit(self) -> int:
        """How many looks in a row must miss it until it counts as gone: more for one often overlooked."""
        surely = GIVEN_UP_HARDLY if self.score < HARDLY_FOUND else GIVEN_UP
        usual = surely if self.has_stirred else GIVEN_UP_UNSTIRRED
        looks = self.seen + self.overlooked
        if looks < FEWEST_LOOKS or not self.overlooked:
            return usual
        needed = math.log(STILL_THERE[not self.has_stirred]) / math.log(self.overlooked / looks)
        return min(MOST_MISSES, max(usual, math.ceil(needed)))

    def copied(self) -> Self:
        """The same, to be followed apart."""
        return replace(self, kinds=dict(self.kinds), faces=dict(self.faces))

    def see(self, tile: TileObservation, is_touched: bool) -> None:
        """Takes in one more observation of it; `is_touched`: something moves or lies over a part of it."""
        if self.has_stirred and self._contradicts(tile):
            # It may be another tile by now: what was read before counts no more, or little if this is unsure.
            self.looks = 0 if tile.kind != "face" or tile.faces[0][1] > 0.5 else 1
        self.looks += 1
        self.seen, self.overlooked = self.seen + 1, self.overlooked + self.misses
        self.hits, self.misses = self.hits + 1, 0
        weight = max(1 / self.looks, SLOWEST)
        if not is_touched:
            self._lie(tile, max(weight, 0.25))
        self.score += weight * (tile.score - self.score)
        for kind in self.kinds:
            self.kinds[kind] *= 1 - weight
        self.kinds[tile.kind] = self.kinds.get(tile.kind, 0.0) + weight
        if tile.kind == "face":
            for face in self.faces:
                self.faces[face] *= 1 - weight
            for face, likely in tile.faces:
                self.faces[face] = self.faces.get(face, 0.0) + weight * likely

    def _lie(self, tile: TileObservation, share: float) -> None:
        """Takes in where it lies: the mean over looks, a new one counting for `share` of it, unless something
        has come over it since. Then it may lie elsewhere; the upper of two taken shows the lower one."""
        self.is_outlined &= self.is_untouched
        corners = _turned_alike(self.corners, tile.corners_mm)
        is_same = self.is_untouched and _is_same_outline(self.corners, corners)
        self.corners = _between(self.corners, corners, share if self.is_outlined else 1.0)
        self.is_outlined |= is_same
        self.is_untouched = True

    def _contradicts(self, tile: TileObservation) -> bool:
        """Whether another face is read now."""
        best = max(self.faces, key=lambda face: self.faces[face], default=None)
        if not tile.faces:
            return tile.kind != self.kind and tile.kind != "face"
        return tile.kind != self.kind or tile.faces[0][0] != best

    def observation(self) -> TileObservation:
        """What all looks together say."""
        kind = self.kind
        faces = sorted(self.faces.items(), key=lambda item: -item[1])[:5] if kind == "face" else []
        return TileObservation(kind, self.score, self.corners, tuple(faces))


def begun(tile: TileObservation, has_stirred: bool) -> Track:
    """The track of a tile found for the first time; `has_stirred`: whether something has just moved there."""
    faces = dict(tile.faces) if tile.kind == "face" else {}
    return Track(tile.corners_mm, tile.score, {tile.kind: 1.0}, faces, has_stirred=has_stirred)


def _between(old: Corners, new: Corners, weight: float) -> Corners:
    """Corners moved towards newer ones."""
    moved = [(x + weight * (u - x), y + weight * (v - y)) for (x, y), (u, v) in zip(old, new, strict=True)]
    return (moved[0], moved[1], moved[2], moved[3])


def _turned_alike(old: Corners, new: Corners) -> Corners:
    """`new` beginning with the corner that is nearest to the first of `old`: a read that turned the tile
    round does not turn the corners."""
    a, b, c, d = new
    around = math.dist(a, b) + math.dist(b, c) + math.dist(c, d) + math.dist(d, a)
    if _apart(old, new) < around / 2:
        return new  # in any other order they are farther from the old ones
    turns: tuple[Corners, ...] = (new, (b, c, d, a), (c, d, a, b), (d, a, b, c))
    return min(turns, key=lambda turned: _apart(old, turned))


def _apart(old: Corners, new: Corners) -> float:
    """How far each corner is from its own, all together."""
    (a, b, c, d), (p, q, r, s) = old, new
    return math.dist(a, p) + math.dist(b, q) + math.dist(c, r) + math.dist(d, s)


def _is_same_outline(old: Corners, new: Corners) -> bool:
    """Whether the corners are the same, those of `new` in the order of `old`."""
    (a, b, c, d), (p, q, r, s) = old, new
    apart = max(math.dist(a, p), math.dist(b, q), math.dist(c, r), math.dist(d, s))
    return apart < SAME_OUTLINE * min(math.dist(p, q), math.dist(q, r))
