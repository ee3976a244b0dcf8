"""The referee's pages: what is concluded, what was looked at, films, every language."""

import re

import pytest

from engine.table.events import (
    ChowClaimed,
    FaultFound,
    TileDrawn,
)
from tests.webui.conftest import Visitor
from tests.webui.wrong_claims import FAULT
from webui.app import create_app
from webui.live.evidence import Evidence
from webui.live.room import Room
from webui.live.session import new_session
from webui.replay.library import Films
from webui.storage.journal import Journal, JournalReader


def test_an_amendment_is_written_whole(tmp_path, opened):
    path = tmp_path / "mcr.db"
    room = Room(lambda: new_session(opened.state.rules, Journal(path)))
    for entry in opened.entries:
        room.record("camera", entry.events)
    room.record("camera", (ChowClaimed(2, 0, "1z", ("1z", None, None)),))
    room.record("camera", (FAULT,))
    room.record("referee", (TileDrawn(1, "live"),), amends=9)
    live = room.state
    reader = JournalReader(path)
    again = Room(lambda: new_session(opened.state.rules, Journal(None)))
    again._table.take_in(reader.entries())
    assert again._table.state == live
    room.close()


def test_the_strip_shows_looks_and_what_was_told_at_them(opened):
    from tests.webui.watch.test_evidence import table_picture

    evidence = opened._evidence
    assert isinstance(evidence, Evidence)
    now_s = opened.entries[-1].at_s
    for second in range(5):
        evidence.take_look(now_s - 2 + second, table_picture(40 * second))
    visitor = Visitor(create_app(opened, b"secret"))
    page = visitor.get("/referee/look-back?lang=en&minutes=1").text
    assert page.count('class="told-of') >= 1
    number = int(re.search(r"/referee/look/(\d+)\.jpg", page)[1])
    assert visitor.get(f"/referee/look/{number}.jpg").mimetype == "image/jpeg"
    assert visitor.get("/referee/look/99999.jpg").status_code == 404
    assert visitor.get("/referee/look-back?minutes=" + "9" * 5000).status_code in (200, 414)


def test_a_film_is_made_once_for_the_same_entries(opened):
    films = Films()
    first = films.film("room", opened.start, opened.entries)
    assert films.film("room", opened.start, opened.entries) is first
    opened.record("player", (), amends=8)
    assert films.film("room", opened.start, opened.entries) is not first


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("path", ["/referee", "/referee/look-back", "/referee/history", "/referee/entry/9"])
def test_every_page_speaks_every_language(referee, path, language):
    answer = referee.get(f"{path}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


def test_concluded_faults_stand_last_of_those_nobody_judged_and_say_so(referee, wrong_claim):
    wrong_claim.record("camera", (FaultFound("S004-38", 1, (), "put_back", "wrong_end", None, "concluded"),))
    wrong_claim.record("camera", (FaultFound("S004-59", 3, (), "void", "chow_not_from_left", None, "seen"),))
    page = referee.get("/referee?lang=en").text
    names = re.findall(r"<h2>(.*?)</h2>", page)
    assert [re.sub("<.*?>", "", each).strip() for each in names[:3]] == [
        "North: chow not from the player on the left",
        "West: chow not from the player on the left",
        "perhaps South: drew from the wrong end of the wall",
    ]
    assert page.count("Concluded, not seen") == 1
    referee.post("/referee/judge", {"number": 11, "index": 0, "verdict": "upheld"})
    page = referee.get("/referee?lang=en").text
    assert "perhaps-mark" not in page
    assert [each for each in wrong_claim.state.seats if each.is_dead_hand] == [wrong_claim.state.seats[2]]


def test_a_concluded_fault_is_shown_and_not_spoken(referee, wrong_claim):
    found = FaultFound("S004-51", 1, (), "dead_hand", "discard_without_draw", None, "concluded")
    entry = wrong_claim.record("camera", (found,))
    assert not wrong_claim.state.seats[1].is_dead_hand
    told = referee.get(f"/api/entries?after={entry.number - 1}&lang=en")
    (line,) = told.json["entries"][-1]["told"]
    assert line["text"].startswith("Perhaps: South, discarded without drawing (rule S004-51).")
    assert (line["spoken"], line["weight"], line["follows"]) == (False, "plain", True)
    referee.post("/referee/judge", {"number": entry.number, "index": 0, "verdict": "upheld"})
    assert wrong_claim.state.seats[1].is_dead_hand
