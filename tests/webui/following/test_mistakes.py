"""Planted mistakes: the rules know each of them; what perfect looks can tell is told with its rule."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.judge.faults import faults
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import FaultFound, PungClaimed, TileDiscarded
from tests.webui.calm_table import followed, readings
from vision.observation import VisionError
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import as_seen
from vision.simulate.playing.mistakes import MISTAKES, mistaken_deal
from vision.simulate.playing.play import play_deal
from vision.simulate.settings import preset

RULES = ("mcr", "riichi", "beginner", "doubles")
LYING = ("wrong_giver", "taken_back")
"""Mistakes that no single event shows, only how tiles lie, or lay."""


def filmed(rules, planted, seed):
    return film_of(rules, planted.events, preset("club"), seed, 0, planted.misplaced, planted.instead)


@pytest.mark.parametrize("name", [name for name in MISTAKES if name not in LYING])
@pytest.mark.parametrize("rules", RULES)
def test_the_rules_find_the_mistake_in_what_can_be_seen(rules, name):
    ruleset = load_ruleset(rules)
    for seed in (1, 2, 3):
        planted, state, found = mistaken_deal(ruleset, seed, name), new_table(ruleset), []
        for event in (as_seen(each, ruleset) for each in planted.events):
            if isinstance(event, FaultFound):
                break
            found = [(each.rule, each.name, each.seat) for each in faults(state, event)]
            state = apply(state, event)
        assert (planted.fault.rule, planted.fault.name, planted.fault.seat) in found


@pytest.mark.parametrize("seed", [1, 2])
def test_a_claimed_tile_laid_for_the_wrong_giver_lies_so_on_the_table(seed):
    ruleset = load_ruleset("mcr")
    planted = mistaken_deal(ruleset, seed, "wrong_giver")
    ((number, turned),) = planted.misplaced.items()
    claim = planted.events[number]
    assert isinstance(claim, PungClaimed)
    film, _ = filmed(ruleset, planted, seed)
    *_, (_, last) = readings(ruleset, film)
    lying = [meld for meld in last.seats[claim.seat].melds if meld.tiles[0].tile == claim.tiles[0]]
    assert [[each.turned for each in meld.tiles] for meld in lying] == [[n == turned for n in range(3)]]


def test_a_discard_taken_back_lies_there_and_then_another():
    ruleset = load_ruleset("mcr")
    planted = mistaken_deal(ruleset, 1, "taken_back")
    ((later, earlier),) = planted.instead.items()
    first, second = planted.events[earlier], planted.events[later]
    assert isinstance(first, TileDiscarded)
    assert isinstance(second, TileDiscarded)
    film, timed = filmed(ruleset, planted, 1)
    lying = []
    for event in (timed[earlier], timed[later]):
        river = [p.tile for p in film.scene_at(event[0] + 0.01).tiles if p.zone == f"river:{first.seat}"]
        lying.append(Counter(river))
    assert lying[1] - lying[0] == Counter([second.tile])
    assert lying[0] - lying[1] == Counter([first.tile])


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("wrong_break", "mcr"),
        ("wrong_break", "riichi"),
        ("far_chow", "mcr"),
        ("far_chow", "riichi"),
        ("no_replacement", "mcr"),
        ("no_replacement", "riichi"),
        ("false_win", "mcr"),
        ("false_win", "riichi"),
        ("out_of_turn", "mcr"),
        ("out_of_turn", "riichi"),
        ("wrong_end", "riichi"),
        ("twelve_tiles", "mcr"),
        ("fourteen_tiles", "beginner"),
        ("wrong_giver", "doubles"),
        ("taken_back", "hong_kong"),
        ("fifth_copy", "riichi"),
    ],
)
def test_a_mistake_is_told_with_its_rule_seat_and_tiles(name, rules):
    ruleset = load_ruleset(rules)
    planted = mistaken_deal(ruleset, 1, name)
    film, _ = filmed(ruleset, planted, 1)
    told = [event for event in followed(ruleset, film).events if isinstance(event, FaultFound)]
    wanted = planted.fault
    assert [(each.rule, each.name, each.seat) for each in told] == [(wanted.rule, wanted.name, wanted.seat)]
    # A tile drawn out of turn is seen when it, or another, is discarded.
    assert told[0].tiles == wanted.tiles or wanted.tiles == (None,)


@pytest.mark.parametrize("rules", ["mcr", "riichi"])
def test_a_deal_without_a_mistake_raises_no_alarm(rules):
    ruleset = load_ruleset(rules)
    film, _ = film_of(ruleset, play_deal(ruleset, 5), preset("club"), 5)
    assert [event for event in followed(ruleset, film).events if isinstance(event, FaultFound)] == []


def test_an_unknown_mistake_is_named_in_one_line():
    with pytest.raises(VisionError, match="no mistake 'sneezing'; there are wrong_break, wrong_end"):
        mistaken_deal(load_ruleset("mcr"), 1, "sneezing")


@pytest.mark.parametrize("name", MISTAKES)
def test_the_same_seed_makes_the_same_mistake(name):
    ruleset = load_ruleset("riichi")
    assert mistaken_deal(ruleset, 4, name) == mistaken_deal(ruleset, 4, name)
