"""From a camera's pictures to readings, and the same again from what was found in them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.rules import load_ruleset
from engine.table.reading import ZONES
from vision.camera.calibrate import calibrate_from_markers
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.pipeline.look import NOTHING
from vision.pipeline.looker import Looker
from vision.pipeline.photo import look_at_photo
from vision.pipeline.replay import Replay
from vision.simulate.filming.director import film_of
from vision.simulate.filming.disturb import Disturbance
from vision.simulate.filming.shots import shots
from vision.simulate.playing.play import play_deal
from vision.simulate.settings import preset

RULES = load_ruleset("riichi")
FIRST_S, LAST_S = 15.0, 21.0
DISTURBED = (Disturbance("cover", 18.0, 18.6),)


@pytest.fixture(scope="module")
def detector():
    return Detector.load(LIVE_MODELS)


@pytest.fixture(scope="module")
def pictures():
    """A few seconds at a table: the lens is covered for a moment."""
    film, _ = film_of(RULES, play_deal(RULES, 5), preset("club"), 5)
    taken = []
    for shot in shots(film, 2.0, 5, DISTURBED, FIRST_S):
        if shot.at_s > LAST_S:
            return taken
        taken.append(shot)
    return taken


@pytest.fixture(scope="module")
def looks(detector, pictures):
    looker = Looker(detector, None, 850.0, RULES.stacks)
    return [looker.look(shot.picture, shot.at_s, shot.number) for shot in pictures]


def test_finds_looked_at_again_give_the_same_readings(looks):
    eyes = Replay(850.0, RULES.stacks)
    again = [eyes.look(look.find) for look in looks]
    assert [(look.reading, look.hidden) for look in again] == [(look.reading, look.hidden) for look in looks]
    assert [look.find for look in again] == [look.find for look in looks]


def test_looks_through_a_covered_lens_fail_and_hide_all(looks):
    failed = [look for look in looks if look.find.settling.look == "failed"]
    assert [look.find.settling.reason for look in failed] == ["dark", "dark"]
    assert all(look.reading == NOTHING and look.hidden == ZONES for look in failed)


def test_a_table_at_which_nothing_moves_is_read_a_few_times_only(detector, pictures):
    looker = Looker(detector, None, 850.0, RULES.stacks)
    still = [looker.look(pictures[0].picture, number / 2, number) for number in range(12)]
    assert 3 <= sum(look.find.observed is not None for look in still) <= 8


def test_without_markers_a_look_says_what_is_missing(detector):
    look = Looker(detector, None, 850.0, None).look(np.zeros((480, 640, 3), np.uint8), 0.0, 0)
    assert "marker" in look.problem
    assert look.find.settling is None
    assert look.reading == NOTHING


def test_in_one_picture_by_itself_lies_what_a_watch_first_finds_there(detector, pictures):
    picture = pictures[0].picture
    looker = Looker(detector, None, 850.0, RULES.stacks)
    _, watched = (looker.look(picture, at_s, 0) for at_s in (0.0, 0.5))
    photo = look_at_photo(picture, detector, calibrate_from_markers(picture, 850.0), RULES.stacks)
    assert (photo.tiles, photo.dice) == watched.find.observed
    assert len(photo.tiles) > 60
