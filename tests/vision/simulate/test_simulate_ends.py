"""How simulated deals end: hands laid open, and the points of recorded ones."""

from collections import Counter

import pytest

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, HandsDealt, ScoresChanged, TileDiscarded, Won
from engine.tiles import sort_key
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.laying_open import drawn_openly
from vision.simulate.playing.play import dealer_of, play_deal, with_hands
from vision.simulate.settings import preset


def test_a_recorded_deal_ends_with_open_hands_and_its_points():
    """A record tells who won, and every hand as dealt: what lies open at the end follows."""
    rules = load_ruleset("riichi")
    ready = ("2m", "2m", "3m", "3m", "4m", "4m", "5p", "5p", "6p", "6p", "7p", "7p", "9s")
    idle = (*(f"{number}{suit}" for suit in "mps" for number in (1, 5, 8, 9)), "1z")
    deal = (
        DealStarted(1, 1, 2, 1),
        HandsDealt(1, (ready, (*idle, "9s"), idle, idle)),
        TileDiscarded(1, "9s"),
        Won(0, "9s", 1),
    )
    shown = with_hands(rules, deal)
    assert dealer_of(shown) == 1
    assert shown[-1].hand == tuple(sorted(ready, key=sort_key))
    timed = list(enumerate(shown))
    whole = with_scores(rules, timed, 1)
    assert [type(event) for _, event in whole[-2:]] == [Won, ScoresChanged]
    seen = told_truth(rules, whole, dealer=1)
    assert not any(isinstance(event, DealStarted) for _, event in seen), "no camera sees which deal it is"
    assert whole[-1][1].payments[0] - seen[-1][1].payments[0] == 2 * 300 + 1000, "nor counters and sticks"


@pytest.mark.rule("S001-67")
def test_ready_hands_are_shown_after_a_draw_and_nine_terminals_at_once():
    rules = load_ruleset("riichi")
    events = play_deal(rules, 33)
    drawn = events[-1]
    assert (drawn.kind, drawn.ready) == ("exhaustive", (0, 1, 2))
    film, _ = film_of(rules, events, preset("easy"), 33)
    last = film.scene_at(film.ends_s)
    faces = Counter(pose.zone for pose in last.tiles if pose.zone.startswith("revealed"))
    assert faces == {f"revealed:{seat}": len(drawn.hands[seat]) for seat in (0, 1, 2)}
    nine = ("1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z", "5m")
    dealt = apply(new_table(rules, 0), HandsDealt(0, (nine, (), (), ())))
    called = drawn_openly(dealt, DealDrawn("nine_terminals"))
    assert called.hands == (tuple(sorted(nine, key=sort_key)), (), (), ())
