"""At a table: the link's state, and the game the desk planned."""

import json

import pytest

from webui.hub.carried.link_file import FILE, LinkFile, read_link_file, write_link_file
from webui.hub.carried.wire import HubError
from webui.hub.link.files import SEATS_FILE, STATUS_FILE
from webui.hub.link.linked import linked
from webui.hub.link.seated import STATES
from webui.words import load_words

from ..webui.kept_table import KeptTable

SEATS = {"number": 12, "names": ["Ann", "Bob", "<b>Cem", "Dov"], "title": "Open · 2 · 5", "rules": "riichi"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    table = KeptTable(tmp_path_factory.mktemp("seated"))
    table.client.application.extensions["access"].folder = table.folder
    yield table
    table.close()


def test_a_table_without_a_hub_says_so(kept):
    assert "linked to no hub" in kept.get("/hub").text
    assert 'href="/hub"' not in kept.get("/scores").text
    assert kept.get("/api/hub").json["is_linked"] is False


def test_who_plays_next_is_shown_and_their_game_begun_with_the_number_the_desk_gave(kept):
    write_link_file(kept.folder / FILE, LinkFile("club.1", "a secret of the hub's", "hub.local"))
    (kept.folder / STATUS_FILE).write_text(json.dumps({"state": "sending", "waiting": 3, "since": 0}))
    (kept.folder / SEATS_FILE).write_text(json.dumps(SEATS))
    page = kept.get("/hub").text
    assert 'href="/hub"' in kept.get("/scores").text
    assert "Open · 2 · 5" in page
    assert "<b>Cem" not in page
    assert "3 entries still to come" in page
    told = kept.get("/api/hub").json
    assert (told["state"], told["next"]["number"], told["next"]["names"]) == ("sending", 12, SEATS["names"])
    body = {"rules": "riichi", "names": SEATS["names"], "dealer": 0, "note": "#12 Open · 2 · 5"}
    kept.enter("/scores/games", body)
    game = kept.serving._book.at_table
    assert (game.note, game.names) == ("#12 Open · 2 · 5", tuple(SEATS["names"]))


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"names": 3}', '{"number": 1, "names": ["", "", "", ""]}']
)
def test_seats_that_are_none_are_nobody(kept, text):
    (kept.folder / SEATS_FILE).write_text(text)
    (kept.folder / STATUS_FILE).write_text(text)
    assert kept.get("/hub").status_code == 200
    assert kept.get("/api/hub").json["next"] is None


def test_each_state_of_the_link_has_its_words():
    words = load_words("en")
    assert [state for state in STATES if f"hub.state_{state}" not in words] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"name": "x", "secret": "0123456789abcdef", "host": "h"}',
        '{"name": "a.b", "secret": "", "host": "h"}',
    ],
    ids=["empty", "nothing", "name", "secret"],
)
def test_what_is_no_link_file_is_one_line_and_leaves_the_table_as_it_was(tmp_path, text):
    told = tmp_path / "told.json"
    told.write_text(text)
    with pytest.raises(HubError, match="no link file"), linked(tmp_path, told, "127.0.0.1", 8000):
        pass
    assert not (tmp_path / FILE).exists()


def test_a_link_file_is_read_as_it_was_written_and_is_its_owners(tmp_path):
    link = LinkFile("club.7", "0123456789abcdef", "hub.local", 8883, "a certificate")
    write_link_file(tmp_path / FILE, link)
    assert read_link_file(tmp_path / FILE) == link
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_a_table_without_a_link_file_has_no_link(tmp_path):
    with linked(tmp_path, None, "127.0.0.1", 8000):
        assert list(tmp_path.iterdir()) == []
