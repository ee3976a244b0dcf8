"""Whichever file of the data folder is damaged, the table is opened, and a word is said."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.events import TileDiscarded
from tests.webui.killed import killed_steps
from vision.detect.taught import TaughtSet
from vision.detect.taught_files import read_set, write_set
from vision.observation import VisionError
from webui.access.logins import Login, Logins, Role
from webui.access.roles import Access
from webui.app import create_app
from webui.live.evidence import Evidence, EvidenceReader
from webui.live.room import Room
from webui.live.session import new_session
from webui.practice.kept import open_practice
from webui.practice.progress import Progress
from webui.scores.store.book import ScoreBook
from webui.scores.store.kept import kept_entries
from webui.storage.aside import notes
from webui.storage.journal import Journal
from webui.storage.settings import Settings, SettingsFile
from webui.storage.stores import Schema, open_store
from webui.watch.snapshots import Snapshot
from webui.words import languages

CODE, SEED = "a code of the club", 20261123
NAMES = ("Anna", "Ben", "Chloe", "Dan")


def damaged(path: Path, way: str, chance: random.Random) -> None:
    """Spoils a file as a failing card does: without a new time."""
    content, time_ns = path.read_bytes(), path.stat().st_mtime_ns
    if way == "flipped":
        place = chance.randrange(len(content) * 8)
        content = (
            content[: place // 8] + bytes([content[place // 8] ^ 1 << place % 8]) + content[place // 8 + 1 :]
        )
    path.write_bytes(
        {"flipped": content, "cut": content[: chance.randrange(len(content))], "emptied": b""}[way]
    )
    os.utime(path, ns=(time_ns, time_ns))


def fill(folder: Path) -> None:
    """A folder with everything in it that is kept twice; its writer was killed."""
    folder.mkdir()
    book, logins = ScoreBook(folder), Logins(folder)
    for number in range(30):
        book.begin_game(
            "by_hand", load_ruleset("mcr"), NAMES, note=f"the game number {number} of the evening"
        )
    book.lay_out(7)
    logins.set_code(Role.admin, CODE)
    logins.open(Login(Role.admin))
    settings = SettingsFile(folder)
    settings.change(lambda now: Settings(rules="riichi", players=NAMES))
    shutil.copytree(folder, folder.with_name("killed"))
    book.close()
    logins.shut()


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("twice") / "data"
    fill(folder)
    return folder.with_name("killed")


def told(data: Path) -> tuple[object, ...]:
    """What the book, the log-ins and the settings tell."""
    book, logins = ScoreBook(data), Logins(data)
    try:
        at_table = book.at_table
        return (
            [(game.number, game.note, game.names) for game in book.games()],
            at_table and at_table.number,
            [player.name for player in book.players()],
            logins._store.execute("SELECT * FROM codes").fetchall(),
            SettingsFile(data).now,
        )
    finally:
        book.close()
        logins.shut()


FILES = [f"{name}{side}" for name in ("scores.db", "logins.db") for side in ("", "-wal", ".copy")]
FILES += ["settings.json", "settings.json.copy"]


@pytest.mark.parametrize("way", ["flipped", "cut", "emptied"])
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_that_is_kept_twice_costs_nothing(tmp_path, killed, name, way):
    chance = random.Random(f"{name} {way} {SEED}")
    data = tmp_path / "data"
    shutil.copytree(killed, data)
    expected = told(data)
    for _ in range(3 if way != "emptied" else 1):
        shutil.rmtree(data)
        shutil.copytree(killed, data)
        damaged(data / name, way, chance)
        assert told(data) == expected
        assert not any(each.is_lost for each in notes(data))


def test_a_book_mended_by_a_program_that_is_killed_at_any_step_is_mended(tmp_path, killed):
    data = tmp_path / "data"
    content = (killed / "scores.db").read_bytes()

    def fresh():
        shutil.rmtree(data, ignore_errors=True)
        shutil.copytree(killed, data)
        (data / "scores.db").write_bytes(content[: len(content) // 2])

    for step in killed_steps(data, fresh, lambda: ScoreBook(data)):
        book = ScoreBook(data)
        assert len(book.games()) == 30, f"killed at step {step}"
        book.close()


def test_a_book_without_its_copy_keeps_the_rows_that_read_and_gives_no_journal_twice(
    tmp_path, killed, capsys
):
    data = tmp_path / "data"
    shutil.copytree(killed, data)
    (data / "scores.db").write_bytes(b"")
    (data / "scores.db-wal").unlink()
    (data / "scores.db.copy").unlink()
    (data / "games" / "2026-11-23-0001.db").touch()
    book = ScoreBook(data)
    game = book.begin_game("by_hand", load_ruleset("mcr"), began="2026-11-23T20:00:00+01:00")
    assert game.journal == "games/2026-11-23-0002.db"
    book.close()


@pytest.mark.parametrize("way", ["flipped", "cut", "emptied"])
def test_a_game_that_is_not_at_the_table_is_read_from_whichever_of_its_files_is_whole(tmp_path, way):
    chance = random.Random(f"{way} {SEED}")
    path = tmp_path / "games" / "2026-11-23-0001.db"
    path.parent.mkdir()
    with Journal(path) as journal:
        for number in range(40):
            journal.append(Entry(0, float(number), "player", (TileDiscarded(number % 4, "5m"),)))
    whole = kept_entries(path)
    assert len(whole[1]) == 40
    content = path.read_bytes()
    for _ in range(12):
        path.write_bytes(content)
        damaged(path, way, chance)
        assert kept_entries(path) == whole


def test_settings_changed_by_hand_are_taken_as_they_are(tmp_path):
    SettingsFile(tmp_path).change(lambda now: Settings(rules="riichi"))
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "rules": "mcr"}))
    later = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))
    assert SettingsFile(tmp_path).now.rules == "mcr"
    assert notes(tmp_path) == ()


def test_damaged_progress_keeps_the_answers_that_read(tmp_path, capsys):
    path = tmp_path / "practice.db"
    progress = Progress(path, lambda: 1.0)
    for seed in range(500):
        progress.note("Anna", "faces", "mcr", seed, "right")
    progress.close()
    content = path.read_bytes()
    half = len(content) // 8192 * 4096
    path.write_bytes(content[:half] + bytes(4096) + content[half + 4096 :])
    progress = Progress(path, lambda: 2.0)
    kept = progress.history("Anna", last=1000)
    assert 300 < len(kept) < 500
    progress.note("Anna", "faces", "mcr", 500, "right")
    assert len(progress.history("Anna", last=1000)) == len(kept) + 1
    progress.close()
    assert "practice.db was damaged" in capsys.readouterr().err


def test_progress_of_a_newer_jantaku_is_left_alone_and_practice_goes_on(tmp_path, capsys):
    path = tmp_path / "practice.db"
    open_store(path, Schema("practice", ("CREATE TABLE IF NOT EXISTS a (b) ;",) * 9)).close()
    before = path.read_bytes()
    progress = Progress(path)
    progress.note("Anna", "faces", "mcr", 1, "right")
    assert len(progress.history("Anna")) == 1
    assert "newer Jantaku" in progress.problem
    progress.close()
    assert path.read_bytes() == before


def snapshot(number: int, jpeg: bytes) -> Snapshot:
    return Snapshot(number, 1.0, jpeg, jpeg, (0.0, 0.0), 100.0)


@pytest.mark.parametrize("way", ["cut", "emptied", "flipped"])
def test_damaged_pictures_never_stop_the_ones_to_come(tmp_path, way):
    chance, path = random.Random(f"{way} {SEED}"), tmp_path / "mcr.db.evidence"
    jpeg = cv2.imencode(".jpg", np.zeros((90, 120, 3), np.uint8))[1].tobytes()
    for _ in range(12):
        for side in ("", "-wal", "-shm"):
            path.with_name(path.name + side).unlink(missing_ok=True)
        evidence = Evidence(path)
        for number in range(60):
            evidence.keep(snapshot(number, jpeg), idle=False)
        evidence.close()
        damaged(path, way, chance)
        EvidenceReader(path).sides()
        evidence = Evidence(path)
        for number in range(60, 64):
            evidence.keep(snapshot(number, jpeg), idle=False)
        assert evidence.picture(63, "after") == jpeg, evidence.problem
        evidence.close()


@pytest.mark.parametrize("way", ["cut", "emptied", "flipped"])
def test_a_damaged_taught_set_is_told_in_one_line(tmp_path, way):
    chance = random.Random(f"{way} {SEED}")
    crops = np.zeros((3, 64, 48, 3), np.uint8)
    taught = TaughtSet("ours", crops, ("1m", "2m", "3m"), np.zeros((3, 2, 128), np.float32), "x" * 12)
    path = write_set(tmp_path, taught)
    content = path.read_bytes()
    for _ in range(150):
        path.write_bytes(content)
        damaged(path, way, chance)
        try:
            assert read_set(tmp_path, "ours").faces == taught.faces
        except VisionError as wrong:
            assert "teach it again" in str(wrong)  # noqa: PT017
            assert "\n" not in str(wrong)  # noqa: PT017


def test_the_page_on_health_tells_of_damaged_files_in_every_language(tmp_path, killed):
    data = tmp_path / "data"
    shutil.copytree(killed, data)
    (data / "scores.db").write_bytes(b"")
    (data / "practice.db").write_bytes(b"not a database" * 500)
    ScoreBook(data).close()
    access = Access(Logins(data), SettingsFile(data), lambda: True, folder=data)
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    app = create_app(room, b"x" * 32, access=access)
    app.extensions["practice"] = open_practice(data)
    visitor = app.test_client()
    found = visitor.get("/api/health", base_url="http://localhost").get_json()
    told = {each["value"]: each for each in found["findings"] if each["about"] == "files"}
    assert found["well"] is False
    assert told["scores.db was damaged; all of it was recovered"]["state"] == "doubt"
    [lost] = [each for value, each in told.items() if value.startswith("practice.db was damaged; not all")]
    assert lost["state"] == "bad"
    assert "set-aside/" in lost["advice"]
    for language in languages():
        page = visitor.get(f"/health?lang={language}", base_url="http://localhost").text
        assert page.count("set-aside/") == 2
    for each in (data / "set-aside").iterdir():
        shutil.rmtree(each)
    assert visitor.get("/api/health", base_url="http://localhost").get_json()["well"]
    room.close()
    access.logins.shut()
