"""What costs others something is done only so often by one visitor."""

import pytest

from tests.webui.conftest import Visitor
from webui.access.limits import LIMITS
from webui.app import create_app

ROWS = [
    ("/referee/call", {"seat": 0}, "referee"),
    ("/seats/codes", {"seat": 1}, "codes"),
]


@pytest.mark.parametrize(("path", "body", "name"), ROWS, ids=[row[0] for row in ROWS])
def test_one_visitor_is_asked_to_wait_and_another_is_not(opened, path, body, name):
    app = create_app(opened, b"secret")
    here, there = Visitor(app), Visitor(app)
    there.client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    allowed = LIMITS[name][0][0]
    for _ in range(allowed):
        assert here.post(path, body).status_code == 201
    before = len(opened.entries)
    refused = here.post(path, body)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert "\n" not in refused.json["error"]
    assert len(opened.entries) == before
    assert there.post(path, body).status_code == 201


def test_a_claimed_address_or_a_new_cookie_gives_no_more_calls(opened):
    app = create_app(opened, b"secret")
    for _ in range(LIMITS["referee"][0][0]):
        assert Visitor(app).post("/referee/call", {}).status_code == 201
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        assert Visitor(app).post("/referee/call", {}, **{header: "10.9.9.9"}).status_code == 429


def test_phones_of_seats_call_and_ask_for_the_referee_only_so_often(opened):
    app = create_app(opened, b"secret")
    phone = Visitor(app)
    given = phone.post("/seats/codes", {"seat": 1}).json["address"].partition("pass=")[2]
    assert phone.post("/seats/sit", {"pass": given}).status_code == 201
    for _ in range(LIMITS["calls"][0][0]):
        assert phone.post("/seats/call", {"call": "pass"}).status_code == 201
    assert phone.post("/seats/call", {"call": "pass"}).status_code == 429
    for _ in range(LIMITS["referee"][0][0]):
        assert phone.post("/seats/referee", {}).status_code == 201
    assert phone.post("/seats/referee", {}).status_code == 429
