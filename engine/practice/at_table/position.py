"""Where a deal of the table trainer stands: what happened, what may be chosen, what the learner may see."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.practice.lesson import Note
from engine.scoring.score import Score
from engine.table.events import Event, Seat, Won
from engine.table.state import GameState
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the learner may do now: `code` is what the page sends back."""

    code: str
    seat: Seat
    act: str
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, as told: what to move on the real table, and the rule behind it."""

    event: Event
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands: what happened since the learner's last choice, and what may be chosen now.

    `options` is empty when the deal is over; `score` is then that of a win."""

    state: GameState
    steps: tuple[Step, ...]
    options: tuple[Option, ...]
    score: Score | None = None
    won: Won | None = None


def seen_by(state: GameState, own: frozenset[Seat]) -> GameState:
    """The table as the learner may see it: the other hands hidden until the deal is over."""
    if state.phase == "ended":
        return state
    seats = [
        seat if number in own else replace(seat, standing=(None,) * len(seat.standing))
        for number, seat in enumerate(state.seats)
    ]
    return replace(state, seats=(seats[0], seats[1], seats[2], seats[3]))
