"""Deals on tables where everything lies elsewhere than on the one we draw: followed from perfect looks."""

from dataclasses import replace

import pytest

from engine.rules import load_ruleset
from engine.table.events import TileDiscarded
from tests.webui.calm_table import followed, readings
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LAYOUTS, preset
from webui.live.truth import agreement
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable


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


def in_the_middle(name, seed):
    """(rule set, film, truth) of a deal whose discards lie in the middle, in any order."""
    rules = replace(load_ruleset(name), discards="middle")
    film, timed = film_of(rules, play_game(rules, seed, 1), preset("club"), seed)
    return rules, film, told_truth(rules, with_scores(rules, timed))


def unlike(truth, table):
    """What is missing, but for points, and what was told too much."""
    found = agreement(truth, [(entry.at_s, event) for entry in table.entries for event in entry.events])
    return [event for event in found.missing if event["type"] != "scores_changed"], found.extra


@pytest.mark.parametrize("name", ["hong_kong", "beginner", "doubles"])
def test_a_deal_is_followed_whose_discards_lie_in_the_middle(name):
    rules, film, truth = in_the_middle(name, 3)
    assert unlike(truth, followed(rules, film)) == ([], ())


def test_a_table_with_discards_in_the_middle_is_taken_up_again(tmp_path):
    rules, film, truth = in_the_middle("hong_kong", 4)
    looks = [SeenTable(look.number, look.at_s, reading) for look, reading in readings(rules, film)]
    for part in (looks[: len(looks) // 2], looks[len(looks) // 2 :]):
        table = LiveTable(rules, Journal(tmp_path / "journal.sqlite"))
        for look in part:
            table.see(look)
        if part[-1] is looks[-1]:
            table.finish()
            assert unlike(truth, table) == ([], ())
        table.close()


def test_a_person_says_who_discarded_a_tile_in_the_middle():
    rules, film, truth = in_the_middle("hong_kong", 3)
    table, told = LiveTable(rules, Journal(None)), None
    for look, reading in readings(rules, film):
        table.see(SeenTable(look.number, look.at_s, reading))
        discards = [entry for entry in table.entries if isinstance(entry.events[0], TileDiscarded)]
        if told is None and len(discards) == 6:
            told = discards[-1]
            (event,) = told.events
            table.record("player", (replace(event, tile="9s"),), amends=told.number)
    told, done = (
        [e for e in all_ if isinstance(e, TileDiscarded)] for all_ in (table.events, dict(truth).values())
    )
    assert [each.seat for each in told] == [each.seat for each in done]
    assert [each.tile for each in told if each.tile != "9s"] != []
    assert any(discard.tile == "9s" for discard in table.state.seats[event.seat].river)
