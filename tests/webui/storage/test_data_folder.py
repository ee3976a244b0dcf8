"""Where a table keeps its things when nobody says where."""

from pathlib import Path

import pytest

from webui.storage.data_folder import data_folder


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        pytest.param({}, "home/.local/share/jantaku", id="nothing told"),
        pytest.param({"XDG_DATA_HOME": "/srv/kept"}, "/srv/kept/jantaku", id="told"),
        pytest.param({"XDG_DATA_HOME": "kept"}, "home/.local/share/jantaku", id="relative: none"),
    ],
)
def test_the_platform_says_where(environment, folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert data_folder(environment) == tmp_path / folder


@pytest.mark.parametrize("file", ["mcr.db", "settings.json"])
def test_a_folder_that_is_in_use_here_is_gone_on_with(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    assert data_folder({"XDG_DATA_HOME": "/srv"}) == Path("/srv/jantaku")
    (tmp_path / "data" / file).touch()
    assert data_folder({"XDG_DATA_HOME": "/srv"}) == Path("data")
