"""A delayed broadcast: spectators get no byte early, on no path, and everything once the delay is over."""

import json
import re

import pytest

from engine.rules import load_ruleset
from engine.table.events import DealStarted, RefereeCalled, TileDiscarded, TileDrawn
from tests.webui.broadcasts import HOST, Broadcast, Clock
from tests.webui.conftest import Stream
from tests.webui.openings import OPENING
from webui.access.roles import declared_role
from webui.live.air import AIR, BEFORE, Air
from webui.live.hub_delay import DELAY_FILE
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal

SAMPLES = {
    "game": "table",
    "entry": 1,
    "number": 1,
    "side": "before",
    "part": "full",
    "name": "clock",
    "day": "2026-11-21",
    "seat": 0,
}
SECRETS = (TileDrawn(1, "live", "9s"), TileDiscarded(1, "9s"), RefereeCalled(2))


@pytest.fixture
def at(tmp_path):
    made = []

    def make(name="table", **more):
        folder = tmp_path / name
        folder.mkdir()
        made.append(Broadcast(folder, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def walked(broadcast):
    """What a spectator gets of every route that answers, whole: status, headers and bytes."""
    app, client = broadcast.app, broadcast.spectator
    client.set_cookie("jantaku", "the same visitor")
    token = re.search(r'name="jantaku-token" content="([^"]+)"', broadcast.get("/login").text)[1]
    sent = {**HOST, "Origin": "http://localhost", "X-Jantaku-Token": token}
    found = {}
    for rule in app.url_map.iter_rules():
        path = app.url_map.bind("localhost").build(
            rule.endpoint, {name: SAMPLES.get(name, "x") for name in rule.arguments}
        )
        if rule.endpoint == "stream.news":
            stream = client.get("/stream", headers=HOST)
            told = [next(iter(stream.response)) for _ in range(1)]
            while b"event: sight" not in told[-1]:
                told.append(next(iter(stream.response)))
            found[rule.rule] = (200, b"".join(told))
            stream.close()
        elif "GET" in rule.methods:
            answer = client.get(path, headers=HOST)
            headers = sorted(each for each in answer.headers.items() if each[0] != "Content-Length")
            found[rule.rule] = (answer.status_code, answer.data, headers)
        if "POST" in rule.methods and declared_role(app.view_functions[rule.endpoint]) is not None:
            answer = client.post(path, json={"act": "discard", "seat": 1, "tile": "1m"}, headers=sent)
            found[f"POST {rule.rule}"] = (answer.status_code, answer.data)
    return found


def plain(found, broadcast):
    """The same without what is of the table, not of the game: the session's name, and when it was told."""
    session = AIR.of(broadcast.app).on_air().session.encode()

    def told(value):
        return re.sub(rb'("told_at": ?)[0-9.]+', rb"\1", value.replace(session, b"S")).decode("latin-1")

    return json.loads(json.dumps(found, default=told))


def test_a_spectator_gets_the_same_bytes_whatever_happens_within_the_delay(at):
    """Not interfered with: two tables of which one goes on, a new game and the end of one included; every
    route answers a spectator the same to the byte for 300 s."""
    quiet, busy = at("quiet"), at("busy")
    for each in (quiet, busy):
        each.tell(DealStarted(0), *OPENING)
        each.later(301)
    assert quiet.numbers() == [1, *range(2, len(OPENING) + 2)]
    busy.tell(*SECRETS)
    busy.tell(TileDiscarded(0, "2z"), amends=len(OPENING) + 1)
    busy.book.finish_game(1, {"points": [1, 2, 3, 4], "places": [1, 2, 3, 4], "results": [0, 0, 0, 0]})
    busy.book.lay_out(
        busy.book.begin_game("by_hand", busy.rules, ("Secret", "Nobody", "Knows", "Yet")).number
    )
    busy.room.begin()
    busy.tell(DealStarted(2))
    for seconds in (0, 299.5):
        for each in (quiet, busy):
            each.later(seconds)
        one, other = (plain(walked(each), each) for each in (quiet, busy))
        assert [path for path in one if one[path] != other[path]] == []
    assert len(one) > 100
    busy.later(1)
    assert busy.numbers() == [1]
    assert "Secret" in busy.get("/api/state").text


def test_what_is_on_the_air_is_the_table_as_it_was(at):
    """A correction rewrites what is shown: after the delay a spectator sees what the referee saw then."""
    table = at()
    table.tell(DealStarted(0), *OPENING)
    table.later(10)
    seen = table.referee.get("/api/state", headers=HOST).json["table"]
    wrong = table.room.entries[-1].number
    table.tell(TileDiscarded(0, "2z"), amends=wrong)
    corrected = table.referee.get("/api/state", headers=HOST).json["table"]
    table.later(291)
    assert table.get("/api/state").json["table"] == seen
    table.later(10)
    assert table.get("/api/state").json["table"] == corrected
    assert corrected != seen


def test_a_longer_delay_takes_nothing_back_and_holds_what_follows(at):
    table = at(delay_s=0)
    table.tell(DealStarted(0))
    assert table.numbers() == [1]
    table.set_delay(300)
    table.tell(*OPENING)
    assert table.numbers() == [1]
    table.later(200)
    assert table.numbers() == [1]
    table.later(101)
    assert table.numbers() == list(range(1, len(OPENING) + 2))
    table.tell(*SECRETS)
    table.set_delay(0)
    assert len(table.numbers()) == len(OPENING) + 1 + len(SECRETS)


def test_after_a_start_nothing_is_on_the_air_until_the_delay_is_over(at):
    table = at()
    table.tell(DealStarted(0), *OPENING)
    told = table.get("/api/state").json
    assert (told["session"], told["entries"], told["players"]) == (BEFORE, [], [""] * 4)
    assert table.numbers(table.referee) == list(range(1, len(OPENING) + 2))


def test_who_proved_to_be_somebody_sees_the_table_at_once(at):
    table = at()
    table.tell(DealStarted(0), *OPENING)
    assert table.referee.get("/overlay/full", headers=HOST).text.count("#tile-1z") > 0
    assert "#tile-1z" not in table.get("/overlay/full").text


def test_nobody_who_proved_nothing_may_act_while_there_is_a_delay(at):
    table = at()
    assert table.get("/scores").status_code == 403
    page = table.get("/").text
    token = re.search(r'name="jantaku-token" content="([^"]+)"', page)[1]
    sent = {**HOST, "Origin": "http://localhost", "X-Jantaku-Token": token}
    body = {"act": "discard", "seat": 0, "tile": "1m"}
    assert table.spectator.post("/record", json=body, headers=sent).status_code == 403


def test_an_open_stream_of_the_live_table_ends_when_a_delay_begins(at):
    table = at(delay_s=0)
    table.tell(DealStarted(0))
    stream = Stream(table.get("/stream"))
    assert stream.numbers(1) == [1]
    table.set_delay(300)
    table.tell(*OPENING)
    assert [number for name, number, _ in stream if name == "entry"] == []


def test_a_late_stream_tells_each_entry_when_its_time_has_come(at):
    table = at()
    table.tell(DealStarted(0))
    table.later(301)
    stream = Stream(table.get("/stream"))
    assert stream.numbers(1) == [1]
    table.tell(*OPENING)
    table.later(300)
    assert stream.numbers(len(OPENING)) == list(range(2, len(OPENING) + 2))


def test_the_hubs_delay_holds_at_the_table_where_it_is_longer(at):
    table = at(delay_s=10)
    (table.folder / DELAY_FILE).write_text('{"delay_s": 300}')
    assert AIR.of(table.app).delay_s == 300
    for nonsense in ("", "[]", "nonsense", '{"delay_s": "x"}', '{"delay_s": null}'):
        (table.folder / DELAY_FILE).write_text(nonsense)
        assert AIR.of(table.app).delay_s == 10
    (table.folder / DELAY_FILE).write_text('{"delay_s": 1e9}')
    assert AIR.of(table.app).delay_s == 3600


def test_a_route_that_is_new_is_closed_to_spectators_until_it_says_otherwise(at):
    table = at()

    @table.app.get("/new")
    def new():
        return "a secret"

    assert table.get("/new").status_code == 403


@pytest.mark.parametrize("text", ["", "-1", "3601", "1e3", "²", "99999999999", "ten"])
def test_a_delay_that_is_none_is_refused_in_one_line(at, text):
    table = at()
    page = table.referee.get("/broadcast", headers=HOST).text
    token = re.search(r'name="jantaku-token" content="([^"]+)"', page)[1]
    sent = {**HOST, "Origin": "http://localhost"}
    form = {"token": token, "delay_s": text}
    answer = table.referee.post("/broadcast/delay", data=form, headers=sent)
    assert answer.status_code == 400
    assert "whole number of seconds" in answer.text
    answer = table.referee.post("/broadcast/delay", data={**form, "delay_s": "60"}, headers=sent)
    assert (answer.status_code, AIR.of(table.app).delay_s) == (303, 60)


def test_what_is_remembered_is_no_more_than_the_delay_needs():
    rules, clock = load_ruleset("riichi"), Clock()
    room = Room(lambda: new_session(rules, Journal(None)))
    air = Air(room, lambda: ("",) * 4, lambda: 60.0, clock)
    for _ in range(200):
        room.record("player", (DealStarted(0),), at_s=1.0)
        clock.now += 1
        air.turn()
    assert len(air._kept) <= 62
    room.close()
