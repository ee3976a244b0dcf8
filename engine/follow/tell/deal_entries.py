"""The entries of the deal in play as they stand, and what the table was before the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.journal.amend import folded, in_force, places_of
from engine.journal.record import Entry
from engine.table.events import (
    ChowClaimed,
    DealStarted,
    Event,
    FaultFound,
    KongClaimed,
    PungClaimed,
    Seat,
    WallBuilt,
)
from engine.table.state import GameState
from engine.tiles import SeenTile


@dataclass(frozen=True, slots=True)
class DealEntries:
    """`begun`: the table before the deal. `entries`: those in force. `number`: what the deal is known by,
    that of the first entry written in it, 0 when there is none."""

    begun: GameState
    entries: tuple[Entry, ...]
    number: int

    @property
    def acts(self) -> int:
        """How many entries tell of something done."""
        return sum(any(not isinstance(each, FaultFound) for each in entry.events) for entry in self.entries)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened in it."""
        return tuple(event for entry in self.entries for event in entry.events)

    def claim(self, seat: Seat | None, tiles: Sequence[SeenTile]) -> Entry | None:
        """The entry that tells how `seat` claimed the set of `tiles`."""
        for entry in self.entries:
            for event in entry.events:
                match event:
                    case ChowClaimed() | PungClaimed() | KongClaimed() if event.seat == seat:
                        if event.tiles == tuple(tiles):
                            return entry
        return None


def entries_of_deal(start: GameState, entries: Sequence[Entry]) -> DealEntries:
    """The deal in play after `entries`; `start` is the table before the first of them."""
    standing = in_force(entries)
    begins = [place for place, entry in enumerate(standing) if _begins(entry)]
    first = begins[-1] if begins else 0
    before = [event for entry in standing[:first] for event in entry.events]
    number = places_of(entries)[standing[first].number] if standing else 0
    return DealEntries(folded(start, before), standing[first:], number)


def _begins(entry: Entry) -> bool:
    return any(isinstance(event, DealStarted | WallBuilt) for event in entry.events)
