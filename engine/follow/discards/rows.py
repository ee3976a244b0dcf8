"""Discards that lie in rows (S001-09, S004-20): those that nobody finds any more lie there unread.

A row in which one tile is found no more and one more lies at its end looks as it did, when both show the same
face. Where each tile lay tells the two apart.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.follow.discards.lying import UNSEEN, Lying, lying
from engine.follow.discards.spots import SAME_PLACE_MM, Key, Spots, still_known, told_discards
from engine.table.events import SEATS
from engine.table.reading import Sighting, TableReading, Zones
from engine.table.state import GameState


class Rows:
    """The discards of one table that lie in rows: each row says whose they are."""

    is_guess, is_giver_sure = False, True

    def __init__(self) -> None:
        self._given = self._shown = TableReading()
        self._spots: Spots = {}
        self.newest: Collection[Key] = ()
        """The discards that may be claimed or taken back."""

    def acted(self, at_s: float, seen: TableReading, state: GameState, hidden: Zones) -> None:
        """Nothing: the rows show who has discarded."""

    def look(self, seen: TableReading, state: GameState) -> TableReading:
        """`seen` with the discards that lie there though nobody finds them, as in `in_rows`."""
        is_again, self._given = seen is self._given, seen
        shown, self._spots = in_rows(seen, state, self._spots, self.newest)
        if not (is_again and shown == self._shown):
            self._shown = shown
        return self._shown

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        return in_rows(seen, state, self._spots, self.newest)[0]

    def stands(self, was: GameState, now: GameState) -> None:
        """The table does not stand as it `was` thought to, but as `now` tells."""
        rows = [each for seat in self._given.seats for each in seat.river]
        self._spots = still_known(self._spots, was, now, rows)

    def hidden(self, zones: Zones) -> Zones:
        """The zones that are not known: those that moved or were covered."""
        return zones


def in_rows(
    seen: TableReading, state: GameState, spots: Spots, newest: Collection[Key]
) -> tuple[TableReading, Spots]:
    """`seen` with the discards that lie in their rows though nobody finds them, and where each lies.
    `state`: what is thought of the table; `spots`: where its discards lay; `newest`: those that may be
    claimed or taken back. Of a row that does not say where its tiles lie nothing is known."""
    told, lain = told_discards(state), dict[Key, tuple[float, float]]()
    seats = list(seen.seats)
    for seat in SEATS:
        if not all(each.corners_mm for each in seats[seat].river):
            continue
        own = {key: each for key, each in told.items() if key[0] == seat}
        there = lying(seats[seat].river, own, spots, newest, SAME_PLACE_MM)
        lain.update(there.spots)
        lain.update((key, there.places[number]) for key, number in there.found.items())
        if there.unseen:
            seats[seat] = replace(seats[seat], river=_with_unseen(there))
    if all(now is was for now, was in zip(seats, seen.seats, strict=True)):
        return seen, lain
    return replace(seen, seats=(seats[0], seats[1], seats[2], seats[3])), lain


def _with_unseen(there: Lying) -> tuple[Sighting, ...]:
    """The row as it is seen, with each tile that nobody finds before the next one that is found."""
    which = {number: key for key, number in there.found.items()}
    row, left = list[Sighting](), sorted(there.unseen)
    last = max(which, default=-1)
    for number, tile in enumerate(there.tiles):
        while left and (number > last or (number in which and left[0] < which[number])):
            row.append(UNSEEN)
            del left[0]
        row.append(tile)
    return (*row, *(UNSEEN for _ in left))
