"""The score pages at a table without a camera: every page, what can be entered, what is refused."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.amend import folded, in_force
from engine.apply import new_table
from engine.events import ChowClaimed, FaultFound, FlowerDeclared, PungClaimed, ScoresChanged, Won
from engine.rules import load_ruleset
from engine.said_win import ending_said, said_from_json
from vision.simulate.play import play_deal
from webui.app import create_app
from webui.journal import Journal
from webui.roles import demonstration
from webui.room import Room, new_session
from webui.scores.routes import scores
from webui.serving import Asked, Serving

HAND = {"hand": ["2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5z", "5z", "5z", "2p", "2p"], "tile": "1m"}
NAMES = ["Ann", "Bob", "<img src=x onerror=alert(1)>", "Dov & Co"]


class Table:
    """A table that people keep the scores of, as `jantaku serve none` has it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.open()

    def open(self):
        self.serving = Serving(Asked("none"), self.folder)
        app = self.serving.open()
        app.extensions["access"] = demonstration()
        self.client = app.test_client()
        self.token = None

    def close(self):
        self.serving.close()

    def get(self, path):
        return self.client.get(path, headers={"Host": "localhost"})

    def post(self, path, body, more=None):
        if self.token is None:
            page = self.get("/scores").text
            self.token = re.search(r'name="jantaku-token" content="([^"]+)"', page)[1]
        sent = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": self.token}
        return self.client.post(path, json=body, headers={**sent, **(more or {})})

    def enter(self, path, body=None):
        answer = self.post(path, body or {})
        assert answer.status_code == 201, answer.text
        return answer.json

    def begin(self, rules="riichi", **more):
        return self.enter("/scores/games", {"rules": rules, "names": NAMES, "dealer": 0, **more})["game"]

    @property
    def now(self):
        return self.get("/api/scores").json

    @property
    def totals(self):
        return [who["total"] for who in self.now["players"]]


@pytest.fixture(scope="module")
def empty_table(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("table"))
    yield table
    table.close()


@pytest.fixture
def table(empty_table):
    """A new game of riichi at the table."""
    empty_table.begin()
    return empty_table


def value(winner, giver, value, fu=30):
    return {"wins": [{"winner": winner, "giver": giver, "value": {"value": value, "fu": fu}}]}


@pytest.mark.parametrize(("rules", "says"), [("mcr", "no tiles left"), ("riichi", "nine terminals")])
def test_the_sheet_of_a_draw_says_what_it_enters(empty_table, rules, says):
    empty_table.begin(rules)
    sheet = empty_table.get("/scores?lang=en").text.split('id="dialog-draw"')[1].split("</dialog>")[0]
    assert says in sheet.lower()
    assert ('name="kind"' in sheet) == (rules == "riichi")


def test_a_game_is_kept_by_hand_from_its_first_deal_to_the_standings(table):
    number = table.now["game"]["number"]
    table.enter("/scores/ready", {"seat": 1})
    told = table.enter(
        "/scores/wins", {"wins": [{"winner": 1, "giver": 2, **HAND, "circumstances": ["riichi"]}]}
    )
    assert told["told"] == ["Bob wins from <img src=x onerror=alert(1)>: 2 han 40 fu"]
    assert table.totals == [25_000, 27_600, 22_400, 25_000]
    table.enter("/scores/next")
    table.enter("/scores/draws", {"kind": "exhaustive", "ready": [0, 1]})
    assert table.totals == [26_500, 29_100, 20_900, 23_500]
    table.enter("/scores/next")
    assert table.now["round"] == {
        "wind": 0, "place": 2, "honba": 1, "sticks": 0, "deal": 3, "dealer": 1, "ended_by": None,
    }  # fmt: skip
    table.enter("/scores/wins", value(0, None, 3))
    game = table.enter(f"/scores/games/{number}/finish")["game"]
    assert game["points"] == table.get(f"/api/scores/games/{number}").json["game"]["points"]
    assert sum(game["results"]) == pytest.approx(0)
    assert table.now["game"] is None
    standing = table.get(f"/api/scores/evenings/{game['evening']}").json["tables"][0]["players"]
    assert {who["name"] for who in standing} == set(NAMES)


def test_every_entry_of_a_game_kept_by_hand_tells_who_made_it(table):
    table.enter("/scores/ready", {"seat": 1})
    table.enter("/scores/penalties", {"seat": 2, "fault": "other", "points": 3000, "shared": True})
    table.enter("/scores/points", {"payments": [100, -100, 0, 0]})
    table.enter("/scores/wins", value(1, 2, 1))
    table.enter("/scores/next")
    number = table.enter("/scores/draws", {"kind": "exhaustive", "ready": [0]})["number"]
    table.enter("/scores/undo", {"number": number})
    table.enter("/scores/cancel", {"number": 3})
    entries = table.get("/api/entries").json["entries"]
    assert len(entries) >= 9
    assert [entry["number"] for entry in entries if entry.get("by") != "referee"] == []


def test_a_penalty_sent_again_because_the_line_was_cut_is_entered_once(table):
    known = table.get("/api/scores").json["last"]
    body = {"seat": 2, "fault": "other", "points": 3000, "shared": True}
    first = table.post("/scores/penalties", body, {"X-Jantaku-After": str(known)})
    again = table.post("/scores/penalties", body, {"X-Jantaku-After": str(known)})
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["number"] == first.json["number"]
    meant = table.post("/scores/penalties", body, {"X-Jantaku-After": str(first.json["number"])})
    assert meant.status_code == 201
    assert table.totals == [27_000, 27_000, 19_000, 27_000]
    assert table.post("/scores/penalties", body, {"X-Jantaku-After": "no number"}).status_code == 201


def test_an_earlier_win_is_corrected_and_all_after_it_reckoned_again(table):
    table.enter("/scores/wins", value(1, 2, 1))
    table.enter("/scores/next")
    table.enter("/scores/wins", value(2, None, 5))
    before = table.totals
    sheet = table.get("/api/scores/win/2").json
    assert sheet["wins"] == [{"winner": 1, "giver": 2, "value": {"value": 1, "fu": 30, "yakuman": 0}}]
    table.enter("/scores/wins", {**value(1, 3, 5), "amends": 2})
    assert table.totals == [before[0], before[1] + 7000, before[2] + 1000, before[3] - 8000]
    assert table.now["deals"][0]["lines"][0]["is_amended"]


def test_undo_takes_back_the_newest_and_only_once(table):
    table.enter("/scores/wins", value(1, 2, 1))
    number = table.now["undo"]["number"]
    table.enter("/scores/undo", {"number": number})
    assert table.totals == [25_000] * 4
    assert table.post("/scores/undo", {"number": number}).status_code == 409
    assert table.now["undo"] is None


def test_a_penalty_is_listed_and_can_be_cancelled(table):
    told = table.enter("/scores/penalties", {"seat": 0, "fault": "false_win", "points": None, "shared": True})
    assert table.totals == [13_000, 29_000, 29_000, 29_000]
    table.enter("/scores/cancel", {"number": told["number"]})
    assert table.totals == [25_000] * 4


def test_preview_shows_reasons_and_payments_and_enters_nothing(table):
    seen = table.post(
        "/scores/preview", {"wins": [{"winner": 1, "giver": 2, **HAND, "circumstances": ["riichi"]}]}
    )
    assert seen.json["is_win"]
    assert [paid["paid"] for paid in seen.json["payments"]] == [0, 2600, -2600, 0]
    assert "White dragon" in seen.json["cards"][0]
    assert "<img" not in seen.json["cards"][0]
    assert table.totals == [25_000] * 4


def test_a_wrong_hand_is_one_clear_line_in_the_visitors_language(table):
    body = {"wins": [{"winner": 1, "giver": 2, **HAND, "tile": "9p"}]}
    assert table.post("/scores/preview?lang=ja", body).json["why"].startswith("和了")
    refused = table.post("/scores/wins", body)
    assert (refused.status_code, "\n" in refused.json["error"]) == (409, False)


PAGES = [
    "/scores",
    "/scores/new",
    "/scores/win",
    "/scores/games",
    "/scores/games/1",
    "/scores/games/1/sheet",
    "/scores/players",
    "/scores/players/1",
    "/scores/seasons",
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_every_page_stands_in_every_language_and_shows_markup_as_text(table, page, language):
    shown = table.get(f"{page}?lang={language}")
    assert shown.status_code == 200
    assert "<img src=x" not in shown.text
    assert table.get(f"/api{page}").status_code == 200


def test_nothing_is_lost_over_a_restart(tmp_path):
    table = Table(tmp_path)
    table.begin("hong_kong", house={"minimum": 1})
    table.enter("/scores/wins", value(1, 2, 1, None))
    totals = table.totals
    table.close()
    table.open()
    assert table.totals == totals
    assert table.now["rules"]["minimum"] == 1
    table.close()


def test_a_game_waits_while_another_is_played_and_goes_on(table):
    first = table.now["game"]["number"]
    table.enter("/scores/wins", value(1, 2, 5))
    table.begin("mcr")
    assert table.now["rules"]["name"] == "mcr"
    table.enter(f"/scores/games/{first}/open")
    assert table.now["game"]["number"] == first
    assert table.totals == [25_000, 33_000, 17_000, 25_000]


def test_a_finished_game_can_be_taken_up_again(table):
    number = table.now["game"]["number"]
    table.enter("/scores/wins", value(1, 2, 5))
    table.enter(f"/scores/games/{number}/finish")
    table.enter(f"/scores/games/{number}/open")
    assert table.now["game"]["ended"] is None
    table.enter("/scores/next")


def test_an_import_becomes_a_finished_game(table):
    table.enter("/scores/wins", value(1, 2, 5))
    text = table.get(f"/scores/games/{table.now['game']['number']}/export/journal").text
    game = table.enter("/scores/import", {"text": text, "note": "<script>"})["game"]
    assert game["points"] == [25_000, 33_000, 17_000, 25_000]
    assert "<script>" not in table.get(f"/scores/games/{game['number']}").text.split("</head>")[1]


REFUSED = [
    ("/scores/games", {"rules": "chess"}, 400),
    ("/scores/games", {"rules": "mcr", "house": {"minimum": -1}}, 400),
    ("/scores/games", {"rules": "mcr", "names": ["a", "a", "", ""]}, 400),
    ("/scores/games", {"rules": "mcr", "season": 99}, 400),
    ("/scores/games/999/finish", {}, 404),
    ("/scores/games/999/open", {}, 404),
    ("/scores/wins", {"wins": []}, 400),
    ("/scores/wins", {"wins": [{"winner": 0}], "amends": 999}, 404),
    ("/scores/wins", {"wins": [{"winner": 0}], "more": 1}, 400),
    ("/scores/draws", {"kind": "rain"}, 409),
    ("/scores/ready", {"seat": 4}, 400),
    ("/scores/kongs", {"seat": 0, "giver": 1}, 409),
    ("/scores/points", {"payments": [1, 2, 3]}, 400),
    ("/scores/points", {"payments": [1, 2, 3, 4]}, 409),
    ("/scores/next", {}, 409),
    ("/scores/cancel", {"number": 1}, 409),
    ("/scores/players/999", {"name": "x"}, 404),
    ("/scores/seasons", {"name": ""}, 400),
    ("/scores/import", {"text": "nothing"}, 400),
]


@pytest.mark.parametrize(("path", "body", "code"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(table, path, body, code):
    before = table.now
    answer = table.post(path, body)
    assert answer.status_code == code, answer.text
    assert "\n" not in answer.json["error"]
    assert table.now == before


POSTS = [
    "games", "games/1/finish", "games/1/players", "games/1/note", "wins", "preview", "draws", "ready",
    "kongs", "penalties", "points", "next", "cancel", "undo", "players/1", "seasons", "seasons/1/end",
    "import",
]  # fmt: skip
FIELDS = [
    "rules", "house", "names", "dealer", "season", "note", "wins", "amends", "kind", "ready", "best", "seat",
    "giver", "concealed", "fault", "points", "shared", "payments", "honba", "number", "name", "text", "dry",
]  # fmt: skip
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(POSTS), st.dictionaries(st.sampled_from(FIELDS), anything, max_size=4))
def test_whatever_is_sent_is_answered_and_never_breaks_the_server(empty_table, path, body):
    answer = empty_table.post(f"/scores/{path}", json.loads(json.dumps(body)))
    assert answer.status_code in (200, 201, 400, 403, 404, 409)
    if answer.status_code >= 400:
        assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("what", ["game", "player", "season", "evening"])
@pytest.mark.parametrize("number", ["0", "99", str(2**80), "2026-02-30"])
def test_a_page_of_nothing_is_not_found(table, what, number):
    assert table.get(f"/api/scores/{what}s/{number}").status_code == 404


def test_every_route_tells_whom_it_is_for(table):
    rules = [rule for rule in table.serving._app.url_map.iter_rules() if rule.endpoint.startswith("scores.")]
    assert len(rules) > 35
    views = table.serving._app.view_functions
    assert [rule.rule for rule in rules if getattr(views[rule.endpoint], "_jantaku_role", None) is None] == []
    assert scores.name == "scores"


# A table that a camera watches


@pytest.fixture
def watched():
    room = Room(lambda: new_session(load_ruleset("riichi"), Journal(None)))
    app = create_app(room, b"secret")
    client = app.test_client()
    yield room, client
    room.close()


def said(room, client, path, body):
    page = client.get("/scores", headers={"Host": "localhost"}).text
    token = re.search(r'name="jantaku-token" content="([^"]+)"', page)[1]
    sent = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": token}
    return client.post(path, json=body, headers=sent)


def test_the_cameras_win_is_confirmed_with_a_corrected_tile_and_its_points_follow(watched):
    room, client = watched
    won, paid = ending_said(
        room.state, [said_from_json({"winner": 1, "giver": 2, "hand": HAND["hand"], "tile": "4m"})]
    )
    assert isinstance(won, Won)
    room.record("camera", (won,))
    room.record("camera", (paid,))
    sheet = client.get("/api/scores/win/1", headers={"Host": "localhost"}).json
    assert (sheet["is_confirmed"], sheet["wins"][0]["tile"]) == (False, "4m")
    draft = {**sheet["wins"][0], "tile": "1m", "circumstances": ["riichi"]}
    answer = said(room, client, "/scores/wins", {"wins": [draft], "amends": 1})
    assert answer.status_code == 201, answer.text
    assert [entry.entry.amends for entry in room.story] == [None, None, 1, 2]
    follows = room.story[-1].entry.events[0]
    assert isinstance(follows, ScoresChanged)
    assert follows.payments == (0, 2600, -2600, 0)
    assert [seat.score for seat in room.state.seats] == [25_000, 27_600, 22_400, 25_000]


PLAYED = play_deal(load_ruleset("mcr"), 2)
"""East's left neighbour pungs north winds, chows a run with the 3 of characters, and wins."""


@pytest.fixture
def misread(request):
    """The same deal as a camera told it that saw the chow, or the pung, otherwise: `request.param`."""
    was, told = request.param
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    for event in PLAYED[:-1]:
        is_meant = isinstance(event, ChowClaimed | PungClaimed) and event.seat == 3 and event.tile == was
        if not (is_meant and told is None):
            room.record("camera", (replace(event, **told) if is_meant else event,))
    number = room.record("camera", (PLAYED[-1],)).number
    yield room, create_app(room, b"secret").test_client(), number
    room.close()


def all_of(room, kind):
    """The events of that kind which count."""
    return [event for entry in in_force(room.entries) for event in entry.events if isinstance(event, kind)]


@pytest.mark.parametrize(
    "misread",
    [
        pytest.param(("4z", {"tile": "1z", "tiles": ("1z",) * 3}), id="a pung of east winds"),
        pytest.param(("4z", {"tile": "4z", "tiles": ("4z", "1z", "4z")}), id="one tile of a pung"),
        pytest.param(("3m", {"tile": "8m", "tiles": ("7m", "8m", "9m")}), id="another chow"),
        pytest.param(("3m", None), id="no chow at all"),
    ],
    indirect=True,
)
def test_a_set_corrected_on_the_win_sheet_is_corrected_on_the_table(misread):
    room, client, number = misread
    was_claimed = any(event.seat == 3 for event in all_of(room, ChowClaimed))
    truth = folded(new_table(load_ruleset("mcr")), PLAYED)
    faults = all_of(room, FaultFound)
    sheet = client.get(f"/api/scores/win/{number}", headers={"Host": "localhost"}).json
    melds = [{"kind": m.kind, "tiles": list(m.tiles), "giver": m.giver} for m in truth.seats[3].melds]
    hand = list(PLAYED[-1].hand)
    draft = {**sheet["wins"][0], "melds": melds, "hand": hand, "circumstances": []}
    answer = said(room, client, "/scores/wins", {"wins": [draft], "amends": number})
    assert answer.status_code == 201, answer.text

    def shown(state):
        own = state.seats[3]
        return sorted((meld.kind, sorted(meld.tiles), meld.giver) for meld in own.melds)

    assert shown(room.state) == shown(truth)
    assert {item.entry.by for item in room.story if item.entry.amends} == {"referee"}
    assert all_of(room, FaultFound) == faults
    claimed = [event.tile for event in all_of(room, ChowClaimed | PungClaimed) if event.seat == 3]
    assert claimed == (["4z", "3m"] if was_claimed else ["4z"])
    again = client.get(f"/api/scores/win/{answer.json['number']}", headers={"Host": "localhost"}).json
    assert sorted(m["kind"] for m in again["wins"][0]["melds"]) == sorted(m["kind"] for m in melds)


FLOWERED = play_deal(load_ruleset("mcr"), 4)
"""The winner, seat 1, shows the flowers 2 and 6."""


@pytest.mark.parametrize(
    ("told", "shown", "amended"),
    [
        pytest.param((FlowerDeclared(1, "5f"),), ["2f", "6f"], 1, id="another flower"),
        pytest.param((FlowerDeclared(1, None),), ["2f", "6f"], 1, id="a flower not read"),
        pytest.param((), ["2f"], 0, id="a flower nobody told of"),
    ],
)
def test_a_flower_corrected_on_the_win_sheet_is_corrected_on_the_table(told, shown, amended):
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    client = create_app(room, b"secret").test_client()
    for event in FLOWERED[:-1]:
        for each in told if event == FlowerDeclared(1, "6f") else (event,):
            room.record("camera", (each,))
    number = room.record("camera", (FLOWERED[-1],)).number
    [draft] = client.get(f"/api/scores/win/{number}", headers={"Host": "localhost"}).json["wins"]
    value = {**draft, "flowers": ["2f", "6f"], "hand": list(FLOWERED[-1].hand)}
    answer = said(room, client, "/scores/wins", {"wins": [value], "amends": number})
    assert answer.status_code == 201, answer.text
    assert sorted(room.state.seats[1].flowers) == shown
    by_hand = [item.entry for item in room.story if item.entry.amends and item.entry.follows is None]
    assert [entry.by for entry in by_hand] == ["referee"] * (amended + 1)
    again = client.get(f"/api/scores/win/{answer.json['number']}", headers={"Host": "localhost"}).json
    assert again["wins"][0]["flowers"] == ["2f", "6f"]
    room.close()


def test_a_demonstration_begins_no_game_and_says_so(watched):
    room, client = watched
    answer = said(room, client, "/scores/games", {"rules": "mcr"})
    assert answer.status_code == 409
    assert "demonstration" in answer.json["error"]
