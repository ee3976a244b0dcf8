"""Nobody has said who is East: the page says so, and draws the winds without a reload once it is known."""

import shutil

import pytest

from webui.watch.source import FIRST_DEAL

from .at_the_page import until

pytestmark = pytest.mark.browser

SIZES = [(1280, 900), (390, 844)]
SIGNS = """() => [...new Set([...document.querySelectorAll("#board use.wind")]
  .map(use => use.getAttribute("href").split("#")[1]))].sort().join(" ")"""
WINDS = "wind-0 wind-1 wind-2 wind-3"


@pytest.fixture
def nobody_said(tmp_path):
    """The recording that ships, without the line that says who is East."""
    folder = tmp_path / "recording"
    shutil.copytree(FIRST_DEAL, folder)
    settings = folder / "settings.toml"
    lines = settings.read_text("utf-8").splitlines(keepends=True)
    settings.write_text("".join(line for line in lines if not line.startswith("dealer")), "utf-8")
    return str(folder)


def test_east_is_open_until_the_dice_are_thrown_and_then_drawn_without_a_reload(serve, visit, nobody_said):
    server = serve(nobody_said, "--once")
    watched = visit(f"{server.address}/?lang=en")
    page = watched.page
    page.evaluate("window.isTheSame = true")
    page.wait_for_selector("#east:not([hidden])")
    assert page.inner_text("#east-open").startswith("Who is East is not known yet.")
    assert page.evaluate(SIGNS) == "wind-open"
    until(page, f"({SIGNS})() === '{WINDS}'")
    page.wait_for_selector("#east-open", state="hidden")
    page.locator("#story", has_text="East throws 2 and 4").wait_for()
    assert page.locator("#story li").last.inner_text().startswith("1")
    assert page.evaluate("window.isTheSame")
    assert watched.complaints == []


@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
def test_a_person_says_who_is_east_and_every_page_shows_it_at_once(server, visit, width, height):
    size = {"width": width, "height": height}
    first, other = (visit(f"{server.address}/?lang={each}", viewport=size) for each in ("en", "zh-Hant"))
    wall = visit(f"{server.address}/?view=room&lang=en", viewport=size)
    buttons = first.page.locator("#east-seats button")
    buttons.last.wait_for()
    assert buttons.all_inner_texts() == ["Bottom seat", "Right seat", "Top seat", "Left seat"]
    assert min(button.bounding_box()["height"] for button in buttons.all()) >= 44
    assert first.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert other.page.inner_text("#east b") == "還不知道誰是東家。"
    wall.page.locator(".board-open", has_text="Who is East is not known yet.").wait_for()
    buttons.nth(2).click()
    for watched in (first, other):
        until(watched.page, f"({SIGNS})() === '{WINDS}'")
        watched.page.wait_for_selector("#east-open", state="hidden")
    east = '#board [data-seat="2"] .label.dealer use[href$="#wind-0"]'
    first.page.wait_for_selector(east, state="attached")
    wall.page.wait_for_selector(".board-open", state="detached")
    wall.page.wait_for_selector('.board-seats [data-seat="2"].dealer')
    assert [each.complaints for each in (first, other, wall)] == [[], [], []]


@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
def test_a_wrong_tap_on_east_is_taken_back_by_keyboard_and_by_touch(server, visit, width, height):
    watched = visit(f"{server.address}/?lang=en", viewport={"width": width, "height": height})
    page = watched.page
    page.locator("#east-seats button").nth(0).click()
    page.locator("#east-known", has_text="East: Bottom seat").wait_for()
    change = page.locator("#east-change")
    assert min(change.bounding_box()[side] for side in ("width", "height")) >= 44
    change.focus()
    page.keyboard.press("Enter")
    choices = page.locator("#east-seats button")
    named = ["Bottom seat", "Right seat", "Top seat", "Left seat", "Not known", "Keep as it is"]
    assert choices.all_inner_texts() == named
    assert min(each.bounding_box()["height"] for each in choices.all()) >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "east-change"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#east-known", has_text="East: Right seat").wait_for()
    east = '#board [data-seat="1"] .label.dealer use[href$="#wind-0"]'
    page.wait_for_selector(east, state="attached")
    page.locator("#story", has_text="Corrected: Right seat is East").wait_for()
    change.click()
    page.locator("#east-seats button", has_text="Not known").click()
    page.locator("#east-open", has_text="Who is East is not known yet.").wait_for()
    assert watched.complaints == []
