"""Referee and replay in a real browser: amending with the difference first, rulings, single moments."""

import re

import pytest

from .conftest import Watched

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (1180, 820), (1366, 768), (1920, 1080)]
ACTS = [
    {"act": "discard", "seat": 0, "tile": "5p"},
    {"act": "discard", "seat": 1, "tile": "1s"},
    {"act": "pung", "seat": 2, "tile": None},
    {"act": "discard", "seat": 2, "tile": "9m"},
]
ENTER = """async (acts) => {
  const { post } = await import("/static/page/door.js");
  await post("/east", { seat: 0 });
  for (const act of acts) await post("/record", act);
}"""
SMALL = """() => [...document.querySelectorAll("main .button, main select, main .entry")]
  .filter((each) => each.offsetParent && each.offsetHeight < 44).map((each) => each.outerHTML.slice(0, 90))"""


def entered(server, browser):
    """Who is East said, and four acts entered: two discards, a pung, a discard."""
    told = Watched(browser, f"{server.address}/?lang=en")
    told.page.evaluate(ENTER, ACTS)
    told.close()
    return server


@pytest.fixture
def played(server, browser):
    return entered(server, browser)


@pytest.fixture(scope="module")
def looked_at(serve_once, browser):
    """The same, for those who only look."""
    return entered(serve_once("simulated:", "--rules", "mcr"), browser)


def test_an_old_entry_is_amended_after_its_difference_was_shown(played, visit):
    watched = visit(f"{played.address}/referee/entry/2?lang=en")
    page = watched.page
    page.locator(".tile-field").click()
    page.click('#faces-all button[aria-label="6 dots"]')
    page.click("#look")
    moved = page.locator(".tiles-moved li", has_text="East, discard 1")
    moved.wait_for()
    assert (
        moved.locator('use[href$="#tile-5p"]').count() == moved.locator('use[href$="#tile-6p"]').count() == 1
    )
    assert page.locator(".two-tables svg.table").count() == 2
    assert (
        page.request.get(f"{played.address}/api/state").json()["table"]["seats"][0]["river"][0]["tile"]
        == "5p"
    )
    page.fill("#note", "read wrongly")
    page.click("#accept")
    page.wait_for_url("**/referee/history")
    row = page.locator(".changes > li").first
    assert "5 dots" in row.locator("del").inner_text()
    assert "6 dots" in row.locator("ins").inner_text()
    assert "read wrongly" in row.inner_text()
    assert (
        page.request.get(f"{played.address}/api/state").json()["table"]["seats"][0]["river"][0]["tile"]
        == "6p"
    )
    assert watched.complaints == []


def test_an_amendment_tells_which_acts_become_faulty(looked_at, visit):
    page = visit(f"{looked_at.address}/referee/entry/3?lang=en").page
    page.locator("#acts label", has_text=re.compile(r"^\s*Who")).locator("select").select_option(
        label="North"
    )
    page.click("#look")
    page.locator(".gained", has_text="out of turn").first.wait_for()
    page.click('.pick:has-text("It did not happen")')
    assert page.locator("#accepting").is_hidden()
    page.click("#look")
    page.locator("#difference .from-to ins", has_text="It did not happen").wait_for()


def test_a_call_at_the_table_reaches_the_referee_at_once_and_is_answered(played, visit):
    referee = visit(f"{played.address}/referee?lang=en").page
    table = visit(f"{played.address}/?lang=en").page
    table.click("#call")
    referee.locator(".calling", has_text="The table calls the referee").wait_for()
    assert referee.title().startswith("(")
    referee.click(".calling button")
    referee.locator(".calling").wait_for(state="detached")
    table.locator("#headline", has_text="The referee has come").wait_for()


def test_a_penalty_is_given_with_the_payments_shown_before(played, visit):
    page = visit(f"{played.address}/referee?lang=en").page
    page.locator("[data-penalise='']").last.click()
    page.click('#penalty .pick:has-text("South")')
    page.click('#penalty .pick:has-text("To each of the others")')
    page.fill('[name="points"]', "5")
    assert "South −15" in page.inner_text("#penalty-paid")
    page.click("#penalty-send")
    page.wait_for_selector("#penalty", state="hidden")
    scores = [
        seat["score"] for seat in page.request.get(f"{played.address}/api/state").json()["table"]["seats"]
    ]
    assert scores == [5, -15, 5, 5]


def test_a_link_opens_a_single_moment_and_keys_lead_on_without_loading_anew(looked_at, visit):
    watched = visit(f"{looked_at.address}/replay/table/3?lang=en")
    page = watched.page
    headline = page.locator("#moment .headline")
    assert headline.inner_text() == "South discards 1 bamboo"
    page.evaluate("window.stayed = true")
    page.keyboard.press("ArrowRight")
    page.locator("#moment .headline", has_text="Pung: West takes 1 bamboo from South").wait_for()
    assert page.url.endswith("/replay/table/4")
    page.keyboard.press("Home")
    page.locator("#moment .headline", has_text="seat is East").wait_for()
    page.click('[data-step="play"]')
    page.locator("#moment .headline", has_text="West discards 9 characters").wait_for()
    page.locator('[data-step="play"][aria-pressed="false"]').wait_for()
    page.locator("#moves li", has_text="South discards").locator("a").click()
    page.locator("#moment .headline", has_text="South discards").wait_for()
    assert page.evaluate("window.stayed")
    assert page.locator("#moves li[aria-current]").inner_text().endswith("South discards 1 bamboo")
    assert watched.complaints == []


def test_replay_works_without_scripts(looked_at, visit):
    page = visit(f"{looked_at.address}/replay?lang=en", java_script_enabled=False).page
    page.locator(".shelf a").first.click()
    page.click('[data-step="next"]')
    page.click('[data-step="next"]')
    assert page.locator("#moment .headline").inner_text() == "South discards 1 bamboo"
    page.click('[data-step="last"]')
    assert page.locator("#moment .headline").inner_text() == "West discards 9 characters"


def test_no_page_hangs_over_the_edge_and_fingers_find_every_button(looked_at, visit):
    paths = ("referee", "referee/look-back", "referee/history", "referee/entry/3", "replay", "replay/table/3")
    for path in (*paths, "replay/table/deal/1/evidence"):
        watched = visit(f"{looked_at.address}/{path}?lang=en")
        for width, height in SIZES:
            watched.page.set_viewport_size({"width": width, "height": height})
            assert watched.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
            assert watched.page.evaluate(SMALL) == [], (path, width)
        assert watched.complaints == []
        watched.close()


def test_a_fault_is_found_by_typing_and_entered_for_a_seat(played, visit):
    watched = visit(f"{played.address}/referee?lang=en", viewport={"width": 390, "height": 844})
    page = watched.page
    page.click("#enter-fault")
    assert page.locator("#faults-send").is_disabled()
    page.fill("#fault-search", "yet took nothing")
    shown = page.locator(".fault-choice:visible")
    assert shown.count() == 1
    page.fill("#fault-search", "zzz")
    assert page.locator("#fault-none").is_visible()
    page.fill("#fault-search", "hands dead wall")
    shown.filter(has_text="exposed a tile of the dead wall").click()
    page.locator('#faults [name="seat"][value="1"]').check()
    assert page.locator('#faults [name="consequence"]').input_value() == "warning"
    page.fill('#faults [name="note"]', "two tiles fell")
    page.click("#faults-send")
    card = page.locator(".fault-card", has_text="exposed a tile of the dead wall")
    card.wait_for()
    assert "South" in card.locator("h2").inner_text()
    assert "two tiles fell" in card.inner_text()
    assert not page.locator("#faults").is_visible()
    assert watched.complaints == []
