"""The voice that ships, played by a real browser: every piece of a sentence, once, in its order."""

from itertools import pairwise

import pytest

from .at_the_page import add, know_east

pytestmark = pytest.mark.browser

LISTENING = """
const start = AudioBufferSourceNode.prototype.start;
window.played = [];
AudioBufferSourceNode.prototype.start = function (at) {
  const loudest = Math.max(...this.buffer.getChannelData(0));
  window.played.push({ at, seconds: this.buffer.duration, loudest });
  document.documentElement.dataset.played = window.played.length;
  return start.call(this, at);
};
"""
"""Notes each clip that is played."""


@pytest.fixture(scope="module")
def server(serve_once):
    """One for all: each listens to what is entered from then on."""
    return serve_once("simulated:", "--rules", "mcr")


@pytest.mark.parametrize(("language", "clips"), [("en", 4), ("zh-Hans", 3)])
def test_a_sentence_is_played_piece_by_piece(server, visit, language, clips):
    watched = visit(server.address)
    watched.context.add_init_script(LISTENING)
    packs = []
    watched.page.on("request", lambda asked: packs.append(asked.url) if ".pack" in asked.url else None)
    page = watched.page
    page.goto(f"{server.address}/?lang={language}")
    page.click("#sound")
    page.wait_for_selector('html[data-played="1"]')
    know_east(page)
    page.click("#add")
    page.locator("#door-seat button").first.click()
    page.locator("#door-act button").first.click()
    page.locator("#door-tile button").first.click()
    page.click("#door-send")
    page.wait_for_selector(f'html[data-played="{clips}"]')
    played = page.evaluate("window.played")
    for one, other in pairwise(played[1:]):
        assert other["at"] >= one["at"] + one["seconds"]
    assert all(each["loudest"] > 0.05 and 0.1 < each["seconds"] < 5 for each in played)
    assert len(packs) == 1
    assert watched.complaints == []


def test_what_is_muted_or_switched_off_is_not_played(server, visit):
    watched = visit(server.address)
    watched.context.add_init_script(LISTENING)
    page = watched.page
    page.goto(f"{server.address}/?lang=en")
    page.click("#sound")
    page.wait_for_selector('html[data-played="1"]')
    page.click("#sound")
    add(page, "East", "Discard", "1 bamboo")
    page.locator("#headline", has_text="1 bamboo").wait_for()
    assert page.evaluate("window.played.length") == 1
    assert watched.complaints == []
