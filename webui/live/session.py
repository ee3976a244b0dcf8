"""One session: a table, the name it keeps as long as its journal, and the pictures beside it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from engine.ruleset import Ruleset
from engine.table.events import Seat
from webui.live.evidence import Evidence, evidence_path, make_room_elsewhere
from webui.live_table import LiveTable
from webui.storage.journal import Journal


@dataclass(frozen=True, slots=True)
class Session:
    """A table and the name of its session, which stays the same as long as its journal does."""

    table: LiveTable
    name: str
    evidence: Evidence


def new_session(rules: Ruleset, journal: Journal, dealer: Seat | None = 0) -> Session:
    """The session kept in `journal`, which gets a name when it is new."""
    name = journal.about("session")
    if name is None:
        name = secrets.token_hex(4)
        journal.remember("session", name)
    evidence = _evidence(journal.path)
    return Session(LiveTable(rules, journal, dealer), name, evidence)


def _evidence(journal: Path | None) -> Evidence:
    if journal is None:
        return Evidence(None)
    path = evidence_path(journal)
    return Evidence(path, most_bytes=make_room_elsewhere(path))
