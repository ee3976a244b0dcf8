"""A game saved as one file: whole in itself, and an altered byte is found."""

import base64
import gzip
import hashlib
import json
import re

import pytest
from click.testing import CliRunner

from tests.webui.kept_table import KeptTable, value
from webui.commands.rules.verify import command
from webui.replay.saved import verified


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    table = KeptTable(tmp_path_factory.mktemp("saved"))
    number = table.begin()["number"]
    early = table.get(f"/replay/{number}/file")
    table.enter("/scores/wins", value(1, 2, 3))
    table.enter("/scores/next")
    table.enter("/scores/wins", value(0, None, 2))
    table.enter(f"/scores/games/{number}/finish")
    answer = table.get(f"/replay/{number}/file")
    entries = table.get(f"/scores/games/{number}/export/journal").text.splitlines()
    table.close()
    return early, answer, entries


def game_in(content):
    packed = re.search(rb'id="game">([^<]*)<', content)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_a_game_that_is_on_is_not_saved(saved):
    assert saved[0].status_code == 409


def test_the_file_needs_nothing_but_itself(saved):
    page = saved[1].text
    assert saved[1].headers["Content-Disposition"].startswith("attachment")
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', page.partition('id="game"')[0]) == []
    assert "default-src 'none'" in page


def test_the_file_has_every_entry_and_every_moment(saved):
    _, answer, entries = saved
    game = game_in(answer.data)
    assert [json.loads(line) for line in game["lines"]] == [json.loads(line) for line in entries[1:]]
    assert len(game["deals"]) == 2
    assert all("<svg" in moment["board"] for deal in game["deals"] for moment in deal["moments"])


def test_a_name_in_the_file_is_only_text(saved):
    assert "<img src=x" not in saved[1].text
    assert all("<img src=x" not in moment["said"] for moment in game_in(saved[1].data)["deals"][0]["moments"])


def test_an_altered_byte_is_found_wherever_it_is(saved):
    content = saved[1].data
    assert verified(content).entries == len(saved[2]) - 1
    for place in range(0, len(content) - 1, len(content) // 97):
        spoilt = bytearray(content)
        spoilt[place] ^= 1
        with pytest.raises(Exception, match=r"altered|no game saved"):
            verified(bytes(spoilt))


def test_entries_exchanged_under_a_fresh_sum_are_found_by_the_seal(saved):
    content = saved[1].data
    game = game_in(content)
    game["lines"][1] = game["lines"][1].replace('"seat"', '"seat" ')
    packed = base64.b64encode(gzip.compress(json.dumps(game).encode()))
    page = re.sub(rb'(id="game">)[^<]*', rb"\1" + packed, content.rpartition(b"\n<!-- sha256")[0])
    forged = page + f"\n<!-- sha256 {hashlib.sha256(page).hexdigest()} -->\n".encode()
    with pytest.raises(Exception, match="not those that were sealed"):
        verified(forged)


def test_the_command_says_which_file_was_altered(saved, tmp_path):
    good, bad, none = (tmp_path / name for name in ("good.html", "bad.html", "none.html"))
    good.write_bytes(saved[1].data)
    bad.write_bytes(saved[1].data.replace(b"Ann", b"Anx", 1))
    none.write_text("nothing")
    told = CliRunner().invoke(command, [str(good)], standalone_mode=False)
    assert (told.return_value, "as it was saved" in told.output) == (0, True)
    told = CliRunner().invoke(command, [str(good), str(bad), str(none)], standalone_mode=False)
    assert (told.return_value, told.output.count("\n")) == (1, 3)
