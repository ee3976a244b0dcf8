"""The hub's door: whatever is sent, the answer is one line and never a fault of ours."""

import re

import pytest

from engine.table.events import DealStarted, RefereeCalled
from webui.hub.desk.standing import entrants_in
from webui.hub.desk.tournament import Tournaments
from webui.hub.kept.context import HUB
from webui.hub.league.leagues import begin_league
from webui.hub.web import LARGEST_POST

from .test_hub_pages import HOST, SAMPLES, Guest, Role, access, app, entries_at, routes, store  # noqa: F401
from .test_leagues import ALWAYS as SEASON

NONSENSE = (
    b"[" * 15000,
    b"{}",
    b"[]",
    b"null",
    b"",
    b"\xff\xfe",
    b'{"journal": 1, "number": 1, "who": "\\ud800"}',
    b'{"journal": 1, "number": 2, "who": "M\\u0000"}',
    b'{"journal": true, "number": 1e999, "who": []}',
    b'{"journal": 99999999999999999999, "number": -1, "who": "x"}',
)
TEXTS = ("", "\x00", "x\x00y", "%00", "\ud800", "9" * 30, "-1", "1e999", "NaN", "²", "=1+1", "x" * 70_000)
FIELDS = (
    *("name", "rules", "rounds", "minutes", "entrants", "plan", "round", "place", "points0", "points1"),
    *("points2", "points3", "entrant", "points", "reason", "cancel", "table", "kind", "delay_s", "known"),
    *("admin", "code", "then", "players", "carry", "names", "back", "seating", "keep"),
    *("first", "last", "sites", "least", "by"),
)
GOOD = {
    "name": "Open",
    "rules": "riichi",
    "rounds": "2",
    "minutes": "60",
    "entrants": "One; Team",
    "round": "1",
    "place": "1",
    **{f"points{seat}": "25000" for seat in range(4)},
    "entrant": "1",
    "points": "5",
    "reason": "late",
    "table": "club.1",
    "kind": "clock",
    "delay_s": "0",
    "players": "4",
    "carry": "50",
    "seating": "1;2;3;4\n5;6;7;8",
    "first": "2026-11-01",
    "last": "2026-12-01",
    "sites": "club",
    "least": "1",
    "by": "sum",
}


@pytest.fixture
def hall(app, store):  # noqa: F811
    tournaments = Tournaments(store, HUB.of(app).folds)
    number = tournaments.begin("First", "riichi", 2, 60)
    tournaments.enter(tournaments.find(number), entrants_in("\n".join(f"Player {n}" for n in range(8))))
    tournaments.draw(tournaments.find(number), "all")
    begin_league(store, SEASON)
    entries_at(store, "club.1", DealStarted(0), RefereeCalled(2))
    return app


def posts(app):  # noqa: F811
    for rule in routes(app):
        if "POST" in rule.methods and rule.rule not in ("/logout", "/login", "/setup/codes"):
            yield app.url_map.bind("localhost").build(
                rule.endpoint, {name: SAMPLES[name] for name in rule.arguments}
            )


def is_one_line(answer):
    """Told in one line, of JSON or on a page; a 5xx is a fault of ours."""
    assert answer.status_code < 500, (answer.request.path, answer.status_code)
    if answer.mimetype == "application/json" and answer.status_code >= 400:
        assert "\n" not in answer.json["error"].strip()
    assert "Traceback" not in answer.text


def test_no_body_brings_the_hub_down(hall):
    guest = Guest(hall, Role.admin)
    sent = headers_of(guest)
    for path in posts(hall):
        for body in NONSENSE:
            for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
                is_one_line(guest.client.post(path, data=body, headers=sent, content_type=kind))


def test_no_field_brings_the_hub_down(hall):
    """Every field of every form spoilt in turn, the others right; then all at once."""
    guest = Guest(hall, Role.admin)
    sent = headers_of(guest)
    for path in posts(hall):
        for field in FIELDS:
            for text in ("x\x00y", "9" * 30, "="):
                is_one_line(guest.client.post(path, data={**GOOD, field: text}, headers=sent))
        for text in TEXTS:
            form = dict.fromkeys(FIELDS, text.encode("utf-8", "surrogatepass"))
            is_one_line(guest.client.post(path, data=form, headers=sent))
    assert Guest(hall).get("/tournaments/1").status_code == 200
    assert Guest(hall).get("/").status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://[::1", "null", "", "http://localhost:99999", "javascript:x", "http://evil"]
)
def test_a_post_of_another_origin_is_refused_in_one_line(hall, origin):
    guest = Guest(hall, Role.admin)
    sent = {**headers_of(guest), "Origin": origin}
    for path in posts(hall):
        answer = guest.client.post(path, data=GOOD, headers=sent)
        assert answer.status_code == 403
        is_one_line(answer)


def test_a_body_that_is_too_large_is_refused_unread(hall):
    guest = Guest(hall, Role.admin)
    sent = headers_of(guest)
    for path in posts(hall):
        answer = guest.client.post(
            path, data=b"x" * (LARGEST_POST + 1), headers=sent, content_type="text/plain"
        )
        assert answer.status_code in (303, 400, 413, 404), path
        is_one_line(answer)


@pytest.mark.parametrize(
    "path", ["/tables/%00", "/tables/..%2f", "/desk/99999999999", "/tournaments/0", "/overlay/a%00/full"]
)
def test_an_address_of_nothing_is_told_in_one_line(hall, path):
    answer = Guest(hall, Role.admin).get(path)
    assert answer.status_code == 404
    is_one_line(answer)


def test_every_route_answers_well_at_least_once(hall):
    """A route that is only ever refused was not tried."""
    guest = Guest(hall, Role.admin)
    never = []
    for rule in routes(hall):
        path = hall.url_map.bind("localhost").build(
            rule.endpoint, {name: SAMPLES[name] for name in rule.arguments}
        )
        if "GET" in rule.methods and guest.get(path).status_code >= 400:
            never.append(rule.rule)
    assert never == []


def headers_of(guest):
    token = re.search(r'name="jantaku-token" content="([^"]+)"', guest.get("/login").text)[1]
    return {**HOST, "Origin": "http://localhost", "X-Jantaku-Token": token}
