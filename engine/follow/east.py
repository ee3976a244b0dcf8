"""Who is East at a live table: as people say it in the journal, else as it was set or seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.follow.keeping import Keeps
from engine.follow.tell.amendments import camera_amendment
from engine.journal.amend import events_in_force, folded
from engine.journal.east import begun, said_of_east, table_if
from engine.journal.record import Entry
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import DealerTold, DealStarted, HandsDealt, Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState

REMEMBERED = "dealer"
"""What a journal calls the seat that was set or seen to be East at first."""


class East:
    """Who is East in the first deal of a journal."""

    def __init__(self, rules: Ruleset, journal: Keeps, dealer: Seat | None, entries: Sequence[Entry]) -> None:
        """`dealer`: as it was set, None when nobody said; what the journal remembers counts more."""
        known = journal.about(REMEMBERED)
        self._journal, self.seen = journal, int(known) if known else dealer
        self._bare = new_table(rules, self.seen)
        self.start = begun(self._bare, entries)
        """The table before the first entry; while nobody knows who is East it says so."""

    @property
    def is_open(self) -> bool:
        """Whether nobody knows."""
        return not self.start.is_dealer_known

    @property
    def unsaid(self) -> GameState:
        """The table before the first entry as it was set or seen, whatever people said since."""
        return self._bare

    def take(self, entries: Sequence[Entry]) -> bool:
        """Takes over what `entries`, all of the journal, say of it; whether that is something else."""
        before, self.start = self.start, begun(self._bare, entries)
        return self.start != before

    def is_seen(self, dealer: Seat, entries: Sequence[Entry], at_s: float) -> tuple[Entry, ...]:
        """`dealer` was seen to be East. What is to be written where a person had said that nobody knows."""
        self._journal.remember(REMEMBERED, str(dealer))
        self.seen, self._bare = dealer, new_table(self._bare.rules, dealer)
        said = said_of_east(entries)
        if said is None or said.events != (DealerTold(None),):
            return ()
        found = camera_amendment(self._bare, entries, said, (DealerTold(dealer),), 1.0)
        return tuple(replace(each, at_s=at_s) for each in found)

    def believable(self, entries: Sequence[Entry]) -> tuple[GameState, ...]:
        """The table after `entries`, one for each who may be East."""
        if not self.is_open:
            return (folded(self.start, events_in_force(entries)),)
        return tuple(table_if(self.start, entries, each) for each in seats_of(self.start.rules))


def dealer_in(entries: Sequence[Entry]) -> Seat | None:
    """Who is dealer, as a deal that these entries begin or deal tells it; None where they tell of none."""
    events = (event for entry in entries for event in entry.events)
    return next((event.dealer for event in events if isinstance(event, DealStarted | HandsDealt)), None)


def tells_east_alone(entries: Sequence[Entry]) -> bool:
    """Whether somebody only says who is East; what follows from it may stand beside it."""
    events = [event for entry in entries if entry.follows is None for event in entry.events]
    return bool(events) and all(isinstance(event, DealerTold) for event in events)
