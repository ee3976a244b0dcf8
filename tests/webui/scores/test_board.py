"""The score board on every screen: home where nobody watches, a deal's result, places, and the next game."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine.table.events import DealStarted, RefereeCalled, SeatsChanged
from tests.webui.conftest import Visitor
from tests.webui.kept_table import HAND, NAMES, value
from vision.observation import VisionError
from webui.scores.context import SCORES


def board(table, language="en"):
    return table.get(f"/board.html?lang={language}").text


def faces(html):
    return re.findall(r"#tile-(\w+)", html)


def play_out(table):
    """Until the rules say that the game is over: East never deals again."""
    while not table.now["is_over"]:
        table.enter("/scores/wins", value((table.now["round"]["dealer"] + 1) % 4, None, 1))
        if not table.now["is_over"]:
            table.enter("/scores/next")


def test_home_is_the_score_board_where_nobody_watches(table):
    page = table.get("/?lang=en").text
    assert '<ol class="seats-now">' in page
    assert 'id="board"' not in page
    assert page.count('aria-current="page"') == 2  # the way and the tab
    assert 'href="/"' in page
    assert 'id="board"' in table.get("/?view=table&lang=en").text


def test_the_table_is_home_where_somebody_watches(visitor):
    assert 'id="board"' in visitor.get("/").text


def test_the_board_tells_places_and_how_far_apart(table):
    table.enter("/scores/wins", value(0, 1, 3))
    told = {who["name"]: (who["place"], who["gap"]) for who in table.now["players"]}
    assert told["Ann"] == (1, None)
    assert told["Bob"][0] == 4
    page = board(table)
    assert f"{told['Bob'][1]:,} behind" in page


def test_a_deal_that_is_over_shows_the_hand_with_its_tile_the_patterns_and_who_went_past_whom(table):
    assert table.now["result"] is None
    table.enter("/scores/wins", value(0, 1, 1))
    table.enter("/scores/next")
    dora = {"dora": ["4z"], "circumstances": ["riichi", "ippatsu"]}
    table.enter("/scores/ready", {"seat": 1})
    table.enter("/scores/wins", {"wins": [{"winner": 1, "giver": 0, **HAND, **dora}]})
    result = table.now["result"]
    [won] = result["wins"]
    assert (won["who"], won["giver"], won["tile"]) == ("Bob", "Ann", "1m")
    assert won["hand"] == sorted(HAND["hand"], key=lambda tile: ("mpsz".index(tile[1]), tile[0]))
    assert {each["name"] for each in won["patterns"]} == {"Riichi", "Ippatsu", "White dragon"}
    assert won["worth"] == "3 han 40 fu"
    moved = {bar["name"]: (bar["place"], bar["rose"]) for bar in result["bars"]}
    assert moved["Bob"] == (1, 3)
    assert moved["Ann"][1] < 0
    shown = board(table)
    assert faces(shown[shown.index("won-on") :])[0] == "1m"
    assert "立直" not in shown
    assert "リーチ" in board(table, "ja")
    table.enter("/scores/next")
    assert 'class="result"' not in board(table)


def test_a_limit_is_called_by_its_name(table):
    table.enter("/scores/wins", value(0, 1, 5))
    assert table.now["result"]["wins"][0]["limit"] == "Mangan"


def test_a_rematch_finishes_the_game_and_seats_the_same_players_by_lot(table):
    assert table.post("/scores/rematch", {}).status_code == 409
    play_out(table)
    before = table.now["game"]["number"]
    page = table.get("/?lang=en").text
    assert "data-rematch" in page
    assert "Final ranking" in board(table)
    seats = set()
    for _ in range(6):
        again = table.enter("/scores/rematch")["game"]
        assert sorted(again["names"]) == sorted(NAMES)
        assert again["rules"]["name"] == "riichi"
        seats.add(tuple(again["names"]))
        table.enter(f"/scores/games/{again['number']}/finish")
    assert len(seats) > 1
    assert table.get(f"/api/scores/games/{before}").json["game"]["ended"]


def test_who_plays_on_after_north_is_in_an_east_round_again(table):
    for _ in range(18):
        table.enter("/scores/wins", value((table.now["round"]["dealer"] + 1) % 4, None, 1))
        table.enter("/scores/next")
    assert (table.now["round"]["wind"], table.now["round"]["dealer"]) == (0, 2)
    assert "East 3" in board(table)
    for page in ("/?lang=en", "/?view=table&lang=en", "/?view=room&lang=en", "/scores?lang=en"):
        assert table.get(page).status_code == 200


def test_names_on_the_board_are_text(table):
    assert "<img" not in board(table)
    assert "&lt;img" in board(table)


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_the_wall_screen_says_the_round_and_shows_felt_only_when_tiles_are_known(table, visitor, language):
    by_hand = table.get(f"/?view=room&lang={language}").text
    assert "data-tiles" not in by_hand
    assert by_hand.count('class="total"') == 4
    assert "data-tiles" in visitor.get(f"/?view=room&lang={language}").text


def with_phones(table):
    """A phone for each player."""
    phones = {}
    for seat, name in enumerate(NAMES):
        phones[name] = Visitor(table.client.application)
        address = table.enter("/seats/codes", {"seat": seat})["address"]
        assert phones[name].post("/seats/sit", {"pass": address.partition("pass=")[2]}).json == {"seat": seat}
    return phones


def chair(phone):
    return int(re.search(r'data-seat="(\d)"', phone.get("/seat?lang=en").text)[1])


def test_phones_go_with_their_players_when_seats_are_drawn_anew(table):
    phones = with_phones(table)
    play_out(table)
    drawn = set()
    for _ in range(4):
        names = table.enter("/scores/rematch")["game"]["names"]
        assert [chair(phones[name]) for name in names] == [0, 1, 2, 3]
        drawn.add(tuple(names))
        table.enter(f"/scores/games/{table.now['game']['number']}/finish")
    assert len(drawn) > 1


def test_phones_have_their_new_seats_when_the_game_is_laid_out_and_the_old_ones_when_it_cannot_be(table):
    phones, scores = with_phones(table), SCORES.of(table.client.application)
    play_out(table)
    seated = []

    def play(game):
        with ThreadPoolExecutor(1) as other:  # as a phone asks while this goes on
            seated.append(list(other.map(lambda name: chair(phones[name]), game.names)))
        raise VisionError("no camera")

    SCORES.put(table.client.application, replace(scores, play=play))
    refused = table.post("/scores/rematch", {})
    SCORES.put(table.client.application, scores)
    assert refused.status_code == 409
    assert seated == [[0, 1, 2, 3]]
    assert [chair(phones[name]) for name in NAMES] == [0, 1, 2, 3]


def test_phones_go_with_their_players_when_chairs_are_changed(empty_table):
    """Between the rounds of a Chinese game (S004-93)."""
    empty_table.begin("mcr")
    phones = with_phones(empty_table)
    room = empty_table.client.application.extensions["room"]
    room.record("player", (SeatsChanged((1, 0, 3, 2)), DealStarted(0)))
    assert [chair(phones[name]) for name in NAMES] == [1, 0, 3, 2]
    assert phones[NAMES[0]].get("/seats").json["seated"] == [0, 1, 2, 3]
    assert phones[NAMES[2]].post("/seats/referee", {}).status_code == 201
    assert room.entries[-1].events == (RefereeCalled(3),)
    room.record("player", (), amends=room.entries[-2].number)
    assert [chair(phones[name]) for name in NAMES] == [0, 1, 2, 3]
