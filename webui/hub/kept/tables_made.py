"""Making a table known: to the database, to our own broker, and by its link file to itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webui.hub.carried.link_file import LinkFile
from webui.hub.carried.wire import password_of
from webui.hub.kept.engines import admit
from webui.hub.kept.store import HubStore


@dataclass(frozen=True, slots=True)
class Way:
    """How tables reach the broker: what their link files say. `broker_folder`: where our own broker has its
    files, None with a broker of the club's."""

    host: str
    port: int
    authority: str | None = None
    broker_folder: Path | None = None


def link_for(store: HubStore, way: Way, name: str) -> LinkFile:
    """A link file for the table called `name`; HubError when it cannot be called so. A known table gets
    another secret: its old link file opens nothing any more."""
    secret = store.add_table(name)
    if way.broker_folder is not None:
        admit(way.broker_folder, {known: password_of(each) for known, each in store.secrets().items()})
    return LinkFile(name, secret, way.host, way.port, way.authority)
