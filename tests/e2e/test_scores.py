"""Keeping scores in a real browser, with no camera: three deals by hand, one corrected, undo, export."""

import csv
import io
import json

import pytest

from engine.journal.said_win import ending_said
from engine.judge.rounds import next_deal, opening_of
from engine.rules import load_ruleset
from engine.scoring.wire.said_json import said_from_json
from engine.table.apply import apply, new_table
from engine.table.events import DealStarted
from webui.access.logins import Logins, Role

from .at_the_page import begin_riichi

pytestmark = pytest.mark.browser

PATIENCE_MS = 90_000

NAMES = ("Ann", "Bob", "<b>Cem</b>", "王小明")
HAND = ["2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "2p", "2p"]
DRAGONS, TILE = "5z", "1m"


@pytest.fixture
def table(serve, visit, tmp_path):
    """A table that was set up, without a camera; whoever is in the room may enter."""
    logins = Logins(tmp_path)
    logins.set_code(Role.admin, "a code for the table")
    logins.shut()
    server = serve("none")
    watched = visit(f"{server.address}/scores", viewport={"width": 1180, "height": 820})
    watched.page.set_default_timeout(PATIENCE_MS)
    yield watched
    assert watched.complaints == []
    assert {url.split("/")[2] for url in watched.asked} == {server.address.split("/")[2]}


def begin(page):
    begin_riichi(page, NAMES)
    page.get_by_text("25,000").first.wait_for()


def enter_value(page, winner, giver, han):
    page.get_by_role("link", name="Win", exact=True).click()
    page.locator("#winner button").nth(winner).click()
    page.locator("#giver button", has_text=giver).click()
    page.get_by_role("button", name="By value only").click()
    page.locator("#value-value").fill(str(han))
    page.locator("#value-value").blur()
    confirm(page)


def confirm(page):
    page.locator("#confirm:enabled").click()
    page.wait_for_url("**/scores")
    page.locator(".seats-now").wait_for()


def tap(page, *tiles):
    for tile in tiles:
        page.locator(f'.key[data-tile="{tile}"]').click()


def totals(page):
    shown = page.locator(".seat .total").all_inner_texts()
    return [int(text.replace(",", "").replace("−", "-")) for text in shown]


def reckoned():
    """The same three deals by the engine alone."""
    state = new_table(load_ruleset("riichi"))
    tiles = {"tile": TILE, "hand": [*HAND, *[DRAGONS] * 3]}
    wins = [
        {"winner": 1, "giver": 2, **tiles},
        {"winner": 3, "giver": 0, "value": {"value": 5, "fu": None}},
        {"winner": 2, "giver": None, "value": {"value": 2, "fu": 30}},
    ]
    state = apply(state, DealStarted(0))
    for number, win in enumerate(wins):
        for event in opening_of(next_deal(state), state) if number else ():
            state = apply(state, event)
        for event in ending_said(state, [said_from_json(win)]):
            state = apply(state, event)
    return [seat.score for seat in state.seats]


def test_three_deals_by_hand_one_corrected_add_up_as_the_engine_says(table):
    page = table.page
    begin(page)
    assert page.locator("b", has_text="Cem").count() == 0

    page.get_by_role("link", name="Win", exact=True).click()
    page.locator("#winner button").nth(1).click()
    page.locator("#giver button", has_text="Cem").click()
    tap(page, *HAND, DRAGONS, DRAGONS, DRAGONS, "9p")
    page.locator("#why", has_text="no winning hand").wait_for()
    assert page.locator("#confirm").is_disabled()
    page.locator('[data-row="tile"] .held-tile').click()
    tap(page, TILE)
    page.locator("#cards", has_text="White dragon").wait_for()
    confirm(page)

    page.get_by_role("button", name="Next deal").click()
    enter_value(page, 3, "Ann", 1)
    page.get_by_role("link", name="Correct", exact=True).nth(1).click()
    page.locator("#value-value").fill("5")
    page.locator("#value-value").blur()
    page.locator("#paid", has_text="+8,000").wait_for()
    confirm(page)

    page.get_by_role("button", name="Next deal").click()
    enter_value(page, 2, "Self-drawn", 2)
    assert totals(page) == reckoned()

    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Win", exact=True).wait_for()
    enter_value(page, 2, "Self-drawn", 2)
    assert totals(page) == reckoned()

    page.get_by_role("link", name="The whole game").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8"))))
    assert rows[0][8:12] == list(NAMES)
    assert [int(points) for points in rows[3][12:]] == reckoned()
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON", exact=True).click()
    assert json.loads(download.value.path().read_text("utf-8"))["points"] == reckoned()


def test_a_new_game_asks_for_house_rules_and_points_at_what_cannot_be(table):
    page = table.page
    page.get_by_role("link", name="New game").click()
    page.locator(".house-rules > summary").click()
    assert page.locator(".more-rules [name=place_bonus]").is_hidden()  # MCR seldom has one
    page.get_by_role("radio", name="Riichi", exact=True).check(force=True)
    page.locator('.house-fields[data-rules="riichi"]').wait_for()
    bonus = page.locator("#house [name=place_bonus]")
    assert page.locator("#house [name=ready_stick]").is_hidden()
    page.fill("#house [name=rounds]", "1")
    page.uncheck("#house [name=kuitan]")
    bonus.fill("15 5 -5 -10")
    page.get_by_role("button", name="Begin").click()
    page.locator("#wrong", has_text="add up to zero").wait_for()
    assert bonus.get_attribute("aria-invalid") == "true"
    bonus.fill("15, 5, −5, −15")
    page.locator(".more-rules summary").click()
    page.fill("#house [name=honba_payment]", "1500")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("25,000").first.wait_for()
    told = page.request.get(page.url.replace("/scores", "/api/scores/new")).json()["house"]
    assert told == {
        "rounds": 1,
        "place_bonus": [15, 5, -5, -15],
        "honba_payment": 1500,
        "scoring_options": {"kuitan": False},
    }
    assert [line for line in table.complaints if "400" not in line] == []
    table.complaints.clear()  # the refusal above is one


def test_a_dialog_enters_what_it_asks_for_and_a_second_device_sees_it(table, visit):
    page = table.page
    begin(page)
    other = visit(page.url, viewport={"width": 390, "height": 844})
    other.page.set_default_timeout(PATIENCE_MS)
    page.get_by_role("button", name="Riichi").click()
    page.locator('#dialog-ready [name="seat"]').nth(1).check(force=True)
    page.locator("#dialog-ready").get_by_role("button", name="Enter").click()
    page.locator(".seat .stick").wait_for()
    page.get_by_role("button", name="Draw").click()
    page.locator('#dialog-draw [name="ready"]').nth(1).check(force=True)
    page.locator("#dialog-draw").get_by_role("button", name="Enter").click()
    other.page.get_by_text("27,000").first.wait_for()
    assert totals(page) == [24_000, 27_000, 24_000, 24_000]
    assert other.complaints == []


LATE = {"offline": False, "latency": 1_500, "downloadThroughput": -1, "uploadThroughput": -1}


def test_a_game_begins_on_a_line_where_everything_comes_late(table):
    line = table.context.new_cdp_session(table.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LATE)
    begin(table.page)


def test_where_no_script_runs_what_was_typed_stays(table, visit):
    page = visit(f"{table.page.url}/new", java_script_enabled=False).page
    field = page.locator('#new-game input[name="name"]').first
    field.fill("Ann")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_timeout(300)
    assert page.url.endswith("/scores/new")
    assert field.input_value() == "Ann"
