"""In which order the seats acted, from what came to and went from each: a search that steps back when a guess
leaves something over.

After a discard a seat may claim it when the next thing that came to it is a claim of that tile from that
side. Now and then two discards fit one claim; only one of the orders uses everything up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.table.events import (
    ChowClaimed,
    DeclaredReady,
    DoraRevealed,
    Event,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
)
from engine.tiles import EngineError, SeenTile, Tile, plain, sort_key

Item: TypeAlias = int | str
_CALL = re.compile(r"((?:[0-9]{2})*)([cpmkar])((?:[0-9]{2})+)")
_SUITS = "mps"
SAME = 60
"""The tile just drawn goes."""
NO_DISCARD = 0


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's columns: its first tiles, what came, what went."""

    hand: list[int]
    draws: list[Item]
    discards: list[Item]


@dataclass(frozen=True, slots=True)
class _Call:
    """A claim or kong as written: its letter, how many tiles stand before it, the named tile, all tiles."""

    letter: str
    before: int
    tile: Tile
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class _Point:
    """How far each seat's columns are used up, and who acts next."""

    drawn: tuple[int, int, int, int]
    gone: tuple[int, int, int, int]
    seat: Seat
    newest: Tile | None
    """The tile just drawn by `seat`; None when `seat` is about to draw or claim."""
    giver: Seat | None = None
    offered: Tile | None = None
    must_discard: bool = False
    from_dead_wall: bool = False


Step: TypeAlias = tuple[tuple[Event, ...], _Point]


def tile_of(number: object) -> Tile:
    """11 is 1m, 41 East, 51 the red five of characters. EngineError: no tile has that number."""
    tens, ones = divmod(int(str(number)), 10)
    if tens in (1, 2, 3) and 1 <= ones <= 9:
        return f"{ones}{_SUITS[tens - 1]}"
    if tens == 4 and 1 <= ones <= 7:
        return f"{ones}z"
    if tens == 5 and 1 <= ones <= 3:
        return f"0{_SUITS[ones - 1]}"
    raise EngineError(f"no such tenhou tile: {number!r}; expected 11-19, 21-29, 31-39, 41-47 or 51-53")


def acts_in_order(dealer: Seat, sides: Sequence[Side], dora: Sequence[Tile]) -> Iterator[Event]:
    """All draws, discards, claims and kongs of a deal in order, indicators turned when they are due."""
    used = [1 if seat == dealer else 0 for seat in range(4)]
    start = _Point(_four(used), (0, 0, 0, 0), dealer, tile_of(sides[dealer].draws[0]))
    yield from _with_dora(_search(start, sides), dora)


def _search(start: _Point, sides: Sequence[Side]) -> list[Event]:
    """Depth first with the open choices kept, so that a long deal needs no deep recursion.

    A point left without success is not tried again: what follows does not depend on the way to it."""
    if _is_used_up(start, sides):
        return []
    reached: set[_Point] = set()
    path: list[tuple[Event, ...]] = []
    open_choices: list[list[Step]] = [_steps(start, sides)]
    point = start
    while open_choices:
        if not open_choices[-1]:
            open_choices.pop()
            if path:
                path.pop()
            continue
        events, point = open_choices[-1].pop(0)
        path.append(events)
        if point in reached:
            path.pop()
            continue
        reached.add(point)
        if _is_used_up(point, sides):
            return [event for events in path for event in events]
        open_choices.append(_steps(point, sides))
    raise EngineError("no order of play uses up all draws and discards of the deal")


def _is_used_up(point: _Point, sides: Sequence[Side]) -> bool:
    return all(
        point.drawn[seat] == len(side.draws) and point.gone[seat] == len(side.discards)
        for seat, side in enumerate(sides)
    )


def _steps(point: _Point, sides: Sequence[Side]) -> list[Step]:
    if point.newest is not None or point.must_discard:
        return _own_act(point, sides)
    steps = list(_claims(point, sides)) if point.offered is not None else []
    return steps + _draw(point, sides)


def _draw(point: _Point, sides: Sequence[Side]) -> list[Step]:
    seat, at = point.seat, point.drawn[point.seat]
    draws = sides[seat].draws
    if at >= len(draws) or not isinstance(draws[at], int):
        return []
    tile = tile_of(draws[at])
    event = TileDrawn(seat, "dead_wall" if point.from_dead_wall else "live", tile)
    return [((event,), _Point(_stepped(point.drawn, seat), point.gone, seat, tile))]


def _claims(point: _Point, sides: Sequence[Side]) -> Iterator[Step]:
    assert point.giver is not None
    for step in (1, 2, 3):
        seat = (point.giver + step) % 4
        at = point.drawn[seat]
        item = sides[seat].draws[at] if at < len(sides[seat].draws) else None
        call = _call(item)
        if call is None or call.tile != point.offered or _giver_of(call, seat) != point.giver:
            continue
        drawn = _stepped(point.drawn, seat)
        event = _claim_event(call, seat, point.giver)
        if call.letter == "m":
            gone = _stepped(point.gone, seat) if _has_placeholder(point, sides, seat) else point.gone
            yield (event,), _Point(drawn, gone, seat, None, from_dead_wall=True)
        else:
            yield (event,), _Point(drawn, point.gone, seat, None, must_discard=True)


def _has_placeholder(point: _Point, sides: Sequence[Side], seat: Seat) -> bool:
    at = point.gone[seat]
    return at < len(sides[seat].discards) and sides[seat].discards[at] == NO_DISCARD


def _own_act(point: _Point, sides: Sequence[Side]) -> list[Step]:
    seat, at = point.seat, point.gone[point.seat]
    if at >= len(sides[seat].discards):
        return []
    item = sides[seat].discards[at]
    gone = _stepped(point.gone, seat)
    call = _call(item)
    if call is not None and call.letter in "ka":
        kind = KongDeclared(seat, "promoted", call.tile)
        if call.letter == "a":
            kind = KongDeclared(seat, "concealed", plain(call.tile))
        return [((kind,), _Point(point.drawn, gone, seat, None, from_dead_wall=True))]
    is_ready = isinstance(item, str) and item.startswith("r")
    number = int(str(item).lstrip("r"))
    drawn_goes = number == SAME and point.newest is not None
    tile = point.newest if drawn_goes else tile_of(number)
    events: tuple[Event, ...] = (TileDiscarded(seat, tile, is_ready, drawn_goes),)
    if is_ready:
        events = (DeclaredReady(seat), *events)
    following = _Point(point.drawn, gone, (seat + 1) % 4, None, giver=seat, offered=tile)
    return [(events, following)]


def _call(item: Item | None) -> _Call | None:
    form = _CALL.fullmatch(item) if isinstance(item, str) else None
    if form is None or form[2] == "r":
        return None
    before, after = (re.findall("..", part) for part in (form[1], form[3]))
    tiles = tuple(tile_of(number) for number in (*before, *after))
    return _Call(form[2], len(before), tile_of(after[0]), tiles)


def _giver_of(call: _Call, seat: Seat) -> Seat:
    """The letter stands before the claimed tile: first, from the left; last, from the right."""
    if call.before == 0:
        return (seat + 3) % 4
    return (seat + 2) % 4 if call.before == 1 else (seat + 1) % 4


def _claim_event(call: _Call, seat: Seat, giver: Seat) -> Event:
    match call.letter:
        case "c":
            return ChowClaimed(seat, giver, call.tile, tuple(sorted(call.tiles, key=sort_key)))
        case "p":
            return PungClaimed(seat, giver, call.tile, call.tiles)
        case _:
            return KongClaimed(seat, giver, call.tile, call.tiles)


def _with_dora(acts: Sequence[Event], dora: Sequence[Tile]) -> Iterator[Event]:
    """A concealed kong turns its indicator at once, others after the next discard or with the next kong."""
    shown: list[SeenTile] = list(dora)
    due = 0
    if shown:
        yield DoraRevealed(shown.pop(0))
    for act in acts:
        is_kong = isinstance(act, KongDeclared | KongClaimed)
        yield act
        if is_kong and due and shown:
            yield DoraRevealed(shown.pop(0))
            due = 0
        concealed = isinstance(act, KongDeclared) and act.kind == "concealed"
        due = 1 if is_kong and not concealed else due
        if shown and (concealed or (due and isinstance(act, TileDiscarded))):
            due = 0 if isinstance(act, TileDiscarded) else due
            yield DoraRevealed(shown.pop(0))
    yield from (DoraRevealed(tile) for tile in shown)


def _stepped(counts: tuple[int, int, int, int], seat: Seat) -> tuple[int, int, int, int]:
    return _four([count + (number == seat) for number, count in enumerate(counts)])


def _four(values: Sequence[int]) -> tuple[int, int, int, int]:
    return (values[0], values[1], values[2], values[3])
