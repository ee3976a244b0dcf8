"""The page and its interface: what they show, what they refuse, and that reading changes nothing."""

import hashlib
import json
import re
from dataclasses import replace

import pytest

from engine.rules import load_ruleset
from engine.table.events import PungClaimed, TileDiscarded
from tests.webui.conftest import Visitor
from vision.detect.networks import MODELS
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal
from webui.words import languages

PAGES = [
    "/",
    "/table.svg",
    "/api/state",
    "/api/entries?after=0",
    "/healthz",
    "/picture.jpg",
    "/static/table/table.js",
]


def context_of(page):
    return json.loads(re.search(r'id="context" type="application/json">(.*?)</script>', page, re.S)[1])


def test_the_page_and_the_interface_show_the_same(visitor):
    shown, told = context_of(visitor.get("/").text), visitor.get("/api/state").json
    assert shown == told
    assert told["last"] == 8
    assert told["table"]["seats"][0]["river"] == [{"tile": "1z", "turned": False, "claimed_by": None}]
    assert told["entries"][-1]["told"][0]["text"] == "East discards East wind"


@pytest.mark.parametrize("language", languages())
def test_the_page_speaks_every_language(visitor, language):
    page = visitor.get(f"/?lang={language}").text
    assert f'<html lang="{language}">' in page
    assert context_of(page)["entries"][-1]["told"][0]["text"]


def test_the_browsers_language_counts_when_none_is_asked_for(visitor):
    assert '<html lang="ja">' in visitor.get("/", **{"Accept-Language": "ja,en;q=0.5"}).text
    assert '<html lang="en">' in visitor.get("/?lang=xx", **{"Accept-Language": "fi"}).text


def test_the_tables_own_language_counts_unless_a_device_asks_for_another(opened):
    app = create_app(opened, b"secret")
    app.extensions["access"].settings.change(lambda now: replace(now, language="zh-Hans"))
    visitor = Visitor(app)
    assert '<html lang="zh-Hans">' in visitor.get("/", **{"Accept-Language": "ja"}).text
    assert '<html lang="ja">' in visitor.get("/?lang=ja").text
    assert '<html lang="ja">' in visitor.get("/").text


@pytest.mark.parametrize("path", PAGES)
def test_reading_changes_nothing(visitor, opened, path):
    before = opened.story, opened.state, opened.session
    visitor.get(path)
    assert (opened.story, opened.state, opened.session) == before


def test_every_route_that_changes_something_takes_posts_only(opened):
    app = create_app(opened, b"secret", play_again=lambda: None)
    changing = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods]
    assert {rule.rule for rule in changing} >= {"/correct", "/undo", "/record", "/again"}
    for rule in changing:
        assert not {"GET", "HEAD"} & rule.methods
    for path in ("/correct", "/undo", "/record", "/again"):
        assert Visitor(app).get(path).status_code == 405


@pytest.mark.parametrize("path", ["/correct", "/undo", "/record", "/again"])
def test_a_post_from_another_page_changes_nothing(visitor, opened, path):
    answer = visitor.post(path, {"number": 8, "tile": "2z"}, Origin="http://evil.example")
    assert answer.status_code == 403
    assert len(opened.story) == 8


def test_a_wrong_tile_is_corrected_and_the_table_drawn_anew(visitor, opened):
    assert visitor.post("/correct", {"number": 8, "tile": "7z"}).status_code == 201
    assert opened.state.seats[0].river[-1].tile == "7z"
    assert "#tile-7z" in visitor.get("/table.svg").text.split('data-place="river:0:0"')[1][:200]
    told = visitor.get("/api/entries?after=7").json["entries"]
    assert [entry["amended_by"] for entry in told] == [9, None]
    assert [line["text"] for line in told[1]["told"]] == [
        "Corrected: East discards red dragon",
        "Instead of: East discards East wind",
    ]


def test_correcting_a_pung_changes_all_of_its_tiles(visitor, opened):
    opened.record("camera", (PungClaimed(2, 0, "1z", ("1z", "1z", "1z")),))
    visitor.post("/correct", {"number": 9, "tile": "2z"})
    assert opened.state.seats[2].melds[0].tiles == ("2z", "2z", "2z")


def test_what_did_not_happen_is_taken_back_and_a_correction_too(visitor, opened):
    visitor.post("/correct", {"number": 8, "tile": "7z"})
    visitor.post("/undo", {"number": 9})
    assert opened.state.seats[0].river[-1].tile == "1z"
    visitor.post("/undo", {"number": 8})
    assert opened.state.seats[0].river == ()
    told = [
        line["text"]
        for entry in visitor.get("/api/entries?after=8").json["entries"]
        for line in entry["told"]
    ]
    assert told[2:] == [
        "Corrected: East discards East wind",
        "Instead of: East discards red dragon",
        "Did not happen: East discards East wind",
    ]


def test_a_claim_is_recorded_with_the_newest_discard(visitor, opened):
    assert visitor.post("/record", {"seat": 2, "act": "pung"}).json == {"accepted": True, "number": 9}
    assert opened.story[-1].entry.events == (PungClaimed(2, 0, "1z", ("1z", "1z", "1z")),)
    assert opened.story[-1].entry.source == "player"


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/correct", {"number": 99, "tile": "1m"}, 404, "there is no entry 99"),
        ("/correct", {"number": "8", "tile": "1m"}, 400, "number must be"),
        ("/correct", {"number": True, "tile": "1m"}, 400, "number must be"),
        ("/correct", {"number": 8, "tile": "9z"}, 400, "no such tile: '9z'"),
        ("/correct", {"number": 8, "tile": "?"}, 400, "say which tile"),
        ("/correct", {"number": 1, "tile": "1m"}, 409, "tells of no tile"),
        ("/undo", {}, 400, "number must be"),
        ("/undo", [1], 400, "one JSON object"),
        ("/record", {"act": "shout", "seat": 0}, 400, "act must be one of"),
        ("/record", {"act": ["pung"], "seat": 0}, 400, "act must be one of"),
        ("/record", {"act": "pung", "seat": 4}, 400, "seat must be a seat from 0 to 3"),
        ("/record", {"act": "pung", "seat": True}, 400, "seat must be a seat from 0 to 3"),
        ("/record", {"act": "pung", "seat": 0}, 409, "Nobody claims his own discard"),
        ("/record", {"act": "discard", "seat": 0, "tile": {}}, 409, "no such tile"),
        ("/again", {}, 409, "no recording to play again"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict | list) else str(value)[:24],
)
def test_what_cannot_be_is_refused_in_one_line(visitor, opened, path, body, status, message):
    answer = visitor.post(path, body)
    assert answer.status_code == status
    assert message in answer.json["error"]
    assert "\n" not in answer.json["error"]
    assert len(opened.story) == 8


def test_a_post_larger_than_any_of_ours_is_refused(visitor):
    assert visitor.post("/record", {"act": "x" * 20_000}).status_code == 413


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 20, "٣"])
def test_a_number_that_is_none_is_refused(visitor, after):
    assert visitor.get(f"/api/entries?after={after}").status_code == 400


def test_names_are_shown_never_run():
    rules = replace(load_ruleset("mcr"), title='<script>alert(1)</script>"><img src=x onerror=alert(2)>')
    room = Room(lambda: new_session(rules, Journal(None)))
    room.record("import", (TileDiscarded(0, "1z"),))
    page = Visitor(create_app(room, b"secret")).get("/").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert context_of(page)["rules"]["title"].startswith("<script>")


def test_text_goes_out_packed_and_files_are_kept_by_their_content(visitor):
    page = visitor.get("/").text
    sprite = re.search(r"/static/tiles\.svg\?v=\w+", page)[0]
    answer = visitor.get(sprite, **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Content-Encoding" not in visitor.get(sprite).headers


def test_health_says_when_nothing_is_seen(visitor, opened):
    assert visitor.get("/healthz").status_code == 200
    opened.set_condition("stopped", "the camera 0 was unplugged")
    answer = visitor.get("/healthz")
    assert answer.status_code == 503
    assert answer.json == {"well": False, "sight": "stopped", "message": "the camera 0 was unplugged"}


def test_health_names_every_network_that_a_table_is_read_with(visitor):
    given = visitor.get("/api/health").json["models"]
    assert set(given) == {"dice.onnx", "dice_classifier.onnx", "glance.onnx", "locator.onnx", "reader.onnx"}
    assert given["dice.onnx"] == hashlib.sha256((MODELS / "dice.onnx").read_bytes()).hexdigest()


def test_without_a_picture_there_is_none_to_fetch(visitor):
    assert visitor.get("/picture.jpg").status_code == 404


def test_nothing_on_the_page_comes_from_elsewhere(visitor):
    page = visitor.get("/").text
    assert not re.search(r'(src|href)="(https?:)?//', page)
    assert not re.search(r"<script(?![^>]*(src|application/json))", page)
    assert not re.search(r'\son\w+="|style="', page)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("ja,en;q=0.5", "ja"),
        ("de", "en"),
    ],
)
def test_the_browsers_language_is_spoken(visitor, asked, shown):
    page = visitor.get("/", **{"Accept-Language": asked}).text
    assert f'<html lang="{shown}"' in page
