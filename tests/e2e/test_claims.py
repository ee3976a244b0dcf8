"""Four phones, each a browser of its own, at one table: who gets the tile, told to all and on each phone."""

import re

import pytest

from .at_the_page import add, know_east

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
WINDS = ("East", "South", "West", "North")


HOUSE = """
rules = "mcr"
claim_seconds = {claim_s}
chow_after_seconds = 3.0
"""
SLOW_S, SOON_S = 90.0, 12.0
"""A machine that does much else needs longer for a press than the three seconds of the rules."""


@pytest.fixture
def play(serve, tmp_path):
    """Starts a table of Chinese rules with so long to claim; its camera sees nothing, so that people tell."""
    return lambda claim_s: begun(serve, tmp_path, claim_s)


@pytest.fixture(scope="module")
def slow(serve_once, tmp_path_factory):
    """Such a table for more than one test."""
    return begun(serve_once, tmp_path_factory.mktemp("house"), SLOW_S)


def begun(serve, folder, claim_s):
    house = folder / "house.toml"
    house.write_text(HOUSE.format(claim_s=claim_s))
    return serve("simulated:", "--rules", str(house))


def codes(page):
    """The address in each seat's code, by wind, as a phone's camera would read it from the drawing."""
    know_east(page)
    page.click("details.menu:has(#phones) > summary")
    page.click("#phones")
    page.locator("#codes figure svg").nth(3).wait_for()
    found = page.evaluate(
        "[...document.querySelectorAll('#codes figure')]"
        ".map(f => [f.querySelector('figcaption').textContent, f.querySelector('a').href])"
    )
    page.click("#joining button[value=cancel]")
    return dict(found)


def sit_down(visit, server, address):
    """A phone that scanned a code and sat down."""
    here = re.sub(r"^http://[^/]+", server.address, address)
    watched = visit(f"{here}&lang=en", **PHONE)
    watched.page.click("form.sit button")
    watched.page.wait_for_selector("#calls")
    return watched


def lines(page):
    return page.evaluate("[...document.querySelectorAll('#story p')].map(p => p.textContent)")


def test_four_phones_race_for_a_tile(play, visit):
    server = play(SLOW_S)
    table = visit(f"{server.address}/?lang=en")
    phones = {wind: sit_down(visit, server, address) for wind, address in codes(table.page).items()}
    assert tuple(phones) == WINDS
    add(table.page, "East", "Discard", "5 dots")
    for phone in phones.values():
        phone.page.wait_for_selector("#tile svg", state="attached")
    # The nearest player's win needs no waiting for the end of the time to claim.
    phones["West"].page.click('[data-call="pung"]')
    phones["North"].page.click('[data-call="wait"]')
    phones["South"].page.click('[data-call="win"]')
    table.page.locator("#headline", has_text="Win: South gets 5 dots from East").wait_for()
    told = lines(table.page)
    assert told.count("West calls Pung") == 1
    assert "West does not get the Pung: a win goes first, rule S004-83" in told
    phones["South"].page.locator("#outcome", has_text="It is yours: Win").wait_for()
    phones["West"].page.locator("#outcome", has_text="a win goes first").wait_for()
    assert phones["East"].page.inner_text("#outcome") == ""
    for watched in (table, *phones.values()):
        assert watched.complaints == []
        assert [url for url in watched.asked if not url.startswith(server.address)] == []


def test_a_chow_waits_for_its_time_and_loses_to_a_pung(play, visit):
    server = play(SOON_S)
    table = visit(f"{server.address}/?lang=en")
    addresses = codes(table.page)
    south, west = (sit_down(visit, server, addresses[wind]).page for wind in ("South", "West"))
    add(table.page, "East", "Discard", "5 dots")
    south.click('[data-call="chow"]')
    west.click('[data-call="pung"]')
    table.page.locator("#headline", has_text="Pung: West gets 5 dots from East").wait_for()
    entries = table.page.request.get(f"{server.address}/api/entries").json()["entries"]
    at_s = {event["type"]: entry["at_s"] for entry in entries for event in entry["events"]}
    assert round(at_s["claim_awarded"] - at_s["tile_discarded"], 3) >= SOON_S
    assert "South does not get the Chow: a pung or kong goes first, rule S004-83" in lines(table.page)
    # The camera sees no such set: the table says so, and a person enters it.
    differs = "West called Pung for 5 dots; the camera has not seen it"
    table.page.locator(".differs", has_text=differs).wait_for()
    table.page.locator(".differs button", has_text="Enter it").click()
    table.page.wait_for_selector('[data-place="meld:2:0:1"]', state="attached")
    west.wait_for_selector("#melds .tile", state="attached")
    assert table.complaints == []


def test_a_code_works_once_and_a_phone_can_leave(slow, visit):
    table = visit(f"{slow.address}/?lang=en")
    address = codes(table.page)["North"]
    phone = sit_down(visit, slow, address).page
    here = re.sub(r"^http://[^/]+", slow.address, address)
    late = visit(f"{here}&lang=en", **PHONE).page
    assert "was used or is too old" in late.inner_text("main")
    phone.click("form:has(button.quiet) button")
    phone.get_by_text("This phone has no seat").wait_for()


def test_everything_on_the_phone_fits_one_screen_and_a_thumb(slow, visit):
    table = visit(f"{slow.address}/?lang=en")
    page = sit_down(visit, slow, codes(table.page)["East"]).page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator('[data-call="wait"]').bounding_box()
    assert box["y"] + box["height"] < 844
    heights = page.evaluate("[...document.querySelectorAll('[data-call]')].map(b => b.offsetHeight)")
    assert min(heights) >= 44
