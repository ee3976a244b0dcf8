"""What a person says was otherwise than told, as the entries to be written with all that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.journal.amending import adding, amending
from engine.journal.record import Entry
from engine.journal.recount import Change
from engine.journal.unconfirmed import still_doubted
from engine.table.state import GameState


def said_entries(
    start: GameState, entries: Sequence[Entry], said: Entry, also: Sequence[Change] = ()
) -> tuple[tuple[Entry, ...], int]:
    """The entries to be written, all at once, and the place of `said` among them; `also`: amendments beside
    it. `start` is the empty table as it was before anybody said who is East."""
    wanted = [*also, *([] if said.amends is None else [(said.amends, said.events)])]
    if not wanted:
        return (said, *_following(entries, said, adding(start, entries, said).changes, 1)), 0
    *before, (what, events) = wanted
    changes = amending(start, entries, what, events, before).changes
    written = [replace(said, events=each, amends=what) for what, each in changes[: len(wanted)]]
    written += _following(entries, said, changes[len(wanted) :], len(wanted))
    if said.amends is not None:
        return tuple(written), len(wanted) - 1
    return (*written, said), len(written)


def _following(entries: Sequence[Entry], said: Entry, changes: Sequence[Change], number: int) -> list[Entry]:
    """The amendments that only follow from the `number`th new entry."""
    number += entries[-1].number if entries else 0
    by_number = {entry.number: entry for entry in entries}
    by_whom = {name: getattr(said, name) for name in ("at_s", "source", "by", "told_at")}
    return [
        replace(still_doubted(by_number[what], events, entries), **by_whom, follows=number)
        for what, events in changes
    ]
