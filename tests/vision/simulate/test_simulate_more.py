"""More of the simulated table: robbed kongs, racks, cups, recordings that are whole or not there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.formats.notation_table import table_text
from engine.journal.amend import events_in_force
from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import KongDeclared, TileDiscarded, Won
from engine.table.state import Meld, SeatState
from vision.simulate.chance import chance
from vision.simulate.controls import control_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.filming import recording
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import write_recording
from vision.simulate.playing.mistakes import mistaken_deal
from vision.simulate.playing.play import play_deal
from vision.simulate.playing.played_deal import PlayedDeal
from vision.simulate.poses import Scene
from vision.simulate.settings import preset

SMALL = replace(preset("easy"), view=replace(preset("easy").view, size=(480, 360)))


@pytest.mark.rule("S004-81")
def test_a_kong_added_to_a_pung_is_robbed_by_who_wins_on_it():
    rules = replace(load_ruleset("riichi"), minimum=0, red_fives=False)
    deal = PlayedDeal(new_table(rules), chance(1, "robbed"))
    waiting = ("2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "6s", "7s", "5p", "5p")
    kong = SeatState(
        standing=("8s", "1z", "2z", "3z", "9m", "9p", "1p", "1m", "4z", "6z", "7z"),
        melds=(Meld("pung", ("8s",) * 3, 2, 1),),
    )
    seats = (kong, SeatState(), SeatState(standing=waiting), SeatState())
    deal.state = replace(deal.state, phase="playing", owes="discard", move_began="draw", seats=seats)
    deal._do(event := KongDeclared(0, "promoted", "8s"))
    assert deal._is_robbed(event)
    won = deal._events[-1]
    assert isinstance(won, Won)
    assert (won.seat, won.tile, won.giver) == (2, "8s", 0)
    assert deal.state.seats[0].melds[0].kind == "pung"


def test_racks_show_behind_and_before_every_hand():
    empty = Scene((), (), SMALL.tile_mm, SMALL.die_mm)
    bare, racked = (Painter(replace(SMALL, racks=racks)).still(empty) for racks in (False, True))
    moved = np.abs(bare.astype(int) - racked).max(axis=2) > 12
    painter = Painter(SMALL)
    for seat, (x, y) in enumerate(((0, -352), (352, 0), (0, 352), (-352, 0))):
        column, row = painter.lens.project(np.array([[x, y, 0.0]]))[0].round().astype(int)
        assert moved[row, column], seat
    assert moved.mean() < 0.1


def test_a_cup_that_is_moved_is_seen_in_another_place():
    control = control_of(load_ruleset("mcr"), "cups", SMALL, 5, 20.0)
    scenes = [act.after for act in control.film.acts if act.after.cups]
    assert len({scene.cups for scene in scenes}) > 1
    painter = Painter(replace(SMALL, cups=0))
    before, after = (painter.still(replace(scene, tiles=())) for scene in (scenes[0], scenes[-1]))
    assert cv2.absdiff(before, after).max() > 60


def test_a_recording_that_is_interrupted_is_not_there(tmp_path, monkeypatch):
    rules = load_ruleset("mcr")
    film, timed = film_of(rules, play_deal(rules, 3)[:2], SMALL, 3)

    def interrupted(path, pictures, size, rate):
        path.write_bytes(b"half a video")
        next(iter(pictures))
        raise KeyboardInterrupt

    monkeypatch.setattr(recording, "write_video", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_recording(tmp_path / "deal", rules, film, timed, 3, rate=1.0)
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_is_in_the_journal_and_what_was_taken_back_is_amended(tmp_path):
    rules = load_ruleset("mcr")
    planted = mistaken_deal(rules, 1, "taken_back")
    film, timed = film_of(rules, planted.events, SMALL, 1, 0, {}, planted.instead)
    short = replace(film, ends_s=1.0)
    write_recording(tmp_path / "deal", rules, short, timed, 1, rate=2.0, instead=planted.instead)
    lines = (tmp_path / "deal" / "journal.jsonl").read_text().splitlines()
    entries = [entry_from_line(line) for line in lines]
    ((later, earlier),) = planted.instead.items()
    assert entries[later].amends == entries[earlier].number
    assert isinstance(entries[later].events[0], TileDiscarded)
    assert (planted.fault,) in [entry.events for entry in entries]
    state = new_table(rules)
    for event in events_in_force(entries):
        state = apply(state, event)
    assert table_text(state).strip() == (tmp_path / "deal" / "final.txt").read_text().strip()
