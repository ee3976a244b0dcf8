"""Codes that are tried, passes and set-up codes that are kept."""

import re

import pytest
from argon2 import PasswordHasher

from tests.cheap_codes import SHIPPED
from tests.webui.a_clock import Clock
from webui.access.logins import Login, Logins, Role
from webui.access.roles import load_setup_code
from webui.access.trying import Tries

ADMIN = "the admin's code"


@pytest.fixture
def clock():
    return Clock()


def test_all_three_limits_hold(clock):
    tries, waits = Tries(clock), []
    for _ in range(12):
        try:
            with tries.attempt("fe80::1%eth0"):
                pass
        except Exception as wrong:
            waits.append(round(wrong.wait_s))
            clock.now += wrong.wait_s
    assert waits[0] == 60
    assert max(waits) > 400


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.168.1.2", "192.168.1.3", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.168.1.2", "192.168.1.2", True),
    ],
)
def test_an_address_is_one_machine(clock, one, other, is_same):
    tries = Tries(clock)
    for _ in range(3):
        with tries.attempt(one):
            pass
    try:
        with tries.attempt(other):
            was_refused = False
    except Exception:
        was_refused = True
    assert was_refused == is_same


def test_nothing_kept_opens_anything_and_only_its_owner_reads_it(tmp_path):
    logins = Logins(tmp_path)
    logins.set_code(Role.admin, ADMIN)
    secret, passed = logins.open(Login(Role.admin)), logins.mint_pass(0)
    logins.shut()
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o077 == 0
        for known in (ADMIN, secret, passed):
            assert known.encode() not in path.read_bytes()
    again = Logins(tmp_path)
    assert again.find(secret) == Login(Role.admin)
    assert again.role_of_code(ADMIN) is Role.admin


@pytest.mark.parametrize("left", [b"", b"K7P", b"\xff\xfe", b"k7pm-4q2x"])
def test_a_setup_code_that_a_pulled_plug_spoilt_is_made_anew(tmp_path, left):
    (tmp_path / "setup-code").write_bytes(left)
    made = load_setup_code(tmp_path)
    assert re.fullmatch("[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", made)
    assert load_setup_code(tmp_path) == made


def test_a_code_is_hashed_as_dearly_as_the_library_advises(monkeypatch):
    monkeypatch.setattr(PasswordHasher.__init__, "__defaults__", SHIPPED)
    logins = Logins(None)
    logins.set_code(Role.admin, ADMIN)
    (hashed,) = logins._store.execute("SELECT hash FROM codes").fetchone()
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert logins.role_of_code(ADMIN) is Role.admin
