"""What the pages and the interface show while nobody knows who is East, and as soon as somebody does."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

from engine.journal.record import event_from_json, event_to_json
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import (
    DealDrawn,
    DealerTold,
    DealStarted,
    DiceRolled,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from tests.webui.kept_table import KeptTable, value
from tests.webui.live_tables import OPENING, looked, reading_after, table
from webui.access.roles import ACCESS
from webui.app import create_app
from webui.commands.rules.verify import command as verify
from webui.live.room import Room
from webui.live.session import new_session
from webui.overlay.content import overlay_content
from webui.storage.journal import Journal
from webui.table.svg import table_svg
from webui.words import languages, load_words

NAMES = ("Ann", "Ben", "Cho", "Dan")


@pytest.fixture
def opened():
    """A table whose wall is built, and nobody has said who is East."""
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None), None))
    room.record("camera", (WallBuilt(),))
    yield room
    room.close()


def signs(drawing):
    return set(re.findall(r"#wind-(\w+)", drawing))


def test_the_interface_says_that_east_is_not_known(visitor):
    told = visitor.get("/api/state").json
    assert (told["table"]["dealer"], told["table"]["dealer_known"], told["table"]["turn"]) == (
        None,
        False,
        None,
    )
    assert (told["now"]["dealer_known"], told["now"]["turn"], told["east"]) == (False, None, None)
    assert {seat["wind"] for seat in [*told["table"]["seats"], *told["now"]["seats"]]} == {None}
    [entry] = visitor.get("/api/entries").json["entries"]
    assert entry["dealer"] is None


@pytest.mark.parametrize("language", languages())
def test_no_wind_is_drawn_and_a_sentence_says_why(opened, language):
    words = load_words(language)
    drawing = table_svg(opened.state, words, sprite="/tiles.svg", names=NAMES)
    assert signs(drawing) == {"open"}
    assert words["east.open"] in drawing
    assert not re.search(r'class="(edge|label)[^"]* (dealer|turn)', drawing)
    assert all(name in drawing for name in NAMES)


def test_nobody_is_named_as_east_who_may_not_be(opened, new_visitor):
    app = create_app(opened, b"secret")
    ACCESS.of(app).settings.change(lambda now: type(now)(players=NAMES))
    visitor = new_visitor(app)
    [entry] = visitor.get("/api/entries?lang=en").json["entries"]
    [line] = entry["told"]
    assert line["text"] == "East throws the dice"
    assert not any("wind" in part for part in line["parts"])
    opened.record("player", (TileDiscarded(1, "5p"),))
    _, entry = visitor.get("/api/entries?lang=en").json["entries"]
    assert entry["told"][0]["text"] == "Ben discards 5 dots"
    assert not any("wind" in part for part in entry["told"][0]["parts"])


def test_a_seat_without_a_name_is_called_by_its_side(opened, visitor):
    opened.record("player", (TileDiscarded(1, "5p"),))
    _, entry = visitor.get("/api/entries?lang=en").json["entries"]
    assert entry["told"][0]["text"] == "Right seat discards 5 dots"
    _, entry = visitor.get("/api/entries?lang=zh-Hans").json["entries"]
    assert entry["told"][0]["text"].startswith("右侧座位")


@pytest.mark.parametrize("path", ["/", "/?view=room", "/scores", "/board.html", "/referee", "/overlay/full"])
@pytest.mark.parametrize("language", languages())
def test_every_page_opens_and_shows_no_wind(opened, visitor, path, language):
    if "overlay" in path:
        opened.record("player", (TileDiscarded(1, "5p"),))
    page = visitor.get(f"{path}{'&' if '?' in path else '?'}lang={language}")
    assert page.status_code == 200
    assert signs(page.text) <= {"open"}
    assert not re.search(r"wind wind-\d", page.text)


def test_the_overlay_has_all_seats_and_no_dealer(opened):
    told = overlay_content(opened.start, opened.entries, opened.state, NAMES, load_words("en"))
    assert [seat["name"] for seat in told["seats"]] == list(NAMES)
    assert {(seat["wind"], seat["is_dealer"]) for seat in told["seats"]} == {(None, False)}


def test_a_phone_is_offered_its_seat_by_its_side(opened, visitor):
    code = re.search(r"pass=([\w-]+)", visitor.post("/seats/codes", {"seat": 1}).json["address"])[1]
    page = visitor.get(f"/seat?pass={code}&lang=en").text
    assert "Right seat" in page
    assert "Sit down as" not in page
    assert signs(page) == {"open"}
    visitor.post("/seats/sit", {"pass": code})
    mine = re.search(r'<header class="mine".*?</header>', visitor.get("/seat?lang=en").text, re.S)[0]
    assert "Right seat" in mine
    assert signs(mine) == {"open"}


def test_a_person_says_who_is_east_and_all_is_told_anew(opened, visitor):
    stream = visitor.stream(f"?session={opened.session}&after=1&east=-")
    assert next(stream)[0] == "sight"
    assert visitor.post("/east", {"seat": 2}).status_code == 201
    name, _, news = next(stream)
    assert name == "reset"
    assert (news["session"], news["east"], news["dealer"]) == (opened.session, 2, 2)
    assert [seat["wind"] for seat in news["now"]["seats"]] == [2, 3, 0, 1]
    name, number, entry = next(stream)
    assert (name, number, entry["dealer"]) == ("entry", 1, 2)
    stream.close()
    assert signs(visitor.get("/table.svg").text) == {"0", "1", "2", "3"}
    assert visitor.get("/api/state").json["table"]["dealer"] == 2
    assert opened.start == new_table(opened.rules, 2)


def test_a_page_that_missed_the_news_of_east_is_told_when_it_is_back(opened, visitor):
    opened.tell_east(1)
    stream = visitor.stream(f"?session={opened.session}&after=1&east=-")
    assert next(stream)[0] == "reset"
    stream.close()
    stream = visitor.stream(f"?session={opened.session}&after=2&east=1")
    assert next(stream)[0] == "sight"
    stream.close()


def test_acts_after_east_was_settled_are_told_by_the_right_winds(opened, visitor):
    opened.tell_east(2)
    opened.record("camera", (DiceRolled(2, (3, 4)),))
    told = [entry["told"][0]["text"] for entry in visitor.get("/api/entries?lang=en").json["entries"]]
    assert told == ["East throws the dice", "Top seat is East", "East throws 3 and 4, together 7"]


def test_the_replay_follows_who_is_east(opened, visitor):
    opened.record("player", (TileDiscarded(1, "5p"),))
    assert "Right seat discards 5 dots" in told_in_replay(visitor)
    visitor.post("/east", {"seat": 2})
    assert "North discards 5 dots" in told_in_replay(visitor)


def told_in_replay(visitor):
    page = visitor.get("/replay/table/1?lang=en").text
    return re.sub(r"<[^>]+>", "", page)


@pytest.mark.parametrize("seat", [4, -1, "1", True, 1.5])
def test_east_is_said_of_a_seat_there_is(opened, visitor, seat):
    assert visitor.post("/east", {"seat": seat}).status_code == 400
    assert visitor.post("/east", {}).status_code == 400
    assert not opened.start.is_dealer_known


def test_points_that_depend_on_east_wait_until_somebody_says_who_it_is(opened, visitor):
    opened.record("player", (TileDiscarded(1, "5p"),))
    asked = {"seat": 2, "act": "win", "tile": None}
    refused = visitor.post("/record?lang=en", asked)
    said = "Say first on the table's page who is East: the points depend on it."
    assert (refused.status_code, refused.json["error"]) == (409, said)
    visitor.post("/east", {"seat": 0})
    assert visitor.post("/record", asked).status_code == 201


def test_a_penalty_as_for_a_false_win_waits_for_east_as_well(opened, visitor):
    asked = {"seat": 2, "way": "false_win", "points": None, "rule": "", "name": "", "note": "seen"}
    assert visitor.post("/referee/penalise", asked).status_code == 409
    visitor.post("/east", {"seat": 0})
    assert visitor.post("/referee/penalise", asked).status_code == 201


def test_what_is_null_and_the_way_to_say_who_is_east_are_documented(visitor):
    paths = visitor.get("/api/openapi.json").json["paths"]
    told = paths["/east"]["post"]
    assert told["summary"].startswith('``{"seat"}``: that seat is East, whatever was told before')
    assert "`table.dealer_known` is false" in paths["/api/state"]["get"]["description"]
    assert "east" in [each["name"] for each in paths["/stream"]["get"]["parameters"]]


def test_a_wrong_east_is_put_right_and_the_journal_says_who_said_what(opened, visitor):
    for seat in (1, 3):
        assert visitor.post("/east", {"seat": seat}).status_code == 201
    assert visitor.get("/api/state").json["table"]["dealer"] == 3
    _, first, second = opened.entries
    assert (first.events, first.by, first.source) == ((DealerTold(1),), "referee", "player")
    assert (second.events, second.amends, second.told_at >= first.told_at) == ((DealerTold(3),), 2, True)
    told = [entry["told"] for entry in visitor.get("/api/entries?lang=en").json["entries"]]
    said = ["Corrected: Left seat is East", "Instead of: Right seat is East"]
    assert [line["text"] for line in told[2]] == said


def test_the_throw_that_was_told_of_the_wrong_east_is_told_anew(opened, visitor):
    visitor.post("/east", {"seat": 1})
    opened.record("camera", (DiceRolled(1, (3, 4)),))
    visitor.post("/east", {"seat": 2})
    entries = visitor.get("/api/entries?lang=en").json["entries"]
    [throw] = [each for each in entries if each["number"] == 3]
    assert throw["told"][0]["text"] == "East throws 3 and 4, together 7"
    assert throw["told_anew"]
    assert not any(each["told_anew"] for each in entries if each["number"] != 3)
    assert opened.state.dice == ((2, (3, 4)),)
    assert "Top seat is East" in told_in_replay(visitor)
    moment = re.sub(r"<[^>]+>", "", visitor.get("/replay/table/3?lang=en").text)
    assert "the camera" in moment


def test_nobody_knows_can_be_said_until_the_hands_are_dealt(opened, visitor):
    visitor.post("/east", {"seat": 1})
    assert visitor.post("/east", {"seat": None}).status_code == 201
    told = visitor.get("/api/state").json
    assert (told["table"]["dealer"], told["now"]["deal"]) == (None, 1)
    opened.record("camera", (WallBroken(1, 12), HandsDealt(2)))
    refused = visitor.post("/east?lang=en", {"seat": None})
    assert (refused.status_code, refused.json["error"]) == (409, "The hands are dealt: choose who is East.")
    assert visitor.post("/east", {"seat": 0}).status_code == 201
    assert opened.state.dealer == 0


def test_the_points_of_a_win_follow_east_until_the_next_deal_begins(opened, visitor):
    opened.record("camera", (WallBroken(1, 12), HandsDealt(2)))
    opened.record("player", (DealDrawn("exhaustive"),))
    assert visitor.post("/east", {"seat": 0}).status_code == 201
    opened.record("player", (DealStarted(0),))
    refused = visitor.post("/east?lang=en", {"seat": 1})
    assert (refused.status_code, refused.json["error"][:27]) == (409, "The next deal has begun. Wh")


@pytest.mark.parametrize("language", languages())
def test_the_page_has_the_words_to_change_east(opened, visitor, language):
    words, page = load_words(language), visitor.get(f"/?lang={language}").text
    assert words["east.change"] in page
    assert words["east.change_label"] in page


def test_a_word_about_east_goes_through_a_journal_and_a_saved_game_both_ways():
    for event in (DealerTold(2), DealerTold(None)):
        assert event_from_json(event_to_json(event)) == event
    assert event_to_json(DealerTold(None)) == {"type": "dealer_told"}


def test_verify_takes_a_saved_game_in_which_somebody_said_who_is_east(tmp_path):
    table = KeptTable(tmp_path)
    number = table.begin()["number"]
    table.enter("/east", {"seat": 1})
    table.enter("/east", {"seat": 2})
    table.enter("/scores/wins", value(1, 2, 3))
    table.enter(f"/scores/games/{number}/finish")
    saved = tmp_path / "game.html"
    saved.write_bytes(table.get(f"/replay/{number}/file").data)
    lines = table.get(f"/scores/games/{number}/export/journal").text.splitlines()
    table.close()
    found = CliRunner().invoke(verify, [str(saved)])
    assert (found.exit_code, "as it was saved" in found.output) == (0, True)
    told = [event for line in lines[1:] for event in json.loads(line)["events"]]
    said = [event["dealer"] for event in told if event["type"] == "dealer_told"]
    assert said == [1, 2]


def test_a_deal_without_a_wall_is_followed_once_east_is_known(new_visitor):
    played = looked(reading_after(table(*OPENING), TileDiscarded(0, "1z"), TileDrawn(1)), 0.0)
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None), None))
    visitor = new_visitor(create_app(room, b"secret"))
    bare = tuple(replace(side, heights=(0,) * 18) for side in played.reading.walls)
    for at_s in range(21):
        room.see(looked(replace(played.reading, walls=bare), at_s))
    assert visitor.get("/api/state").json["sight"]["is_begun"] is False
    assert "too little of the wall" in visitor.get("/?lang=en").text
    assert visitor.post("/begun?lang=en", {}).json["error"] == "Say who is East first."
    assert [visitor.post("/east", {"seat": 0}).status_code, visitor.post("/begun", {}).status_code] == [
        201
    ] * 2
    room.see(looked(replace(played.reading, walls=bare), 21.0))
    assert visitor.get("/api/state").json["sight"]["is_begun"] is True
    assert visitor.post("/begun?lang=en", {}).json["error"] == "A deal is followed already."
    room.close()
