"""Minutes in which people do all sorts of things and nothing happens in the game: no entry is written."""

from __future__ import annotations

import pytest

from engine.rules import load_ruleset
from engine.table.events import StacksTaken
from tests.webui.calm_table import followed
from vision.observation import VisionError
from vision.simulate.controls import CONTROLS, control_of
from vision.simulate.settings import preset

SECONDS = 60.0
STIRRED_S = 15.0
"""Stirring is looked at for less: nearly every look is another scene."""


@pytest.mark.parametrize("name", ["shuffling", "hands", "cups", "straightened"])
def test_nothing_is_told_while_nothing_happens(name):
    rules = load_ruleset("mcr")
    seconds = STIRRED_S if name == "shuffling" else SECONDS
    control = control_of(rules, name, preset("club"), 5, seconds)
    begun_s = control.timed[-1][0] if control.timed else 0.0
    table = followed(rules, control.film)
    assert [entry.events for entry in table.entries if entry.at_s > begun_s + 1.0] == []
    acts = [event for event in table.events if not isinstance(event, StacksTaken)]
    assert len(acts) == len(control.timed)


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_lasts_as_long_as_it_should_and_something_goes_on(name):
    control = control_of(load_ruleset("riichi"), name, preset("easy"), 5, SECONDS)
    begun_s = control.timed[-1][0] if control.timed else 0.0
    assert SECONDS <= control.film.ends_s - begun_s < SECONDS + 10
    busy = [act for act in control.film.acts if act.start_s > begun_s]
    assert bool(busy) != bool(control.disturbances)


def test_an_unknown_control_is_named_in_one_line():
    with pytest.raises(VisionError, match="no control 'earthquake'; there are shuffling, hands"):
        control_of(load_ruleset("mcr"), "earthquake", preset("easy"))
