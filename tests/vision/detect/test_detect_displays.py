"""The display of an automatic table's console shows a throw: read rightly or not at all, and no tile."""

import math
from dataclasses import replace

import pytest

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import WallBuilt
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.pipeline.looker import Looker
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.scene import scene_of
from vision.simulate.settings import LAYOUTS, LOOKS, preset

RIICHI = load_ruleset("riichi")
BUILT = apply(new_table(RIICHI, 0), WallBuilt())
THROWS = ((1, 2), (3, 4), (5, 6), (6, 6))


@pytest.fixture(scope="module")
def detector():
    return Detector.load(LIVE_MODELS)


@pytest.mark.parametrize("look", ["green", "wood"])
@pytest.mark.parametrize("layout", ["automatic-pips", "automatic-digits"])
def test_a_display_is_read_rightly_or_not_at_all(detector, layout, look):
    settings = replace(preset("club"), places=LAYOUTS[layout], look=LOOKS[look])
    painter, sensor = Painter(settings, 1), Sensor(settings, 1)
    bare = scene_of(BUILT, settings, 1)
    for pips in THROWS:
        eyes, scene = Looker(detector, None, 850.0, RIICHI.stacks), replace(bare, display=pips)
        taken = (sensor.taken(painter.still(scene), number, number / 5) for number in range(3))
        finds = [eyes.look(picture, number / 5, number).find for number, picture in enumerate(taken)]
        observed = [find.observed for find in finds if find.observed is not None]
        assert observed
        for tiles, dice in observed:
            assert len(tiles) == 4 * RIICHI.stacks
            for die in dice:
                x = sum(x for x, _ in die.corners_mm) / 4
                assert die.pips in (None, pips[x > 0])
            assert all(math.hypot(*tile.corners_mm[0]) > settings.places.console_mm for tile in tiles)
