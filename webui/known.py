"""What this version can read in a data folder: forms of files, and events."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from engine.journal.record import EVENT_NAMES
from webui.access.logins import KIND as LOGINS
from webui.live.evidence import SCHEMA as EVIDENCE
from webui.practice.progress import SCHEMA as PRACTICE
from webui.scores.store.book import KIND as BOOK
from webui.storage.journal import SCHEMA as JOURNAL
from webui.storage.taking_on import Knowing


def known() -> Knowing:
    """Which version this is, and what it knows."""
    kinds = (JOURNAL, BOOK.schema, LOGINS.schema, EVIDENCE, PRACTICE)
    return Knowing(_program(), {kind.what: kind.version for kind in kinds}, EVENT_NAMES)


def _program() -> str:
    try:
        return version("jantaku")
    except PackageNotFoundError:
        return "0"
