"""A claimed kong whose fourth tile came a moment after the other three, which were told as a pung."""

from __future__ import annotations

from collections.abc import Sequence

from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.table.events import Event, KongClaimed, KongDeclared, PungClaimed
from engine.table.state import GameState
from engine.tiles import plain
from webui.reconsidering import camera_amendment

SECONDS = 4.0
"""Who adds to a pung later than this after claiming it promotes it, and that is a fault."""


def kong_amendment(
    start: GameState, entries: Sequence[Entry], event: Event, at_s: float, confidence: float
) -> tuple[Entry, ...]:
    """The entries that make the pung just claimed a claimed kong, when `event` is its fourth tile; empty
    when it is not. `start` is the table before the first of `entries`. A person's word is never amended."""
    if not (isinstance(event, KongDeclared) and event.kind == "promoted" and event.tile):
        return ()
    newest = next((entry for entry in reversed(in_force(entries)) if entry.events), None)
    if newest is None or newest.source != "camera" or at_s - newest.at_s > SECONDS:
        return ()
    match newest.events[-1]:
        case PungClaimed(event.seat, giver, str(tile)) as pung if plain(tile) == plain(event.tile):
            kong = KongClaimed(event.seat, giver, tile, (*pung.tiles, event.tile))
        case _:
            return ()
    return camera_amendment(start, entries, newest, (*newest.events[:-1], kong), confidence)
