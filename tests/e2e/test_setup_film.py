"""The set-up's camera steps against pictures of a table: markers measured, nine tiles laid and read."""

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.camera.calibration import Calibration
from vision.simulate.drawing.ground import FELT_MM
from vision.simulate.drawing.painter import Painter
from vision.simulate.poses import Scene, TilePose
from vision.simulate.settings import preset
from webui.setup.tiles import TO_LAY

pytestmark = pytest.mark.browser

CODE = "our own admin code"
LOOKS = preset("club")
RATE, BARE_S, LAID_S = 2, 6, 240
"""A folder of pictures is a camera that takes two a second."""
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
    parts = ((bare, BARE_S), (some, BARE_S), (laid, LAID_S))
    return written(tmp_path_factory.mktemp("film"), parts)


def begun(serve, visit, film):
    """(the server, what is watched): a bare machine, set up as far as its camera, which shows `film`."""
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
    return server, watched


def written(folder, parts):
    """What a camera sees of pictures of which each is there for some seconds: every look is a link to one."""
    looks = folder / "looks"
    looks.mkdir(parents=True)
    for part, (picture, seconds) in enumerate(parts):
        cv2.imwrite(str(folder / f"{part}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        for number in range(RATE * seconds):
            (looks / f"{part}-{number:04}.jpg").symlink_to(folder / f"{part}.jpg")
    return looks


def test_markers_are_measured_and_the_nine_tiles_are_ticked_as_they_are_laid(serve, visit, film, tmp_path):
    server, watched = begun(serve, visit, film)
    page = watched.page
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


def test_without_markers_the_mat_is_found_and_needs_only_a_yes(serve, visit, tmp_path):
    view = replace(LOOKS.view, across_mm=1120.0)
    painter = Painter(replace(LOOKS, marker_mm=0.0, view=view))
    film = written(tmp_path / "film", ((painter.still(scene(TO_LAY)), LAID_S // 4),))
    _, watched = begun(serve, visit, film)
    page = watched.page
    page.locator("#found.sure").wait_for()
    page.fill("[name=square_mm]", str(2 * FELT_MM))
    page.locator("#found-says", has_text="904 mm").wait_for()
    page.locator("#yes").click()
    page.wait_for_url("**/setup/tiles")
    kept = Calibration.load(tmp_path / "calibration.json")
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * FELT_MM
    seen = painter.lens.project(np.column_stack([corners, np.zeros(4)]))
    assert kept.method == "mat"
    assert np.linalg.norm(kept.to_table(seen) - corners, axis=1).max() < 5
    page.locator("#to-lay li.read").nth(len(TO_LAY) - 1).wait_for()  # and the tiles are read by it
    assert watched.complaints == []


def test_a_mat_that_is_not_wholly_seen_is_not_guessed(serve, visit, tmp_path):
    view = replace(LOOKS.view, size=(960, 720), across_mm=760.0)
    painter = Painter(replace(LOOKS, marker_mm=0.0, view=view))
    film = written(tmp_path / "film", ((painter.still(scene(())), LAID_S // 8),))
    _, watched = begun(serve, visit, film)
    page = watched.page
    page.locator("#found-says", has_text="not found").wait_for()
    assert page.locator("#yes").is_hidden()
    assert page.get_by_role("link", name="Print the markers").is_visible()
    assert watched.complaints == []
