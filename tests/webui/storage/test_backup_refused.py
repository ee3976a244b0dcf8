"""Backups that are spoilt, or by rules nobody knows here, are refused in one line and change nothing."""

import random
import sqlite3
import zipfile

import pytest

from engine.rules import load_ruleset
from tests.webui.spoilt_backups import SPOILT, changed, discards, tell
from webui.scores.store.book import ScoreBook
from webui.storage.backup import (
    ABOUT,
    finish_restore,
    stage_restore,
    write_backup,
)
from webui.storage.backup_checks import BackupError


@pytest.mark.parametrize("change", SPOILT, ids=lambda change: change.__name__)
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
