"""Whether the table lies as the game says it should: what is missing, too much, or lies wrongly.

A tile whose face was not read for certain stands for any that is missing: it is nobody's mistake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.judge.faults_lying import lying_faults
from engine.practice.lesson import Note, Verdict, say
from engine.practice.shown import SURE
from engine.table.events import SEATS, Seat
from engine.table.expected import expected
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, is_flower, plain, sort_key


@dataclass(frozen=True, slots=True)
class _Zone:
    """Tiles that should lie in one place, and those that were seen there."""

    name: str
    due: tuple[SeenTile, ...]
    seen: tuple[Sighting, ...]


def table_agrees(state: GameState, seen: TableReading, own: frozenset[Seat]) -> Verdict:
    """The table against the game: rivers, sets and flowers of all seats, hands of the learner's `own`.

    The other hands and the wall lie on no practice table and are not looked for."""
    if all(not seen.is_visible(f"river:{seat}") for seat in SEATS):
        return Verdict("cannot_see", (say("table_covered"),))
    due = expected(state)
    notes = tuple(
        note for seat in SEATS for note in _of_seat(state, seat, due.seats[seat], seen, seat in own)
    )
    covered = tuple(
        say(f"not_seen_{kind}", seat=state.seat_wind(seat))
        for seat in SEATS
        for kind in ("river", "melds")
        if not seen.is_visible(f"{kind}:{seat}")
    )
    if notes:
        return Verdict("wrong", (*notes, *covered))
    if covered:
        return Verdict("cannot_see", covered)
    return Verdict("right", (say("table_agrees"),))


def _of_seat(
    state: GameState, seat: Seat, due: SeatReading, seen: TableReading, is_own: bool
) -> Iterator[Note]:
    lies, wind = seen.seats[seat], state.seat_wind(seat)
    if seen.is_visible(f"river:{seat}"):
        yield from _differing(_Zone("river", _faces(due.river), lies.river), wind)
    if seen.is_visible(f"melds:{seat}"):
        yield from _sets(due.melds, lies.melds, wind)
        yield from _lying(state, seat, seen)
    if seen.is_visible(f"flowers:{seat}"):
        # The side of a tile standing apart looks like a blank one: only flowers lie among flowers.
        flowers = tuple(tile for tile in lies.flowers if tile.tile is None or is_flower(tile.tile))
        yield from _differing(_Zone("flowers", _faces(due.flowers), flowers), wind)
    if is_own and seen.is_visible(f"standing:{seat}"):
        yield from _hand(state, seat, lies)


def _differing(zone: _Zone, wind: int) -> Iterator[Note]:
    """Tiles that should lie there and do not, and the other way; the unread ones are missing tiles."""
    due, sure, unsure = Counter(map(_face, zone.due)), Counter[Tile](), 0
    for tile in zone.seen:
        if tile.tile is None or (tile.confidence < SURE and not due[plain(tile.tile)]):
            unsure += 1
        else:
            sure[plain(tile.tile)] += 1
    missing = sorted((due - sure).elements(), key=sort_key)
    strange = sorted((sure - due).elements(), key=sort_key)
    if len(missing) > unsure:
        yield say(f"{zone.name}_missing", *missing, seat=wind)
    if strange:
        yield say(f"{zone.name}_strange", *strange, seat=wind)
    if unsure > len(missing):
        yield say(f"{zone.name}_unread", seat=wind, count=unsure - len(missing))
    if not missing and not strange and not unsure and zone.name == "river":
        yield from _in_order(zone, wind)


def _in_order(zone: _Zone, wind: int) -> Iterator[Note]:
    for place, (due, seen) in enumerate(zip(zone.due, zone.seen, strict=True)):
        if _face(due) != _face(seen.tile):
            yield say("river_order", due, seat=wind, place=place + 1)
            return


def _sets(due: Sequence[SeenMeld], seen: Sequence[SeenMeld], wind: int) -> Iterator[Note]:
    left = list(seen)
    for meld in due:
        found = next((other for other in left if _fits(meld, other)), None)
        if found is None:
            yield say("set_missing", *_faces(meld.tiles), seat=wind)
        else:
            left.remove(found)
    for other in left:
        yield say("set_strange", *_faces(other.tiles), seat=wind)


def _fits(due: SeenMeld, seen: SeenMeld) -> bool:
    """Whether a set seen may be the one that should lie there, whichever way its tiles lie."""
    if len(due.tiles) != len(seen.tiles):
        return False
    wanted = Counter(plain(tile.tile) for tile in due.tiles if tile.tile)
    sure = Counter(plain(tile.tile) for tile in seen.tiles if tile.tile and tile.confidence >= SURE)
    return not wanted or not sure - wanted


def _lying(state: GameState, seat: Seat, seen: TableReading) -> Iterator[Note]:
    """How the sets lie that are the right ones."""
    own, lies = state.seats[seat], seen.seats[seat]
    due = expected(state).seats[seat].melds
    pairs = [(at, other) for at, meld in enumerate(due) for other in lies.melds if _fits(meld, other)]
    chosen = dict(reversed(pairs))
    if len(chosen) != len(own.melds):
        return
    ordered = replace(lies, melds=tuple(chosen[at] for at in range(len(own.melds))))
    seats = tuple(ordered if other == seat else SeatReading() for other in SEATS)
    for found in lying_faults(state, replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]))):
        if found.name != "hand_not_shown" and found.seat == seat:
            yield say("seat_fault", *found.tiles, rule=found.rule, seat=state.seat_wind(seat),
                      fault=found.name)  # fmt: skip


def _hand(state: GameState, seat: Seat, lies: SeatReading) -> Iterator[Note]:
    """The learner's own tiles: face by face where they lie open, else their number where they stand."""
    held, wind = state.seats[seat].standing, state.seat_wind(seat)
    if lies.revealed is not None:
        hand = tuple(tile for tile in held if tile and not is_flower(tile))
        yield from _differing(_Zone("hand", hand, lies.revealed), wind)
    elif lies.standing and lies.standing != len(held):
        yield say("hand_number", seat=wind, count=lies.standing, due=len(held))


def _faces(tiles: Iterable[Sighting]) -> tuple[SeenTile, ...]:
    return tuple(tile.tile for tile in tiles)


def _face(tile: SeenTile) -> Tile:
    return plain(tile) if tile else "?"
