"""The recording that ships, from the camera's frames to the words on the page."""

import pytest

from engine.apply import new_table
from engine.record import entry_from_line
from engine.rules import load_ruleset
from webui.source import FIRST_DEAL
from webui.story import retold
from webui.telling import told_json
from webui.words import load_words

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


def test_dice_break_discards_claims_and_the_win_are_told_in_order(serve, visit):
    server = serve(str(FIRST_DEAL), "--every-frame", "--once")
    watched = visit(f"{server.address}/?lang=en")
    watched.page.wait_for_selector("#eye[data-condition=ended]", timeout=LONGEST_MS)
    watched.page.wait_for_function("document.querySelectorAll('#story li').length > 0")
    assert shown_lines(watched.page) == expected_lines()
    assert watched.complaints == []
    assert [url for url in watched.asked if not url.startswith(server.address)] == []
    assert watched.page.locator("#picture").is_visible()
    assert watched.page.locator("#again").is_visible()
