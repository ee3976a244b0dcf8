"""Who may talk to the server: foreign names, foreign pages and changing GETs are refused."""

import re
import stat

import pytest
from flask import Flask, g

from webui.access.guard import COOKIE, TOKEN_HEADER, guard, load_secret

SAME = {"Origin": "http://localhost"}


@pytest.fixture
def client():
    app = Flask("guarded")
    app.add_url_rule("/", "pages.table", lambda: g.token)
    app.add_url_rule("/change", "change", lambda: "changed", methods=["POST"])
    guard(app, b"secret", {"localhost", "jantaku.local"})
    return app.test_client()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "JANTAKU.local",
        "jantaku.local.",
        "127.0.0.1:8000",
        "192.168.1.7",
        "[::1]:8000",
        "10.0.0.3:80",
    ],
)
def test_our_own_names_and_local_addresses_are_answered(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil.example:8000",
        "8.8.8.8",
        "localhost@evil.example",
        "evil@localhost",
        "[::1",
        "",
        "2130706433",
        "jantaku.local#x",
    ],
)
def test_foreign_names_are_refused_so_that_rebinding_fails(client, host):
    assert client.get("/", headers={"Host": host}).status_code in (400, 421)


def test_a_forged_forwarding_header_opens_nothing(client):
    headers = {"Host": "evil.example", "X-Forwarded-Host": "localhost", "X-Forwarded-For": "127.0.0.1"}
    assert client.get("/", headers=headers).status_code == 421


def test_a_post_from_our_page_is_accepted(client):
    token = client.get("/").text
    assert client.post("/change", headers={**SAME, TOKEN_HEADER: token}).text == "changed"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:81"},
    ],
    ids=["none", "foreign", "null", "longer name", "other port"],
)
def test_a_post_from_elsewhere_is_refused_even_with_the_token(client, headers):
    token = client.get("/").text
    assert client.post("/change", headers={**headers, TOKEN_HEADER: token}).status_code == 403


@pytest.mark.parametrize("token", ["", "0" * 64, "é"], ids=["none", "wrong", "not ascii"])
def test_a_post_without_the_right_token_is_refused(client, token):
    client.get("/")
    assert client.post("/change", headers={**SAME, TOKEN_HEADER: token.encode()}).status_code == 403


def test_a_token_belongs_to_one_visitor(client):
    token = client.get("/").text
    client.set_cookie(COOKIE, "someone else")
    assert client.post("/change", headers={**SAME, TOKEN_HEADER: token}).status_code == 403
    client.delete_cookie(COOKIE)
    assert client.post("/change", headers={**SAME, TOKEN_HEADER: token}).status_code == 403


def test_the_cookie_is_hidden_from_scripts_and_from_other_sites(client):
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_every_answer_carries_a_policy_that_allows_no_foreign_and_no_inline_code(client):
    for answer in (client.get("/"), client.get("/missing"), client.get("/", headers={"Host": "evil"})):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert not re.search(r"unsafe|\*|http", policy)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path):
    first = load_secret(tmp_path)
    assert len(first) >= 32
    assert load_secret(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@pytest.mark.parametrize("left", [b"", b"3f9a", b"\xff" * 64, b"0" * 63])
def test_a_secret_that_a_pulled_plug_spoilt_is_made_anew(tmp_path, left):
    (tmp_path / "secret").write_bytes(left)
    made = load_secret(tmp_path)
    assert re.fullmatch(rb"[0-9a-f]{64}", made)
    assert load_secret(tmp_path) == made
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
