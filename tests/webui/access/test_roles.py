"""Who may what: every route times every role, and log-ins that begin and end when they should."""

import re
from dataclasses import replace

import pytest

from tests.webui.a_clock import Clock
from webui.access.logins import ABSOLUTE_S, IDLE_S, PASS_S, Login, Logins, Role
from webui.access.roles import COOKIE, Access, declared_role, demonstration
from webui.access.steady_clock import Machine
from webui.access.trying import Tries
from webui.app import create_app
from webui.storage.settings import SettingsFile

ADMIN, REFEREE = "the admin's code", "the referee's code"
SAMPLES = {"int": 1, "default": "x", "string": "x", "path": "x"}
HOST = {"Host": "localhost"}
OF_THE_VISITOR_ONLY = {
    *("/login", "/logout"),  # these ask for a code, or give a right back
    *("/seats/sit", "/seats/stand"),  # these ask for a pass, or give a seat back
    "/scores/preview",  # counts, and keeps nothing
}
"""What somebody without any right may send; practice is nobody's game."""


class Guest:
    """A browser that fills in forms."""

    def __init__(self, app, address="192.168.1.20"):
        self.client = app.test_client()
        self.address = {"REMOTE_ADDR": address}

    def get(self, path, **headers):
        return self.client.get(path, headers={**HOST, **headers}, environ_overrides=self.address)

    def token(self):
        return re.search(r'name="jantaku-token" content="([^"]+)"', self.get("/").text)[1]

    def fill(self, path, headers=(), **fields):
        sent = {**HOST, "Origin": "http://localhost", **dict(headers)}
        form = {"token": self.token(), **fields}
        return self.client.post(path, data=form, headers=sent, environ_overrides=self.address)

    def log_in(self, code):
        return self.fill("/login", code=code)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="session")
def hashed():
    """Codes are hashed slowly on purpose: once is enough for all tests."""
    logins = Logins(None)
    logins.set_code(Role.admin, ADMIN)
    logins.set_code(Role.referee, REFEREE)
    return logins._store.execute("SELECT role, hash FROM codes").fetchall()


def with_codes(hashed, clock, correcting="seats"):
    logins = Logins(None, Machine("a run", clock, clock))
    with logins._store:
        logins._store.executemany("INSERT INTO codes VALUES (?, ?)", hashed)
    access = Access(logins, SettingsFile(None), lambda: False, tries=Tries(clock))
    access.settings.change(lambda now: replace(now, correcting=correcting))
    return access


@pytest.fixture
def access(hashed, clock):
    """A table that is set up: only seats may correct."""
    return with_codes(hashed, clock)


@pytest.fixture
def app(opened, access):
    return create_app(opened, b"secret", access=access)


def rules_of(app):
    return [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]


def address_of(app, rule):
    values = {
        name: SAMPLES.get(type(converter).__name__.removesuffix("Converter").lower(), 1)
        for name, converter in rule._converters.items()
    }
    return app.url_map.bind("localhost").build(rule.endpoint, values, method=next(iter(rule.methods)))


def signed(app, role):
    """The cookie of somebody logged in as `role`."""
    secret = app.extensions["access"].logins.open(Login(role))
    return app.extensions["login_signer"].sign(secret).decode()


def test_every_route_declares_who_may_use_it(app):
    open_routes = [
        rule.rule for rule in rules_of(app) if declared_role(app.view_functions[rule.endpoint]) is None
    ]
    assert open_routes == []


def test_whatever_changes_the_table_is_for_players_at_least(app):
    changing = [rule for rule in rules_of(app) if "POST" in rule.methods]
    weak = {rule.rule for rule in changing if declared_role(app.view_functions[rule.endpoint]) < Role.seat}
    assert {path for path in weak if not path.startswith("/practice/")} <= OF_THE_VISITOR_ONLY


@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.name)
def test_every_route_is_open_to_those_it_is_for_and_to_nobody_else(app, role):
    wrong = []
    for rule in rules_of(app):
        for method in sorted(rule.methods & {"GET", "POST"}):
            client = app.test_client()
            token = re.search(r'jantaku-token" content="([^"]+)"', client.get("/", headers=HOST).text)[1]
            if role > Role.viewer:
                client.set_cookie(COOKIE, signed(app, role))
            sent = {**HOST, "Origin": "http://localhost", "X-Jantaku-Token": token}
            body = {"json": {}} if method == "POST" else {}
            answer = client.open(address_of(app, rule), method=method, headers=sent, **body)
            is_refused = answer.status_code == 403 and answer.is_json and "needs" in answer.json
            if is_refused != (role < declared_role(app.view_functions[rule.endpoint])):
                wrong.append((method, rule.rule, answer.status_code))
            answer.close()
    assert wrong == []


def test_without_a_code_nobody_may_set_up_and_nobody_may_correct(opened):
    access = Access(Logins(None), SettingsFile(None), lambda: False, setup_code="ABCD-2345")
    guest = Guest(create_app(opened, b"secret", access=access))
    assert guest.get("/setup/camera").status_code == 403
    answer = guest.client.post(
        "/correct", json={}, headers={**HOST, "Origin": "http://localhost", "X-Jantaku-Token": guest.token()}
    )
    assert answer.status_code == 403
    assert "set up" in answer.json["error"]


def test_the_setup_code_opens_the_table_once(opened):
    access = Access(Logins(None), SettingsFile(None), lambda: False, setup_code="ABCD-2345")
    app = create_app(opened, b"secret", access=access)
    codes = {"admin": ADMIN, "again": ADMIN}
    assert Guest(app).fill("/setup/code", known="ABCD-2346", **codes).status_code == 403
    assert not access.is_set_up
    first = Guest(app)
    assert first.fill("/setup/code", known="abcd 2345", **codes).status_code == 303
    assert first.get("/setup/camera").status_code == 200
    second = Guest(app, "192.168.1.21")
    assert second.fill("/setup/code", known="ABCD-2345", **codes).status_code == 403


def test_an_empty_code_never_opens_a_table_that_has_none(opened):
    access = Access(Logins(None), SettingsFile(None), lambda: False, setup_code="")
    guest = Guest(create_app(opened, b"secret", access=access))
    assert guest.fill("/setup/code", known="", admin=ADMIN, again=ADMIN).status_code == 403


def test_a_demonstration_lets_everybody_judge_but_not_set_up(opened):
    guest = Guest(create_app(opened, b"secret"))
    assert guest.get("/setup/camera").status_code == 403
    token = guest.token()
    sent = {**HOST, "Origin": "http://localhost", "X-Jantaku-Token": token}
    assert guest.client.post("/undo", json={"number": 8}, headers=sent).status_code == 201


def test_who_logs_in_is_led_back_and_who_logs_out_is_out(app):
    guest = Guest(app)
    led = guest.get("/setup/rules", Accept="text/html")
    assert (led.status_code, led.location) == (303, "/login?then=/setup/rules")
    assert guest.log_in("no such code").status_code == 403
    assert guest.fill("/login", code=ADMIN, then="/setup/rules").location == "/setup/rules"
    assert guest.get("/setup/rules").status_code == 200
    kept = guest.client.get_cookie(COOKIE).value
    guest.fill("/logout")
    guest.client.set_cookie(COOKIE, kept)
    assert guest.get("/setup/rules").status_code == 403


@pytest.mark.parametrize(
    "then", ["//evil.example", "/\\evil.example", "http://evil.example/", "evil", "/x\r\nSet-Cookie: a=b", ""]
)
def test_the_way_back_leads_to_no_other_host(app, then):
    assert Guest(app).fill("/login", code=ADMIN, then=then).location == "/"


def test_the_login_cookie_is_signed_hidden_and_strict(app):
    guest = Guest(app)
    header = next(
        each for each in guest.log_in(ADMIN).headers.getlist("Set-Cookie") if each.startswith(COOKIE + "=")
    )
    assert "HttpOnly" in header
    assert "SameSite=Strict" in header
    value = guest.client.get_cookie(COOKIE).value
    secret, _, signature = value.rpartition(".")
    for forged in (secret, f"{secret}x.{signature}", f"{secret}.{signature[:-1]}", "", "é"):
        guest.client.set_cookie(COOKIE, forged)
        assert guest.get("/setup/rules").status_code == 403


@pytest.mark.parametrize("role", [Role.seat, Role.referee, Role.admin])
def test_a_login_ends_when_idle_and_when_old(access, clock, role):
    secret = access.logins.open(Login(role))
    clock.now += IDLE_S[role] - 1
    assert access.logins.find(secret) == Login(role)
    clock.now += IDLE_S[role] + 1
    assert access.logins.find(secret) is None
    secret = access.logins.open(Login(role))
    began = clock.now
    while clock.now - began <= ABSOLUTE_S[role]:
        assert access.logins.find(secret) == Login(role)
        clock.now += IDLE_S[role] / 2
    assert access.logins.find(secret) is None


def test_a_new_admin_code_needs_the_old_one_and_ends_other_logins(app, access):
    here, there = Guest(app), Guest(app, "192.168.1.21")
    here.log_in(ADMIN)
    there.log_in(ADMIN)
    new = {"admin": "another code", "again": "another code"}
    assert here.fill("/setup/code", known="", **new).status_code == 403
    assert here.fill("/setup/code", known=REFEREE, **new).status_code == 403
    assert here.fill("/setup/code", known=ADMIN, **new).status_code == 303
    assert here.get("/setup/rules").status_code == 200
    assert there.get("/setup/rules").status_code == 403
    assert access.logins.role_of_code(ADMIN) is None


def test_failures_are_counted_by_address_and_successes_are_not(app, clock):
    guest = Guest(app)
    for _ in range(5):
        assert guest.log_in(ADMIN).status_code == 303
    for _ in range(3):
        assert guest.log_in("wrong code").status_code == 403
    refused = guest.log_in(ADMIN)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert Guest(app, "192.168.1.30").log_in(ADMIN).status_code == 303
    clock.now += 61
    assert guest.log_in(ADMIN).status_code == 303


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP"])
def test_a_claimed_address_gives_no_more_tries(app, header):
    guest = Guest(app)
    for number in range(3):
        guest.fill("/login", {header: f"10.0.0.{number}"}, code="wrong code")
    assert guest.fill("/login", {header: "10.0.0.9"}, code=ADMIN).status_code == 429


def test_a_pass_seats_one_phone_once_and_not_too_late(access, clock):
    logins = access.logins
    first, second = logins.mint_pass(2), logins.mint_pass(3)
    assert logins.player_of_pass(first) == 2
    assert logins.use_pass(first) == 2
    assert logins.use_pass(first) is None
    clock.now += PASS_S + 1
    assert logins.use_pass(second) is None
    assert logins.use_pass("made up") is None


def test_a_bare_table_says_on_its_pages_that_it_must_be_set_up_first(opened):
    bare = Access(Logins(None), SettingsFile(None), lambda: False)
    client = create_app(opened, b"secret", access=bare).test_client()
    way = 'href="/setup/">Set it up'
    for path in ("/", "/scores", "/scores/new", "/referee"):
        assert way in client.get(f"{path}?lang=en", headers=HOST).text
    for path in ("/setup/", "/practice", "/replay"):
        assert way not in client.get(f"{path}?lang=en", headers=HOST).text
    shown = create_app(opened, b"secret", access=demonstration()).test_client()
    assert way not in shown.get("/?lang=en", headers=HOST).text


def test_names_of_players_without_the_other_field_open_the_seats_to_nobody(app, access):
    guest = Guest(app)
    guest.log_in(ADMIN)
    access.settings.change(lambda now: replace(now, correcting="seats", players=("Ann", "Bob", "", "")))
    for form in ({}, {"player0": "Ann"}, {"player1": "Cem"}):
        assert guest.fill("/setup/players", **form).status_code == 303
        assert access.settings.now.correcting == "seats"
    assert access.settings.now.players == ("Ann", "Cem", "", "")
    assert guest.fill("/setup/players", correcting="everybody").status_code == 303
    assert access.settings.now.correcting == "everybody"
    assert access.settings.now.players == ("Ann", "Cem", "", "")
