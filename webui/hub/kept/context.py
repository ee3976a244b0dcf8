"""What the hub's pages work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from webui.access.roles import login_of_visitor
from webui.app_key import AppKey
from webui.hub.kept.folds import Folds, Followed
from webui.hub.kept.store import HubStore
from webui.hub.kept.tables_made import Way


@dataclass(frozen=True, slots=True)
class Hub:
    """The database, the games in it, how tables reach the broker, and the hub's own folder.

    `folds` are for those who may see everything at once, `late` for spectators of a delayed broadcast."""

    store: HubStore
    folds: Folds
    way: Way
    late: Folds
    folder: Path | None = None


def hub_at(store: HubStore, way: Way, folder: Path | None = None) -> Hub:
    """The hub of that database."""
    return Hub(store, Folds(store), way, Folds(store, is_late=True), folder)


HUB = AppKey[Hub]("hub")


def hub_of() -> Hub:
    """The hub this server tells of."""
    return HUB.of()


def sees_late() -> bool:
    """Whether this visitor is a spectator of a delayed broadcast: he proved nothing, and there is a delay."""
    return login_of_visitor() is None and hub_of().store.delay_s() > 0


def shown_games() -> Mapping[int, Followed]:
    """The games that are on as this visitor may see them, by the table's number."""
    hub = hub_of()
    return hub.late.look() if sees_late() else hub.folds.look()
