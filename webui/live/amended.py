"""What a person says was otherwise than told, written with all that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.journal.amending import amending
from engine.journal.record import Entry
from engine.journal.recount import Change
from engine.journal.unconfirmed import still_doubted
from webui.live_table import LiveTable


def amended(table: LiveTable, said: Entry, also: Sequence[Change]) -> Entry:
    """Writes `said`, the amendments beside it (`also`) and what follows from both, at once; the entry of
    `said` as it is written."""
    wanted = [*also, *([] if said.amends is None else [(said.amends, said.events)])]
    *before, (what, events) = wanted
    thought = amending(table.start, table.entries, what, events, before)
    number = table.entries[-1].number + len(wanted)
    by_number = {entry.number: entry for entry in table.entries}
    by_whom = {name: getattr(said, name) for name in ("at_s", "source", "by", "told_at")}
    written = [
        replace(said, events=each, amends=what)
        if place < len(wanted)
        else replace(still_doubted(by_number[what], each, table.entries), **by_whom, follows=number)
        for place, (what, each) in enumerate(thought.changes)
    ]
    if said.amends is None:
        written.append(said)
    place = len(wanted) - 1 if said.amends is not None else len(written) - 1
    return table.take_in(written)[place]
