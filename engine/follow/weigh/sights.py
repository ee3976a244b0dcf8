"""What each zone showed when it was last uncovered: what a hand hides says nothing of what lies there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from copy import copy
from typing import Self

from engine.table.reading import SeatReading, Sighting, TableReading


class Sights:
    """One table's zones as they were last seen."""

    def __init__(self) -> None:
        self._seen: TableReading | None = None
        self._now: dict[str, Hashable] = {}
        self._open: dict[str, Hashable] = {}

    def copied(self) -> Self:
        """The same, to look on apart."""
        other = copy(self)
        other._open = dict(self._open)
        return other

    def stale(self, seen: TableReading, hidden: frozenset[str]) -> frozenset[str]:
        """The `hidden` zones that show in `seen` just what they showed before they were covered.

        One that shows something else by now came to rest in this look, or its tiles read otherwise.
        """
        if seen is not self._seen:
            self._seen, self._now = seen, dict(_zones(seen))
        self._open |= {zone: shown for zone, shown in self._now.items() if zone not in hidden}
        return frozenset(
            zone for zone in hidden if zone in self._open and self._open[zone] == self._now[zone]
        )


def _zones(seen: TableReading) -> Iterator[tuple[str, Hashable]]:
    """What every zone shows, without how surely."""
    yield "dice", tuple(sorted(str(die.pips) for die in seen.dice))
    for seat, lying in enumerate(seen.seats):
        yield from _of_seat(seat, lying)
        yield f"wall:{seat}", seen.walls[seat].heights


def _of_seat(seat: int, lying: SeatReading) -> Iterator[tuple[str, Hashable]]:
    yield f"river:{seat}", _row(lying.river)
    yield f"melds:{seat}", tuple((_row(meld.tiles), meld.face_down) for meld in lying.melds)
    yield f"flowers:{seat}", _row(lying.flowers)
    yield f"standing:{seat}", (lying.standing, None if lying.revealed is None else _row(lying.revealed))


def _row(tiles: Sequence[Sighting]) -> Hashable:
    return tuple((each.tile, each.turned) for each in tiles)
