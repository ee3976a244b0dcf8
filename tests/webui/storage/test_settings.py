"""Settings come back as they were written, or are refused in one line."""

import pytest

from webui.storage.settings import Settings, SettingsError, SettingsFile, settings_of, settings_text


def test_settings_come_back_as_they_were_written():
    told = Settings(rules="mcr", house={"minimum": 1}, players=("<b>", "å", "三", ""), done=("language",))
    assert settings_of(settings_text(told)) == told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"volume": "loud"}',
        '{"players": ["a"]}',
        '{"done": ["nonsense"]}',
        '{"square_mm": 1}',
        "[" * 9999,
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_line(text):
    with pytest.raises(SettingsError) as refused:
        settings_of(text)
    assert "\n" not in str(refused.value)


def test_settings_stay_whole_when_they_cannot_be_written(tmp_path):
    kept = SettingsFile(tmp_path)
    kept.change(lambda now: Settings(rules="mcr"))
    (tmp_path / "settings.json").chmod(0o600)
    kept.path = tmp_path / "no such folder" / "settings.json"
    with pytest.raises(SettingsError):
        kept.change(lambda now: Settings(rules="riichi"))
    assert kept.now.rules == "mcr"
    assert SettingsFile(tmp_path).now.rules == "mcr"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["settings.json", "settings.json.copy"]
