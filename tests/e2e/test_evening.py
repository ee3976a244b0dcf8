"""A whole evening without a camera: four phones, the tablet and a screen on the wall, from a fresh start to
the rematch. Everybody is called by name, and every screen tells the same."""

import re

import cv2
import pytest

from tests.webui.practice_felt import laid_out, near
from webui.access.logins import Logins, Role

from .at_the_page import begin_riichi, count_taps, taps, until

pytestmark = pytest.mark.browser

Axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe
NAMES = ("Aiko", "Bo", "Chandra", "王小明")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TABLET = {"viewport": {"width": 1180, "height": 820}}
WALL = {"viewport": {"width": 1920, "height": 1080}}
PATIENCE_MS = 60_000
HAND = ["2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "5z", "2p", "2p"]
SITS_THERE = """name => {
  const rows = [...document.querySelectorAll(".board-seats li")];
  const row = rows.find((each) => each.textContent.includes(name));
  const winds = [row?.querySelector("use"), document.querySelector("#wind use")];
  return winds.every(Boolean) && winds[0].getAttribute("href") === winds[1].getAttribute("href");
}"""
POST = """async ([path, body]) => (await fetch(path, { method: "POST", body: JSON.stringify(body), headers: {
  "Content-Type": "application/json",
  "X-Jantaku-Token": document.querySelector('meta[name="jantaku-token"]').content } })).status"""


class Evening:
    """The screens of one table."""

    def __init__(self, server, visit):
        self.server, self._visit, self.seen = server, visit, []
        self.tablet = self.open(f"{server.address}/?lang=en", **TABLET)
        self.wall = self.open(f"{server.address}/?view=room&lang=en", **WALL)

    def open(self, address, **window):
        watched = self._visit(address, **window)
        watched.page.set_default_timeout(PATIENCE_MS)
        self.seen.append(watched)
        return watched.page

    def sit(self):
        """Each phone scans the code of its seat, shown on the tablet."""
        self.tablet.click("#phones")
        self.tablet.locator("#codes figure svg").nth(3).wait_for()
        links = self.tablet.locator("#codes a").evaluate_all("all => all.map(a => a.href)")
        self.tablet.click("#joining button[value=cancel]")
        here = [re.sub(r"^http://[^/]+", self.server.address, link) for link in links]
        self.phones = [self.open(f"{link}&lang=en", **PHONE) for link in here]
        for phone in self.phones:
            phone.click("form.sit button")
            phone.wait_for_selector("#calls")

    def post(self, path, body=None):
        assert self.tablet.evaluate(POST, [path, body or {}]) == 201, path


@pytest.fixture
def evening(serve, visit, tmp_path):
    logins = Logins(tmp_path)
    logins.set_code(Role.admin, "a code for the table")
    logins.shut()
    told = Evening(serve("none"), visit)
    yield told
    assert [each.complaints for each in told.seen if each.complaints] == []
    assert all(url.startswith(told.server.address) for each in told.seen for url in each.asked)


def begin(page):
    begin_riichi(page, NAMES)
    page.locator(".seats-now").wait_for()


def worst(page):
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    found = Axe().run(page).response["violations"]
    bad = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], each["nodes"][0]["html"][:90]) for each in bad]


def test_an_evening_with_four_phones_a_tablet_and_a_wall_screen(evening):
    tablet, wall = evening.tablet, evening.wall
    assert tablet.locator(".table").count() == 0  # no empty felt where nobody watches
    begin(tablet)
    wall.locator(".board-seats .who", has_text="Aiko").wait_for()
    assert wall.locator(".felt-side").is_hidden()
    evening.sit()
    east, south, west, north = evening.phones
    assert [phone.inner_text("#who") for phone in evening.phones] == list(NAMES)
    assert east.locator(".board-seats .total").all_inner_texts() == ["25,000"] * 4

    # A discard: whoever cannot call sees why, the others race for it, and all are called by name.
    evening.post("/record", {"seat": 0, "act": "discard", "tile": "5p"})
    north.locator("#asked", has_text="Aiko discarded 5 dots").wait_for()
    assert west.locator('[data-call="chow"]').is_disabled()
    assert "left" in west.inner_text('[data-call="chow"] small')
    assert not south.locator('[data-call="chow"]').is_disabled()
    assert east.locator('[data-call="win"] small').inner_text() != ""
    west.click('[data-call="pung"]')
    wall.locator("#headline", has_text="Chandra takes").wait_for()
    west.locator("#melds .tile").nth(2).wait_for(state="attached")
    assert wall.locator(".felt-side").is_visible()  # tiles are known now
    evening.post("/referee/call", {"seat": 3})
    south.locator("#told-you", has_text="王小明 calls the referee").wait_for()

    # The deal is won: the same result on every screen, the next deal one tap away.
    how = {"dora": ["4z"], "circumstances": ["riichi", "ippatsu"]}
    won = {"winner": 1, "giver": 3, "hand": HAND, "tile": "1m", **how}
    evening.post("/scores/wins", {"wins": [won]})
    for page in (wall, tablet, *evening.phones):
        result = page.locator(".result")
        result.get_by_text("Bo wins from 王小明").wait_for()
        assert result.locator(".won-on .tile").get_attribute("aria-label") == "1 character"
        assert result.locator(".held-tiles .tile").count() == 13
        assert result.locator(".counted li").all_inner_texts() == ["1 Riichi", "1 Ippatsu", "1 White dragon"]
        assert "3 han 40 fu" in result.inner_text()
    assert worst(wall) == worst(tablet) == worst(south) == []
    tablet.get_by_role("button", name="Next deal").click()
    wall.locator(".board-round b", has_text="East 2").wait_for()
    assert wall.locator(".board-seats .dealer .who").inner_text() == "Bo"
    assert "behind" in wall.inner_text(".board-seats")

    # Until the game is over, then the ranking everywhere and the next game in one tap.
    while not tablet.request.get(f"{evening.server.address}/api/scores").json()["is_over"]:
        now = tablet.request.get(f"{evening.server.address}/api/scores").json()
        if now["next"]:
            evening.post("/scores/next")
            continue
        winner = (now["round"]["dealer"] + 1) % 4
        value = {"value": 1, "fu": 30}
        evening.post("/scores/wins", {"wins": [{"winner": winner, "giver": None, "value": value}]})
    wall.locator(".board-ranking li").nth(3).wait_for()
    north.locator(".board-ranking li").nth(3).wait_for()
    count_taps(tablet)
    with tablet.expect_navigation():  # the next game's page
        tablet.locator("[data-rematch]").click()
    wall.locator(".board-round b", has_text="East 1").wait_for()
    until(wall, "[...document.querySelectorAll('.total')].every(b => b.textContent === '25,000')")
    assert sorted(wall.locator(".board-seats .who").all_inner_texts()) == sorted(NAMES)
    for phone, name in zip(evening.phones, NAMES, strict=True):  # each goes with its player
        until(phone, SITS_THERE, name)  # the board and the player's own wind are drawn one after the other
        assert phone.inner_text("#who") == name
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert taps(tablet) == 1


def test_a_win_is_read_from_a_photo_and_confirmed(evening, tmp_path):
    """Two taps from the photo to the payment: the winner and whose tile it was are the table's to say."""
    photo = tmp_path / "hand.jpg"
    cv2.imwrite(str(photo), near().still(laid_out("123m456p789s555z2p +2p")))
    page = evening.tablet
    begin(page)
    count_taps(page)
    page.get_by_role("link", name="Win", exact=True).click()
    page.locator("#winner button", has_text="Bo").click()
    page.locator("#giver button", has_text="Aiko").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_text("From a photo").click()  # the first tap
    chooser.value.set_files(photo)
    page.locator('[data-row="tile"] .held-tile').wait_for()
    doubts = page.locator(".doubt-line").all()
    for line in doubts:
        line.locator("button").first.click()
    page.locator("#paid", has_text="+").wait_for()
    assert page.locator('[data-row="hand"] .held-tile').count() == 13
    page.locator("#confirm:enabled").click()  # the second
    page.locator(".result", has_text="Bo wins from Aiko").wait_for()
    assert "White dragon" in page.inner_text(".counted")
    assert taps(page) == 5 + len(doubts)  # "Win", who, from whom, the photo, "Confirm"; typed: 5 + 14


def test_a_misread_tile_is_put_right_in_two_taps(evening):
    page = evening.tablet
    begin(page)
    evening.post("/record", {"seat": 0, "act": "discard", "tile": "5p"})
    page.goto(f"{evening.server.address}/?view=table&lang=en")
    count_taps(page)
    page.locator('#board [data-place="river:0:0"]').click()
    page.locator("#door-likely button[data-likely]").first.click()
    page.locator("#door").wait_for(state="hidden")
    page.locator('#board use[href$="#tile-0p"]').first.wait_for(state="attached")
    assert taps(page) == 2
