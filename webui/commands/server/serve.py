"""``jantaku serve``: the page for the table, from a camera or a recording."""

from __future__ import annotations

from pathlib import Path

import click

from webui.access.addresses import lan_address, why_not_listening
from webui.access.guard import load_secret
from webui.access.logins import FILE as LOGINS
from webui.access.logins import KIND as LOGINS_KIND
from webui.access.roles import load_setup_code
from webui.checks.attaching import check_attached
from webui.hub.link.linked import linked
from webui.known import known
from webui.live.recording_writer import RecordingSettings, begin_recording
from webui.live.watchdog import take_notify
from webui.option_values import allow_host_option
from webui.plan import Asked, Plan, planned
from webui.scores.store.book import FILE as BOOK
from webui.scores.store.book import KIND as BOOK_KIND
from webui.server import Server
from webui.serving import Serving, is_set_up
from webui.storage.backup import finish_restore, remove_leftovers
from webui.storage.data_folder import data_option
from webui.storage.folder import held_alone
from webui.storage.settings import NO_CAMERA, SettingsFile
from webui.storage.stores import refuse_newer
from webui.storage.taking_on import refuse_newer_folder, take_folder_on
from webui.watch.source import check_source


@click.command()
@click.argument("source", required=False)
@click.option(
    "--rules",
    "rules_name",
    help="Rule set, see `jantaku rulesets`; else as set up. A recording knows its own.",
)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The page's port."
)
@data_option("Folder for the journal and the settings.")
@click.option("--every-frame", is_flag=True, help="Look at every frame of a recording, as fast as we can.")
@click.option("--no-camera", is_flag=True, help="Watch nothing: people keep the scores by hand.")
@click.option("--once", is_flag=True, help="Play a recording once instead of again and again.")
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keeps what is watched and told in this new folder, as `jantaku record` does.",
)
@click.option(
    "--attach",
    multiple=True,
    metavar="NAME=VALUE",
    help="On this machine: speaker=LANGUAGE, confirm=GPIO, referee=GPIO, undo=GPIO, light=GPIO,...",
)
@allow_host_option
@click.option(
    "--hub",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The link file of this table, from the club's hub; told once, it is kept.",
)
def command(
    source: str | None,
    rules_name: str | None,
    host: str,
    port: int,
    data: Path,
    every_frame: bool,
    no_camera: bool,
    once: bool,
    record: Path | None,
    attach: tuple[str, ...],
    allow_host: tuple[str, ...],
    hub: Path | None,
) -> None:
    """Watch SOURCE and show the table in the browser.

    SOURCE is a camera (0, picamera2:, rtsp://...), a video, a folder of pictures or a recording, or none.
    Without it the camera chosen in the set-up is used, else the first one found, and when there is none the
    recording that comes with Jantaku is played.
    """
    if no_camera and source is not None:
        raise click.UsageError(f"--no-camera watches nothing, got the source {source!r}; leave one out")
    attached = check_attached(attach)
    own = NO_CAMERA if no_camera else source
    asked = Asked(own, rules_name, allow_host, every_frame, once, record, attached)
    _make(data)
    with held_alone(data):
        _check(host, port, data)
        with linked(data, hub, host, port):
            _serve(asked, data, host, port)


def _serve(asked: Asked, data: Path, host: str, port: int) -> None:
    settings, record = SettingsFile(data).now, asked.record
    plan = planned(asked, settings, data)
    check_source(plan.source)
    if record is not None:
        if not plan.source.address:
            raise click.UsageError("--record needs a camera or a recording to watch, got --no-camera")
        begin_recording(
            record, RecordingSettings(plan.rules.name, plan.source.square_mm, dealer=plan.source.dealer)
        )
    _greet(plan, settings.host_name, data, host, port)
    notify = take_notify()
    serving = Serving(asked, data, None if notify is None else (notify, port))
    Server(serving.open, serving.close, host, port).run()


def _make(data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise click.ClickException(f"cannot write to the data folder {data}: {wrong.strerror}") from wrong


def _check(host: str, port: int, data: Path) -> None:
    """All that can be known to fail is found before anything is served; what was cut off is finished."""
    why_not = why_not_listening(host, port)
    if why_not is not None:
        raise click.ClickException(why_not)
    refuse_newer_folder(data, known())
    try:
        finish_restore(data)
        remove_leftovers(data)
        for path, schema in ((data / BOOK, BOOK_KIND.schema), (data / LOGINS, LOGINS_KIND.schema)):
            refuse_newer(path, schema)
        backup = take_folder_on(data, known())
        load_secret(data)
    except OSError as wrong:
        raise click.ClickException(f"cannot write to the data folder {data}: {wrong.strerror}") from wrong
    if backup is not None:
        click.echo(f"{data} was kept by an earlier Jantaku; as it was it lies in {backup}")


def _greet(plan: Plan, name: str, data: Path, host: str, port: int) -> None:
    click.echo(f"Jantaku watches {plan.source.title}, rules: {plan.rules.title}")
    end = "" if port == 80 else f":{port}"
    if host in ("0.0.0.0", "::"):
        click.echo(f"  on this machine   http://127.0.0.1{end}")
        lan = lan_address()
        if lan is not None:
            click.echo(f"  on the network    http://{lan}{end}  or  http://{name}.local{end}")
    else:
        click.echo(f"  http://{host}{end}")
    if not is_set_up(data):
        code = load_setup_code(data)
        place = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        click.echo(f"  set-up            http://{place}{end}/setup  with the code {code}")
    click.echo("Stop with Ctrl-C.")
