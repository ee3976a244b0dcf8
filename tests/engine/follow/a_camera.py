"""A camera that looks at simulated tables, also in jumps."""

from __future__ import annotations

from dataclasses import replace

from seen_tables import after

from engine.follow.weigh.tracker import Tracker
from engine.judge.rounds import next_deals, opening_of
from engine.table.events import Event, HandsDealt, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState
from tests.engine.follow.test_follow_acts import played

RULES = ("mcr", "riichi", "beginner", "hong_kong", "doubles")
LOOK_S = 0.2
NOBODY: frozenset[str] = frozenset()


class Camera:
    """Looks at a table that stands as it is told."""

    def __init__(self, state: GameState) -> None:
        self.tracker, self.at_s = Tracker(state), 0.0

    def sees(self, reading: TableReading, seconds: float = 2.0, arm: int | None = None) -> None:
        zones = (f"{zone}:{arm}" for zone in ("standing", "wall", "river"))
        hidden = NOBODY if arm is None else frozenset(zones)
        for _ in range(round(seconds / LOOK_S)):
            self.tracker.look(self.at_s, replace(reading), hidden)
            self.at_s += LOOK_S

    def is_away(self, seconds: float) -> None:
        self.at_s += seconds

    @property
    def acts(self) -> list[Event]:
        return [act.event for act in self.tracker.acts]


def in_play(name: str, acts: int = 24) -> GameState:
    """A simulated deal after so many acts of play, as a camera can know it."""
    return states_in_play(name)[acts]


def states_in_play(name: str, seed: int = 5) -> list[GameState]:
    """A simulated deal in play, as a camera can know it: the table before each act."""
    return [state for state, _ in played(name, seed) if state.phase in ("flowers", "playing")]


def lying(state: GameState, seat: int) -> int:
    """How many discards lie in a seat's river."""
    return len(expected(state).seats[seat].river)


def next_wall(over: GameState, number: int = 0) -> GameState:
    """The table with the wall of the deal that follows on one that is over."""
    started = opening_of(next_deals(over)[number], over)[-1]
    return after(over, started, WallBuilt())


def in_hand(wall: GameState) -> GameState:
    """The table with the hands dealt from a wall."""
    return after(wall, WallBroken((wall.dealer + 1) % 4, 7), HandsDealt(wall.dealer))
