"""The server is killed while devices listen with the sound on: no gap, and nothing is spoken twice."""

import random
import threading
from dataclasses import replace

import pytest

from webui.storage.settings import SettingsFile

from .at_the_page import add, know_east, numbers

pytestmark = pytest.mark.browser

SPEAKING = """() => {
  localStorage["jantaku.sound"] ??= JSON.stringify({ ownVoice: true });
  window.spoken = [];
  class Utterance { constructor(text) { this.text = text; } }
  const voices = [{ lang: "en-GB", name: "test" }];
  const speak = (each) => {
    window.spoken.push(each.text);
    document.documentElement.dataset.spoken = window.spoken.length;
  };
  const voice = { pending: false, speak, cancel() {},
    getVoices: () => voices, addEventListener() {} };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
  window.SpeechSynthesisUtterance = Utterance;
}"""
"""A device with a voice that its owner prefers, and that notes what it was told to say."""


STRIKING = """
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  const about = document.documentElement.dataset;
  about.struck = Number(about.struck || 0) + 1;
  return start.call(this, at);
};
"""
"""Counts the tones of the chimes."""

DEAF_TO_OPUS = "BaseAudioContext.prototype.decodeAudioData = () => Promise.reject(new Error());"
"""An older Safari, which cannot play the clips that ship."""


def spoken(page, count):
    """Waits until so much was spoken; a page this strict lets nothing be evaluated in it while waiting."""
    page.wait_for_selector(f'html[data-spoken="{count}"]')


@pytest.fixture(scope="module")
def shared_server(serve_once):
    """One for the tests that do not mind what others entered before."""
    return serve_once("simulated:", "--rules", "mcr")


@pytest.fixture
def hearing(visit, server):
    return with_sound_on(visit, server)


def with_sound_on(visit, server):
    """A page with the sound on at a device with a voice."""
    watched = visit(server.address)
    watched.context.add_init_script(f"({SPEAKING})()")
    watched.page.goto(f"{server.address}/?lang=en")
    watched.page.click("#sound")
    spoken(watched.page, 1)
    return watched


def test_after_a_killed_server_nothing_is_missing_and_nothing_is_spoken_twice(server, hearing, visit):
    page = hearing.page
    add(page, "East", "Discard", "1 bamboo")
    add(page, "South", "Discard", "2 bamboo")
    spoken(page, 4)
    server.kill()
    page.wait_for_selector("#cut:not([hidden])")
    server.start()
    # What happens while this page is still away is made up for.
    other = visit(f"{server.address}/?lang=en").page
    add(other, "West", "Discard", "3 bamboo")
    page.wait_for_selector("#cut", state="hidden")
    add(other, "North", "Discard", "4 bamboo")
    spoken(page, 6)
    assert numbers(page) == [1, 2, 3, 4, 5]
    assert page.evaluate("window.spoken") == [
        "The sound is on.",
        "Bottom seat is East",
        "East discards 1 bamboo",
        "South discards 2 bamboo",
        "West discards 3 bamboo",
        "North discards 4 bamboo",
    ]


TILES = ("1 bamboo", "2 bamboo", "3 bamboo", "4 bamboo", "5 bamboo")


def fill_in(page, tile):
    know_east(page)
    page.click("#add")
    page.locator("#door-seat button", has_text="East").click()
    page.locator("#door-act button", has_text="Discard").first.click()
    page.locator(f'#door-tile button[aria-label="{tile}"]').click()


def test_a_server_killed_while_it_writes_enters_everything_once(server, visit):
    """Killed at five moments around the writing; whoever was not answered presses again."""
    watched = visit(f"{server.address}/?lang=en")
    page, chance = watched.page, random.Random(8)
    for tile in TILES:
        fill_in(page, tile)
        killing = threading.Timer(chance.choice((0.0, 0.005, 0.02, 0.05, 0.2)), server.kill)
        killing.start()
        page.click("#door-send")
        killing.join()
        server.start()
        page.wait_for_selector("#cut", state="hidden")
        for _ in range(20):
            if page.locator("#door[open]").count() == 0:
                break
            page.click("#door-send")
            page.wait_for_timeout(500)
        page.locator("#story li", has_text=tile).first.wait_for()
    entries = page.request.get(f"{server.address}/api/entries").json()["entries"]
    events = [event for entry in entries for event in entry["events"]]
    told = [event["tile"] for event in events if event["type"] == "tile_discarded"]
    assert told == ["1s", "2s", "3s", "4s", "5s"]
    assert numbers(page) == [entry["number"] for entry in entries]
    assert [line for line in watched.complaints if "Failed to load" not in line] == []


def test_two_tabs_that_enter_the_same_enter_it_once_and_a_sleeping_one_catches_up(server, visit):
    address = f"{server.address}/?lang=en"
    one, other = visit(address).page, visit(address).page
    asleep = visit(address)
    asleep.context.set_offline(True)
    know_east(one)
    other.wait_for_selector("#east-open", state="hidden")
    fill_in(one, "1 bamboo")
    fill_in(other, "1 bamboo")
    for page in (one, other):
        page.click("#door-send")
        page.wait_for_selector("#door", state="hidden")
    fill_in(one, "1 bamboo")  # the same tile once more, later, is another discard
    one.click("#door-send")
    one.locator("#story li").nth(2).wait_for()
    asleep.context.set_offline(False)
    for page in (one, other, asleep.page):
        page.locator("#story li").nth(2).wait_for()
        assert numbers(page) == [1, 2, 3]  # who is East, two discards


def test_mute_is_kept_repeat_says_it_again_and_off_is_off(shared_server, visit):
    hearing = with_sound_on(visit, shared_server)
    page = hearing.page
    page.click("#voice > summary")
    page.click("#mute")
    add(page, "East", "Discard", "1 bamboo")
    page.locator("#headline", has_text="1 bamboo").wait_for()
    assert page.evaluate("window.spoken.length") == 1
    page.click("#voice > summary")
    page.click("#repeat")
    spoken(page, 2)
    assert page.evaluate("window.spoken.at(-1)") == "East discards 1 bamboo"
    page.click("#mute")
    page.click("#sound")
    add(page, "South", "Discard", "2 bamboo")
    page.locator("#headline", has_text="2 bamboo").wait_for()
    assert page.evaluate("window.spoken.length") == 2
    assert hearing.complaints == []


def first_discard(page):
    """In any language."""
    know_east(page)
    page.click("#add")
    page.locator("#door-seat button").first.click()
    page.locator("#door-act button").first.click()
    page.locator("#door-tile button").first.click()
    page.click("#door-send")


def test_a_device_without_a_voice_for_the_language_says_so_and_still_sounds(shared_server, visit):
    watched = visit(shared_server.address)
    watched.context.add_init_script(STRIKING)
    watched.context.add_init_script(DEAF_TO_OPUS)
    watched.page.goto(f"{shared_server.address}/?lang=ja")
    watched.page.click("#sound")
    watched.page.wait_for_selector('html[data-struck="1"]')
    page = watched.page
    first_discard(page)
    page.wait_for_selector('html[data-struck="2"]')
    assert page.text_content("#voice-note").startswith("この端末にはこの言語の音声がない")
    assert page.locator("#no-voice").is_visible()
    assert page.evaluate("parseFloat(getComputedStyle(document.getElementById('headline')).fontSize)") > 24
    page.click("#understood")
    page.locator("#no-voice").wait_for(state="hidden")
    page.reload()
    page.click("#headline")  # the first touch brings the sound back
    page.wait_for_selector('html[data-struck="1"]')
    assert not page.locator("#no-voice").is_visible()
    assert watched.complaints == []


def test_a_voice_that_fails_gives_way_to_the_chimes(shared_server, visit):
    watched = visit(shared_server.address)
    watched.context.add_init_script(f"({SPEAKING})()")
    watched.context.add_init_script(STRIKING)
    watched.context.add_init_script("speechSynthesis.speak = (each) => each.onerror({ error: 'network' });")
    page = watched.page
    page.goto(f"{shared_server.address}/?lang=en")
    page.click("#sound")
    page.wait_for_selector('html[data-struck="1"]')
    page.locator("#no-voice").wait_for()
    add(page, "East", "Discard", "1 bamboo")
    page.wait_for_selector('html[data-struck="2"]')
    assert watched.complaints == []


def test_a_device_begins_with_the_sound_the_table_chose_and_may_choose_otherwise(serve, visit, tmp_path):
    table = SettingsFile(tmp_path)
    table.change(lambda now: replace(now, sound=True, volume=35).with_done("sound"))
    server = serve("none")
    watched = visit(server.address)
    watched.context.add_init_script(f"({SPEAKING})()")
    page = watched.page
    page.goto(f"{server.address}/?view=table&lang=en")
    page.locator("#sound.waiting").wait_for()
    page.click("#headline")
    spoken(page, 1)
    assert page.input_value("#volume") == "35"
    page.click("#sound")
    page.reload()
    page.locator("#headline").wait_for()
    page.click("#headline")
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    assert not page.locator("#sound.waiting").count()

    table.change(lambda now: replace(now, sound=False, volume=90))
    server.stop()
    server.start()
    other = visit(f"{server.address}/?view=table&lang=en").page
    assert other.locator("#sound.waiting").count() == 0
    assert other.input_value("#volume") == "90"
