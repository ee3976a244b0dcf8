"""The limits for cameras at the side: what each value costs is counted on looks whose truth is known."""

from dataclasses import replace

import pytest

from engine.follow.weigh.differences import Comparer
from engine.follow.weigh.rates import Rates
from engine.rules import load_ruleset
from engine.table.expected import expected
from models.fit_askew import LIMITS, Seen, cost, fitted, limit, values_of
from vision.layout import askew
from vision.layout.table import TableGeometry, learned
from vision.simulate.drawing.lens import lens_of
from vision.simulate.observations import observations_of
from vision.simulate.playing.play import folded, new_table, play_deal
from vision.simulate.scene import scene_of
from vision.simulate.settings import preset
from vision.simulate.views import from_the_side

RATES = Rates.load()


@pytest.fixture(scope="module")
def looks():
    """Perfect looks from the side at a deal: after every fifth act the walls have other lower stacks."""
    rules, club = load_ruleset("riichi"), preset("club")
    settings = replace(club, view=from_the_side(club.view, club.square_mm, 45.0, 0.0))
    x, y, height = map(float, lens_of(settings.view).place_mm)
    events = play_deal(rules, 7)

    def found(count):
        state = folded(new_table(rules, 0), events[:count])
        return state, observations_of(scene_of(state, settings, 7), (x, y, height), settings.tile_mm[2])

    geometry = TableGeometry(club.square_mm, stacks=rules.stacks, camera_mm=(x, y, height))
    whole = found(1)[1][0]
    geometry = learned(whole, geometry.fitted(whole))
    seen = [found(count) for count in range(6, 50, 5)]
    return [Seen(7, rules, observed, geometry, (), ((state, expected(state)),)) for state, observed in seen]


@pytest.mark.parametrize(("name", "value"), [("FAR_MM", 500.0), ("IN_ROW", 0.01), ("TOLD_APART", 5.0)])
def test_a_limit_that_finds_no_lower_stacks_costs_more(looks, name, value):
    compare = Comparer(RATES)
    used = cost(looks, RATES, compare)
    with limit(name, value):
        other = cost(looks, RATES, compare)
    assert other > 2 * used
    assert cost(looks, RATES, compare) == used


@pytest.mark.parametrize("name", LIMITS)
def test_the_value_in_use_is_among_those_tried(name):
    tried = values_of(name)
    assert getattr(askew, name) in tried
    assert list(tried) == sorted(set(tried))
    assert tried[0] < getattr(askew, name) < tried[-1]


@pytest.mark.parametrize(
    ("costs", "value"),
    [
        ({1.0: 20.0, 2.0: 10.0, 4.0: 10.0}, 2.0),
        ({1.0: 20.0, 2.0: 13.0, 4.0: 32.0}, 1.0),
        ({0.5: 5.0, 1.0: 20.0, 2.0: 10.0}, 0.5),
    ],
    ids=["the nearest of the best", "hardly better", "lower"],
)
def test_the_fitted_value_costs_least_and_clearly_less(costs, value):
    assert fitted(1.0, costs, 2) == value
