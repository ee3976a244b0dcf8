"""Writes a simulated deal as a recording folder: settings, video, journal, truth and the final table.

::

    OUT/settings.toml    what was played and how it was filmed
        frames.mp4       what the camera saw
        journal.jsonl    what a perfect camera could know: a tile nobody showed is ``?``
        truth.jsonl      the same entries with every tile
        final.txt        the table at the end, as text
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.formats.notation_table import table_text
from engine.journal.amend import events_in_force, folded
from engine.journal.record import Entry, entry_to_line
from engine.judge.consequences import deal_so_far, kong_moved, payment, scored
from engine.judge.deal_points import draw_payments, scores_changed
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    DealDrawn,
    DealStarted,
    Event,
    HandsDealt,
    KongDeclared,
    ScoresChanged,
    TileDrawn,
    WallBuilt,
    Won,
)
from vision.observation import VisionError
from vision.simulate.filming.director import Timed
from vision.simulate.filming.disturb import Disturbance
from vision.simulate.filming.film import Film
from vision.simulate.filming.shots import shots
from vision.simulate.filming.video import write_video

VIDEO = "frames.mp4"


def write_recording(
    folder: Path,
    rules: Ruleset,
    film: Film,
    timed: Sequence[Timed],
    seed: int,
    rate: float = 5.0,
    dealer: int = 0,
    disturbances: Sequence[Disturbance] = (),
    instead: Mapping[int, int] | None = None,
) -> int:
    """Writes the folder, which must not exist or be empty, and gives the number of frames.

    It is there when it is whole: what is interrupted leaves nothing. `instead`: which events, by number from
    0, take back which earlier ones. VisionError: the folder is there and not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise VisionError(f"{folder} is already there; give the name of a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as place:
        part = Path(place) / "made"
        part.mkdir()
        timed = with_scores(rules, timed, dealer)
        _write_lines(part / "truth.jsonl", timed, instead or {})
        seen = told_truth(rules, timed, film.settings.kongs_up, dealer)
        entries = _write_lines(part / "journal.jsonl", seen, instead or {})
        (part / "final.txt").write_text(final_table(rules, events_in_force(entries), dealer) + "\n")
        pictures = (shot.picture for shot in shots(film, rate, seed, disturbances))
        frames = write_video(part / VIDEO, pictures, film.settings.view.size, rate)
        (part / "settings.toml").write_text(_settings(rules, film, frames, rate, seed, dealer))
        part.replace(folder)
    return frames


def with_scores(rules: Ruleset, timed: Sequence[Timed], dealer: int = 0) -> list[Timed]:
    """`timed` with what each win is worth and who pays, as a live table tells it."""
    if any(isinstance(event, ScoresChanged) for _, event in timed):
        return list(timed)
    state, told = new_table(rules, dealer), list[Timed]()
    for at_s, event in timed:
        deal, score = deal_so_far([each for _, each in told]), None
        if isinstance(event, Won):
            event, score = scored(state, event, deal)
        after = apply(state, event)
        follows: tuple[Event, ...] = payment(after, score)
        follows = (*follows, *kong_moved(state, event, folded(after, follows), deal))
        if isinstance(event, DealDrawn) and any(paid := draw_payments(state, event)):
            follows = (scores_changed(apply(state, event), paid),)
        for each in (event, *follows):
            state = apply(state, each)
            told.append((at_s, each))
    return told


def told_truth(rules: Ruleset, timed: Sequence[Timed], kongs_up: bool = True, dealer: int = 0) -> list[Timed]:
    """`timed` as a camera can tell it in the end: who wins turns up his concealed kongs (`kongs_up`).

    Which deal of a game the first one is no camera sees: it is told, and scored, as the first of all."""
    told: list[Timed] = []
    winners: set[int] = set()
    for at_s, event in reversed(timed):
        match event:
            case WallBuilt() | DealStarted():
                winners = set()
            case Won(seat) if kongs_up:
                winners.add(seat)
        is_shown = isinstance(event, KongDeclared) and event.seat in winners
        told.append((at_s, event if is_shown else as_seen(event, rules)))
    told.reverse()
    if not told or not isinstance(told[0][1], DealStarted):
        return told
    acts = [(at_s, event) for at_s, event in told[1:] if not isinstance(event, ScoresChanged)]
    return with_scores(rules, acts, dealer)


def as_seen(event: Event, rules: Ruleset) -> Event:
    """`event` without the tiles that no camera over the table could have read as it happened."""
    match event:
        case HandsDealt():
            return replace(event, hands=None)
        case TileDrawn():
            return replace(event, tile=None)
        case KongDeclared(kind="concealed") if rules.concealed_kong_face == "all_down":
            return replace(event, tile=None)
        case DealDrawn(ready=()):
            return replace(event, ready=None)  # that nobody shows a hand is no act
    return event


def final_table(rules: Ruleset, events: Sequence[Event], dealer: int = 0) -> str:
    """The table after `events`, as text."""
    state = new_table(rules, dealer)
    for event in events:
        state = apply(state, event)
    return table_text(state)


def _write_lines(path: Path, timed: Sequence[Timed], instead: Mapping[int, int]) -> list[Entry]:
    """Writes an entry an event, and gives them."""
    entries = [
        Entry(number + 1, at_s, "camera", (event,), instead[number] + 1 if number in instead else None)
        for number, (at_s, event) in enumerate(timed)
    ]
    path.write_text("".join(entry_to_line(entry).rstrip("\n") + "\n" for entry in entries))
    return entries


def _settings(rules: Ruleset, film: Film, frames: int, rate: float, seed: int, dealer: int) -> str:
    settings = film.settings
    width, height, thickness = settings.tile_mm
    return f"""\
[recording]
video = "{VIDEO}"
rate = {float(rate)}
frames = {frames}
size = [{settings.view.size[0]}, {settings.view.size[1]}]
rules = "{rules.name}"
dealer = {dealer}
square_mm = {settings.square_mm}

[simulated]
preset = "{settings.name}"
seed = {seed}
tile_mm = [{width}, {height}, {thickness}]
"""
