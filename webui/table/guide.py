"""What to point at on the wall now: where to break it, whose grab is due, where a replacement comes from.

The whole deal is laid out as soon as the wall is broken, because a camera that does not tell single grabs
still helps people who follow the drawing from stack to stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.judge.faults_deal import next_thrower
from engine.table.deal_plan import deal_plan, next_grab
from engine.table.events import Seat
from engine.table.state import GameState, StackPlace
from engine.table.wall import break_place, height_at, tail_place, thrower_reached

Pointing = Literal["break", "take", "later", "replacement"]


@dataclass(frozen=True, slots=True)
class Pointer:
    """One stack to point at. `kind`: ``break`` after it, ``take`` it now, ``later`` in the deal, or the stack
    the next ``replacement`` lies on. `seat`: who does it. `step`: which grab of the deal, from 1."""

    place: StackPlace
    kind: Pointing
    seat: Seat
    step: int = 0


def pointers(state: GameState) -> tuple[Pointer, ...]:
    """Every stack to point at, those of this very moment first; none of the deal while nobody
    knows who is East, and so who takes."""
    match state.phase:
        case "breaking" | "dealing" if not state.is_dealer_known:
            return ()
        case "breaking":
            return tuple(_break(state))
        case "dealing":
            return tuple(_deal(state))
        case "flowers" | "playing" if state.owes == "replacement":
            place = tail_place(state.wall)
            return () if place is None else (Pointer(place, "replacement", state.turn),)
    return ()


def thrower(state: GameState) -> Seat | None:
    """Who has to throw the dice now; None when nobody has, or nobody knows who."""
    if not state.is_dealer_known:
        return None
    return next_thrower(state) if state.phase in ("building", "rolling") else None


def _break(state: GameState) -> Iterator[Pointer]:
    totals = tuple(sum(pips) for _, pips in state.dice)
    place = break_place(state.rules, state.dealer, totals)
    if place is not None:
        yield Pointer(place, "break", thrower_reached(state.rules, state.dealer, totals[0]))


def _deal(state: GameState) -> Iterator[Pointer]:
    due = next_grab(state)
    plan = deal_plan(state.rules, state.wall, state.dealer)
    start = plan.index(due) if due in plan else len(plan)
    named: set[StackPlace] = set()
    for step, grab in enumerate(plan[start:], start=start + 1):
        for place in grab.places:
            if place not in named and (height_at(state.wall, place) or grab == due):
                named.add(place)
                yield Pointer(place, "take" if grab == due else "later", grab.seat, step)
