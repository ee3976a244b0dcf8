"""What the hub's pages work with."""

from __future__ import annotations

from dataclasses import dataclass

from webui.app_key import AppKey
from webui.hub.kept.folds import Folds
from webui.hub.kept.store import HubStore
from webui.hub.kept.tables_made import Way


@dataclass(frozen=True, slots=True)
class Hub:
    """The database, the games in it, and how tables reach the broker."""

    store: HubStore
    folds: Folds
    way: Way


HUB = AppKey[Hub]("hub")


def hub_of() -> Hub:
    """The hub this server tells of."""
    return HUB.of()
