"""What people say enters the live table; a table that something else went wrong with is taken up again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.journal.east import may_be_told
from engine.journal.record import Entry
from engine.journal.recount import Change
from engine.table.events import Seat
from webui.following import Following
from webui.live_table import LiveTable
from webui.text.said_error import SaidError


def entered(following: Following, said: Entry, also: Sequence[Change] = ()) -> Entry:
    """Writes what a person says happened, or was otherwise, with the amendments beside it."""

    def enter(table: LiveTable) -> Entry:
        if said.amends is not None or also:
            return table.amend(said, also)
        return table.record(
            said.source, said.events, None, said.at_s, by=said.by, note=said.note, told_at=said.told_at
        )

    return _tried(following, enter)


def east_told(following: Following, dealer: Seat | None, said: Entry) -> Entry:
    """Writes who is East as a person says it (None: nobody knows); `said`: who, and when.

    SaidError once the next deal has begun, or where the hands are dealt and nobody is to be East; EngineError
    when nobody sits there."""
    table = following.table
    if not may_be_told(table.entries, table.state, dealer):
        is_dealt = dealer is None and may_be_told(table.entries, table.state, 0)
        raise SaidError("east_was_dealt" if is_dealt else "east_follows")
    return _tried(following, lambda table: table.tell_east(dealer, said))


def _tried(following: Following, act: Callable[[LiveTable], Entry]) -> Entry:
    following.person_acts()
    try:
        return act(following.table)
    except Exception as wrong:
        following.mend(wrong)
        raise
