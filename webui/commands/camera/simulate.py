"""`jantaku simulate`: a table that plays by itself, filmed as a camera would see it, and the truth."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from engine.formats.any import read_game
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import Event, Seat
from vision.simulate.controls import control_of
from vision.simulate.filming.director import Timed, film_of
from vision.simulate.filming.disturb import Disturbance, parse_disturbances
from vision.simulate.filming.film import Film
from vision.simulate.filming.recording import write_recording
from vision.simulate.playing.mistakes import mistaken_deal
from vision.simulate.playing.play import dealer_of, play_game, with_hands, with_wall
from vision.simulate.settings import TwinSettings
from webui.option_values import Number
from webui.simulate_options import Plot, plot_options, table_options


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--rules", "rules_name", default="mcr", show_default=True, help="The rule set played by.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The same seed plays and films the same deal.",
)
@click.option("--dealer", type=click.IntRange(0, 3), default=0, show_default=True, help="The seat of East.")
@plot_options
@click.option("--rate", default=5.0, show_default=True, type=Number(0.5, 60), help="Frames a second.")
@table_options
@click.option(
    "--disturb", default="", metavar="KIND@FROM-TO,..", help="lamp, nudge, cover or blur, in seconds."
)
@click.option(
    "--longer",
    type=Number(0, 600),
    default=0.0,
    metavar="SECONDS",
    help="Goes on filming after the last act.",
)
def command(
    out: Path,
    rules_name: str,
    seed: int,
    dealer: int,
    plot: Plot,
    rate: float,
    settings: TwinSettings,
    disturb: str,
    longer: float,
) -> None:
    """Play a deal, or several, and write OUT, a new folder: video, journal, truth, final table.

    The folder is what live recording writes, so it can be watched: jantaku watch OUT --rules R.
    """
    disturbances = parse_disturbances(disturb)
    shown = _shown(load_ruleset(rules_name), plot, settings, seed, dealer)
    film = replace(shown.film, ends_s=shown.film.ends_s + max(longer, 0.0))
    disturbances = (*disturbances, *shown.disturbances)
    with _cleared_away():
        frames = write_recording(
            out, shown.rules, film, shown.timed, seed, rate, shown.dealer, disturbances, shown.instead
        )
    click.echo(f"{out}: {len(shown.timed)} events, {frames} frames, {frames / rate:.0f} s of table time")


@dataclass(frozen=True)
class _Shown:
    """A film, when what happens in it, and which faces lie there instead of others (by tile of the wall)."""

    rules: Ruleset
    dealer: Seat
    film: Film
    timed: tuple[Timed, ...]
    disturbances: tuple[Disturbance, ...] = ()
    instead: Mapping[int, int] = field(default_factory=dict)


def _shown(rules: Ruleset, plot: Plot, settings: TwinSettings, seed: int, dealer: int) -> _Shown:
    if plot.control is not None:
        idle = control_of(rules, plot.control, settings, seed, plot.seconds, dealer)
        return _Shown(rules, dealer, idle.film, idle.timed, idle.disturbances)
    if plot.mistake is not None:
        if settings.places.console_dice == "none":
            raise click.UsageError("--mistake needs a table with dice: give another --layout")
        planted = mistaken_deal(rules, seed, plot.mistake, dealer)
        film, timed = film_of(
            rules, planted.events, settings, seed, dealer, planted.misplaced, planted.instead
        )
        return _Shown(rules, dealer, film, timed, instead=planted.instead)
    rules, events = _played(rules, plot, seed, dealer)
    dealer = dealer if plot.log is None else dealer_of(events)
    return _Shown(rules, dealer, *film_of(rules, events[: plot.first_events], settings, seed, dealer))


@contextmanager
def _cleared_away() -> Iterator[None]:
    """Being told to end clears away what is half made, as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _played(rules: Ruleset, plot: Plot, seed: int, dealer: int) -> tuple[Ruleset, tuple[Event, ...]]:
    """The game that plays by itself, or the one in the log with its rules."""
    if plot.log is None:
        return rules, play_game(rules, seed, plot.deals, dealer)
    return _logged(plot.log, plot.from_deal, plot.deals, seed)


def _logged(path: Path, first: int, count: int, seed: int) -> tuple[Ruleset, tuple[Event, ...]]:
    """The rules and so many deals of a recorded game, from the `first` on."""
    try:
        game = read_game(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not text; expected a recorded game") from None
    chosen = game.deals[first - 1 : first - 1 + count]
    if not chosen:
        raise click.ClickException(f"{path} has {len(game.deals)} deals, there is no deal {first}")
    shown = [with_hands(game.rules, deal.events) for deal in chosen]
    walled = [with_wall(game.rules, deal, seed + number) for number, deal in enumerate(shown)]
    return game.rules, tuple(event for deal in walled for event in deal)
