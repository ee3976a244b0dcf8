"""A data folder that another version kept: an older one loses nothing, a newer one is left alone.

`older/version_0_1_0.zip` was made by version 0.1.0 itself, before its files told any version: a finished
game, one that goes on, a camera's journal with a correction, settings, codes, practice, calibration and a
taught set; `told.json` in it is what that version answered.
"""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from engine.table.events import TileDiscarded
from tests.webui.kept_table import KeptTable, value
from vision.camera.calibration import Calibration
from webui.access.logins import Logins, Role
from webui.cli import main
from webui.practice.progress import Progress
from webui.storage.journal import JournalReader
from webui.storage.settings import SettingsFile
from webui.storage.taking_on import MARK

OLDER = Path(__file__).parent / "older" / "version_0_1_0.zip"


@pytest.fixture
def older(tmp_path):
    with zipfile.ZipFile(OLDER) as packed:
        packed.extractall(tmp_path)
    return tmp_path / "data", json.loads((tmp_path / "told.json").read_text())


@pytest.fixture
def typed(monkeypatch, capsys):
    """Runs a command as typed; its exit status and what it says."""

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["jantaku", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        return ended.value.code or 0, told.out + told.err

    return run


@pytest.fixture
def start(typed):
    """What `jantaku serve` says until it finds that there is no such recording."""
    return lambda data: typed("serve", "nowhere.mp4", "--port", 48913, "--data", data)


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }


def lines(path):
    with sqlite3.connect(path) as store:
        return [line for (line,) in store.execute("SELECT line FROM entries ORDER BY number")]


def test_a_folder_of_the_first_version_is_taken_on_with_nothing_lost(older, start):
    data, told = older
    start(data)
    table = KeptTable(data)
    for number, game in told["games"].items():
        now = table.get(f"/api/scores/games/{number}").json
        assert {name: now["game"][name] for name in game["game"]} == game["game"]
        assert [who["total"] for who in now["players"]] == game["totals"]
        heard = [[line["text"], line["payments"]] for deal in now["deals"] for line in deal["lines"]]
        assert heard == game["lines"]
    first = table.get("/api/scores/players/1").json
    (rated,) = [each["rating"] for each in first["tables"] if each["rating"]]
    assert rated["games"] == 1
    table.enter("/scores/wins", value(0, None, 8, None))
    assert sum(table.totals) == 0
    table.close()
    for name, kept in told["journals"].items():
        assert lines(data / name)[: len(kept)] == kept
    assert SettingsFile(data).now.players == ("Ann", "Bob", "陳小姐", "Dov & Co")
    assert json.loads((data / "settings.json").read_text()) == told["settings"]
    assert Calibration.load(data / "calibration.json").square_mm == 850
    assert not (data / "set-aside").exists()


def test_codes_practice_and_corrections_of_the_first_version_count_on(older, start):
    data, told = older
    start(data)
    logins = Logins(data)
    assert {role: logins.role_of_code(code) for role, code in told["codes"].items()} == {
        "admin": Role.admin,
        "referee": Role.referee,
    }
    logins.shut()
    progress = Progress(data / "practice.db")
    assert {who: len(progress.history(who)) for who in progress.learners()} == {"Ann": 4, "陳小姐": 1}
    progress.close()
    reader = JournalReader(data / "mcr.db")
    last = reader.entries()[-1]
    reader.close()
    assert (last.by, last.note, last.amends is not None) == ("seat 2", "it was a 9p", True)
    assert isinstance(last.events[0], TileDiscarded)


def test_an_older_folder_is_backed_up_before_it_is_taken_on(older, start, typed, tmp_path):
    data, told = older
    _, said = start(data)
    (backup,) = (data / "backups").glob("*.zip")
    assert f"kept by an earlier Jantaku; as it was it lies in {backup}" in said
    status, said = typed("restore", backup, "--data", tmp_path / "again")
    assert status == 0, said
    for name, kept in told["journals"].items():
        assert lines(tmp_path / "again" / name) == kept


def test_one_backup_is_made_for_one_change_and_none_for_a_fresh_folder(older, start, tmp_path):
    data, _ = older
    for _ in range(2):
        start(data)
    assert len(list((data / "backups").iterdir())) == 1
    start(tmp_path / "fresh")
    assert (tmp_path / "fresh" / MARK).exists()
    assert not (tmp_path / "fresh" / "backups").exists()


def test_the_backups_of_the_last_three_changes_are_kept(older, start):
    data, _ = older
    start(data)
    (data / "backups" / "notes.zip").write_bytes(b"not ours")
    for day in range(1, 5):
        (data / "backups" / f"2020-01-0{day}-000000-before-0.1.0.zip").touch()
    (data / MARK).unlink()
    start(data)
    names = sorted(path.name[:10] for path in (data / "backups").glob("*-before-*.zip"))
    assert len(names) == 3
    assert names[0] == "2020-01-04"
    assert (data / "backups" / "notes.zip").exists()


@pytest.mark.parametrize(
    ("more", "named"),
    [
        pytest.param({"files": {"journal": 99}}, "journal", id="another form of a file"),
        pytest.param({"files": {"weather": 1}}, "weather", id="another kind of file"),
        pytest.param({"events": ["tile_polished"]}, "tile_polished", id="an act"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "backup", "restore", "admin-code"])
def test_a_folder_of_a_newer_version_is_refused_in_one_line_and_not_touched(
    more, named, command, older, start, typed
):
    data, _ = older
    start(data)
    mark = json.loads((data / MARK).read_text())
    mark["jantaku"] = "9.1.0"
    mark["files"] |= more.get("files", {})
    mark["events"] += more.get("events", [])
    (data / MARK).write_text(json.dumps(mark))
    (backup,) = (data / "backups").glob("*.zip")
    before = contents(data)
    arguments = {
        "serve": ["serve", "nowhere.mp4", "--port", "48913"],
        "backup": ["backup", str(data.parent / "out.zip")],
        "restore": ["restore", str(backup)],
        "admin-code": ["admin-code", "--code", "another code"],
    }[command]
    status, said = typed(*arguments, "--data", data)
    assert status == 1
    (line,) = said.strip().splitlines()
    assert "9.1.0" in line
    assert named in line
    assert str(backup) in line
    assert contents(data) == before


def test_where_no_backup_can_be_made_the_folder_stays_as_it_is(older, start):
    data, _ = older
    (data / "backups").write_text("in the way")
    before = contents(data)
    status, said = start(data)
    assert status == 1
    assert "nothing was changed" in said.strip().splitlines()[-1]
    assert contents(data) == before


def test_a_mark_that_does_not_read_counts_as_none(older, start):
    data, _ = older
    for spoilt in (b"\xff\xfe", b"[]", b'{"files": [], "events": {}}', b'{"files": {"journal": "x"}}'):
        (data / MARK).write_bytes(spoilt)
        assert "earlier Jantaku" in start(data)[1]
