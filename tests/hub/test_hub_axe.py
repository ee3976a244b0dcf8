"""The hub's pages keep nobody out, by axe-core's rules: on a phone, with a tournament in its finals."""

import random
import threading

import pytest
from werkzeug.serving import make_server

from webui.access.logins import Login, Role
from webui.access.roles import COOKIE
from webui.hub.desk.finals import begin_finals
from webui.hub.kept.context import HUB
from webui.hub.league.leagues import begin_league

from .test_desk import all_of, begun  # noqa: F401
from .test_finals import played
from .test_hub_pages import access, app, store  # noqa: F401
from .test_leagues import ALWAYS, ended_at

pytestmark = pytest.mark.browser

Axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe
PAGES = (
    *("/", "/calls", "/desk", "/desk/1", "/desk/1/seating", "/leagues", "/leagues/1", "/broadcast", "/setup"),
    *("/tournaments/1", *(f"/tournaments/1/print/{each}" for each in ("seating", "tables", "standings"))),
)


def test_no_page_of_the_hub_keeps_anybody_out(all_of, app, store, browser):  # noqa: F811
    number = begun(all_of, 8, 1)
    all_of.draw(all_of.find(number), "all")
    played(all_of, number, (1,), random.Random(1))
    begin_finals(HUB.of(app).store, all_of.find(number), 4, 50, 1)
    begin_league(store, ALWAYS)
    ended_at(store, "club.1", [40000, 30000, 20000, 10000])
    served = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    try:
        assert wrong_at(browser, app, f"http://127.0.0.1:{served.port}") == []
    finally:
        served.shutdown()
        thread.join()


def wrong_at(browser, app, address):  # noqa: F811
    """What axe-core finds serious, what is wider than the phone, and what the browser complains of."""
    secret = app.extensions["access"].logins.open(Login(Role.admin))
    cookie = app.extensions["login_signer"].sign(secret).decode()
    context, wrong = browser.new_context(viewport={"width": 390, "height": 844}), []
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.on("console", lambda note: note.type == "error" and wrong.append(f"{page.url}: {note.text}"))
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    for path in PAGES:
        page.goto(f"{address}{path}", wait_until="domcontentloaded")
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            wrong.append(f"{path} is wider than the phone")
        for found in Axe().run(page).response["violations"]:
            if found["impact"] in ("serious", "critical"):
                wrong.append(f"{path}: {found['id']} at {[node['target'] for node in found['nodes'][:3]]}")
    context.close()
    return wrong
