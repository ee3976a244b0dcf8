"""Every number of the simulated table can be turned by its name, and only to what a table can be."""

from dataclasses import replace

import pytest

from vision.observation import VisionError
from vision.simulate.knobs import LIMITS, knobs, turned
from vision.simulate.settings import LAYOUTS, PRESETS, preset


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_knob_can_be_set_to_what_it_is(name):
    settings = preset(name)
    for knob, value in knobs(settings).items():
        if value is not None:
            text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            text = {"True": "yes", "False": "no"}.get(text, text)
            assert turned(settings, [f"{knob}={text}"]) == settings


def test_the_presets_and_layouts_are_within_the_limits():
    tables = [*map(preset, PRESETS), *(replace(preset("club"), places=each) for each in LAYOUTS.values())]
    for name, value in (pair for table in tables for pair in knobs(table).items()):
        if isinstance(value, bool):
            continue
        low, high = LIMITS.get(name) or LIMITS[name.partition(".")[0]]
        for each in value if isinstance(value, tuple) else (value,):
            assert each is None or low <= each <= high, name


def test_knobs_are_turned_one_after_the_other():
    settings = turned(
        preset("club"), ["light.noise=4", "tile_mm=24,32,16", "cups=3", "places.melds_end_x=378"]
    )
    assert settings.light.noise == 4.0
    assert settings.tile_mm == (24.0, 32.0, 16.0)
    assert settings.cups == 3
    assert settings.places.melds_end_x == 378.0
    assert settings.scatter == preset("club").scatter


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("noise=4", "no knob called 'noise'; there are square_mm,"),
        ("light=4", "no knob called 'light'"),
        ("light.noise", "light.noise must be a number, 0 to 80, got ''"),
        ("light.noise=nan", "light.noise must be a number, 0 to 80, got 'nan'"),
        ("tile_mm=24", "tile_mm must be 3 numbers, 10 to 60, got '24'"),
        ("kongs_up=1", "kongs_up must be yes or no, got '1'"),
        ("cups=1.5", "cups must be a whole number, 0 to 12, got '1.5'"),
        ("view.height_mm=-3", "view.height_mm must be a number, 400 to 6000, got '-3'"),
    ],
)
def test_a_knob_there_is_not_and_an_impossible_value_are_named(said, why):
    with pytest.raises(VisionError) as wrong:
        turned(preset("club"), [said])
    assert str(wrong.value).startswith(why)
