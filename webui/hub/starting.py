"""Starts a hub: its engines where the club has none of its own, the program that listens, and the pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import click
from flask import Flask

from webui.access.addresses import lan_address, why_not_listening
from webui.access.guard import load_secret
from webui.access.logins import Logins
from webui.access.roles import SETUP_CODE_FILE, Access, load_setup_code
from webui.hub.carried.beside import Beside
from webui.hub.carried.mqtt import Broker, broker_at
from webui.hub.carried.wire import password_of
from webui.hub.kept.context import hub_at
from webui.hub.kept.database import connect, migrate
from webui.hub.kept.engines import Cluster, OwnBroker
from webui.hub.kept.store import HubStore
from webui.hub.kept.tables_made import Way
from webui.hub.web import create_hub_app
from webui.server import Server
from webui.storage.folder import held_alone
from webui.storage.settings import SettingsFile

INNER_PORT = 18830
"""Where the hub itself reaches its own broker; on this machine only."""


@dataclass(frozen=True, slots=True)
class HubPlan:
    """What the command line says."""

    data: Path
    database: str | None = None
    broker: str | None = None
    host: str = "0.0.0.0"
    port: int = 8100
    tables_port: int = 8883
    reached_at: str | None = None
    allow_host: tuple[str, ...] = ()


@contextmanager
def opened_cluster(data: Path) -> Iterator[Cluster]:
    """The hub's own database, running meanwhile; its folder is open to the account that it runs as."""
    data.mkdir(parents=True, exist_ok=True)
    data.chmod(0o755)
    cluster = Cluster(data.resolve())
    cluster.open()
    try:
        yield cluster
    finally:
        cluster.stop()


def serve_hub(plan: HubPlan) -> None:
    """Runs the hub until it is stopped.

    ClickException: its address is taken. HubError: a part of it does not start.
    """
    why_not = why_not_listening(plan.host, plan.port)
    if why_not is not None:
        raise click.ClickException(why_not)
    plan.data.mkdir(parents=True, exist_ok=True)
    with held_alone(plan.data), ExitStack() as stack:
        database = plan.database or stack.enter_context(opened_cluster(plan.data)).address
        with connect(database) as connection:
            migrate(connection)
        broker, way = _broker(plan, database, stack)
        secrets = {"JANTAKU_DATABASE": database, "JANTAKU_BROKER": _address(broker)}
        beside = Beside("hub", "listen", secrets=secrets)
        beside.open()
        stack.callback(beside.close)
        _greet(plan, way)
        serving = _Serving(plan, database, way)
        Server(serving.open, serving.close, plan.host, plan.port).run()


class _Serving:
    """What is opened in the server's worker."""

    def __init__(self, plan: HubPlan, database: str, way: Way) -> None:
        self._plan, self._database, self._way = plan, database, way
        self._store: HubStore | None = None

    def open(self) -> Flask:
        """The application."""
        self._store = HubStore(self._database)
        self._store.open()
        data = self._plan.data
        hub = hub_at(self._store, self._way, data)
        return create_hub_app(
            hub, load_secret(data), open_hub_access(data), allowed_hosts=self._plan.allow_host
        )

    def close(self) -> None:
        """Gives the database back."""
        if self._store is not None:
            self._store.close()


def open_hub_access(data: Path) -> Access:
    """The log-ins of a hub's folder, and the code of its first start."""
    access = Access(Logins(data), SettingsFile(data), lambda: False, folder=data)
    if access.is_set_up:
        (data / SETUP_CODE_FILE).unlink(missing_ok=True)
    else:
        access.setup_code = load_setup_code(data)
    return access


def _broker(plan: HubPlan, database: str, stack: ExitStack) -> tuple[Broker, Way]:
    reached_at = plan.reached_at or lan_address() or "127.0.0.1"
    if plan.broker is not None:
        broker = broker_at(plan.broker)
        return broker, Way(plan.reached_at or broker.host, broker.port)
    folder = (plan.data / "broker").resolve()
    own = OwnBroker(folder, INNER_PORT + plan.port % 1000, plan.tables_port)
    store = HubStore(database)
    store.open()
    try:
        passwords = {name: password_of(secret) for name, secret in store.secrets().items()}
    finally:
        store.close()
    own.open(passwords)
    stack.callback(own.close)
    return own.broker, Way(reached_at, plan.tables_port, own.authority, folder)


def _address(broker: Broker) -> str:
    user, password = quote(broker.user, safe=""), quote(broker.password, safe="")
    return f"mqtt://{user}:{password}@{broker.host}:{broker.port}"


def _greet(plan: HubPlan, way: Way) -> None:
    place = "127.0.0.1" if plan.host in ("0.0.0.0", "::") else plan.host
    click.echo(f"Jantaku's hub   http://{place}:{plan.port}")
    click.echo(f"  tables connect to {way.host}:{way.port}")
    access = open_hub_access(plan.data)
    access.logins.shut()
    if access.setup_code:
        code = access.setup_code
        click.echo(f"  set-up          http://{place}:{plan.port}/setup  with the code {code}")
    click.echo("Stop with Ctrl-C.")
