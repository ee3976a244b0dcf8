"""Faces that later looks contradict: kept in mind until they have stayed so, then entries to amend.

A person's word is never amended: it is pinned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.contradicted import Contradicted
from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.table.events import (
    DealStarted,
    Event,
    FlowerDeclared,
    KongDeclared,
    Seat,
    TileDiscarded,
    WallBuilt,
)
from engine.table.state import GameState
from engine.tiles import SeenTile, tile_text

LOOKS, SECONDS = 3, 2.0
"""A contradiction counts after so many readings, so far apart."""
Key = tuple[Literal["river", "flowers", "kongs"], Seat, int, SeenTile]
_KINDS = {"river": TileDiscarded, "flowers": FlowerDeclared, "kongs": KongDeclared}


@dataclass(frozen=True, slots=True)
class Reread:
    """One face to amend: in the entry `number`, its `event`th event, from the face told to `tile`.

    `reason` is what told it: ``later_looks`` or ``claimed``. `was_doubted`: the face was told as doubtful."""

    number: int
    event: int
    told: SeenTile
    tile: SeenTile
    confidence: float
    reason: str
    was_doubted: bool = False


class Rereading:
    """Follows the contradictions from reading to reading."""

    def __init__(self) -> None:
        self._since: dict[Key, tuple[float, int]] = {}

    def take(self, found: Sequence[Contradicted], at_s: float) -> tuple[Contradicted, ...]:
        """The contradictions that have stayed, after one more reading; what is not contradicted any more is
        forgotten."""
        keys = {(each.zone, each.seat, each.index, each.seen.tile): each for each in found}
        self._since = {key: self._since.get(key, (at_s, 0)) for key in keys}
        self._since = {key: (since, looks + 1) for key, (since, looks) in self._since.items()}
        ripe = [
            key for key, (since, looks) in self._since.items() if looks >= LOOKS and at_s - since >= SECONDS
        ]
        return tuple(keys[key] for key in ripe)


def reread_of(entries: Sequence[Entry], found: Contradicted) -> Reread | None:
    """What to amend for a contradiction; None when a person has said so or no entry is found."""
    places = list(_places(entries, _KINDS[found.zone], found.seat))
    if found.index >= len(places):
        return None
    entry, event = places[found.index]
    if entry.source != "camera":
        return None
    doubts = (doubt.get("reason") for doubt in entry.doubtful if doubt.get("event") == event)
    sighting, doubted = found.seen, any(reason != "claimed" for reason in doubts)
    return Reread(entry.number, event, found.told, sighting.tile, sighting.confidence, "later_looks", doubted)


def amended_events(entry: Entry, reread: Reread) -> tuple[Event, ...]:
    """The events of an entry with the face set right."""
    events = list(entry.events)
    event = events[reread.event]
    assert isinstance(event, TileDiscarded | FlowerDeclared | KongDeclared)
    events[reread.event] = replace(event, tile=reread.tile)
    return tuple(events)


def face_amendment(start: GameState, entries: Sequence[Entry], reread: Reread) -> tuple[Entry, ...]:
    """What is to be written to set one face right, and all that follows from it; `start` is the table before
    the first of `entries`."""
    (entry,) = (each for each in entries if each.number == reread.number)
    meant = amended_events(entry, reread)
    return camera_amendment(start, entries, entry, meant, reread.confidence, (doubt_of(reread),))


def doubt_of(reread: Reread) -> dict[str, object]:
    """The reason, as an entry's doubt tells it: people are shown what it was before."""
    left = max(0.0, round(1.0 - reread.confidence, 3))
    return {
        "event": reread.event,
        "tile": tile_text(reread.tile),
        "alternatives": [[tile_text(reread.told), left]],
        "reason": reread.reason,
    }


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
