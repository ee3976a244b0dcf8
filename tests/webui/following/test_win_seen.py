"""A win from a picture: the draft of the sheet, the tile it was won on, what is asked of tiles in doubt."""

from dataclasses import replace

import numpy as np
import pytest

from engine.practice.shown import Shown, parse_rows
from engine.rules import load_ruleset
from engine.table.reading import SeatReading, Sighting, TableReading
from tests.webui.conftest import Visitor
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.scores.seen import draft_of
from webui.storage.journal import Journal

ROW = "123m456p78s99s456s +9s"


@pytest.fixture
def asking(visitor):
    with visitor.client.application.test_request_context("/?lang=en"):
        yield


def shown(text):
    return Shown(parse_rows(text))


def test_the_tile_that_lies_apart_is_the_one_it_was_won_on(asking):
    told = draft_of(shown(ROW), None)
    assert (told["tile"], told["is_tile_sure"], len(told["hand"])) == ("9s", True, 13)
    assert told["doubtful"] == []


def test_without_a_gap_the_last_tile_is_taken_and_asked_about(asking):
    told = draft_of(shown("123m456p78s99s456s9s"), None)
    assert (told["tile"], told["is_tile_sure"]) == ("9s", False)


def test_sets_at_the_right_are_sets_and_nobody_guesses_their_giver(asking):
    told = draft_of(shown("123m456p99s +2z_ 22z +1s_ 11s"), None)
    kinds = [(meld["kind"], meld["tiles"], meld["giver"]) for meld in told["melds"]]
    assert ("pung", ["2z"] * 3, None) in kinds


def test_a_tile_in_doubt_is_offered_with_a_cut_and_the_likeliest_three(asking):
    [row] = parse_rows("123m456p78s99s456s9s")
    corners = ((10.0, 10.0), (40.0, 10.0), (40.0, 50.0), (10.0, 50.0))
    likely = (("5p", 0.4), ("8p", 0.3), ("9p", 0.2), ("7p", 0.1))
    doubtful = replace(row[4], tile=None, confidence=0.4, alternatives=likely, corners=corners)
    told = draft_of(Shown(((*row[:4], doubtful, *row[5:]),)), np.zeros((80, 80, 3), np.uint8))
    [doubt] = told["doubtful"]
    assert (doubt["row"], doubt["tile"], doubt["likeliest"]) == ("hand", "5p", ["5p", "8p", "9p"])
    assert doubt["cut"].startswith("data:image/jpeg;base64,")
    assert told["hand"].count("5p") == 1


def test_what_could_not_be_read_is_said(asking):
    told = draft_of(Shown(problem="too_dark"), None)
    assert told["told"]
    assert told["hand"] == []


def test_no_hand_lies_open_where_nothing_was_seen(visitor):
    assert visitor.get("/api/scores/open/1").status_code == 409
    assert visitor.get("/api/scores/open/9").status_code == 404


def test_a_hand_the_camera_sees_lying_open_is_a_draft():
    room = Room(lambda: new_session(load_ruleset("riichi"), Journal(None)))
    tiles = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "9s", "4s", "5s", "6s", "9s"]
    lying = tuple(Sighting(tile, confidence=0.4 if tile == "4p" else 0.99) for tile in tiles)
    nobody, winner = SeatReading(), SeatReading(revealed=lying)
    room.reading = TableReading(seats=(nobody, winner, nobody, nobody))
    told = Visitor(create_app(room, b"secret")).get("/api/scores/open/1").json
    assert (len(told["hand"]), told["tile"]) == (13, "9s")
    assert [doubt["tile"] for doubt in told["doubtful"]] == ["4p"]
    room.close()
