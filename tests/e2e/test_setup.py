"""From a bare machine to the first scored deal, in a real browser."""

import re
from dataclasses import replace

import pytest

from webui.storage.settings import SettingsFile

pytestmark = pytest.mark.browser

CODE, NAMES = "our own admin code", ("Ann", "Bob", "Cem", "王小明")


def code_printed(server):
    """What the terminal says opens the set-up."""
    return re.search(r"with the code ([A-Z0-9-]+)", server.said)[1]


def go_on(page, to):
    page.locator("main button.main").click()
    page.wait_for_url(f"**/setup/{to}")


def test_the_setup_leads_from_a_bare_machine_to_the_first_scored_deal(serve, visit):
    server = serve("none")
    watched = visit(f"{server.address}/setup", viewport={"width": 1180, "height": 820}, locale="en")
    page = watched.page
    page.locator("main a", has_text="English").click()
    page.fill("[name=known]", code_printed(server).lower())
    page.fill("[name=admin]", CODE)
    page.fill("[name=again]", "another code than that")
    page.locator("main button.main").click()
    page.locator(".problem", has_text="not the same").wait_for()
    assert (page.input_value("[name=admin]"), page.input_value("[name=known]") != "") == (CODE, True)
    watched.complaints.clear()  # the refusal is one
    page.fill("[name=again]", CODE)
    go_on(page, "camera")

    page.check("[value=other]")
    page.fill("[name=address]", "simulated:")
    go_on(page, "calibration")
    page.locator("#still image").wait_for(state="attached")
    handle = page.locator('.handle[data-corner="0"]').bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    before = page.input_value("[name=x0]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y + 4, steps=3)
    page.locator("#loupe").wait_for()
    page.mouse.up()
    assert page.input_value("[name=x0]") != before
    assert page.is_checked("[value=corners]")
    page.locator(".exact summary").click()
    for corner, (left, top) in enumerate([(60, 220), (260, 220), (260, 20), (60, 20)]):
        page.fill(f"[name=x{corner}]", str(left))
        page.fill(f"[name=y{corner}]", str(top))
    go_on(page, "tiles")

    assert page.locator("#to-lay li").count() == 9
    page.goto(f"{server.address}/setup")  # left, and taken up where it was
    assert page.locator(".list .done").count() == 4
    page.locator(".list a", has_text="Tiles").click()
    go_on(page, "rules")

    page.select_option("[name=rules]", "riichi")
    page.wait_for_url("**/setup/rules?rules=riichi")
    page.locator("summary", has_text="Claims and kongs").click()
    page.select_option("[name=several_winners]", "nearest")
    go_on(page, "players")
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=player{seat}]", name)
    go_on(page, "sound")
    page.locator("main button.main").click()
    page.wait_for_url(f"{server.address}/setup/")
    assert page.locator(".list .done").count() == 8
    assert page.locator(".qr svg").is_visible()
    assert page.get_by_role("link", name="jantaku.local").count() == 1

    page.locator(".list a", has_text="Camera").click()  # opened again: the table is played without one
    page.check("[value=none]")
    page.locator("main button.main").click()
    page.wait_for_url(f"{server.address}/setup/")

    page.goto(f"{server.address}/scores/new")
    page.get_by_role("radio", name="Riichi", exact=True).check(force=True)
    assert [field.input_value() for field in page.locator('#new-game input[name="name"]').all()] == list(
        NAMES
    )
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("25,000").first.wait_for()
    page.get_by_role("link", name="Win", exact=True).click()
    page.locator("#winner button").nth(3).click()
    page.locator("#giver button", has_text="Ann").click()
    page.get_by_role("button", name="By value only").click()
    page.locator("#value-value").fill("5")
    page.locator("#value-value").blur()
    page.locator("#confirm:enabled").click()
    page.wait_for_url("**/scores")
    totals = page.locator(".seat .total")
    totals.first.wait_for()
    assert sorted(text.replace(",", "") for text in totals.all_inner_texts()) == [
        "17000",
        "25000",
        "25000",
        "33000",
    ]
    assert watched.complaints == []
    assert {url.split("/")[2] for url in watched.asked} == {server.address.split("/")[2]}


def test_what_the_setup_saved_is_served_after_a_restart(serve, visit, tmp_path):

    kept = SettingsFile(tmp_path)
    kept.change(lambda now: replace(now, camera="none", rules="hong_kong", house={"minimum": 1}))
    server = serve()
    page = visit(f"{server.address}/?lang=en").page
    page.locator("h1", has_text="No game at the table").wait_for()  # home is the score board
    assert "Hong Kong" in server.said
    assert "no camera" in server.said


def test_from_the_demonstration_one_tap_and_the_codes_lead_to_keeping_score(serve, visit):
    server = serve()
    watched = visit(f"{server.address}/?lang=en", viewport={"width": 1180, "height": 820})
    page = watched.page
    page.set_default_timeout(60_000)
    way = page.locator("#demo-end").get_by_role("link", name="Just keep score", include_hidden=True)
    page.goto(server.address + way.get_attribute("href"))
    page.fill("[name=known]", code_printed(server))
    page.fill("[name=admin]", CODE)
    page.fill("[name=again]", CODE)
    page.locator("main button.main").click()
    page.wait_for_url("**/scores/new")
    page.get_by_role("radio", name="Riichi", exact=True).check(force=True)
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("25,000").first.wait_for()
    assert SettingsFile(server.folder).now.camera == "none"
    assert watched.complaints == []
