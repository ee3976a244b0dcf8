"""A page whose scripts come late: on a slow line, and where they never run. Nothing that was typed is lost."""

import pytest

from .at_the_page import begin_riichi
from .test_scores import NAMES, table  # noqa: F401

pytestmark = pytest.mark.browser

LATE_MS = 1_500


def test_a_game_begins_on_a_line_where_everything_comes_late(table):  # noqa: F811
    page = table.page
    line = table.context.new_cdp_session(page)
    line.send("Network.enable")
    rates = {"offline": False, "latency": LATE_MS, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", rates)
    begin_riichi(page, NAMES)
    page.get_by_text("25,000").first.wait_for()


def test_where_no_script_runs_what_was_typed_stays(table, visit):  # noqa: F811
    page = visit(f"{table.page.url}/new", java_script_enabled=False).page
    page.locator('#new-game input[name="name"]').first.fill(NAMES[0])
    page.get_by_role("button", name="Begin").click()
    page.wait_for_timeout(300)
    assert page.url.endswith("/scores/new")
    assert page.locator('#new-game input[name="name"]').first.input_value() == NAMES[0]
