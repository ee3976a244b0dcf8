"""The score pages at a table without a camera: every page, and what can be entered."""

import pytest

from engine.rules import ruleset_names
from tests.webui.kept_table import HAND, NAMES, KeptTable, value


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


def test_a_new_game_offers_first_what_is_played_here(empty_table):
    for rules in ("hong_kong", "riichi"):
        empty_table.begin(rules)
    offered = [each["name"] for each in empty_table.get("/api/scores/new").json["rules"]]
    assert offered[:2] == ["riichi", "hong_kong"]
    never = [each for each in offered if each not in ("riichi", "hong_kong", "mcr")]
    assert never == sorted(never)
    assert len(set(offered)) == len(offered) == len(ruleset_names())


def test_nothing_is_lost_over_a_restart(tmp_path):
    table = KeptTable(tmp_path)
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
