"""Sets and flowers that a person corrected on the sheet of a win: which entries told them, and what they must
tell now.

A set whose tiles were misread is set right where it was claimed, so that the river and the replay are right
as well. A set of another kind, one more or one less has no such place: it stands in the win itself
(`Won.melds`). A flower that was misread is set right where it was shown; one more or one less counts in the
win's own card only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.table.apply import apply
from engine.table.events import (
    SEATS,
    ChowClaimed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    LaidSet,
    PungClaimed,
    Seat,
)
from engine.table.state import GameState, Meld
from engine.tiles import SeenTile, Tile

Change = tuple[int, tuple[Event, ...]]
Place = tuple[int, int]
"""An entry's number, and the place of an event in it."""


def corrected_sets(
    start: GameState,
    entries: Sequence[Entry],
    said: Mapping[Seat, Sequence[Meld]],
    flowers: Mapping[Seat, Sequence[Tile]] = MappingProxyType({}),
) -> tuple[Change, ...]:
    """What the entries of this deal must tell for the sets and the `flowers` that were `said`, by winner.
    `entries` end before the win."""
    sets = _Sets(start)
    for entry in in_force(entries):
        sets.take(entry)
    for seat, melds in said.items():
        for place, meld in _misread(sets.state.seats[seat].melds, melds):
            sets.correct(seat, place, meld)
    for seat, tiles in flowers.items():
        sets.correct_flowers(seat, tiles)
    return sets.changes


def laid_sets(state: GameState, seat: Seat, said: Sequence[Meld]) -> tuple[LaidSet, ...] | None:
    """The sets as said, for the win to tell; None where they lie so already."""
    if _kinds(state.seats[seat].melds) == _kinds(said):
        return None
    return tuple(LaidSet(meld.kind, meld.tiles, meld.giver) for meld in said)


@dataclass(slots=True)
class _Sets:
    """The table while the entries are gone through, and by which events each set of a seat was told."""

    state: GameState
    by: dict[Seat, list[list[Place]]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    events: dict[int, list[Event]] = field(default_factory=dict)
    changed: dict[int, None] = field(default_factory=dict)
    discards: dict[Place, SeenTile] = field(default_factory=dict)
    """What a claimed tile was told as when it was discarded, by the claim."""
    flowers: dict[Seat, list[Place]] = field(default_factory=lambda: {seat: [] for seat in SEATS})

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple((number, tuple(self.events[number])) for number in self.changed)

    def take(self, entry: Entry) -> None:
        self.events[entry.number] = list(entry.events)
        for place, event in enumerate(entry.events):
            before, self.state = self.state, apply(self.state, event)
            if isinstance(event, FlowerDeclared):
                self.flowers[event.seat].append((entry.number, place))
            elif not any(seat.flowers for seat in self.state.seats):
                self.flowers = {seat: [] for seat in SEATS}
            if not isinstance(event, ChowClaimed | PungClaimed | KongClaimed | KongDeclared):
                if not any(seat.melds for seat in self.state.seats):
                    self.by = {seat: [] for seat in SEATS}
                continue
            if not isinstance(event, KongDeclared) and before.seats[event.giver].river:
                self.discards[entry.number, place] = before.seats[event.giver].river[-1].tile
            was, now = before.seats[event.seat].melds, self.state.seats[event.seat].melds
            if len(now) > len(was):
                self.by[event.seat].append([(entry.number, place)])
            else:
                grown = next((at for at, each in enumerate(now) if each not in was), 0)
                self.by[event.seat][grown].append((entry.number, place))

    def correct(self, seat: Seat, place: int, said: Meld) -> None:
        for number, at in self.by[seat][place] if place < len(self.by[seat]) else ():
            discarded = self.discards.get((number, at))
            self.events[number][at] = _with_tiles(self.events[number][at], said, discarded)
            self.changed[number] = None

    def correct_flowers(self, seat: Seat, said: Sequence[Tile]) -> None:
        left, wrong = list(said), []
        for place in self.flowers[seat]:
            tile = self._shown(place).tile
            if tile in left:
                left.remove(tile)
            else:
                wrong.append(place)
        wrong.sort(key=lambda place: self._shown(place).tile is None)  # what was read is what was misread
        for (number, at), tile in zip(wrong, left, strict=False):
            self.events[number][at] = replace(self._shown((number, at)), tile=tile)
            self.changed[number] = None

    def _shown(self, place: Place) -> FlowerDeclared:
        event = self.events[place[0]][place[1]]
        assert isinstance(event, FlowerDeclared)
        return event


def _with_tiles(event: Event, said: Meld, discarded: SeenTile) -> Event:
    """The event that told the set, telling the tiles that were said; of a chow the one that was `discarded`
    was claimed, where it is among them."""
    match event:
        case ChowClaimed():
            rank = [*event.tiles, event.tile].index(event.tile) % len(said.tiles)
            known = next((tile for tile in (discarded, event.tile) if tile in said.tiles), said.tiles[rank])
            rest = [tile for tile in said.tiles if tile != known]
            return replace(event, tile=known, tiles=(known, *rest))
        case PungClaimed() | KongClaimed():
            return replace(event, tile=said.tiles[0], tiles=said.tiles[: len(event.tiles)])
        case KongDeclared():
            return replace(event, tile=said.tiles[0])
    return event


def _misread(lie: Sequence[Meld], said: Sequence[Meld]) -> list[tuple[int, Meld]]:
    """The sets that lie there with other tiles than said, by their places: same kind, same giver."""
    left = list(said)
    wrong: list[int] = []
    for place, meld in enumerate(lie):
        same = next((each for each in left if _kind(each) == _kind(meld)), None)
        if same is None:
            wrong.append(place)
        else:
            left.remove(same)
    pairs = []
    for place in wrong:
        meld = lie[place]
        other = next((each for each in left if (each.kind, each.giver) == (meld.kind, meld.giver)), None)
        if other is not None and len(other.tiles) == len(meld.tiles):
            left.remove(other)
            pairs.append((place, other))
    return pairs


def _kind(meld: Meld) -> tuple[str, tuple[SeenTile, ...], Seat | None]:
    return meld.kind, tuple(_sorted(meld.tiles)), meld.giver


def _kinds(melds: Sequence[Meld]) -> Counter[tuple[str, tuple[SeenTile, ...], Seat | None]]:
    return Counter(map(_kind, melds))


def _sorted(tiles: Sequence[SeenTile]) -> list[SeenTile]:
    return sorted(tiles, key=lambda tile: ("", "") if tile is None else (tile[1], tile[0]))
