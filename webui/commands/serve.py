"""``jantaku serve``: the page for the table, from a camera or a recording."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click
from flask import Flask

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from webui.addresses import is_port_free, lan_address
from webui.app import create_app
from webui.eyes import PAUSE_S, Eyes, Watch
from webui.guard import load_secret
from webui.journal import Journal
from webui.room import Room, Session, new_session
from webui.server import Server
from webui.source import Source, check_source, choose_source
from webui.watching import watch


@click.command()
@click.argument("source", required=False)
@click.option("--rules", "rules_name", help="Rule set, see `jantaku rulesets`. A recording knows its own.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The page's port."
)
@click.option(
    "--data",
    default="data",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the journal.",
)
@click.option("--every-frame", is_flag=True, help="Look at every frame of a recording, as fast as we can.")
@click.option("--once", is_flag=True, help="Play a recording once instead of again and again.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="One more name this machine is called by.")
def command(
    source: str | None,
    rules_name: str | None,
    host: str,
    port: int,
    data: Path,
    every_frame: bool,
    once: bool,
    allow_host: tuple[str, ...],
) -> None:
    """Watch SOURCE and show the table in the browser.

    SOURCE is a camera (0, picamera2:, rtsp://...), a video, a folder of pictures or a recording. Without it
    the first camera found is used, and when there is none the recording that comes with Jantaku is played.
    """
    chosen = choose_source(source, rules_name)
    rules = load_ruleset(chosen.rules)
    check_source(chosen)
    _check(host, port, data)
    _greet(chosen, rules, host, port)
    look = partial(watch, source=chosen, stacks=rules.stacks, every_frame=every_frame)
    serving = Serving(chosen, rules, data, allow_host, look, pause_s=None if once else PAUSE_S)
    Server(serving.open, serving.close, host, port).run()


def _check(host: str, port: int, data: Path) -> None:
    """All that can be known to fail is found before anything is served."""
    if not is_port_free(host, port):
        raise click.ClickException(f"port {port} on {host} is in use or not ours; choose another with --port")
    try:
        data.mkdir(parents=True, exist_ok=True)
        load_secret(data)
    except OSError as wrong:
        raise click.ClickException(f"cannot write to the data folder {data}: {wrong.strerror}") from wrong


def _greet(chosen: Source, rules: Ruleset, host: str, port: int) -> None:
    click.echo(f"Jantaku watches {chosen.title}, rules: {rules.title}")
    if host in ("0.0.0.0", "::"):
        click.echo(f"  on this machine   http://127.0.0.1:{port}")
        lan = lan_address()
        if lan is not None:
            click.echo(f"  on the network    http://{lan}:{port}")
    else:
        click.echo(f"  http://{host}:{port}")
    click.echo("Stop with Ctrl-C.")


class Serving:
    """What is opened in the worker and closed when it ends."""

    def __init__(
        self,
        chosen: Source,
        rules: Ruleset,
        data: Path,
        allow_host: tuple[str, ...],
        look: Watch,
        pause_s: float | None,
    ) -> None:
        self._chosen, self._rules, self._data = chosen, rules, data
        self._allow_host, self._look, self._pause_s = allow_host, look, pause_s
        self._room: Room | None = None
        self._eyes: Eyes | None = None

    def open(self) -> Flask:
        """The application, its room, and the child that looks."""
        self._room = Room(partial(_open_session, self._chosen, self._rules, self._data))
        is_recording = self._chosen.is_recording
        self._eyes = Eyes(self._room, self._look, is_recording=is_recording, pause_s=self._pause_s)
        self._eyes.open()
        return create_app(
            self._room,
            load_secret(self._data),
            allowed_hosts=self._allow_host,
            play_again=self._eyes.again if is_recording else None,
        )

    def close(self) -> None:
        """Ends the child, then gives the journal back."""
        if self._eyes is not None:
            self._eyes.close()
        if self._room is not None:
            self._room.close()


def _open_session(chosen: Source, rules: Ruleset, data: Path) -> Session:
    """A camera's journal is taken up where it ended; a recording begins a fresh one each time."""
    path = data / ("recording.db" if chosen.is_recording else f"{rules.name}.db")
    if chosen.is_recording:
        for leftover in data.glob("recording.db*"):
            leftover.unlink()
    return new_session(rules, Journal(path), chosen.dealer)
