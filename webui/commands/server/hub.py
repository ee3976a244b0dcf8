"""``jantaku hub``: many tables on one page, kept in PostgreSQL, carried by Mosquitto."""

from __future__ import annotations

import os
import signal
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from webui.option_values import HostName, allow_host_option

DATABASE, BROKER = "JANTAKU_DATABASE", "JANTAKU_BROKER"
"""Where the two are, for those who would rather not write passwords on a command line."""
_DATA = click.option(
    "--data",
    default="hub-data",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The hub's folder: log-ins, and its own broker and database.",
)
_DATABASE = click.option(
    "--database", envvar=DATABASE, metavar="ADDRESS", help="postgresql://... of the club's own database."
)


@click.group(invoke_without_command=True)
@_DATA
@_DATABASE
@click.option(
    "--broker", envvar=BROKER, metavar="ADDRESS", help="mqtt://user:password@host of the club's own."
)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address of the hub's page.")
@click.option("--port", default=8100, show_default=True, type=click.IntRange(1, 65535), help="Its port.")
@click.option(
    "--tables-port",
    default=8883,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Where tables connect.",
)
@click.option(
    "--reached-at",
    type=HostName(),
    metavar="NAME",
    help="The name or address by which tables reach this machine.",
)
@allow_host_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Take in the journals of many tables and show them on one page.

    Without --database and --broker the hub starts both by itself, from the packages postgresql and mosquitto.
    """
    _needs_extra()
    if ctx.invoked_subcommand is None:
        from webui.hub.starting import HubPlan, serve_hub

        serve_hub(HubPlan(**options))
    else:
        ctx.obj = options


@command.command()
@_DATA
@_DATABASE
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def backup(out: Path, data: Path, database: str | None) -> None:
    """Write all that the hub keeps into OUT, by pg_dump; the tables' secrets are in it."""
    from webui.hub.kept.backup import write_hub_backup

    write_hub_backup(database or _own_database(data), out)
    click.echo(f"the hub's database is in {out}")


@command.command()
@_DATA
@_DATABASE
@click.argument("backup_file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
def restore(backup_file: Path, data: Path, database: str | None) -> None:
    """Put a backup into an empty database; the tables send what came after it again."""
    from webui.hub.kept.backup import restore_hub
    from webui.hub.starting import opened_cluster

    if database is not None:
        restore_hub(database, backup_file)
    else:
        with opened_cluster(data) as cluster:
            restore_hub(cluster.address, backup_file)
    click.echo("the backup is back; start the hub")


@command.command()
@_DATA
@_DATABASE
def verify(data: Path, database: str | None) -> None:
    """Say whether every entry the hub keeps is as its table sent it, to the byte; status 1 when not."""
    from webui.hub.kept.checking import checked_journals
    from webui.hub.kept.database import connect

    with connect(database or _own_database(data)) as connection:
        found = checked_journals(connection)
    for each in found:
        if not each.is_whole:
            click.echo(f"{each.table} {each.epoch}: altered; {each.kept} of {each.number} entries are there")
    altered = sum(not each.is_whole for each in found)
    click.echo(f"{len(found)} journals, {sum(each.kept for each in found)} entries, {altered} altered")
    if altered:
        raise click.exceptions.Exit(1)


@command.command(hidden=True)
def listen() -> None:
    """Take in what tables send, as `jantaku hub` starts it beside itself."""
    from webui.hub.carried.mqtt import broker_at
    from webui.hub.kept.listening import Listening

    until = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: until.set())
    Listening(os.environ[DATABASE], broker_at(os.environ[BROKER])).run(until)


def _own_database(data: Path) -> str:
    """Where the hub's own database in `data` is reached while the hub runs."""
    from webui.hub.kept.engines import Cluster

    if not data.is_dir():
        raise click.ClickException(f"there is no hub in {data}; name its folder with --data")
    return Cluster(data.resolve()).address


def _needs_extra() -> None:
    missing = [name for name in ("paho", "psycopg", "psycopg_pool") if find_spec(name) is None]
    if missing:
        raise click.ClickException(
            f'the hub needs more packages ({", ".join(missing)}): pip install "jantaku[hub]"'
        )
