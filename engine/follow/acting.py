"""Who is about to discard, as hands and arms show it, at a table where no river says it (S002-23, S003-03).

Between two discards one hand holds a tile more: the one that has drawn or claimed. Where that is not the hand
of the player in turn, and no arm was over his, and one over that hand or none at all, its owner acts out of
turn.
"""

from __future__ import annotations

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
    """In how many looks a hand in full view, and no other, held a tile more than between two turns."""
    discards: int = 0

    def look(self, seen: TableReading, state: GameState, hidden: Zones = NO_ZONE) -> None:
        """Takes in one look at a table of which `state` is thought; `hidden` moved or were covered in it."""
        discards = sum(len(each.river) for each in state.seats)
        if discards != self.discards:
            self.discards = discards
            self.reached.clear()
            self.looks.clear()
        self.reached |= {seat for seat in SEATS if f"standing:{seat}" in hidden}
        held = {seat: seen.seats[seat].standing for seat in seats_of(state.rules)}
        full = [seat for seat, tiles in held.items() if tiles is not None and tiles % 3 == 2]
        is_clear = all(tiles is not None and tiles % 3 for tiles in held.values())
        if is_clear and len(full) == 1 and f"standing:{full[0]}" not in hidden:
            self.looks[full[0]] = self.looks.get(full[0], 0) + 1

    def instead_of(self, turn: Seat) -> Seat | None:
        """Who is about to discard though it is the turn of `turn`; None when nobody shows it."""
        acting = [seat for seat, looks in self.looks.items() if looks >= LOOKS]
        if len(acting) != 1 or acting[0] == turn or turn in self.reached:
            return None
        return acting[0] if acting[0] in self.reached or not self.reached else None
