"""A table of three: its score book, its pages, its phones, and what it refuses of a fourth."""

import csv
import io
import re

import pytest

from engine.rules import load_ruleset
from engine.table.events import FlowerDeclared, HandsDealt, TileDiscarded, TileDrawn, WallBroken, WallBuilt
from tests.webui.kept_table import value
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal

NAMES = ["Ann", "Bea", "Cem"]
HAND = ["1p", "2p", "3p", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "5z", "1m"]
NORTHS = {"hand": HAND, "tile": "1m", "flowers": ["4z", "4z"], "dora": ["3z"]}
PAGES = ("/scores", "/scores/games/1", "/scores/games/1/sheet", "/replay", "/referee", "/practice")


@pytest.fixture
def three(empty_table):
    empty_table.begin("sanma", names=NAMES)
    return empty_table


def test_three_players_are_kept_from_the_first_deal_to_the_result(three):
    number = three.now["game"]["number"]
    assert three.totals == [35_000] * 3
    three.enter("/scores/wins", value(1, None, 5))
    assert three.totals == [31_000, 41_000, 33_000]
    three.enter("/scores/next")
    three.enter("/scores/draws", {"kind": "exhaustive", "ready": [0]})
    assert three.totals == [33_000, 40_000, 32_000]
    three.enter("/scores/points", {"payments": [100, -100, 0]})
    game = three.enter(f"/scores/games/{number}/finish")["game"]
    assert game["names"] == NAMES
    assert sum(game["results"]) == pytest.approx(0)
    rows = list(csv.reader(io.StringIO(three.get(f"/scores/games/{number}/export/csv").text)))
    assert {len(row) for row in rows} == {14}
    tables = three.get(f"/api/scores/evenings/{game['evening']}").json["tables"]
    assert [(each["seats"], len(each["players"])) for each in tables] == [(3, 3)]


def test_a_win_with_norths_set_aside_counts_each_twice_under_a_west(three):
    told = three.enter("/scores/wins", {"wins": [{"winner": 1, "giver": 0, **NORTHS}]})
    assert "5 han" in told["told"][0]
    assert three.totals == [27_000, 43_000, 35_000]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/scores/wins", value(3, 0, 5)),
        ("/scores/wins", value(0, 3, 5)),
        ("/scores/ready", {"seat": 3}),
        ("/scores/draws", {"kind": "exhaustive", "ready": [3]}),
        ("/scores/points", {"payments": [100, -100, 0, 0]}),
        ("/scores/penalties", {"seat": 3, "fault": "other", "points": 100, "shared": False}),
        ("/record", {"seat": 3, "act": "draw"}),
        ("/referee/call", {"seat": 3}),
        ("/seats/codes", {"seat": 3}),
    ],
)
def test_a_fourth_seat_is_refused_in_one_line(three, path, body):
    answer = three.post(path, body)
    assert answer.status_code in (400, 409)
    assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("names", [["Ann"] * 2, ["Ann", "Bea", "Cem", "Dov"]])
def test_a_game_of_three_has_three_names(empty_table, names):
    answer = empty_table.post("/scores/games", {"rules": "sanma", "names": names})
    assert (answer.status_code, "three names" in answer.json["error"]) == (400, True)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_at_a_table_of_three(three, page):
    assert three.get("/scores/win").status_code == 200
    three.enter("/scores/wins", value(2, 0, 3))
    assert three.get(page).status_code == 200


@pytest.fixture
def watched(new_visitor):
    rules = load_ruleset("sanma")
    room = Room(lambda: new_session(rules, Journal(None)))
    for event in (WallBuilt(), WallBroken(0, 7), HandsDealt(0), TileDiscarded(0, "1z"), TileDrawn(1)):
        room.record("import", (event,))
    app = create_app(room, b"secret")
    yield room, app.extensions["desk"], lambda: new_visitor(app)
    app.extensions["desk"].close()
    room.close()


def test_the_page_of_a_table_has_three_seats_no_chow_and_no_middle_characters(watched):
    _, _, visitor = watched
    page = visitor().get("/").text
    rules = re.search(r'"acts": (\[\[.*?\]\])', page)[1]
    assert '"chow"' not in rules
    assert '["flower", "north"]' in rules
    assert '"5m"' not in re.search(r'"faces": (\[.*?\])', page)[1]
    assert page.count('class="seat" data-seat=') == 3


def test_a_phone_may_win_on_a_north_that_is_set_aside(watched):
    room, desk, visitor = watched
    given = re.search(r"pass=([\w-]+)", visitor().post("/seats/codes", {"seat": 2}).json["address"])[1]
    phone = visitor()
    phone.post("/seats/sit", {"pass": given})
    page = phone.get("/seat").text
    assert 'data-call="chow"' not in page
    assert ">North<" in page
    room.record("import", (FlowerDeclared(1, "4z"),))
    window = desk.catch_up()["window"]
    assert (window["giver"], window["tile"], window["kind"]) == (1, "4z", "north_window")
