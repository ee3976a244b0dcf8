"""How a recent act may have gone otherwise than was thought: misread, taken back, not yet whole."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.follow.propose.set_acts import winning_sighting, without
from engine.follow.weigh.history import Act, History
from engine.follow.weigh.rates import Rates
from engine.table.events import (
    DiceRolled,
    Event,
    FlowerDeclared,
    KongClaimed,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.play_order import seats_of
from engine.table.reading import Sighting, TableReading
from engine.table.tile_set import is_bonus
from engine.tiles import SeenTile, Tile, is_same, same_face


@dataclass(frozen=True, slots=True)
class Revision:
    """The acts of a history with one of them otherwise."""

    acts: tuple[Act, ...]
    nats: float = 0.0
    """How surprising it is that the act was thought to be another one."""
    has_dice_thrown: bool = False
    place: int | None = None
    """Which act is another one now."""
    seen_before: str | None = None
    """How the names of the zones begin that the look before must have shown so already; None: no zone."""
    explains_s: float = math.inf
    """What was first seen at that time (s) or later, and is as it must be now, was no error of the camera."""


def revisions(history: History, seen: TableReading, at_s: float, rates: Rates) -> Iterator[Revision]:
    """Every way in which a recent act may have gone otherwise, as far as what is seen at `at_s` suggests."""
    newest: set[tuple[str, int]] = set()
    is_wall_unlike = any(
        payment.is_there
        for zone, payments in history.paid.items()
        if zone.startswith("wall")
        for payment in payments.values()
    )
    for place in range(len(history.acts) - 1, history.old - 1, -1):
        act = history.acts[place]
        match act.event:
            case DiceRolled(pips=pips) if ("dice", 0) not in newest:
                newest.add(("dice", 0))
                read = tuple(sorted(die.pips for die in seen.dice if die.pips is not None))
                if len(read) == len(pips) and read != tuple(sorted(pips)):
                    wrong = sum((Counter(pips) - Counter(read)).values())
                    nats = rates.rolling + rates.die * wrong * max(0, history.dice.looks - 1)
                    acts = _with(history, place, replace(act.event, pips=read)).acts
                    yield Revision(acts, nats, has_dice_thrown=True)
            case TileDrawn(end=end):
                if is_wall_unlike:
                    other = history.state.rules.replacement_end if end == "live" else "live"
                    yield replace(_with(history, place, replace(act.event, end=other)), seen_before="wall")
                if end == "live" and place == len(history.acts) - 1:
                    yield from _drawn_by_another(history, place, act.event, seen)
            case TileDiscarded(seat) if ("river", seat) not in newest:
                newest.add(("river", seat))
                yield from _discard(history, place, act.event, seen, at_s, rates)
            case FlowerDeclared(seat, None):
                yield from (
                    _with(history, place, replace(act.event, tile=each.tile))
                    for each in seen.seats[seat].flowers
                    if is_bonus(history.state.rules, each.tile)
                    and each.tile not in history.state.seats[seat].flowers
                )
            case Won(seat) if place == len(history.acts) - 1:
                yield from _hand(history, place, act.event, seen)
            case PungClaimed(seat, giver, tile, tiles) if (
                place == len(history.acts) - 1 and at_s - act.since_s <= rates.slow_s
            ):
                yield from (
                    _with(history, place, KongClaimed(seat, giver, tile, (*tiles, tiles[0])))
                    for meld in seen.seats[seat].melds
                    if len(meld.tiles) == 4 and not meld.face_down
                )


def _drawn_by_another(
    history: History, place: int, event: TileDrawn, seen: TableReading
) -> Iterator[Revision]:
    """The newest draw by somebody who has discarded since, while nothing new lies before the seat that was
    thought to draw."""
    grown = [
        seat
        for seat in seats_of(history.state.rules)
        if len(seen.seats[seat].river) > len(history.predicted.seats[seat].river)
    ]
    if event.seat in grown:
        return
    since_s = history.acts[place].since_s
    for seat in grown:
        # That a tile was drawn may have been seen; who drew it is concluded.
        drawn = replace(history.acts[place], event=replace(event, seat=seat), how="followed")
        acts = (*history.acts[:place], drawn)
        yield Revision(acts, place=place, seen_before="", explains_s=since_s)


def _discard(
    history: History, place: int, event: TileDiscarded, seen: TableReading, at_s: float, rates: Rates
) -> Iterator[Revision]:
    """The newest discard of a seat as another face, or taken back when it is the newest of all."""
    river = history.predicted.seats[event.seat].river
    lying = seen.seats[event.seat].river
    is_claimed = any(each.claimed_by is not None for each in history.state.seats[event.seat].river[-1:])
    if river and not is_claimed and len(lying) == len(river) and seen.is_visible(f"river:{event.seat}"):
        now = lying[-1].tile
        if now is not None and (event.tile is None or not same_face(now, event.tile)):
            nats = misread_nats(history.acts[place], now, rates)
            yield _with(history, place, replace(event, tile=now), nats)
    if place == len(history.acts) - 1 and len(lying) < len(river):
        was_brief = at_s - history.acts[place].since_s <= rates.look_s
        # What lay there for more than a look was no error of the camera: it was taken back.
        yield Revision(history.acts[:place], rates.misread if was_brief else rates.taken_back)


def claimed(history: History, rates: Rates) -> Iterator[Revision]:
    """A claim or win shows the discard once more: it was another face than told."""
    match [act.event for act in history.acts[-2:]]:
        case [TileDiscarded(seat, was) as discard, claim]:
            tile = getattr(claim, "tile", None)
            if getattr(claim, "giver", None) == seat and tile is not None and not is_same(was, tile):
                place = len(history.acts) - 2
                nats = misread_nats(history.acts[place], tile, rates)
                yield _with(history, place, replace(discard, tile=tile), nats)


def _hand(history: History, place: int, won: Won, seen: TableReading) -> Iterator[Revision]:
    """The hand as it lies open now: it is laid tile by tile."""
    hand = seen.seats[won.seat].revealed
    predicted = history.predicted.seats[won.seat].revealed
    if (
        hand
        and predicted
        and seen.is_visible(f"standing:{won.seat}")
        and Counter(faces(hand)) != Counter(faces(predicted))
    ):
        whole = len(hand) + 3 * len(history.state.seats[won.seat].melds) >= 14
        held = without(hand, won.tile) if whole or won.giver is None else faces(hand)
        # A tile that is not found any more lay there before.
        before = f"standing:{won.seat}" if len(hand) < len(predicted) else None
        same, last = replace(won, hand=held), winning_sighting(hand).tile
        other = replace(won, tile=last, hand=without(hand, last))
        drawn = (same,) if won.giver is not None or last == won.tile else (same, other)
        # Of two as likely the first is kept. A tile found at the end, where there was none, is the one won.
        is_found = None in won.hand and None not in faces(hand)
        for each in reversed(drawn) if is_found else drawn:
            yield replace(_with(history, place, each), seen_before=before)


def faces(row: Sequence[Sighting]) -> tuple[SeenTile, ...]:
    """What the tiles of a row read as."""
    return tuple(each.tile for each in row)


def misread_nats(act: Act, tile: Tile, rates: Rates) -> float:
    """How surprising it is that the tile of `act` was `tile`, by what the reader itself held likely."""
    chance = dict(act.read).get(tile, 0.0)
    return min(rates.misread, -math.log(chance)) if chance else rates.misread


def _with(history: History, place: int, event: Event, nats: float = 0.0) -> Revision:
    acts = history.acts
    return Revision((*acts[:place], replace(acts[place], event=event), *acts[place + 1 :]), nats, place=place)
