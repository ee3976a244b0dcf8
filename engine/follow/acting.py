"""Who is about to discard, as hands and arms show it, at a table where no river says it (S002-23, S003-03).

Before a discard one hand holds a tile more: the one that has drawn. Where that is not the hand of the player
in turn, and no arm was over his, and one over that hand or none at all, its owner acts out of turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.table.events import SEATS, Seat
from engine.table.play_order import seats_of
from engine.table.reading import NO_ZONE, TableReading, Zones
from engine.table.state import GameState

LOOKS = 2
"""One look may count a hand wrongly."""


@dataclass(slots=True)
class Acting:
    """What the looks since the last discard show of it."""

    reached: set[Seat] = field(default_factory=set)
    """Over whose hand an arm was."""
    looks: dict[Seat, int] = field(default_factory=dict)
    """In how many looks the hand of a player who has not drawn, and no other, held a tile more."""
    before: frozenset[Seat] = frozenset()
    """Whose hand did so before that discard: it is counted wrongly."""
    discards: int = 0

    def look(self, seen: TableReading, state: GameState, hidden: Zones = NO_ZONE) -> None:
        """Takes in one look at a table of which `state` is thought; `hidden` moved or were covered in it."""
        discards = sum(len(each.river) for each in state.seats)
        if discards != self.discards:
            self.discards, self.before = discards, frozenset(self.looks)
            self.reached.clear()
            self.looks.clear()
        self.reached |= {seat for seat in SEATS if f"standing:{seat}" in hidden}
        held = {seat: seen.seats[seat].standing for seat in seats_of(state.rules)}
        if all(held.values()):
            self._count(
                [seat for seat, n in held.items() if n and n > len(state.seats[seat].standing)], hidden
            )

    def _count(self, more: Sequence[Seat], hidden: Zones) -> None:
        if len(more) > 1:
            self.looks.clear()
        elif more and f"standing:{more[0]}" not in hidden:
            self.looks[more[0]] = self.looks.get(more[0], 0) + 1

    def instead_of(self, turn: Seat) -> Seat | None:
        """Who is about to discard though it is the turn of `turn`; None when nobody shows it."""
        acting = [seat for seat, looks in self.looks.items() if looks >= LOOKS]
        if len(acting) != 1 or acting[0] == turn or turn in self.reached or acting[0] in self.before:
            return None
        return acting[0] if acting[0] in self.reached or not self.reached else None
