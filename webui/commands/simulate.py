"""`jantaku simulate`: a table that plays by itself, filmed as a camera would see it, and the truth."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from pathlib import Path

import click

from engine.events import Event
from engine.formats.any import read_game
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from vision.simulate.controls import CONTROLS, USUAL_S, control_of
from vision.simulate.director import film_of
from vision.simulate.disturb import parse_disturbances
from vision.simulate.knobs import turned
from vision.simulate.mistakes import MISTAKES, mistaken_deal
from vision.simulate.play import play_game, with_wall
from vision.simulate.recording import write_recording
from vision.simulate.settings import LAYOUTS, LOOKS, PRESETS, preset


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--rules", "rules_name", default="mcr", show_default=True, help="The rule set played by.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays and films the same deal.")
@click.option(
    "--preset",
    "preset_name",
    type=click.Choice(list(PRESETS)),
    default="club",
    show_default=True,
    help="How tidy the table and how good the camera is.",
)
@click.option("--rate", default=5.0, show_default=True, help="Frames a second.")
@click.option("--size", metavar="WxH", help="Size of the picture in pixels; the preset's own unless told.")
@click.option("--deals", default=1, show_default=True, type=click.IntRange(1, 100), help="How many deals.")
@click.option(
    "--log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Films this recorded game (mjai, tenhou6, botzone, jantaku) instead of playing; its rules count.",
)
@click.option("--from-deal", default=1, type=click.IntRange(min=1), help="The first deal of the log to film.")
@click.option(
    "--events",
    "first_events",
    type=click.IntRange(min=1),
    metavar="N",
    help="Films the first N events only.",
)
@click.option(
    "--mistake",
    metavar="NAME",
    help=f"Somebody makes this mistake: {', '.join(MISTAKES)}. The film ends a few moves later.",
)
@click.option(
    "--control",
    metavar="NAME",
    help=f"A deal is begun, then for some minutes nothing happens but this: {', '.join(CONTROLS)}.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1, 3600),
    default=USUAL_S,
    show_default=True,
    help="How long the control goes on.",
)
@click.option(
    "--art",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with a picture of each face (m3.png, east.png, flower1.png, ..) to paint the tiles with.",
)
@click.option(
    "--look",
    type=click.Choice(list(LOOKS)),
    default="green",
    show_default=True,
    help="The colours of table and tiles.",
)
@click.option(
    "--layout",
    type=click.Choice(list(LAYOUTS)),
    default="usual",
    show_default=True,
    help="Where people lay walls, rivers, sets and hands.",
)
@click.option(
    "--set",
    "said",
    multiple=True,
    metavar="KNOB=VALUE",
    help="Turns any other knob of the table, such as light.noise=4 or tile_mm=24,32,16; again for each."
    " A name there is not lists them all.",
)
@click.option("--racks", is_flag=True, help="The hands stand on racks.")
@click.option("--dealer", type=click.IntRange(0, 3), default=0, show_default=True, help="The seat of East.")
@click.option(
    "--disturb", default="", metavar="KIND@FROM-TO,..", help="lamp, nudge, cover or blur, in seconds."
)
@click.option(
    "--mixing",
    type=click.FloatRange(0, 600),
    default=0.0,
    metavar="SECONDS",
    help="First stirs the tiles and builds the walls.",
)
@click.option(
    "--longer",
    type=click.FloatRange(0, 600),
    default=0.0,
    metavar="SECONDS",
    help="Goes on filming after the last act.",
)
def command(
    out: Path,
    rules_name: str,
    seed: int,
    preset_name: str,
    rate: float,
    size: str | None,
    deals: int,
    log: Path | None,
    from_deal: int,
    first_events: int | None,
    mistake: str | None,
    control: str | None,
    seconds: float,
    art: Path | None,
    look: str,
    layout: str,
    said: tuple[str, ...],
    racks: bool,
    dealer: int,
    disturb: str,
    mixing: float,
    longer: float,
) -> None:
    """Play a deal, or several, and write OUT, a new folder: video, journal, truth, final table.

    The folder is what live recording writes, so it can be watched: jantaku watch OUT --rules R.
    """
    if not isfinite(mixing) or not isfinite(longer):
        raise click.ClickException("--mixing and --longer must be seconds, 0 to 600")
    if not 0.5 <= rate <= 60:
        raise click.ClickException(f"rate must be 0.5 to 60 frames a second, got {rate:g}")
    disturbances = parse_disturbances(disturb)
    settings = preset(preset_name)
    if size:
        settings = replace(settings, view=replace(settings.view, size=_size(size)))
    pace = replace(settings.pace, mixing_s=mixing)
    settings = replace(settings, pace=pace, racks=racks, art=art, look=LOOKS[look], places=LAYOUTS[layout])
    settings = turned(settings, said)
    is_cut = first_events is not None
    if sum((mistake is not None, control is not None, log is not None or deals > 1 or is_cut)) > 1:
        raise click.UsageError(
            "--mistake, --control and --log, --deals or --events are different films: give one"
        )
    instead: Mapping[int, int] = {}
    rules = load_ruleset(rules_name)
    if control is not None:
        idle = control_of(rules, control, settings, seed, seconds, dealer)
        film, timed, disturbances = idle.film, idle.timed, (*disturbances, *idle.disturbances)
    elif mistake is not None:
        planted = mistaken_deal(rules, seed, mistake, dealer)
        instead = planted.instead
        film, timed = film_of(rules, planted.events, settings, seed, dealer, planted.misplaced, instead)
    else:
        rules, events = _played(rules, log, from_deal, deals, seed, dealer)
        film, timed = film_of(rules, events[:first_events], settings, seed, dealer)
    film = replace(film, ends_s=film.ends_s + max(longer, 0.0))
    with _cleared_away():
        frames = write_recording(out, rules, film, timed, seed, rate, dealer, disturbances, instead)
    click.echo(f"{out}: {len(timed)} events, {frames} frames, {frames / rate:.0f} s of table time")


@contextmanager
def _cleared_away() -> Iterator[None]:
    """Being told to end clears away what is half made, as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _played(
    rules: Ruleset, log: Path | None, from_deal: int, deals: int, seed: int, dealer: int
) -> tuple[Ruleset, tuple[Event, ...]]:
    """The game that plays by itself, or the one in `log` with its rules."""
    if log is None:
        return rules, play_game(rules, seed, deals, dealer)
    return _logged(log, from_deal, deals, seed)


def _logged(path: Path, first: int, count: int, seed: int) -> tuple[Ruleset, tuple[Event, ...]]:
    """The rules and so many deals of a recorded game, from the `first` on."""
    try:
        game = read_game(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not text; expected a recorded game") from None
    chosen = game.deals[first - 1 : first - 1 + count]
    if not chosen:
        raise click.ClickException(f"{path} has {len(game.deals)} deals, there is no deal {first}")
    walled = [with_wall(game.rules, deal.events, seed + number) for number, deal in enumerate(chosen)]
    return game.rules, tuple(event for deal in walled for event in deal)


def _size(text: str) -> tuple[int, int]:
    """Width and height, both even, from 320 to 4096 pixels."""
    parts = text.lower().split("x")
    if len(parts) == 2 and all(part.isdigit() for part in parts):
        width, height = int(parts[0]), int(parts[1])
        if all(320 <= side <= 4096 and side % 2 == 0 for side in (width, height)):
            return width, height
    raise click.ClickException(f"size must be like 1440x1080 (even, 320 to 4096 each way), got {text!r}")
