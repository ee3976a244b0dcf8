"""What a person reads whose request fails, and what a program reads."""

import errno
import re
import sqlite3
from urllib.parse import urlsplit

import pytest

from engine.rules import load_ruleset
from tests.webui.conftest import OPENING
from tests.webui.full_disk import FullJournal
from webui.access.logins import Logins, Role
from webui.access.roles import Access
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import CannotKeep, Journal
from webui.storage.settings import SettingsFile
from webui.words import languages

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
PROGRAM = "*/*"


@pytest.fixture
def client():
    logins = Logins(None)
    logins.set_code(Role.admin, "a code for the table")
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    yield create_app(room, b"secret", access=Access(logins, SettingsFile(None), lambda: False)).test_client()
    room.close()


def get(client, path, accept):
    return client.get(path, headers={"Host": "localhost", "Accept": accept})


@pytest.mark.parametrize("language", languages())
def test_a_browser_that_asks_for_nothing_there_gets_a_page_with_a_way_on(client, language):
    answer = get(client, f"/nothing/here?lang={language}", BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert f'<html lang="{language}">' in answer.text
    assert re.search(r'<a class="button main" href="/">', answer.text)


def test_every_page_opens_with_and_without_a_slash_at_its_end(client):
    rules = [rule for rule in client.application.url_map.iter_rules() if "GET" in rule.methods]
    paths = {rule.rule.rstrip("/") for rule in rules if not rule.arguments} - {"", "/stream"}
    assert {"/practice", "/setup", "/scores", "/referee/history"} <= paths
    for path in paths:
        answers = [get(client, form, BROWSER) for form in (path, f"{path}/")]
        first, second = [(each.status_code, urlsplit(each.location or "").path) for each in answers]
        assert first == second, path
        assert first[0] != 308


def test_a_program_gets_one_line(client):
    answer = get(client, "/nothing/here", PROGRAM)
    assert answer.status_code == 404
    assert list(answer.json) == ["error"]


def test_a_browser_without_the_role_is_led_to_the_login_whatever_pictures_it_takes(client):
    answer = get(client, "/setup/backup/", BROWSER)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/login?then=")


def test_a_form_sent_from_elsewhere_is_refused_on_a_page_that_says_why(client):
    answer = client.post("/seats/sit", data={"pass": "x"}, headers={"Host": "localhost", "Accept": BROWSER})
    assert (answer.status_code, answer.mimetype) == (403, "text/html")
    assert "did not come from the table" in answer.text


def test_what_was_asked_for_is_never_put_into_the_page_as_it_came(client):
    assert "<script>alert" not in get(client, "/<script>alert(1)</script>", BROWSER).text


class FullTable:
    """A visitor at a table whose journal takes nothing in."""

    def __init__(self, new_visitor, wrong):
        self.journal = FullJournal(None)
        self.room = Room(lambda: new_session(load_ruleset("mcr"), self.journal))
        for event in OPENING:
            self.room.record("import", (event,))
        self.journal.wrong = wrong
        self.visitor = new_visitor(create_app(self.room, b"secret"))


@pytest.mark.parametrize(
    ("wrong", "code", "said"),
    [
        (CannotKeep("database or disk is full", is_full=True), 507, "The disk is full"),
        (CannotKeep("attempt to write a readonly database", is_full=False), 503, "cannot be written"),
        (OSError(errno.ENOSPC, "No space left on device"), 507, "The disk is full"),
        (OSError(errno.EROFS, "Read-only file system"), 503, "cannot be written"),
        (sqlite3.OperationalError("database is locked"), 503, "cannot be written"),
    ],
    ids=["full", "read-only journal", "no space", "read-only file", "locked"],
)
def test_what_the_disk_does_not_take_is_said_in_one_line_and_can_be_sent_again(
    new_visitor, wrong, code, said
):
    table = FullTable(new_visitor, wrong)
    body = {"seat": 1, "act": "draw", "tile": "?"}
    before = table.room.entries
    answer = table.visitor.post("/record", body)
    assert (answer.status_code, list(answer.json)) == (code, ["error"])
    assert said in answer.json["error"]
    assert table.room.entries == before
    page = table.visitor.post("/record", body, Accept=BROWSER)
    assert page.status_code == code
    table.journal.wrong = None
    assert table.visitor.post("/record", body).status_code == 201
    assert len(table.room.entries) == len(before) + 1
    table.room.close()
