"""The set-up's camera steps against a film of a table: markers measured, nine tiles laid and read."""

import re

import cv2
import numpy as np
import pytest

from vision.camera.calibration import Calibration
from vision.simulate.drawing.painter import Painter
from vision.simulate.poses import Scene, TilePose
from vision.simulate.settings import preset
from webui.setup.tiles import TO_LAY

pytestmark = pytest.mark.browser

CODE = "our own admin code"
LOOKS = preset("club")
RATE, BARE_S, LAID_S = 5, 6, 240
PATIENCE_MS = 200_000


def scene(tiles):
    """Tiles somewhere on the felt, a little apart, as somebody lays them who reads the page."""
    chance = np.random.default_rng(5)
    places = [(60.0 * (n % 3 - 1), 70.0 * (n // 3 - 1)) for n in range(len(tiles))]
    poses = tuple(
        TilePose(tile, "face_up", place, 6 * chance.normal(), "loose", tile)
        for tile, place in zip(tiles, places, strict=True)
    )
    return Scene(poses, (), LOOKS.tile_mm, LOOKS.die_mm)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A table with its markers on which, after a while, the nine tiles lie."""
    painter = Painter(LOOKS)
    bare, some, laid = (painter.still(scene(tiles)) for tiles in ((), TO_LAY[:4], TO_LAY))
    path = tmp_path_factory.mktemp("film") / "table.mp4"
    height, width = bare.shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), RATE, (width, height))
    for picture, seconds in ((bare, BARE_S), (some, BARE_S), (laid, LAID_S)):
        for _ in range(RATE * seconds):
            writer.write(picture)
    writer.release()
    return path


def test_markers_are_measured_and_the_nine_tiles_are_ticked_as_they_are_laid(serve, visit, film, tmp_path):
    server = serve("none")
    watched = visit(f"{server.address}/setup", viewport={"width": 1180, "height": 820}, locale="en")
    page = watched.page
    page.set_default_timeout(PATIENCE_MS)
    page.locator("main a", has_text="English").click()
    page.fill("[name=known]", re.search(r"with the code ([A-Z0-9-]+)", server.said)[1])
    page.fill("[name=admin]", CODE)
    page.fill("[name=again]", CODE)
    page.locator("main button.main").click()
    page.wait_for_url("**/setup/camera")
    page.check("[value=other]")
    page.fill("[name=address]", str(film))
    page.locator("main button.main").click()

    page.wait_for_url("**/setup/calibration")
    page.locator("#markers li.seen").nth(3).wait_for()
    page.locator("#markers-say", has_text="off by").wait_for()
    page.check("[value=markers]")
    page.locator("main button.main").click()

    page.wait_for_url("**/setup/tiles")
    kept = Calibration.load(tmp_path / "calibration.json")
    assert kept.residual_mm < 2
    page.locator("#all-read:not(:empty)").wait_for()
    assert page.locator("#to-lay li.read").count() == len(TO_LAY)
    assert page.text_content("#unread") == "0"
    assert page.text_content("#others") == "none"

    page.goto(f"{server.address}/setup/calibration")
    page.locator("#still .grid polyline").first.wait_for(state="attached")
    assert page.locator("#still .grid polyline").count() == 10
    assert watched.complaints == []
