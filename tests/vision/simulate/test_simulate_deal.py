"""The table that plays by itself: its deals keep the rules, conserve the tiles and repeat by seed."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.rules import load_ruleset, ruleset_names
from engine.scoring.shape import SHAPES, is_complete
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
    Won,
)
from engine.tiles import FLOWERS, PLAIN, is_flower, plain
from vision.simulate.drawing.lens import lens_of
from vision.simulate.filming.director import film_of
from vision.simulate.filming.film import carried_at
from vision.simulate.looks import perfect_look
from vision.simulate.playing.dealing import dealing_states
from vision.simulate.playing.play import play_deal, play_game, with_wall
from vision.simulate.settings import preset

SEEDS = range(4)


def states(rules, events):
    state = new_table(rules)
    for event in events:
        state = apply(state, event)
        yield event, state


def held_tiles(state):
    """Every tile that left the wall, as far as it is known."""
    for seat in state.seats:
        yield from seat.standing
        yield from seat.flowers
        yield from (discard.tile for discard in seat.lying_river)
        for meld in seat.melds:
            yield from meld.tiles


@pytest.mark.parametrize("name", ruleset_names())
def test_the_same_seed_plays_the_same_deal_and_another_does_not(name):
    rules = load_ruleset(name)
    assert play_deal(rules, 5) == play_deal(rules, 5)
    assert play_deal(rules, 5) != play_deal(rules, 6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ruleset_names())
def test_no_tile_is_lost_or_doubled(name, seed):
    rules = load_ruleset(name)
    copies = Counter(dict.fromkeys(PLAIN, 4)) + Counter(FLOWERS if rules.tiles == 144 else ())
    for event, state in states(rules, play_deal(rules, seed)):
        if isinstance(event, Won | WallBuilt):
            continue
        seen = Counter(plain(tile) for tile in held_tiles(state))
        assert None not in seen
        assert not seen - copies
        assert seen.total() + state.wall.tiles_left == (rules.tiles if state.wall.heights else 0)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ruleset_names())
def test_a_deal_ends_in_a_complete_hand_or_an_empty_wall(name, seed):
    rules = load_ruleset(name)
    events = play_deal(rules, seed)
    before = new_table(rules)
    for event in events[:-1]:
        before = apply(before, event)
    last = events[-1]
    if isinstance(last, DealDrawn):
        assert before.wall.tiles_left == rules.dead_wall
    else:
        assert isinstance(last, Won)
        melds = len(before.seats[last.seat].melds)
        assert is_complete((*last.hand, last.tile), melds, SHAPES[rules.scoring])


@pytest.mark.rule("S004-33")
@pytest.mark.rule("S004-36")
def test_a_deal_is_taken_in_twelve_handfuls_of_four_and_four_more():
    rules = load_ruleset("mcr")
    before = new_table(rules)
    for event, state in states(rules, play_deal(rules, 1)):
        if isinstance(event, HandsDealt):
            handfuls = list(dealing_states(before, state))
            left = [144, *(between.wall.tiles_left for _, between in handfuls)]
            assert [seat for seat, _ in handfuls] == [0, 1, 2, 3] * 4
            assert [a - b for a, b in pairwise(left)] == [4] * 12 + [2, 1, 1, 1]
            assert handfuls[-1][1].wall == state.wall
            assert [len(hand) for hand in event.hands] == [14, 13, 13, 13]
            return
        before = state


@pytest.mark.rule("S004-43")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_flower_and_kong_is_replaced_from_the_tail(seed):
    events = play_deal(load_ruleset("mcr"), seed)
    owed = 0
    for event in events:
        if isinstance(event, FlowerDeclared | KongClaimed | KongDeclared):
            owed += 1
        if isinstance(event, TileDrawn) and event.end == "tail":
            owed -= 1
        assert owed >= 0
        if isinstance(event, TileDiscarded):
            assert owed == 0
            assert not is_flower(event.tile)


@pytest.mark.rule("S004-59")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_chow_is_claimed_from_the_left_player_only(seed):
    for event in play_deal(load_ruleset("mcr"), seed):
        if isinstance(event, ChowClaimed):
            assert (event.giver + 1) % 4 == event.seat


@pytest.mark.parametrize(("name", "throws", "dice"), [("mcr", 2, 2), ("beginner", 1, 3)])
@pytest.mark.rule("S002-16")
@pytest.mark.rule("S004-26")
def test_dice_are_thrown_as_the_rules_say(name, throws, dice):
    rolled = [event for event in play_deal(load_ruleset(name), 2) if isinstance(event, DiceRolled)]
    assert len(rolled) == throws
    assert all(len(event.pips) == dice for event in rolled)
    assert rolled[0].seat == 0


@pytest.mark.parametrize("name", ["mcr", "riichi"])
def test_acts_follow_each_other_and_each_event_happens_when_its_tile_is_let_go(name):
    rules = load_ruleset(name)
    film, timed = film_of(rules, play_deal(rules, 3), preset("easy"), 3)
    for one, following in pairwise(film.acts):
        assert one.start_s < one.pick_s < one.lay_s < one.gone_s < following.start_s
    times = [at_s for at_s, _ in timed]
    assert times == sorted(times)
    assert times[-1] < film.ends_s
    laid = {round(act.lay_s, 3) for act in film.acts}
    assert set(times) - {0.0} <= laid


def test_a_ready_declaration_happens_when_the_tile_turned_for_it_is_let_go():
    rules = load_ruleset("riichi")
    _, timed = film_of(rules, play_deal(rules, 47), preset("easy"), 47)
    ready = [n for n, (_, event) in enumerate(timed) if isinstance(event, DeclaredReady)]
    assert ready
    for number in ready:
        (at_s, _), (laid_s, discard) = timed[number : number + 2]
        assert at_s == laid_s
        assert discard.turned


def test_discards_and_draws_leave_calm_between_them():
    rules = load_ruleset("mcr")
    film, _ = film_of(rules, play_deal(rules, 3), preset("club"), 3)
    dealt = 24
    gaps = [b.start_s - a.gone_s for a, b in pairwise(film.acts[dealt:])]
    assert np.median(gaps) > 0.6


def test_the_film_ends_on_the_table_the_events_lead_to():
    rules = load_ruleset("mcr")
    events = play_deal(rules, 3)
    film, _ = film_of(rules, events, preset("easy"), 3)
    faces = Counter(pose.tile for pose in film.scene_at(film.ends_s).tiles if pose.zone.startswith("river"))
    *_, (_, state) = states(rules, events)
    lying = Counter(discard.tile for seat in state.seats for discard in seat.lying_river)
    assert faces == lying
    revealed = [p for p in film.scene_at(film.ends_s).tiles if p.zone.startswith("revealed")]
    assert len(revealed) == len(events[-1].hand) + 1


def test_a_tile_on_its_way_is_in_the_hand_and_not_on_the_table():
    rules = load_ruleset("mcr")
    events = play_deal(rules, 3)
    film, timed = film_of(rules, events, preset("easy"), 3)
    at_s, discard = next((at, event) for at, event in timed if isinstance(event, TileDiscarded))
    act = next(act for act in film.acts if abs(act.lay_s - at_s) < 0.01)
    moment = (act.pick_s + act.lay_s) / 2
    rivers = [pose for pose in film.scene_at(moment).tiles if pose.zone.startswith("river")]
    assert rivers == []
    assert [pose.tile for pose in carried_at(act, moment)] == [discard.tile]
    assert len(film.arms_at(moment)) == 1


def test_perfect_looks_show_all_that_no_arm_hides():
    rules = load_ruleset("mcr")
    film, _ = film_of(rules, play_deal(rules, 3)[:12], preset("easy"), 3)
    lens = lens_of(film.settings.view)
    act = film.acts[-1]
    calm, reaching = perfect_look(film, lens, 0, act.start_s - 0.1), perfect_look(film, lens, 1, act.lay_s)
    assert calm.covered == ()
    shown = [pose for pose in film.scene_at(calm.at_s).tiles if not pose.covered]
    assert len(calm.tiles) == len(shown)
    assert reaching.covered
    assert len(reaching.tiles) < len(calm.tiles)


@pytest.mark.rule("S004-24")
def test_tiles_are_stirred_and_built_into_walls_before_the_deal():
    rules, settings = load_ruleset("mcr"), preset("easy")
    settings = replace(settings, pace=replace(settings.pace, mixing_s=6.0))
    film, timed = film_of(rules, play_deal(rules, 3)[:2], settings, 3)
    assert timed[0][1] == WallBuilt()
    assert timed[0][0] > 6.0
    scenes = [film.scene_at(second) for second in range(int(film.ends_s))]
    assert {len(scene.tiles) for scene in scenes} == {144}
    in_wall = [sum(pose.zone.startswith("wall") for pose in scene.tiles) for scene in scenes]
    assert in_wall[:6] == [0] * 6
    assert in_wall == sorted(in_wall)
    assert in_wall[-1] == 144
    for seat in range(4):
        own = [act for act in film.acts if act.seat == seat]
        assert all(one.gone_s <= following.start_s for one, following in pairwise(own))


def test_a_game_passes_the_deal_and_mixes_the_tiles_between():
    rules = load_ruleset("mcr")
    events = play_game(rules, 2, 2)
    begun = [event for event in events if isinstance(event, DealStarted)]
    assert [event.dealer for event in begun] == [1]
    assert events[: events.index(begun[0])] == play_deal(rules, 2)
    film, timed = film_of(rules, events, preset("easy"), 2)
    assert len(timed) == len(events)
    ended = next(at_s for at_s, event in timed if isinstance(event, Won | DealDrawn))
    built = next(at_s for at_s, event in timed if isinstance(event, WallBuilt) and at_s > ended)
    mixed = [film.scene_at(at_s).tiles for at_s in np.linspace(ended + 5, built - 1, 8)]
    assert all(len(tiles) == 144 for tiles in mixed)
    assert film.scene_at(built + 0.1).tiles != film.scene_at(0.0).tiles


def test_a_recorded_deal_without_a_wall_gets_one():
    rules = load_ruleset("mcr")
    deal = (DealStarted(2), HandsDealt(2), TileDiscarded(2, "1z"))
    walled = with_wall(rules, deal, 1)
    kinds = [type(event).__name__ for event in walled]
    assert kinds[:5] == ["DealStarted", "WallBuilt", "DiceRolled", "DiceRolled", "WallBroken"]
    assert kinds[5:] == ["HandsDealt", "TileDiscarded"]
    assert walled[2].seat == 2
    assert with_wall(rules, walled, 9) == walled
