"""A table on which nobody sees dice: the wall itself tells the break, and who takes first is East."""

from dataclasses import replace
from functools import cache

import pytest

from engine.rules import load_ruleset
from engine.table.events import DealStarted, HandsDealt, StacksTaken, WallBroken, WallBuilt
from tests.webui.calm_table import followed, readings
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LAYOUTS, preset
from webui.live.truth import agreement
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

RIICHI = load_ruleset("riichi")
AUTOMATIC = replace(preset("club"), places=LAYOUTS["automatic-no-dice"])
PLAYED = 12
"""So many acts of each deal: to the fourth discard."""
SEEDS = (2321, 2322, 2323, 2324)
"""Each with East at another seat."""


@cache
def filmed(seed):
    """The looks of a deal's beginning, and what happens in it."""
    events = play_game(RIICHI, seed, 1, seed % 4)[:PLAYED]
    film, timed = film_of(RIICHI, events, AUTOMATIC, seed, seed % 4)
    return list(readings(RIICHI, film)), told_truth(RIICHI, timed, dealer=seed % 4)


def watched(seed, rules=RIICHI, east=None, changed=lambda reading, at_s: reading):
    """(when each entry was told, its event), and the table afterwards."""
    looks, _ = filmed(seed)
    table, told = LiveTable(rules, Journal(None), east), []
    for look, reading in looks:
        for entry in table.see(SeenTable(look.number, look.at_s, changed(reading, look.at_s))):
            told += [(look.at_s, event) for event in entry.events]
            beyond = any(not isinstance(event, WallBuilt) for event in entry.events)
            if beyond:
                assert table.state.dealer == seed % 4, "East was guessed"
    table.finish()
    return told, table


def without_grabs(events):
    return [event for event in events if not isinstance(event, StacksTaken)]


def without_rows(reading, at_s):
    """The reading of a camera that does not see who holds how many."""
    return replace(reading, seats=tuple(replace(seat, standing=None) for seat in reading.seats))


@pytest.mark.parametrize("seed", SEEDS)
def test_break_and_east_are_told_without_dice(seed):
    told, table = watched(seed)
    assert without_grabs(table.events) == [event for _, event in filmed(seed)[1]]
    broken_s, dealt_s = (
        next(at_s for at_s, event in told if isinstance(event, kind)) for kind in (WallBroken, HandsDealt)
    )
    assert broken_s < dealt_s - 15, "with the first grab, not with the last"


@pytest.mark.parametrize("seed", SEEDS)
def test_east_is_not_guessed_where_nobody_sees_who_takes(seed):
    _, table = watched(seed, changed=without_rows)
    assert without_grabs(table.events) == [event for _, event in filmed(seed)[1]]


def test_a_gap_seen_in_one_look_is_no_break():
    seed = 2324
    broken_s, broken = next(each for each in filmed(seed)[1] if isinstance(each[1], WallBroken))
    times = [look.at_s for look, _ in filmed(seed)[0] if 1.0 < look.at_s < broken_s]
    wrong_s, wrong = times[len(times) // 2], (broken.side - 1) % 4

    def with_a_gap(reading, at_s):
        sides = list(reading.walls)
        sides[wrong] = replace(sides[wrong], gap_after=9)
        return replace(reading, walls=tuple(sides)) if at_s == wrong_s else reading

    _, table = watched(seed, replace(RIICHI, dice="none"), seed % 4, with_a_gap)
    assert without_grabs(table.events) == [event for _, event in filmed(seed)[1]]
    assert all(entry.amends is None for entry in table.entries)


def test_after_the_machine_has_raised_new_walls_the_next_deal_is_followed_as_well():
    seed, rules = 2355, RIICHI
    events = play_game(rules, seed, 2, seed % 4)
    begins = next(place for place, event in enumerate(events) if isinstance(event, DealStarted))
    film, timed = film_of(rules, events[: begins + PLAYED], AUTOMATIC, seed, seed % 4)
    truth = told_truth(rules, with_scores(rules, timed, seed % 4), dealer=seed % 4)
    table = followed(rules, film, None)
    assert (table.start.dealer, table.state.dealer) == (seed % 4, 0)
    told = [(entry.at_s, event) for entry in table.entries for event in entry.events]
    found = agreement(truth, told)
    # Only calm looks are taken: the points may wait for a person.
    missing = [event for event in found.missing if event["type"] != "scores_changed"]
    assert (missing, found.extra) == ([], ())


def test_the_gap_alone_tells_the_break_at_a_table_said_to_have_no_dice():
    seed = 2324
    happened_s = next(at_s for at_s, event in filmed(seed)[1] if isinstance(event, WallBroken))
    told, table = watched(seed, replace(RIICHI, dice="none"), east=seed % 4)
    told_s = next(at_s for at_s, event in told if isinstance(event, WallBroken))
    later, _ = watched(seed, east=seed % 4)
    assert told_s - happened_s < 1.5
    assert told_s < next(at_s for at_s, event in later if isinstance(event, WallBroken)) - 1.0
    assert without_grabs(table.events) == [event for _, event in filmed(seed)[1]]
