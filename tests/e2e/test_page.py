"""The page in a real browser: people's corrections, lost servers, full houses, every size of screen."""

import http.client
import os
import signal
import socket
from pathlib import Path

import pytest

from webui.watch.source import FIRST_DEAL

from .at_the_page import add, numbers, until

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (1180, 820), (1366, 768), (1920, 1080)]
STREAMS = 48
SILENT = 200
"""Connections that say nothing; more than the server has threads."""
NOTE_NEW_ROWS = """() => {
  window.told = [];
  const note = (row) => window.told.push(row.dataset.number);
  const watch = new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(note)));
  watch.observe(document.getElementById("story"), { childList: true });
}"""


@pytest.fixture(scope="module")
def looked_at(serve_once):
    """The same, for those who only look."""
    return serve_once("simulated:", "--rules", "mcr")


def headline(page, text):
    page.locator("#headline", has_text=text).wait_for()


def test_a_misread_tile_is_corrected_at_the_page_and_the_correction_taken_back(server, visit):
    watched = visit(f"{server.address}/?lang=en")
    page = watched.page
    add(page, "East", "Discard", "5 dots")
    headline(page, "East discards 5 dots")
    page.click("#story li .fix")
    page.click('#door-likely button[aria-label="6 dots"]')  # one tap: it is among the likeliest three
    headline(page, "Corrected: East discards 6 dots")
    assert page.inner_text("#beside") == "Instead of: East discards 5 dots"
    page.wait_for_selector('#board use[href$="#tile-6p"]', state="attached")
    assert page.locator("#story li.replaced").count() == 1
    page.click("#undo")
    page.wait_for_selector('#board use[href$="#tile-5p"]', state="attached")
    assert watched.complaints == []


def test_a_tile_on_the_drawn_table_is_corrected_by_a_tap(server, visit):
    page = visit(f"{server.address}/?lang=en").page
    add(page, "East", "Discard", "5 dots")
    add(page, "South", "Discard", "1 bamboo")
    add(page, "West", "Pung")
    headline(page, "Pung: West takes 1 bamboo from South")
    page.locator('[data-place="river:0:0"]').click()
    assert page.inner_text("#door-title").startswith("2. East discards 5 dots")
    page.click('#door-tile button[aria-label="7 dots"]')
    page.click("#door-send")
    headline(page, "Corrected: East discards 7 dots")
    page.wait_for_selector('[data-place="river:0:0"] use[href$="#tile-7p"]', state="attached")
    page.locator('[data-place="meld:2:0:2"]').click()
    assert page.inner_text("#door-title").startswith("4. Pung")


def test_every_page_hears_what_is_entered_at_one(server, visit):
    first, second = visit(f"{server.address}/?lang=en"), visit(f"{server.address}/?lang=ja")
    add(first.page, "South", "Discard", "red dragon")
    headline(second.page, "南家 打 中")
    assert numbers(second.page) == numbers(first.page) == [1, 2]  # who is East, the discard


def test_what_was_not_chosen_is_asked_for_without_troubling_the_server(looked_at, visit):
    watched = visit(f"{looked_at.address}/?lang=en")
    watched.page.click("#add")
    watched.page.click("#door-send")
    assert watched.page.inner_text("#door-wrong") == "Choose first."
    assert watched.complaints == []


def test_after_the_server_was_killed_nothing_is_missing_and_nothing_comes_twice(server, visit):
    watched = visit(f"{server.address}/?lang=en")
    page = watched.page
    add(page, "East", "Discard", "1 bamboo")
    add(page, "South", "Discard", "2 bamboo")
    headline(page, "South discards 2 bamboo")
    page.evaluate(NOTE_NEW_ROWS)
    server.kill()
    page.wait_for_selector("#cut:not([hidden])")
    server.start()
    page.wait_for_selector("#cut", state="hidden")
    other = visit(f"{server.address}/?lang=en")
    add(other.page, "West", "Discard", "3 bamboo")
    headline(page, "West discards 3 bamboo")
    assert numbers(page) == [1, 2, 3, 4]  # who is East, three discards
    assert page.evaluate("window.told") == ["4"]


def test_a_full_house_is_told_so_and_pages_still_open(server):
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SILENT)]
    for number in range(STREAMS):
        source = (f"127.0.0.{2 + number % 3}", 0)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=source)
        connection.request("GET", "/stream")
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.readline() == b"retry: 1000\n"
        held.append(connection)
    one_more = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    one_more.request("GET", "/stream")
    full = one_more.getresponse()
    assert full.status == 503
    assert full.headers["Retry-After"] == "5"
    full.read()
    one_more.request("GET", "/api/state")
    assert one_more.getresponse().status == 200
    for connection in held:
        connection.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES, ids=lambda size: str(size))
def test_nothing_hangs_over_the_edge_and_controls_are_large_enough(looked_at, visit, width, height, scheme):
    watched = visit(looked_at.address, viewport={"width": width, "height": height}, color_scheme=scheme)
    page = watched.page
    add_name = page.locator("#add")
    add_name.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    heights = page.evaluate(
        "[...document.querySelectorAll('.button')].filter(b => b.offsetParent).map(b => b.offsetHeight)"
    )
    assert min(heights) >= 44
    add_name.click()
    assert page.evaluate(
        "document.getElementById('door').scrollWidth <= document.getElementById('door').clientWidth"
    )
    assert watched.complaints == []


def test_the_sound_button_says_what_it_will_do(looked_at, visit):
    page = visit(f"{looked_at.address}/?lang=en").page
    page.click("#sound")
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    assert "Sound off" in (page.inner_text("#sound"), page.get_attribute("#sound", "aria-label"))
    page.click("#voice > summary")
    assert page.locator("#repeat").is_visible()


def children_that_look(server):
    """The processes that the server started to look at the table."""
    found = []
    waiting = [server.process.pid]
    while waiting:
        pid = waiting.pop()
        for thread in Path(f"/proc/{pid}/task").iterdir():
            waiting += map(int, (thread / "children").read_text().split())
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
            found.append(pid)
    return found


def test_the_page_says_so_when_the_looking_stalls_or_dies_and_when_it_is_back(serve, visit):
    server = serve(str(FIRST_DEAL))
    page = visit(f"{server.address}/?lang=en").page
    page.wait_for_selector("#eye[data-condition=watching]")
    [child] = children_that_look(server)
    os.kill(child, signal.SIGSTOP)
    page.wait_for_selector("#eye[data-condition=blind]")
    assert page.inner_text("#eye") == "Cannot see"
    assert page.locator("#blind").is_visible()
    os.kill(child, signal.SIGKILL)
    page.wait_for_selector("#eye[data-condition=stopped]")
    page.wait_for_selector("#eye[data-condition=watching]")
    assert children_that_look(server) != [child]
    assert page.request.get(f"{server.address}/api/state").ok


def test_a_phone_whose_table_is_gone_says_so_by_itself(serve, visit):
    server = serve("none", "--rules", "riichi")
    page = visit(f"{server.address}/seat?lang=en", viewport={"width": 390, "height": 844}).page
    until(page, "navigator.serviceWorker.controller !== null")
    server.kill()
    page.reload()
    page.get_by_role("heading", name="The table cannot be reached").wait_for()
    assert page.get_by_role("link", name="Try again").is_visible()
