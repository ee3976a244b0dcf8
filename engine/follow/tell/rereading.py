"""Faces that later looks contradict: kept in mind until they have stayed so, then entries to amend.

A person's word is never amended: it is pinned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.contradicted import Contradicted
from engine.follow.tell.lasting import WHILE_S
from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.table.events import (
    DealStarted,
    FlowerDeclared,
    KongDeclared,
    Seat,
    TileDiscarded,
    WallBuilt,
)
from engine.table.state import GameState
from engine.tiles import SeenTile, tile_text

LOOKS = 3
"""A contradiction counts after so many readings, a while apart."""
Key = tuple[Literal["river", "flowers", "kongs"], Seat, int, SeenTile, int]
"""A discard told since may be the tile that contradicts: the count of discards is part of it."""
_KINDS = {"river": TileDiscarded, "flowers": FlowerDeclared, "kongs": KongDeclared}


class Rereading:
    """Follows the contradictions from reading to reading."""

    def __init__(self) -> None:
        self._since: dict[Key, tuple[float, int]] = {}

    def take(self, found: Sequence[Contradicted], at_s: float) -> tuple[Contradicted, ...]:
        """The contradictions that have stayed, after one more reading; what is not contradicted any more is
        forgotten."""
        keys = {(each.zone, each.seat, each.index, each.seen.tile, each.among): each for each in found}
        self._since = {key: self._since.get(key, (at_s, 0)) for key in keys}
        self._since = {key: (since, looks + 1) for key, (since, looks) in self._since.items()}
        ripe = [
            key for key, (since, looks) in self._since.items() if looks >= LOOKS and at_s - since >= WHILE_S
        ]
        return tuple(keys[key] for key in ripe)


def face_amendment(start: GameState, entries: Sequence[Entry], found: Contradicted) -> tuple[Entry, ...]:
    """What is to be written to set one face right, and all that follows from it; `start` is the table before
    the first of `entries`. Nothing when a person has said so, no entry is found, or a face that was told
    without a doubt is not clearly another one."""
    places = list(_places(entries, _KINDS[found.zone], found.seat))
    if found.index >= len(places):
        return ()
    entry, place = places[found.index]
    doubts = (doubt.get("reason") for doubt in entry.doubtful if doubt.get("event") == place)
    is_open = found.is_clear or found.told is None or any(reason != "claimed" for reason in doubts)
    if entry.source != "camera" or not is_open:
        return ()
    event, now = entry.events[place], found.seen
    assert isinstance(event, TileDiscarded | FlowerDeclared | KongDeclared)
    meant = (*entry.events[:place], replace(event, tile=now.tile), *entry.events[place + 1 :])
    doubt = {  # people are shown what it was before
        "event": place,
        "tile": tile_text(now.tile),
        "alternatives": [[tile_text(found.told), max(0.0, round(1.0 - now.confidence, 3))]],
        "reason": "later_looks",
    }
    return camera_amendment(start, entries, entry, meant, now.confidence, (doubt,))


def _places(
    entries: Sequence[Entry], kind: type[TileDiscarded | FlowerDeclared | KongDeclared], seat: Seat
) -> Iterator[tuple[Entry, int]]:
    """The entries of this deal in force that tell a discard, flower or concealed kong of `seat`, in order."""
    found: list[tuple[Entry, int]] = []
    for entry in in_force(entries):
        for number, event in enumerate(entry.events):
            if isinstance(event, DealStarted | WallBuilt):
                found = []
            elif isinstance(event, KongDeclared) and event.kind != "concealed":
                continue
            elif isinstance(event, kind) and event.seat == seat:
                found.append((entry, number))
    return iter(found)
