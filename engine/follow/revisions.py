"""How a recent act may have gone otherwise than was thought: misread, taken back, not yet whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.follow.history import Act, History
from engine.table.apply import apply
from engine.table.events import (
    DiceRolled,
    Event,
    FlowerDeclared,
    KongClaimed,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
)
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import same_face


@dataclass(frozen=True, slots=True)
class Revision:
    """The acts of a history with one of them otherwise."""

    acts: tuple[Act, ...]
    looks: int = 1
    """In how many looks it must have been misread."""
    has_dice_thrown: bool = False
    place: int | None = None
    """Which act is another one now, when not only its face is."""


def after_all(state: GameState, events: Sequence[Event]) -> GameState:
    """The state after all of `events`."""
    for event in events:
        state = apply(state, event)
    return state


def revisions(history: History, seen: TableReading) -> Iterator[Revision]:
    """Every way in which a recent act may have gone otherwise, as far as what is seen now suggests it."""
    newest: set[tuple[str, int]] = set()
    is_wall_unlike = any(
        payment.is_there
        for zone, payments in history.paid.items()
        if zone.startswith("wall")
        for payment in payments.values()
    )
    for place in range(len(history.acts) - 1, -1, -1):
        act = history.acts[place]
        match act.event:
            case DiceRolled(pips=pips) if ("dice", 0) not in newest:
                newest.add(("dice", 0))
                read = tuple(sorted(die.pips for die in seen.dice if die.pips is not None))
                if len(read) == len(pips) and read != tuple(sorted(pips)):
                    looks = max(1, history.dice.looks)
                    acts = _with(history, place, replace(act.event, pips=read)).acts
                    yield Revision(acts, looks, has_dice_thrown=True)
            case TileDrawn(end=end) if is_wall_unlike:
                other = history.state.rules.replacement_end if end == "live" else "live"
                yield replace(_with(history, place, replace(act.event, end=other)), place=place)
            case TileDiscarded(seat) if ("river", seat) not in newest:
                newest.add(("river", seat))
                yield from _discard(history, place, act.event, seen)
            case FlowerDeclared(seat, None):
                yield from (
                    _with(history, place, replace(act.event, tile=each.tile))
                    for each in seen.seats[seat].flowers
                    if each.tile is not None and each.tile not in history.state.seats[seat].flowers
                )
            case PungClaimed(seat, giver, tile, tiles) if place == len(history.acts) - 1:
                yield from (
                    _with(history, place, KongClaimed(seat, giver, tile, (*tiles, tiles[0])))
                    for meld in seen.seats[seat].melds
                    if len(meld.tiles) == 4 and not meld.face_down
                )


def _discard(history: History, place: int, event: TileDiscarded, seen: TableReading) -> Iterator[Revision]:
    """The newest discard of a seat as another face, or taken back when it is the newest of all."""
    river = history.told.seats[event.seat].river
    lying = seen.seats[event.seat].river
    if river and len(lying) == len(river) and seen.is_visible(f"river:{event.seat}"):
        now = lying[-1].tile
        if now is not None and (event.tile is None or not same_face(now, event.tile)):
            # A face is read from all looks together: there is no earlier one that speaks against it.
            yield replace(_with(history, place, replace(event, tile=now)), looks=0)
    if place == len(history.acts) - 1 and len(lying) < len(river):
        yield Revision(history.acts[:place])


def _with(history: History, place: int, event: Event) -> Revision:
    acts = history.acts
    return Revision((*acts[:place], replace(acts[place], event=event), *acts[place + 1 :]))
