"""Every page in both themes, the languages by turns: nothing that keeps somebody out, by axe-core's rules."""

import re
import threading
from dataclasses import replace
from itertools import cycle

import pytest
from werkzeug.serving import make_server

from engine.rules import load_ruleset
from tests.webui.openings import OPENING
from webui.access.logins import Login, Logins, Role
from webui.access.roles import COOKIE, Access
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal
from webui.storage.settings import STEPS, SettingsFile
from webui.words import languages

from .full_tables import score_table

pytestmark = pytest.mark.browser

Axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe
BEGIN = (
    "/",
    "/login",
    "/health",
    "/scores",
    "/referee",
    "/replay",
    "/practice",
    "/seat",
    "/setup/",
    "/setup/backup/",
)
"""Where following links begins; every page they lead to is looked at, one of each kind."""
WORST = ("serious", "critical")
LONGEST_MS = 120_000
"""A page may take on a busy machine."""
LINK = re.compile(r'(?:href|action)="(/[^"#]*)"')


class Table:
    """A table that is set up, with an admin at it, served within this process."""

    def __init__(self):
        rules = load_ruleset("mcr")
        self.room = Room(lambda: new_session(rules, Journal(None)))
        for event in OPENING:
            self.room.record("import", (event,))
        access = Access(Logins(None), SettingsFile(None), lambda: True)
        access.settings.change(lambda now: replace(now, done=STEPS))
        self.app = create_app(self.room, b"secret", access=access)
        secret = access.logins.open(Login(Role.admin, 0))
        self.cookie = self.app.extensions["login_signer"].sign(secret).decode()
        with access.logins._store:
            access.logins._store.execute("INSERT INTO codes VALUES (3, 'no hash')")
        self.server = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.address = f"http://127.0.0.1:{self.server.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def pages(self):
        """An address of every kind of page that links lead to."""
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.cookie)
        adapter = self.app.url_map.bind("localhost")
        found, waiting = {}, [*BEGIN, *(f"/setup/{step}" for step in STEPS)]
        while waiting:
            path = waiting.pop(0)
            try:
                endpoint, _ = adapter.match(path.partition("?")[0], method="GET")
            except Exception:
                continue
            if endpoint in found or endpoint in ("static", "stream.news"):
                continue
            answer = client.get(path, headers={"Host": "localhost"})
            if answer.mimetype == "text/html" and answer.status_code == 200:
                found[endpoint] = path.partition("?")[0]
                waiting += LINK.findall(answer.text)
            answer.close()
        return found

    def close(self):
        self.server.shutdown()
        self.room.close()


@pytest.fixture(scope="module")
def table():
    opened = Table()
    yield opened
    opened.close()


TALKS = languages()
"""By turns, a page each; `tests/bench/pages/page_pictures.py --axe` has every page in every language."""
SETTLED = "Promise.all(document.getAnimations().map((each) => each.finished)).then(() => true)"
BRIEFLY = {"resultTypes": ["violations"]}
"""What is right is not listed: that costs as much as finding what is wrong."""
CONTRAST = """axe.run({ resultTypes: ["violations"], runOnly: ["color-contrast"] })"""
"""All that another theme changes."""


def test_no_page_keeps_anybody_out_in_either_theme(table, browser):
    pages = table.pages()
    assert {
        "pages.table",
        "scores.overview",
        "setup.overview",
        "setup.calibration",
        "practice.overview",
    } <= set(pages)
    assert wrong_on(browser, table, pages.values()) == []


def test_the_pages_of_the_book_keep_nobody_out(browser, tmp_path):
    full, named = score_table(tmp_path)
    pages = [named[name] for name in ("player", "hands", "game", "offline", "home, deal won")]
    assert wrong_on(browser, full, pages) == []
    full.close()


def wrong_on(browser, table, pages):
    """What axe-core finds serious, and what the browser complains of."""
    context, wrong = browser.new_context(viewport={"width": 1180, "height": 820}), []
    context.add_cookies([{"name": COOKIE, "value": table.cookie, "url": table.address}])
    page = context.new_page()
    page.set_default_navigation_timeout(LONGEST_MS)
    page.on("console", lambda note: note.type == "error" and wrong.append(f"{page.url}: {note.text}"))
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on("request", lambda asked: asked.url.startswith(table.address) or wrong.append(asked.url))
    for path, language in zip(pages, cycle(TALKS), strict=False):
        joined = "&" if "?" in path else "?"
        page.emulate_media(color_scheme="light")
        page.goto(f"{table.address}{path}{joined}lang={language}", wait_until="domcontentloaded")
        page.evaluate(SETTLED)
        found = Axe().run(page, options=BRIEFLY).response["violations"]
        page.emulate_media(color_scheme="dark")
        page.evaluate(SETTLED)
        found += page.evaluate(CONTRAST)["violations"]
        for each in found:
            if each["impact"] in WORST:
                places = [node["target"] for node in each["nodes"][:3]]
                wrong.append(f"{path} {language}: {each['id']} at {places}")
    context.close()
    return wrong
