"""How else the last moves may have gone: the histories beside the one told, to be weighed by later looks.

An act is told from a look or two; what it did to wall and hands is seen again in every look that follows. A
draw from the other end, a draw that never was, one tile too many or another break would each leave the table
a little different, and the moves that follow show it at other places of the wall each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.infer_opening import AGAINST_DICE
from engine.infer_prices import (
    AGAINST_RULES,
    DRAWN,
    ELSEWHERE,
    LEFT_OWING,
    NOT_SEEN,
    OUT_OF_TURN,
    tiles_short,
)
from engine.judge.faults_deal import due_break
from engine.table.apply import apply
from engine.table.events import Event, HandsDealt, TileDiscarded, TileDrawn, WallBroken
from engine.table.expected import expected
from engine.table.play_order import next_seat, turns_from
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.table.wall import place_after

LAST = 14
"""How many of the last acts are thought over."""
ASTRAY = 4
"""How many stacks beside the break told another one may be."""
Alternative = tuple[tuple[Event, ...], float]


@dataclass(frozen=True, slots=True)
class Act:
    """One entry of this deal as it stands: its number, its events, and whether it may be thought over."""

    number: int
    events: tuple[Event, ...]
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The deal with `events` in the place of entry `number`: `state` now, and what would be `told` of it.

    `price` (nats) says how much unlikelier than what was told it is before looking; it is negative where a
    wrong act was told and this is the ordinary one."""

    number: int
    events: tuple[Event, ...]
    price: float
    state: GameState
    told: TableReading


def otherwise(begun: GameState, acts: Sequence[Act]) -> tuple[Otherwise, ...]:
    """Every other history worth weighing; `begun` is the table before the first of `acts`."""
    found: list[Otherwise] = []
    state, first = begun, len(acts) - LAST
    for place, act in enumerate(acts):
        if act.is_open and len(act.events) == 1 and (place >= first or isinstance(act.events[0], WallBroken)):
            following = acts[place + 1] if place + 1 < len(acts) else None
            rest = [event for later in acts[place + 1 :] for event in later.events]
            for events, price in _instead(state, act.events[0], following, rest):
                after = _after(state, (*events, *rest))
                found.append(Otherwise(act.number, events, price, after, expected(after)))
        state = _after(state, act.events)
    return tuple(found)


def _after(state: GameState, events: Sequence[Event]) -> GameState:
    for event in events:
        state = apply(state, event)
    return state


def _instead(
    state: GameState, event: Event, following: Act | None, rest: Sequence[Event]
) -> Iterator[Alternative]:
    match event:
        case TileDrawn():
            yield from _draws(state, event, following)
        case TileDiscarded(seat):
            yield from _with_a_draw(state, event, seat)
        case WallBroken() if 0 < len(rest) <= LAST and isinstance(rest[0], HandsDealt):
            yield from _breaks(state, event)


def _draws(state: GameState, drawn: TileDrawn, following: Act | None) -> Iterator[Alternative]:
    """The draw from the other end, by the seat in turn, twice, or not at all."""
    seat, spare = drawn.seat, state.rules.replacement_end
    is_owed = state.owes == "replacement" or (state.owes == "discard" and _is_short(state))
    if seat != state.turn:
        yield (TileDrawn(state.turn, drawn.end),), DRAWN - OUT_OF_TURN
        between, price = _not_found(state, seat)
        yield (*between, drawn), price + DRAWN - OUT_OF_TURN
        return
    if state.owes == "draw" or is_owed:
        due = spare if is_owed else "live"
        other = spare if drawn.end == "live" else "live"
        step = ELSEWHERE - DRAWN
        yield (TileDrawn(seat, other),), step if drawn.end == due else -step
    elif state.owes == "discard":
        yield (), DRAWN - AGAINST_RULES
    is_discarded = following is not None and any(
        isinstance(each, TileDiscarded) and each.seat == seat for each in following.events
    )
    if is_discarded and state.owes != "discard":
        yield (), (LEFT_OWING if is_owed else AGAINST_RULES) - DRAWN
    if following is None or is_discarded:
        yield (drawn, TileDrawn(seat, "live")), AGAINST_RULES


def _is_short(state: GameState) -> bool:
    return tiles_short(state, state.turn) > 0


def _with_a_draw(state: GameState, discarded: TileDiscarded, seat: int) -> Iterator[Alternative]:
    """A discard told without the draw that was due, with it."""
    if seat != state.turn:
        yield (TileDrawn(seat), discarded), DRAWN + OUT_OF_TURN - AGAINST_RULES
        between, price = _not_found(state, seat)
        yield (*between, TileDrawn(seat), discarded), price + DRAWN - AGAINST_RULES
    elif state.owes == "draw":
        yield (TileDrawn(seat), discarded), DRAWN - AGAINST_RULES
    elif state.owes == "replacement" or _is_short(state):
        yield (TileDrawn(seat, state.rules.replacement_end), discarded), DRAWN - LEFT_OWING


def _not_found(state: GameState, seat: int) -> tuple[tuple[Event, ...], float]:
    """The moves up to the one of `seat`, their discards overlooked by the camera; and their price."""
    steps = turns_from(state.rules, state.turn, seat) if state.owes in ("draw", "discard") else 0
    moves: list[Event] = []
    for number in range(steps):
        mover = next_seat(state.rules, state.turn, number)
        has_drawn = number == 0 and state.owes == "discard"
        moves += [TileDiscarded(mover, None)] if has_drawn else [TileDrawn(mover), TileDiscarded(mover, None)]
    return tuple(moves), steps * (DRAWN + NOT_SEEN)


def _breaks(state: GameState, told: WallBroken) -> Iterator[Alternative]:
    """The breaks a few stacks beside the one told."""
    due = due_break(state)
    here = place_after(state.rules, told.side, told.after_stack)
    for step in range(-ASTRAY, ASTRAY + 1):
        place = place_after(state.rules, told.side, told.after_stack + step)
        if step:
            price = AGAINST_DICE * ((place != due) - (here != due)) if due is not None else 0.0
            yield (WallBroken(place.side, place.stack),), price
