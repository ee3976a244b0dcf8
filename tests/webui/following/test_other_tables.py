"""Deals on tables where everything lies elsewhere than on the one we draw: followed from perfect looks."""

from dataclasses import replace

import pytest

from engine.rules import load_ruleset
from tests.webui.calm_table import followed
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LAYOUTS, preset
from webui.live.truth import agreement


@pytest.mark.parametrize("layout", ["corner", "rim", "narrow", "automatic"])
def test_a_deal_is_followed_wherever_its_tiles_lie(layout):
    rules = load_ruleset("riichi")
    settings = replace(preset("club"), places=LAYOUTS[layout])
    film, timed = film_of(rules, play_game(rules, 1, 1), settings, 1)
    truth = told_truth(rules, with_scores(rules, timed))
    told = [(entry.at_s, event) for entry in followed(rules, film).entries for event in entry.events]
    found = agreement(truth, told)
    # Only calm looks are taken, so that there are gaps: the points may wait for a person.
    missing = [event for event in found.missing if event["type"] != "scores_changed"]
    assert (missing, found.extra) == ([], ())
