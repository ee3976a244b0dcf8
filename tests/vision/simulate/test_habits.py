"""What simulated people do besides playing: walls pushed to the others, discards thrown into the middle."""

import itertools
import math
from dataclasses import replace

import cv2
import pytest

from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.seating import with_seat
from engine.table.state import Discard
from vision.simulate.filming.director import film_of
from vision.simulate.heap import heap
from vision.simulate.playing.play import play_deal
from vision.simulate.scene import scene_of
from vision.simulate.settings import Habits, preset

PUSHING = replace(preset("club"), habits=Habits(push_deg=10.0, push_mm=20.0))


def side(film, at_s, seat):
    return [pose for pose in film.scene_at(at_s).tiles if pose.zone == f"wall:{seat}"]


def test_the_side_that_is_drawn_from_is_pushed_to_the_others_and_the_broken_one_stays():
    rules = load_ruleset("riichi")
    film, timed = film_of(rules, play_deal(rules, 7), PUSHING, 7)
    calm, _ = film_of(rules, play_deal(rules, 7), preset("club"), 7)
    broken = next(event.side for _, event in timed if hasattr(event, "after_stack"))
    at_the_end = [(side(film, film.ends_s, seat), side(calm, calm.ends_s, seat)) for seat in range(4)]
    turned = {
        seat: round(pushed[0].angle_deg - left[0].angle_deg, 3)
        for seat, (pushed, left) in enumerate(at_the_end)
        if pushed
    }
    assert turned[broken] == 0.0
    assert any(5.0 <= by <= 10.0 for by in turned.values())


def test_the_same_deal_is_played_whether_walls_are_pushed_or_not():
    rules = load_ruleset("riichi")
    events = [event for _, event in film_of(rules, play_deal(rules, 7), PUSHING, 7)[1]]
    assert events == [event for _, event in film_of(rules, play_deal(rules, 7), preset("club"), 7)[1]]


@pytest.mark.rule("S002-22")
def test_discards_in_the_middle_lie_anyhow_and_on_no_other_tile():
    rules = replace(load_ruleset("hong_kong"), discards="middle")
    state = new_table(rules)
    for seat in range(4):
        state = with_seat(state, seat, river=tuple(Discard("3p") for _ in range(22)))
    poses = [pose for pose in scene_of(state, preset("hard"), 5).tiles if pose.zone.startswith("river")]
    assert len(poses) == 88
    assert max(math.hypot(*pose.centre_mm) for pose in poses) < 320
    assert min(math.dist(a.centre_mm, b.centre_mm) for a, b in itertools.combinations(poses, 2)) > 36
    assert len({round(pose.angle_deg) % 90 for pose in poses}) > 30


def outline(spot, angle, size):
    return (spot, size, angle)


def overlap_mm2(one, other):
    _, region = cv2.rotatedRectangleIntersection(one, other)
    return 0.0 if region is None else cv2.contourArea(region)


def test_in_a_crowded_heap_tiles_touch_but_lie_on_no_other():
    """S002-22: nothing says that discards are laid apart."""
    tiles = [
        outline(spot, angle, (26.0, 35.0)) for group in heap(5, (26.0, 35.0), 1.0, 4) for spot, angle in group
    ]
    pairs = list(itertools.combinations(tiles, 2))
    assert len(tiles) == 100
    assert max(math.hypot(*spot) for spot, _, _ in tiles) < 230
    assert max(overlap_mm2(one, other) for one, other in pairs) < 40  # of 910: corners are rounded
    grown = [(spot, (28.0, 37.0), angle) for spot, _, angle in tiles]
    touching = sum(overlap_mm2(one, other) > 0 for one, other in itertools.combinations(grown, 2))
    assert touching > 150


def test_a_heap_that_is_less_crowded_leaves_gaps():
    size = (26.0, 35.0)
    tiles = [outline(spot, angle, (30.0, 39.0)) for group in heap(5, size, 0.5, 4) for spot, angle in group]
    assert max(overlap_mm2(one, other) for one, other in itertools.combinations(tiles, 2)) < 60


def test_a_discard_in_the_middle_stays_where_it_is_when_another_is_claimed():
    rules = replace(load_ruleset("hong_kong"), discards="middle")
    before = with_seat(new_table(rules), 1, river=(Discard("3p"), Discard("9s")))
    after = with_seat(new_table(rules), 1, river=(Discard("3p", claimed_by=2), Discard("9s")))
    (left,) = [pose for pose in scene_of(after, seed=3).tiles if pose.zone == "river:1"]
    assert left in scene_of(before, seed=3).tiles
