"""A backup holds all that is kept and no secret; what comes back is checked first, and nothing is lost."""

import hashlib
import io
import json
import random
import shutil
import sqlite3
import zipfile

import pytest

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.events import TileDiscarded
from webui.access.logins import Login, Logins, Role
from webui.commands.server.backup import command
from webui.scores.store.book import ScoreBook
from webui.storage import backup as packing
from webui.storage.backup import (
    ABOUT,
    check_restore,
    finish_restore,
    remove_leftovers,
    stage_restore,
    write_backup,
)
from webui.storage.backup_checks import BackupError
from webui.storage.journal import Journal, JournalReader
from webui.storage.settings import Settings, SettingsFile, read_settings

from .kept_table import KeptTable
from .killed import killed_steps


def discards(path):
    journal = JournalReader(path)
    try:
        return [event.tile for entry in journal.entries() for event in entry.events]
    finally:
        journal.close()


def write_journal(path, *tiles):
    path.parent.mkdir(parents=True, exist_ok=True)
    with Journal(path) as journal:
        for tile in tiles:
            journal.append(Entry(0, 1.0, "player", (TileDiscarded(0, tile),)))


@pytest.fixture
def data(tmp_path):
    """A data folder in use: two journals, settings, codes."""
    folder = tmp_path / "data"
    folder.mkdir()
    write_journal(folder / "mcr.db", "1m", "2m")
    write_journal(folder / "games" / "2026-01-02-0001.db", "3p")
    progress = sqlite3.connect(folder / "practice.db")
    progress.execute("CREATE TABLE attempt (id INTEGER)")
    progress.close()
    SettingsFile(folder).change(lambda now: Settings(rules="riichi", players=("A", "B", "C", "D")))
    logins = Logins(folder)
    logins.set_code(Role.admin, "the admin's code")
    logins.shut()
    (folder / "secret").write_text("the server's secret")
    (folder / "setup-code").write_text("ABCD-2345")
    return folder


@pytest.fixture
def packed(data, tmp_path):
    """A backup of it."""
    path = tmp_path / "backup.zip"
    with path.open("wb") as file:
        write_backup(data, file)
    return path


def changed(packed, tmp_path, change):
    """The backup with `change` done to its parts, a mapping of names to bytes."""
    with zipfile.ZipFile(packed) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    change(parts)
    path = tmp_path / "changed.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return path


def tell(parts, name, content):
    """Puts a part in, and says so in the list."""
    about = json.loads(parts[ABOUT])
    about["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    parts[ABOUT], parts[name] = json.dumps(about).encode(), content


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


def state_of(folder):
    """What is kept there, in one value."""
    return (
        discards(folder / "mcr.db"),
        discards(folder / "games" / "2026-01-02-0001.db"),
        discards(folder / "later.db") if (folder / "later.db").exists() else None,
        read_settings(folder / "settings.json").rules,
    )


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


def slip(parts):
    tell(parts, "../evil.db", parts["mcr.db"])


def slip_absolute(parts):
    tell(parts, "/tmp/evil.db", parts["mcr.db"])


def slip_backwards(parts):
    tell(parts, "games\\..\\evil.db", parts["mcr.db"])


def take_over_logins(parts):
    tell(parts, "logins.db", parts["mcr.db"])


def take_over_the_secret(parts):
    tell(parts, "secret", b"known")


def lie_about_the_size(parts):
    about = json.loads(parts[ABOUT])
    about["files"]["mcr.db"]["bytes"] = 10
    parts[ABOUT] = json.dumps(about).encode()


def be_huge(parts):
    about = json.loads(parts[ABOUT])
    about["files"]["mcr.db"]["bytes"] = 10**13
    parts[ABOUT] = json.dumps(about).encode()


def be_damaged(parts):
    parts["mcr.db"] = parts["mcr.db"][:-1] + b"?"


def be_no_journal(parts):
    tell(parts, "mcr.db", b"SQLite format 3\0" + b"nonsense" * 1000)


def be_another_kind(parts):
    tell(parts, "scores.db", parts["mcr.db"])


def hold_no_settings(parts):
    tell(parts, "settings.json", b'{"rules": 7}')


def hold_a_torn_entry(parts):
    content = bytearray(parts["mcr.db"])
    content[18:20] = b"\x01\x01"  # without the log beside it, which memory cannot have
    store = sqlite3.connect(":memory:")
    store.deserialize(bytes(content))
    store.execute("UPDATE entries SET line = 'no entry' WHERE number = 1")
    store.commit()
    tell(parts, "mcr.db", store.serialize())


def be_of_the_future(parts):
    about = json.loads(parts[ABOUT])
    parts[ABOUT] = json.dumps({**about, "format": 99}).encode()


def say_nothing(parts):
    del parts[ABOUT]


def say_nonsense(parts):
    parts[ABOUT] = b'{"format": 1, "files": [["a"]]}'


@pytest.mark.parametrize(
    "change",
    [
        slip,
        slip_absolute,
        slip_backwards,
        take_over_logins,
        take_over_the_secret,
        lie_about_the_size,
        be_huge,
        be_damaged,
        be_no_journal,
        be_another_kind,
        hold_no_settings,
        hold_a_torn_entry,
        be_of_the_future,
        say_nothing,
        say_nonsense,
    ],
    ids=lambda change: change.__name__,
)
def test_a_wrong_backup_is_refused_in_one_line_and_touches_nothing(data, packed, tmp_path, change):
    before = sorted(path.relative_to(tmp_path) for path in data.rglob("*"))
    with pytest.raises(BackupError) as refused:
        stage_restore(data, changed(packed, tmp_path, change))
    assert "\n" not in str(refused.value)
    assert str(tmp_path) not in str(refused.value)
    assert sorted(path.relative_to(tmp_path) for path in data.rglob("*")) == before
    assert finish_restore(data) is None
    assert discards(data / "mcr.db") == ["1m", "2m"]


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_zip_is_refused(data, tmp_path, content):
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(BackupError):
        stage_restore(data, tmp_path / "x.zip")


@pytest.mark.parametrize("method", [None, 12, 14], ids=["deflated", "said to be bzip2", "said to be lzma"])
@pytest.mark.parametrize("part", [ABOUT, "mcr.db"])
def test_a_backup_of_which_bytes_went_bad_is_refused_in_one_line(data, packed, part, method):
    with zipfile.ZipFile(packed) as file:
        told = file.getinfo(part)
    content, chance = bytearray(packed.read_bytes()), random.Random(part)
    if method is not None:
        content[told.header_offset + 8] = method
        listed = content.index(part.encode(), content.index(b"PK\x01\x02")) - 46
        content[listed + 10] = method
    begins = told.header_offset + 30 + len(part)
    for number in range(12):
        spoilt = bytearray(content)
        for place in chance.sample(range(begins, begins + told.compress_size), 1 + number):
            spoilt[place] = chance.randrange(256)
        packed.write_bytes(spoilt)
        with pytest.raises(BackupError) as refused:
            stage_restore(data, packed)
        assert "\n" not in str(refused.value)
    assert discards(data / "mcr.db") == ["1m", "2m"]


def test_links_are_not_followed_into_a_backup(data, tmp_path):
    (tmp_path / "outside.db").write_bytes(b"not ours")
    (data / "link.db").symlink_to(tmp_path / "outside.db")
    kept = io.BytesIO()
    write_backup(data, kept)
    assert "link.db" not in zipfile.ZipFile(kept).namelist()


def test_the_folder_of_codes_is_in_no_backup(data):
    assert Logins(data).has_code(Role.admin)
    assert "logins.db" not in packing.kept_files(data, with_pictures=True)


RULES_UNKNOWN = {
    "a rule set of another Jantaku": '{"rules": "club_2031"}',
    "house rules of another Jantaku": '{"rules": "riichi", "house": {"no_such_setting": 3}}',
    "house rules that cannot be": '{"rules": "mcr", "house": {"minimum": -4}}',
    "a file of rules": '{"rules": "../../etc/passwd.toml"}',
}


@pytest.mark.parametrize("settings", RULES_UNKNOWN.values(), ids=RULES_UNKNOWN.keys())
def test_a_backup_by_rules_nobody_knows_here_is_refused_and_changes_nothing(data, packed, tmp_path, settings):
    def spoil(parts):
        tell(parts, "settings.json", settings.encode())

    before = sorted(path.name for path in data.iterdir())
    with pytest.raises(BackupError, match="rules that are not known here") as wrong:
        stage_restore(data, changed(packed, tmp_path, spoil))
    assert "\n" not in str(wrong.value)
    assert sorted(path.name for path in data.iterdir()) == before


@pytest.mark.parametrize(("rules", "house"), [("club_2031", "{}"), ("mcr", '{"no_such": 1}'), ("mcr", "[[")])
def test_a_score_book_with_a_game_by_unknown_rules_is_refused(data, tmp_path, rules, house):
    book = ScoreBook(data)
    book.begin_game("by_hand", load_ruleset("mcr"))
    book.close()
    with sqlite3.connect(data / "scores.db") as store:
        store.execute("UPDATE games SET rules = ?, house = ?", (rules, house))
    store.close()
    with (tmp_path / "book.zip").open("wb") as file:
        write_backup(data, file)
    with pytest.raises(BackupError, match="rules that are not known here"):
        stage_restore(data, tmp_path / "book.zip")


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


def signed_in(app):
    secret = app.extensions["access"].logins.open(Login(Role.admin))
    return app.extensions["login_signer"].sign(secret).decode()
