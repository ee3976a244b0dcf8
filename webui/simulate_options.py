"""The options of `jantaku simulate`: what is played, and how the table looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from vision.simulate.controls import CONTROLS, USUAL_S
from vision.simulate.knobs import turned
from vision.simulate.playing.mistakes import MISTAKES
from vision.simulate.settings import LAYOUTS, LOOKS, PRESETS, preset
from vision.simulate.views import from_the_side, side_of
from webui.option_values import Number

Command = Callable[..., None]
Option = Callable[[Command], Command]


@dataclass(frozen=True)
class Plot:
    """What is filmed: deals that play themselves or those of a log, a mistake, or minutes of nothing."""

    deals: int
    log: Path | None
    from_deal: int
    first_events: int | None
    mistake: str | None
    control: str | None
    seconds: float

    def __post_init__(self) -> None:
        """click.UsageError when two different films are asked for, or a deal of no log."""
        is_game = self.log is not None or self.deals > 1 or self.first_events is not None
        if sum((self.mistake is not None, self.control is not None, is_game)) > 1:
            raise click.UsageError(
                "--mistake, --control and --log, --deals or --events are different films: give one"
            )
        if self.from_deal > 1 and self.log is None:
            raise click.UsageError("--from-deal is of a recorded game: name it with --log")


def plot_options(command: Command) -> Command:
    """Adds the options that say what is filmed; `command` is given them as `plot`."""

    @wraps(command)
    def given(
        *,
        deals: int,
        log: Path | None,
        from_deal: int,
        first_events: int | None,
        mistake: str | None,
        control: str | None,
        seconds: float,
        **others: Any,
    ) -> None:
        plot = Plot(deals, log, from_deal, first_events, mistake, control, seconds)
        command(plot=plot, **others)

    return _with(given, _PLOT)


def table_options(command: Command) -> Command:
    """Adds the options that say how the table looks; `command` is given them as `settings`."""

    @wraps(command)
    def given(
        *,
        preset_name: str,
        size: str | None,
        side: str | None,
        art: Path | None,
        look: str,
        layout: str,
        racks: bool,
        mixing: float,
        said: tuple[str, ...],
        **others: Any,
    ) -> None:
        usual = preset(preset_name)
        view = replace(usual.view, size=_size(size)) if size else usual.view
        pace = replace(usual.pace, mixing_s=mixing)
        settings = replace(
            usual, view=view, pace=pace, racks=racks, art=art, look=LOOKS[look], places=LAYOUTS[layout]
        )
        settings = turned(settings, said)
        if side is not None:
            view = from_the_side(settings.view, settings.square_mm, *side_of(side))
            settings = replace(settings, view=view)
        command(settings=settings, **others)

    return _with(given, _TABLE)


def _with(command: Command, options: tuple[Option, ...]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


_PLOT: tuple[Option, ...] = (
    click.option(
        "--deals", default=1, show_default=True, type=click.IntRange(1, 100), help="How many deals."
    ),
    click.option(
        "--log",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Films this recorded game (mjai, tenhou6, botzone, jantaku) instead of playing;"
        " its rules count.",
    ),
    click.option(
        "--from-deal", default=1, type=click.IntRange(min=1), help="The first deal of the log to film."
    ),
    click.option(
        "--events",
        "first_events",
        type=click.IntRange(min=1),
        metavar="N",
        help="Films the first N events only.",
    ),
    click.option(
        "--mistake",
        metavar="NAME",
        help=f"Somebody makes this mistake: {', '.join(MISTAKES)}. The film ends a few moves later.",
    ),
    click.option(
        "--control",
        metavar="NAME",
        help=f"A deal is begun, then for some minutes nothing happens but this: {', '.join(CONTROLS)}.",
    ),
    click.option(
        "--seconds",
        type=Number(1, 3600),
        default=USUAL_S,
        show_default=True,
        help="How long the control goes on.",
    ),
)

_TABLE: tuple[Option, ...] = (
    click.option(
        "--preset",
        "preset_name",
        type=click.Choice(list(PRESETS)),
        default="club",
        show_default=True,
        help="How tidy the table and how good the camera is.",
    ),
    click.option(
        "--size", metavar="WxH", help="Size of the picture in pixels; the preset's own unless told."
    ),
    click.option(
        "--side",
        metavar="ANGLE[@TOWARDS]",
        help="The camera stands on a tripod and looks down ANGLE degrees askew, 0 to 60, from behind seat 0;"
        " TOWARDS: from so many degrees on, counter-clockwise (90: seat 1, 45: between the two).",
    ),
    click.option(
        "--art",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="A folder with a picture of each face (m3.png, east.png, flower1.png, ..) to paint the tiles"
        " with.",
    ),
    click.option(
        "--look",
        type=click.Choice(list(LOOKS)),
        default="green",
        show_default=True,
        help="The colours of table and tiles.",
    ),
    click.option(
        "--layout",
        type=click.Choice(list(LAYOUTS)),
        default="usual",
        show_default=True,
        help="Where people lay walls, rivers, sets and hands.",
    ),
    click.option("--racks", is_flag=True, help="The hands stand on racks."),
    click.option(
        "--mixing",
        type=Number(0, 600),
        default=0.0,
        metavar="SECONDS",
        help="First stirs the tiles and builds the walls.",
    ),
    click.option(
        "--set",
        "said",
        multiple=True,
        metavar="KNOB=VALUE",
        help="Turns any other knob of the table, such as light.noise=4 or tile_mm=24,32,16; again for each."
        " A name there is not lists them all.",
    ),
)


def _size(text: str) -> tuple[int, int]:
    """Width and height, both even, from 320 to 4096 pixels."""
    parts = text.lower().split("x")
    if len(parts) == 2 and all(part.isdigit() for part in parts):
        width, height = int(parts[0]), int(parts[1])
        if all(320 <= side <= 4096 and side % 2 == 0 for side in (width, height)):
            return width, height
    raise click.ClickException(f"size must be like 1440x1080 (even, 320 to 4096 each way), got {text!r}")
