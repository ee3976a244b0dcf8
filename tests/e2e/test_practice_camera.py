"""Practice driven by a camera in a real browser: what is laid under it drives the verdict."""

import os
from dataclasses import replace

import cv2
import pytest

from engine.practice.at_table.play import position
from engine.practice.counting import mid_game
from engine.practice.lessons import lesson_named
from engine.practice.shown import parse_rows
from engine.rules import load_ruleset
from engine.table.seating import with_seat
from engine.table.state import Wall
from vision.simulate.drawing.painter import Painter
from vision.simulate.poses import Scene, TilePose
from vision.simulate.scene import scene_of
from vision.simulate.settings import preset

pytestmark = pytest.mark.browser
PATIENCE_MS = 120_000
DEAL = 1
"""A deal of the table trainer whose middle is read wholly right in one picture too."""
KEEP_DEAL = """deal => sessionStorage.setItem(
  "jantaku-table-beginner", JSON.stringify({ deal, mode: "one", chosen: [] })
)"""
MARK_OLD = """() => document.querySelectorAll("#choices > *").forEach((each) => { each.dataset.old = ""; })"""
PICTURES = 3000
"""At two a second more than a test ever takes."""


class Felt:
    """A camera over a table: whatever lies on the felt now is its next picture, and the one after that."""

    def __init__(self, folder):
        self.camera, self._picture = folder / "camera", folder / "felt.png"
        self.camera.mkdir(parents=True)
        self._settings = preset("easy")
        self._painter = Painter(self._settings)
        self.lay("")
        for number in range(PICTURES):
            (self.camera / f"{number:04}.png").symlink_to(self._picture)

    def lay(self, text):
        """Lays these rows on the felt in place of what lay there."""
        self._take(Scene(tuple(self._poses(text)), (), self._settings.tile_mm, self._settings.die_mm))

    def lay_table(self, state):
        """Lays a whole table: walls, rivers, sets, hands that stand."""
        self._take(scene_of(state, self._settings))

    def _take(self, scene):
        fresh = self._picture.with_name("fresh.png")
        cv2.imwrite(str(fresh), self._painter.still(scene))
        os.replace(fresh, self._picture)

    def _poses(self, text):
        for line, row in enumerate(parse_rows(text)):
            x = -14.0 * len(row)
            for tile in row:
                wide = 35.0 if tile.turned else 26.0
                x += wide / 2 + 0.8 + (16 if tile.apart else 0)
                centre = (x, 70.0 - 52 * line - (4 if tile.turned else 0))
                lies = "face_down" if tile.face_down else "face_up"
                yield TilePose(tile.tile, lies, centre, 90.0 * tile.turned, "loose", f"{line}:{x}")
                x += wide / 2


@pytest.fixture
def practice(serve, visit, tmp_path):
    felt = Felt(tmp_path / "table")
    server = serve(str(felt.camera), "--rules", "mcr")

    def open_page(path, **options):
        watched = visit(f"{server.address}/practice{path}", **options)
        watched.page.set_default_timeout(PATIENCE_MS)
        return watched

    open_page.felt = felt
    return open_page


def look(page, name="Look with the camera"):
    """Looks until the camera has begun to give pictures."""
    for _ in range(6):
        with page.expect_response(lambda answer: answer.request.method == "POST") as asked:
            page.get_by_role("button", name=name).click()
        if asked.value.json().get("problem") != "no_picture":
            return page.locator("#working").wait_for(state="hidden")
    raise AssertionError("the camera gave no picture")


def check(page, heading):
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("heading", name=heading, exact=True).wait_for()


def judged(page, button, asked, told):
    """Right or wrong, as the page says once the button was pressed; asked again while the watch, which a busy
    machine keeps waiting, has not yet come to rest over what was laid."""
    for _ in range(6):
        with page.expect_response(lambda answer: answer.url.endswith(asked)):
            page.get_by_role("button", name=button).click()
        page.locator(f"{told} h2").wait_for()
        page.locator("#working").wait_for(state="hidden")
        heading = page.locator(f"{told} h2").inner_text()
        if heading in ("Right", "Not quite"):
            return heading
    raise AssertionError(f"not judged: {page.locator(told).inner_text()}")


def test_the_camera_drives_two_lessons_and_weighs_a_hand_over_its_picture(practice):
    felt = practice.felt
    felt.lay("1324z")
    tablet = practice("/order_winds?lang=en", viewport={"width": 1180, "height": 820})
    page = tablet.page
    look(page)
    assert page.locator("#seen img").is_visible()
    check(page, "Not quite")
    assert "In place 2 belongs South wind" in page.locator("#verdict").inner_text()
    felt.lay("")
    look(page)
    assert "I see no tiles" in page.locator("#read-wrong").inner_text()
    assert page.locator("#rows .laid").count() == 0
    check(page, "I cannot judge this")
    felt.lay("1234z")
    look(page)
    check(page, "Right")

    page.goto(page.url.split("/practice")[0] + "/practice/meld?task=4&lang=en")
    page.get_by_role("button", name="Hint").click()
    page.locator("#hints li").wait_for()
    felt.lay("back 4s 4s back")
    look(page)
    check(page, "Not quite")
    felt.lay("back back back back")
    look(page)
    check(page, "Right")

    page.goto(page.url.split("/practice")[0] + "/practice/hand?rules=riichi&lang=en")
    felt.lay("234m 567p 33s 78s 1z +6z_ 66z")
    look(page)
    page.locator("#verdict .distance").wait_for()
    assert page.locator("#seen img").get_attribute("src").startswith("data:image/jpeg")
    assert "Ready after the best discard: 2 kinds, 8 tiles" in page.locator("#verdict").inner_text()
    assert tablet.complaints == []


def test_the_camera_judges_a_table_laid_out_with_a_mistake_and_one_without(practice):
    mcr, felt = load_ruleset("mcr"), practice.felt
    task = lesson_named("mistake").task(mcr, 2)
    felt.lay_table(task.table)
    desk = practice("/mistake?lang=en", viewport={"width": 1366, "height": 768})
    page = desk.page

    def says(who, what):
        page.get_by_role("radio", name=who, exact=True).check()
        page.get_by_role("radio", name=what, exact=True).check()
        return judged(page, "Judge my own table", "/check", "#verdict")

    assert says("South", "holds the wrong number of tiles") == "Not quite"
    assert "South: the chowed tile does not lie on the left" in page.locator("#verdict").inner_text()
    assert says("South", "the claimed tile does not show its giver") == "Right"
    felt.lay_table(mid_game(mcr, 3))
    assert says("nobody's", "nothing is wrong") == "Right"
    assert desk.complaints == []


def moved_as_told(state):
    """What lies on the learner's table: no wall, no hands of the others."""
    bare = replace(state, wall=Wall(()), dice=())
    for seat in (1, 2, 3):
        bare = with_seat(bare, seat, standing=())
    return bare


def test_the_table_trainer_sees_whether_its_moves_were_made_on_the_real_table(practice):
    desk = practice("/table?rules=beginner&lang=en", viewport={"width": 1366, "height": 768})
    page, beginner, chosen = desk.page, load_ruleset("beginner"), []
    page.locator("#choices button").first.wait_for()  # its own deal would be kept over the one below
    page.evaluate(KEEP_DEAL, DEAL)
    page.reload()
    page.locator("#choices button").first.wait_for()
    now = position(beginner, DEAL, frozenset({0}), chosen)
    while not any(seat.melds for seat in now.state.seats) or len(now.state.seats[2].river) < 4:
        chosen.append(now.options[-1].code)
        page.evaluate(MARK_OLD)
        page.locator(f'#choices [data-code="{chosen[-1]}"]').click()
        page.wait_for_selector("#choices [data-old]", state="detached")
        now = position(beginner, DEAL, frozenset({0}), chosen)
    assert page.locator("#told li").count() == sum(len(step.notes) for step in now.steps)
    moved = moved_as_told(now.state)
    last = [each for each in now.state.seats[2].river if each.claimed_by is None][-1]
    practice.felt.lay_table(
        with_seat(moved, 2, river=tuple(each for each in now.state.seats[2].river if each is not last))
    )

    def agrees():
        return judged(page, "Check my table", "/table/look", "#agrees")

    assert agrees() == "Not quite"
    assert page.locator("#agrees .notes li").count() == 1, page.locator("#agrees").inner_text()
    assert page.locator(f'#agrees use[href$="#tile-{last.tile}"]').count() == 1
    practice.felt.lay_table(moved)
    assert agrees() == "Right"
    assert desk.complaints == []
