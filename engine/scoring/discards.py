"""What a hand in play needs: waits, distance from ready, useful tiles, and what each discard leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.scoring.missing_tiles import Counts, missing_with_each
from engine.scoring.shape import Shape, counted, shape_distance
from engine.tiles import PLAIN, Tile


@dataclass(frozen=True, slots=True)
class Useful:
    """A tile that brings the hand nearer, and how many of it nobody has seen yet."""

    tile: Tile
    unseen: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """A hand after its discard: distance from ready (0 ready, -1 complete), in which shapes, and the tiles
    that help; when ready these are the waits."""

    distance: int
    shapes: tuple[Shape, ...]
    useful: tuple[Useful, ...]

    @property
    def unseen(self) -> int:
        """How many of the useful tiles nobody has seen."""
        return sum(tile.unseen for tile in self.useful)


@dataclass(frozen=True, slots=True)
class DiscardOutlook:
    """What is left after putting down `discard`."""

    discard: Tile
    outlook: Outlook


def outlook(
    standing: Sequence[Tile], melds: int, shapes: frozenset[Shape], seen: Iterable[Tile] = ()
) -> Outlook:
    """The outlook of a hand without a tile too many. `seen`: every other tile that lies visible, the
    own melds too."""
    counts = counted(standing)
    return _outlook(counts, melds, shapes, _unseen(counts, counted(seen)))


def discard_outlooks(
    standing: Sequence[Tile], melds: int, shapes: frozenset[Shape], seen: Iterable[Tile] = ()
) -> tuple[DiscardOutlook, ...]:
    """The outlook after each possible discard, the best first: nearest, then most unseen useful tiles."""
    counts = counted(standing)
    unseen = _unseen(counts, counted(seen))
    found = [
        DiscardOutlook(PLAIN[number], _outlook(_changed(counts, number, -1), melds, shapes, unseen))
        for number in range(34)
        if counts[number]
    ]
    return tuple(sorted(found, key=lambda choice: (choice.outlook.distance, -choice.outlook.unseen)))


def _outlook(counts: Counts, melds: int, shapes: frozenset[Shape], unseen: Counts) -> Outlook:
    distances = {shape: shape_distance(counts, melds, shape) for shape in shapes}
    distance = min(distances.values())
    nearest = tuple(sorted(shape for shape in shapes if distances[shape] == distance))
    useful = {number for shape in nearest for number in _useful(counts, melds, shape, distance)}
    return Outlook(
        distance, nearest, tuple(Useful(PLAIN[number], unseen[number]) for number in sorted(useful))
    )


def _useful(counts: Counts, melds: int, shape: Shape, distance: int) -> list[int]:
    """The tiles that bring one shape nearer; a fifth copy never does."""
    if shape == "regular":
        missing = missing_with_each(counts, 4 - melds)
        return [number for number in range(34) if counts[number] < 4 and missing[number] <= distance]
    return [
        number
        for number in range(34)
        if counts[number] < 4 and shape_distance(_changed(counts, number, 1), melds, shape) < distance
    ]


def _changed(counts: Counts, number: int, by: int) -> Counts:
    return (*counts[:number], counts[number] + by, *counts[number + 1 :])


def _unseen(own: Counts, seen: Counts) -> Counts:
    return tuple(max(0, 4 - held - lying) for held, lying in zip(own, seen, strict=True))
