"""Whatever is sent as a body is answered with one line and a 4xx, by every address that takes one."""

import json
import re

import pytest

from webui.access.logins import Login, Role
from webui.access.roles import COOKIE

SAME = {"Host": "localhost", "Origin": "http://localhost"}
HALF = "\ud800"
HUGE = "1" + "0" * 4000


def posts(app):
    """Every address that takes a POST, with a number or a name where one belongs."""
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods:
            yield re.sub(r"<int:[^>]*>", "1", re.sub(r"<(?!int:)[^>]*>", "table", rule.rule))


@pytest.fixture
def sent(visitor):
    """Sends bytes as a body to an address as an admin would, from the page."""
    app, client = visitor.client.application, visitor.client
    token = re.search(r'jantaku-token" content="([^"]+)"', visitor.get("/").text)[1]
    secret = app.extensions["access"].logins.open(Login(Role.admin, 0))
    client.set_cookie(COOKIE, app.extensions["login_signer"].sign(secret).decode())

    def send(path, body, kind="application/json", **headers):
        headers = {**SAME, "X-Jantaku-Token": token, **headers}
        return client.post(path, data=body, content_type=kind, headers=headers)

    return send


BODIES = {
    "nested too deeply": "[" * 8000,
    "objects nested too deeply": '{"a":' * 3000,
    "a deep list in a field": '{"events": ' + "[" * 200 + "]" * 200 + "}",
    "half of a character": json.dumps({"pass": HALF, "note": HALF, "rule": HALF, "name": HALF}),
    "half of a character as a name": json.dumps({HALF: 1}),
    "half of a character deep inside": json.dumps({"events": [{"type": HALF}], "wins": [{"tile": HALF}]}),
    "an endless number": '{"number": Infinity, "seat": -Infinity}',
    "no number": '{"number": NaN}',
    "a number past all bounds": '{"number": 1e999}',
    "a number of 4001 digits": f'{{"number": {HUGE}, "seat": {HUGE}, "points": {HUGE}, "task": {HUGE}}}',
    "no JSON": "{",
    "no text": b"\xff\xfe\x00{",
    "a list": "[]",
    "nothing": "",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_no_body_of_json_breaks_any_address(sent, visitor, body):
    for path in posts(visitor.client.application):
        answer = sent(path, body)
        assert answer.status_code < 500, (path, answer.status_code)


@pytest.mark.parametrize("name", ["nested too deeply", "half of a character", "no number", "a list"])
def test_a_body_that_cannot_be_is_told_in_one_line(sent, name):
    for path in ("/correct", "/seats/call", "/referee/penalise", "/scores/games", "/practice/check"):
        answer = sent(path, BODIES[name])
        assert answer.status_code == 400, path
        assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "//[x]", "http://localhost:99999999", "\xff"])
def test_an_origin_that_is_no_address_is_refused_by_every_address(sent, visitor, origin):
    for path in posts(visitor.client.application):
        assert sent(path, "{}", Origin=origin).status_code == 403, path


WRONG_TYPES = [0, 1.5, True, "x", [], [[]], [{}], {}, {"a": 1}, [None], None]
FIELDS = ("said", "circumstances", "giver", "seat_wind", "rules", "rows", "dice", "walls", "inward")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", WRONG_TYPES, ids=repr)
def test_a_value_of_another_type_is_refused_by_the_score_trainer(sent, field, value):
    body = {"rules": "riichi", "rows": [["1m"] * 3 + ["2m"] * 3 + ["3m"] * 3 + ["4m"] * 3 + ["5m"] * 2]}
    answer = sent("/practice/score/value", json.dumps({**body, field: value}))
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("path", ["/practice/learner", "/login", "/seats/sit", "/setup/players"])
@pytest.mark.parametrize("body", ["name=%ED%A0%80&pass=%ED%A0%80&code=%ED%A0%80", "\xff", "=&" * 3000])
def test_no_form_breaks_an_address(sent, path, body):
    assert sent(path, body, "application/x-www-form-urlencoded").status_code < 500
