"""What was done to other programs of this kind and has no test elsewhere: each is tried here.

Elsewhere: forged addresses (test_guard, test_roles, test_limits), cookies that never die, a new code without
the old one, routes without a role (test_roles), names with scripts in them (test_scores_pages), paths in a
backup's names (test_backup), GET that changes something (test_app), foreign names (test_guard).
"""

import re
from dataclasses import replace

import pytest

from webui.access.logins import Logins, Role
from webui.access.roles import Access
from webui.access.trying import Tries
from webui.app import create_app
from webui.storage.settings import SettingsFile

HOST = {"Host": "localhost", "Origin": "http://localhost"}
CODE = "a code of the admin"
SCRIPT = '"><script>alert(1)</script>'


@pytest.fixture
def access(tmp_path):
    logins = Logins(None)
    return Access(logins, SettingsFile(None), lambda: False, folder=tmp_path, tries=Tries())


@pytest.fixture
def admin(opened, access):
    """A browser that is logged in as the admin, and its way to post a form."""
    access.logins.set_code(Role.admin, CODE)
    client = create_app(opened, b"secret", access=access).test_client()

    def fill(path, **form):
        token = re.search(r'jantaku-token" content="([^"]+)"', client.get("/login", headers=HOST).text)[1]
        return client.post(path, data={"token": token, **form}, headers=HOST)

    assert fill("/login", code=CODE).status_code == 303
    client.fill = fill
    return client


@pytest.mark.parametrize("name", ["admin", "referee", "", "jantaku", "password", "12345678", "K7PM-4Q2X"])
def test_there_is_no_code_from_the_start(access, name):
    assert access.logins.role_of_code(name) is None
    assert not access.is_set_up


def test_a_camera_named_as_a_script_is_shown_and_not_run(admin, access):
    access.settings.change(lambda now: replace(now, camera=f"rtsp://camera/{SCRIPT}"))
    for path in ("/setup/camera", "/setup/", "/health", "/"):
        assert SCRIPT not in admin.get(path, headers=HOST).text
    answer = admin.fill("/setup/camera", camera="other", address=f"rtsp://camera/{SCRIPT}")
    assert SCRIPT not in answer.text


def test_players_named_as_scripts_are_shown_and_not_run(admin, access):
    access.settings.change(lambda now: replace(now, players=(SCRIPT, "'onload='x", "<b>", "{{7*7}}")))
    for path in ("/setup/players", "/", "/scores/new", "/referee"):
        page = admin.get(path, headers=HOST).text
        assert SCRIPT not in page
        assert ">49<" not in page


@pytest.mark.parametrize("address", ["; touch {0}", "$(touch {0})", "`touch {0}`", "| touch {0}"])
def test_a_camera_that_is_a_command_runs_nothing(admin, tmp_path, address):
    mark = tmp_path / "it ran"
    for way in ("{0}", "rtsp://127.0.0.1:9/{0}", "opencv:{0}", "picamera2:{0}"):
        admin.fill("/setup/camera", camera="other", address=way.format(address.format(mark)))
        assert not mark.exists()


@pytest.mark.parametrize("name", ["../x", "..%2fx", "%2e%2e/x", "/etc/passwd", "a\x00b", "....//x"])
def test_no_address_leads_to_a_file_outside(admin, name):
    for path in (f"/static/{name}", f"/evidence/table/1/{name}.jpg", f"/scores/games/1/export/{name}"):
        assert admin.get(path, headers=HOST).status_code in (308, 400, 404)


def test_a_page_forbids_scripts_of_others_and_none_stands_in_it(admin):
    for path in ("/", "/setup/", "/scores", "/practice", "/referee"):
        answer = admin.get(path, headers=HOST)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        for inside in re.findall(r"<script([^>]*)>", answer.text):
            assert "src=" in inside or 'type="application/json"' in inside, inside
        assert not re.search(r"<[a-z][^>]*\son[a-z]+=", answer.text)
