"""What each look was worth and what was found in it, as columns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from engine.table.reading import ZONES
from vision.finds.changes import ChangesReader, ChangesWriter
from vision.finds.columns import Columns, Taken
from vision.finds.rounding import die_rounded, observed, tile_rounded
from vision.layout.zones import Polygon
from vision.observation import DieObservation, TileObservation, VisionError
from vision.pipeline.look import Find, Observed, Place
from vision.track.calm import Settling

A_SECOND = 10_000_000
"""Moments are kept to 0.1 us: looks are told apart by less than a thousandth of what lies between them."""
NAMES = tuple(sorted(ZONES))
ALL_ZONES = (1 << len(NAMES)) - 1
WORTH: tuple[Literal["seen", "partly", "failed"], ...] = ("seen", "partly", "failed")
REASONS = ("", "dark", "covered", "nudged")
ALIGNED, OBSERVED, LAMP, TENTATIVE, NO_MORE = 1, 2, 4, 8, 16
"""What is so of a look, as bits. The last: the networks were asked for a tentative reading only."""
T = TypeVar("T")
MOST_LOOKS = 200_000
MOST_POINTS = 10_000
MOST_GRID = 100_000
TENTHS = 10
"""Outlines and nudges are kept to 0.1 mm: outlines lie on a grid of cells."""


class LooksWriter:
    """Writes finds one after the other."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._changes = ChangesWriter(columns)
        self._places: list[Place] = []
        self._number, self._moment, self._looks = 0, 0, 0
        self._outlines: list[list[tuple[int, int]]] = []

    def write(self, find: Find) -> None:
        """One look."""
        moment = round(find.at_s * A_SECOND)
        self._columns.put(number=find.number - self._number, moment=moment - self._moment)
        self._number, self._moment, self._looks = find.number, moment, self._looks + 1
        settling = find.settling
        if settling is None or find.camera_mm is None:
            self._columns.put(look=0)
            return
        seen = find.observed
        tentative = None if seen is None else settling.tentative
        bits = ALIGNED | OBSERVED * (seen is not None) | LAMP * settling.lamp
        self._columns.put(look=bits | TENTATIVE * (tentative is not None) | NO_MORE * find.is_tentative)
        self._settling(settling, find.camera_mm)
        if tentative is not None:
            self._columns.put(tentative_moving=_bits(tentative.moving), tentative_calm=_bits(tentative.calm))
            self._polygons("tentative_stirred", tentative.stirred)
        if seen is not None:
            tiles, dice = seen
            self._changes.write([*map(tile_rounded, tiles), *map(die_rounded, dice)])

    def words(self) -> dict[str, Any]:
        """What cannot be told in whole numbers; told when all looks are written."""
        grid = self._write_outlines()
        return {"looks": self._looks, "places": self._places, "grid": grid}

    def _settling(self, settling: Settling, place: Place) -> None:
        if place not in self._places:
            self._places.append(place)
        moving, hidden, calm = map(_bits, (settling.moving, settling.hidden, settling.calm))
        self._columns.put(
            place=self._places.index(place),
            worth=WORTH.index(settling.look),
            reason=REASONS.index(settling.reason),
            moving=moving,
            hidden=hidden,
            # What neither moves nor is hidden is calm, but for what has come to rest just now.
            restless=calm ^ (ALL_ZONES & ~moving & ~hidden),
        )
        if settling.look == "failed":
            self._columns.put_all("nudge", map(tenths, settling.nudge_mm))
        self._polygons("covered", settling.covered)
        self._polygons("stirred", settling.stirred)

    def _polygons(self, name: str, polygons: Sequence[Polygon]) -> None:
        self._columns.put(**{name: len(polygons)})
        self._outlines += [[(tenths(x), tenths(y)) for x, y in polygon] for polygon in polygons]

    def _write_outlines(self) -> int:
        """Writes all outlines in steps of the widest grid that all their corners lie on; tells its 0.1 mm."""
        grid = math.gcd(*(each for outline in self._outlines for corner in outline for each in corner)) or 1
        for outline in self._outlines:
            self._columns.put(corners=len(outline))
            before = (0, 0)
            for number, (x, y) in enumerate(outline):
                dx, dy = (x - before[0]) // grid, (y - before[1]) // grid
                self._columns.put(**({"to_x": dx, "to_y": dy} if number else {"from_x": dx, "from_y": dy}))
                before = x, y
        return grid


class LooksReader:
    """Reads what `LooksWriter` wrote.

    VisionError: the file does not say how many looks it holds or how fine their grid is.
    """

    def __init__(self, taken: Taken) -> None:
        self._taken = taken
        self._changes = ChangesReader(taken)
        self._places = _places(taken.words.get("places"))
        looks = taken.words.get("looks")
        if not isinstance(looks, int) or not 0 <= looks <= MOST_LOOKS:
            raise VisionError(f"it does not say how many looks it holds (0 to {MOST_LOOKS}), got {looks!r}")
        self._looks = looks
        grid = taken.words.get("grid")
        if not isinstance(grid, int) or not 1 <= grid <= MOST_GRID:
            raise VisionError(f"the grid of its outlines must be 1 to {MOST_GRID}, got {grid!r}")
        self._grid = grid / TENTHS

    def all(self) -> Iterator[Find]:
        """Every look."""
        number, moment = 0, 0
        for _ in range(self._looks):
            number, moment = number + self._taken.take("number"), moment + self._taken.take("moment")
            yield self._find(number, moment / A_SECOND, self._taken.take("look"))

    def _find(self, number: int, at_s: float, look: int) -> Find:
        if not look & ALIGNED:
            return Find(number, at_s)
        place = _one_of(self._places, self._taken.take("place"), "places of the camera")
        settling = self._settling(bool(look & LAMP))
        if look & TENTATIVE:
            settling = replace(settling, tentative=self._tentative(settling))
        seen = self._observed() if look & OBSERVED else None
        return Find(number, at_s, settling, place, seen, bool(look & NO_MORE))

    def _tentative(self, settling: Settling) -> Settling:
        moving, calm = (_zones(self._taken.take(f"tentative_{name}")) for name in ("moving", "calm"))
        return replace(settling, moving=moving, calm=calm, stirred=self._polygons("tentative_stirred"))

    def _settling(self, lamp: bool) -> Settling:
        take = self._taken.take
        worth = _one_of(WORTH, take("worth"), "kinds of look")
        reason = _one_of(REASONS, take("reason"), "reasons to fail")
        moving, hidden = take("moving"), take("hidden")
        calm = take("restless") ^ (ALL_ZONES & ~moving & ~hidden)
        right, up = self._taken.take_all("nudge", 2) if worth == "failed" else (0, 0)
        nudge = right / TENTHS, up / TENTHS
        covered, stirred = self._polygons("covered"), self._polygons("stirred")
        restless, under, still = map(_zones, (moving, hidden, calm))
        return Settling(worth, covered, restless, under, still, reason, lamp, nudge, stirred)

    def _polygons(self, name: str) -> tuple[Polygon, ...]:
        count = self._taken.take(name)
        if not 0 <= count <= MOST_POINTS:
            raise VisionError(f"one of its looks has {count} outlines")
        return tuple(self._polygon() for _ in range(count))

    def _polygon(self) -> Polygon:
        count = self._taken.take("corners")
        if not 1 <= count <= MOST_POINTS:
            raise VisionError(f"one of its outlines has {count} corners")
        x, y = self._taken.take("from_x"), self._taken.take("from_y")
        found = [(x * self._grid, y * self._grid)]
        by_x, by_y = self._taken.take_all("to_x", count - 1), self._taken.take_all("to_y", count - 1)
        for right, up in zip(by_x, by_y, strict=True):
            x, y = x + right, y + up
            found.append((x * self._grid, y * self._grid))
        return tuple(found)

    def _observed(self) -> Observed:
        found = [observed(lying) for lying in self._changes.read()]
        return (
            tuple(each for each in found if isinstance(each, TileObservation)),
            tuple(each for each in found if isinstance(each, DieObservation)),
        )


def _bits(zones: frozenset[str]) -> int:
    return sum(1 << number for number, name in enumerate(NAMES) if name in zones)


def _zones(bits: int) -> frozenset[str]:
    return frozenset(name for number, name in enumerate(NAMES) if bits >> number & 1)


def _one_of(known: tuple[T, ...], number: int, what: str) -> T:
    if not 0 <= number < len(known):
        raise VisionError(f"it has {len(known)} {what}, none with the number {number}")
    return known[number]


def _places(words: object) -> tuple[Place, ...]:
    try:
        if not isinstance(words, list):
            raise TypeError("no list")
        return tuple((float(x), float(y), float(z)) for x, y, z in words)
    except (ValueError, TypeError, OverflowError) as wrong:
        raise VisionError(f"the places of its camera cannot be read ({wrong})") from None


def tenths(mm: float) -> int:
    """A length in 0.1 mm."""
    return round(mm * TENTHS)
