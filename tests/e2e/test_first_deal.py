"""The recording that ships, from the camera's frames to the words on the page."""

import pytest

from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.table.apply import new_table
from webui.text.story import retold
from webui.text.telling import told_json
from webui.watch.source import FIRST_DEAL
from webui.words import load_words

from .at_the_page import count_taps, taps, until

pytestmark = pytest.mark.browser

TOLD = (
    "dice_rolled",
    "break_here",
    "wall_broken",
    "hands_dealt",
    "flower",
    "discarded",
    "chow",
    "pung",
    "kong",
    "won",
)
LONGEST_MS = 400_000


def expected_lines():
    """What the page must say of the recording's own journal, oldest first."""
    lines = (FIRST_DEAL / "journal.jsonl").read_text("utf-8").splitlines()
    story = retold(new_table(load_ruleset("mcr")), [entry_from_line(line) for line in lines])
    told = [told_json(line, load_words("en")) for item in story for line in item.lines]
    return [line["text"] for line in told if line["key"].split(".")[0] in TOLD]


def shown_lines(page):
    """What stands in the scroll, oldest first."""
    rows = page.evaluate(
        "[...document.querySelectorAll('#story li')].reverse()"
        ".flatMap(row => [...row.querySelectorAll('p')].map(p => [p.dataset.key, p.textContent]))"
    )
    return [text for key, text in rows if key.split(".")[0] in TOLD]


def confirm_with_another_chow(page):
    """The camera's reading of the win is confirmed, as by somebody who saw another chow there."""
    count_taps(page)
    page.locator("#story a", has_text="Confirm").first.click()
    page.locator("#confirm:enabled").wait_for()
    for place, tile in enumerate(("6m", "7m", "8m")):
        page.locator('[data-row="meld1"] .held-tile').nth(place).click()
        page.locator(f'.key[data-tile="{tile}"]').click()
    page.locator("#cards", has_text="Half flush").wait_for()
    page.locator("#confirm:enabled").click()
    page.wait_for_url("**/scores")
    assert taps(page) == 2 + 6  # "Confirm" and "Confirm", and two for each tile that was another


LIES_APART = """() => {
  const shown = [...document.querySelectorAll(
    "header, #headline, #result, #demo-end, .sight, .story")].filter((each) => each.checkVisibility());
  const boxes = shown.map((each) => each.getBoundingClientRect());
  return boxes.length >= 5 && boxes.every((one, at) => boxes.slice(at + 1).every((other) =>
    one.right <= other.left + 1 || other.right <= one.left + 1 ||
    one.bottom <= other.top + 1 || other.bottom <= one.top + 1));
}"""
"""Whether nothing of the column beside the table covers anything else of it."""


def test_dice_break_discards_claims_and_the_win_are_told_in_order(serve, visit):
    server = serve(str(FIRST_DEAL), "--every-frame", "--once")
    watched = visit(f"{server.address}/?lang=en")
    watched.page.wait_for_selector("#eye[data-condition=ended]", timeout=LONGEST_MS)
    until(watched.page, "document.querySelectorAll('#story li').length > 0")
    assert shown_lines(watched.page) == expected_lines()
    assert watched.complaints == []
    assert [url for url in watched.asked if not url.startswith(server.address)] == []
    for width, height in ((1280, 900), (1280, 720), (390, 844)):
        watched.page.set_viewport_size({"width": width, "height": height})
        assert watched.page.evaluate(LIES_APART), f"at {width} x {height}"
    assert watched.page.locator("#demo-again").is_visible()
    assert not watched.page.locator("#again").is_visible()
    assert watched.page.locator("#demo-end").get_by_role("link", name="Set up my table").is_visible()
    assert watched.page.locator("#result .won-on .tile").count() == 1
    told = watched.page.request.get(f"{server.address}/api/entries").json()["entries"]
    confirm_with_another_chow(watched.page)
    last = told[-1]["number"]
    after = watched.page.request.get(f"{server.address}/api/entries?after={last}").json()["entries"]
    assert [(entry["by"], entry["events"][0]["type"]) for entry in after] == [
        ("referee", "chow_claimed"),
        ("referee", "won"),
    ]
    melds = watched.page.request.get(f"{server.address}/api/state").json()["table"]["seats"][3]["melds"]
    assert [sorted(meld["tiles"]) for meld in melds] == [["3z"] * 3, ["6m", "7m", "8m"]]
    assert watched.complaints == []
