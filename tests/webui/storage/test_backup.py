"""A backup holds all that is kept and no secret; what comes back is checked first, and nothing is lost."""

import io
import re
import shutil
import zipfile

import pytest

from engine.journal.record import Entry
from engine.table.events import TileDiscarded
from tests.webui.kept_table import KeptTable
from tests.webui.killed import killed_steps
from tests.webui.spoilt_backups import discards, signed_in, state_of, write_journal
from webui.access.logins import Logins, Role
from webui.commands.server.backup import command
from webui.storage import backup as packing
from webui.storage.backup import (
    ABOUT,
    check_restore,
    finish_restore,
    remove_leftovers,
    stage_restore,
    write_backup,
)
from webui.storage.journal import Journal
from webui.storage.settings import Settings, SettingsFile, read_settings


def test_a_backup_holds_games_and_settings_and_no_secret(packed):
    with zipfile.ZipFile(packed) as file:
        journals = {"mcr.db", "games/2026-01-02-0001.db"}
        assert set(file.namelist()) == {*journals, "practice.db", "settings.json", ABOUT}
        everything = b"".join(file.read(name) for name in file.namelist())
    for secret in (b"a hash", b"the server's secret", b"ABCD-2345"):
        assert secret not in everything


def test_a_backup_can_be_made_while_the_journal_is_written(data, tmp_path):
    with Journal(data / "mcr.db") as journal:
        journal.append(Entry(0, 2.0, "player", (TileDiscarded(0, "9s"),)))
        with (tmp_path / "now.zip").open("wb") as file:
            assert write_backup(data, file) == 4
    other = tmp_path / "other"
    other.mkdir()
    stage_restore(other, tmp_path / "now.zip")
    finish_restore(other)
    assert discards(other / "mcr.db") == ["1m", "2m", "9s"]


def test_what_is_taken_back_is_as_it_was_and_what_lay_there_is_set_aside(data, packed):
    write_journal(data / "mcr.db", "7z")
    write_journal(data / "later.db", "5z")
    SettingsFile(data).change(lambda now: Settings(rules="mcr"))
    assert stage_restore(data, packed) == 4
    assert discards(data / "mcr.db") == ["1m", "2m", "7z"]
    aside = finish_restore(data)
    assert discards(data / "mcr.db") == ["1m", "2m"]
    assert discards(data / "games" / "2026-01-02-0001.db") == ["3p"]
    assert read_settings(data / "settings.json").rules == "riichi"
    assert discards(aside / "mcr.db") == ["1m", "2m", "7z"]
    assert discards(aside / "later.db") == ["5z"]
    assert not (data / "later.db").exists()
    assert (data / "logins.db").exists()
    assert finish_restore(data) is None


def test_a_restore_cut_off_anywhere_is_finished_at_the_next_start(data, packed, monkeypatch):
    stage_restore(data, packed)
    write_journal(data / "mcr.db", "7z")
    move, left = packing._move, 3

    def pull_the_plug(path, to):
        nonlocal left
        if path.exists():
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        move(path, to)

    for after in range(1, 8):
        left = after
        monkeypatch.setattr(packing, "_move", pull_the_plug)
        try:
            finish_restore(data)
        except KeyboardInterrupt:
            continue
        break
    monkeypatch.setattr(packing, "_move", move)
    finish_restore(data)
    assert discards(data / "mcr.db") == ["1m", "2m"]
    [aside] = (data / "set-aside").iterdir()
    assert discards(aside / "mcr.db") == ["1m", "2m", "7z"]


@pytest.fixture
def later(data, packed, tmp_path):
    """The folder after the backup: played on, killed while the newest entry stood in the log only."""
    other = tmp_path / "later"
    journal = Journal(data / "mcr.db")
    journal.append(Entry(0, 1.0, "player", (TileDiscarded(0, "7z"),)))
    write_journal(data / "later.db", "5z")
    SettingsFile(data).change(lambda now: Settings(rules="mcr"))
    shutil.copytree(data, other)
    assert (other / "mcr.db-wal").stat().st_size
    journal.close()
    return other


OLD = (["1m", "2m", "7z"], ["3p"], ["5z"], "mcr")
NEW = (["1m", "2m"], ["3p"], None, "riichi")


def test_a_restore_killed_at_any_step_leaves_the_old_or_the_new_and_no_mixture(later, packed, tmp_path):
    live, found = tmp_path / "live", []

    def fresh():
        shutil.rmtree(live, ignore_errors=True)
        shutil.copytree(later, live)

    def restore():
        stage_restore(live, packed)
        finish_restore(live)

    for step in killed_steps(live, fresh, restore):
        finish_restore(live)  # the next start
        remove_leftovers(live)
        found.append(state_of(live))
        assert found[-1] in (OLD, NEW), f"killed at step {step}"
        assert not [path.name for path in live.iterdir() if path.name.startswith((".", "restoring"))]
        if found[-1] == NEW:
            [aside] = (live / "set-aside").iterdir()
            assert discards(aside / "mcr.db") == OLD[0]
            assert discards(aside / "later.db") == OLD[2]
    assert found[0] == OLD
    assert found[-1] == NEW
    assert found.count(NEW) > 20


def test_a_backup_killed_at_any_step_leaves_the_one_before_and_is_made_again(later, packed, tmp_path):
    out = tmp_path / "evening.zip"
    before = packed.read_bytes()

    def back_up():
        command.callback(out=out, data=later, pictures=False)

    for _ in killed_steps(tmp_path, lambda: out.write_bytes(before), back_up):
        assert zipfile.ZipFile(out).testzip() is None
        remove_leftovers(later)
        assert not [path for path in later.iterdir() if path.name.startswith(".")]
    back_up()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert "later.db" in zipfile.ZipFile(out).namelist()


def test_a_damaged_file_is_left_out_of_a_backup_with_a_word(data, tmp_path, capsys):
    path = data / "games" / "2026-01-02-0001.db"
    path.write_bytes(path.read_bytes()[:5000])
    (tmp_path / "x.zip").touch()
    with (tmp_path / "x.zip").open("wb") as file:
        assert write_backup(data, file) == 3
    assert "games/2026-01-02-0001.db is damaged and not in the backup" in capsys.readouterr().err
    assert stage_restore(data, tmp_path / "x.zip") == 3


def test_links_are_not_followed_into_a_backup(data, tmp_path):
    (tmp_path / "outside.db").write_bytes(b"not ours")
    (data / "link.db").symlink_to(tmp_path / "outside.db")
    kept = io.BytesIO()
    write_backup(data, kept)
    assert "link.db" not in zipfile.ZipFile(kept).namelist()


def test_the_folder_of_codes_is_in_no_backup(data):
    assert Logins(data).has_code(Role.admin)
    assert "logins.db" not in packing.kept_files(data, with_pictures=True)


def test_over_the_web_a_restore_is_asked_about_first_and_replaces_nothing_before_the_yes(tmp_path, packed):
    (tmp_path / "table").mkdir()
    table = KeptTable(tmp_path / "table")
    try:
        app = table.client.application
        app.extensions["access"].folder = table.folder
        table.client.set_cookie("jantaku_login", signed_in(app))
        token = table.token or (table.begin() and table.token)
        before = (table.folder / "settings.json").read_bytes()
        headers = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": token}
        sent = {"data": packed.read_bytes(), "content_type": "application/zip", "headers": headers}
        page = table.client.get("/setup/backup/?lang=en", headers={"Host": "localhost"}).text
        assert re.search(r'<a href="/setup/" aria-current="page">', page), "a part of the set-up"
        asked = table.client.post("/setup/backup/restore?lang=en", **sent)
        assert asked.status_code == 200
        assert "Take it back?" in asked.json["ask"]
        assert not (table.folder / "restoring").exists()
        assert (table.folder / "settings.json").read_bytes() == before
        for wrong in ("", "0" * 16, "../../x", asked.json["token"][:-1]):
            assert table.post("/setup/backup/restore/accept", {"token": wrong}).status_code == 409
        again = table.client.post("/setup/backup/restore", **sent).json["token"]
        old = table.post("/setup/backup/restore/accept", {"token": asked.json["token"]})
        assert old.status_code == 409, "only the newest question can be answered"
        assert table.post("/setup/backup/restore/accept", {"token": again}).status_code == 202
        assert (table.folder / "restoring" / ".ready").exists()
    finally:
        table.close()
    assert finish_restore(table.folder) is not None
    assert read_settings(table.folder / "settings.json").rules == "riichi"


def test_a_question_nobody_answered_is_tidied_away(data, packed):
    check_restore(data, packed)
    assert any(path.name.startswith(".checking-") for path in data.iterdir())
    remove_leftovers(data)
    assert not any(path.name.startswith(".checking-") for path in data.iterdir())
