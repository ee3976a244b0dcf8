"""A deal that is played though too little of its wall is found: it is followed once a person says so."""

from __future__ import annotations

from engine.follow.propose.opening import is_gone
from engine.judge.rounds import next_deals, opening_of
from engine.table.events import Event, WallBuilt
from engine.table.reading import TableReading
from engine.table.state import GameState

NO_WALL_S = 20.0
"""People are asked once hands stand and tiles lie open for so long without a deal."""
HANDS = (12, 13, 14)
"""Tiles in a hand and its sets, as a row is counted, which may be one off."""


class NoWall:
    """Watches for a deal that is played without a wall, from look to look."""

    def __init__(self) -> None:
        self._since_s: float | None = None

    def look(self, at_s: float, state: GameState, seen: TableReading) -> bool:
        """Takes one look in; whether people are to be asked now. A row that a hand covers asks nothing."""
        if not awaits_wall(state):
            self._since_s = None
        elif is_played(state, seen):
            self._since_s = at_s if self._since_s is None else self._since_s
        elif not seen.hidden:
            self._since_s = None
        return self._since_s is not None and at_s - self._since_s >= NO_WALL_S


def awaits_wall(state: GameState) -> bool:
    """Whether a wall is to be built next."""
    return state.phase in ("building", "ended")


def is_played(state: GameState, seen: TableReading) -> bool:
    """Whether all hands but one stand counted and discards lie, none of them from the deal before."""
    seats = seen.seats[: state.rules.seats]
    hands = [seat.standing + 3 * len(seat.melds) for seat in seats if seat.standing is not None]
    stand = sum(count in HANDS for count in hands)
    is_new = state.phase == "building" or is_gone(state, seen)
    return is_new and stand >= len(seats) - 1 and any(seat.river for seat in seats)


def begun(state: GameState) -> tuple[Event, ...]:
    """What a person says happened who says that this deal is played: its wall was built."""
    started = opening_of(next_deals(state)[0], state) if state.phase == "ended" else ()
    return (*started, WallBuilt())
