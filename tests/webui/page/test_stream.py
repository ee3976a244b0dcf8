"""News: in order, numbered, without gaps, and never more listeners than there is room for."""

import pytest

from engine.table.events import TileDiscarded
from tests.webui.conftest import Visitor
from webui.app import create_app


def test_a_new_listener_hears_all_entries_in_order_then_the_sight(visitor):
    stream = visitor.stream("?after=0")
    assert stream.numbers(8) == [1, 2, 3, 4, 5, 6, 7, 8]
    name, number, sight = next(stream)
    assert (name, number, sight["condition"]) == ("sight", 0, "starting")
    stream.close()


@pytest.mark.parametrize(("query", "headers"), [("?after=5", {}), ("?after=2", {"Last-Event-ID": "5"})])
def test_a_listener_that_was_cut_off_gets_what_it_missed_once(visitor, opened, query, headers):
    opened.record("camera", (TileDiscarded(1, "2p"),))
    stream = visitor.stream(query, **headers)
    assert stream.numbers(4) == [6, 7, 8, 9]
    assert next(stream)[0] == "sight"
    stream.close()


def test_an_entry_made_while_listening_is_heard(visitor, opened):
    stream = visitor.stream("?after=8")
    assert next(stream)[0] == "sight"
    opened.record("camera", (TileDiscarded(1, "2p"),))
    name, number, entry = next(stream)
    assert (name, number) == ("entry", 9)
    assert entry["events"] == [{"type": "tile_discarded", "seat": 1, "tile": "2p", "turned": False}]
    assert entry["told"][0]["text"] == "South discards 2 dots"
    stream.close()


def test_a_table_that_begins_anew_tells_its_listeners_to_forget(visitor, opened):
    stream = visitor.stream(f"?session={opened.session}&after=8")
    next(stream)
    opened.begin()
    name, _, news = next(stream)
    assert (name, news["session"], news["east"], news["dealer"]) == ("reset", opened.session, 0, 0)
    opened.record("camera", (TileDiscarded(1, "2p"),))
    assert stream.numbers(1) == [1]
    stream.close()


def test_a_listener_from_before_a_restart_is_told_to_forget(visitor, opened):
    stream = visitor.stream("?session=long-ago&after=99")
    assert next(stream)[0] == "reset"
    assert stream.numbers(8) == list(range(1, 9))
    stream.close()


@pytest.mark.parametrize("number", ["x", "-3", "٣", "9" * 30, ""])
def test_a_number_nobody_could_have_heard_is_the_beginning(visitor, number):
    stream = visitor.stream(**{"Last-Event-ID": number.encode()})
    assert stream.numbers(1) == [1]
    stream.close()


def test_one_listener_too_many_is_asked_to_come_back_and_finds_a_free_place(opened):
    visitor = Visitor(create_app(opened, b"secret", streams=2))
    streams = [visitor.stream(), visitor.stream()]
    full = visitor.get("/stream")
    assert full.status_code == 503
    assert int(full.headers["Retry-After"]) > 0
    assert visitor.get("/api/state").status_code == 200
    streams[0].close()
    assert visitor.stream().numbers(1) == [1]


def test_one_address_has_its_share_of_the_streams_and_no_more(opened):
    client = create_app(opened, b"secret").test_client()
    here = {"Host": "localhost"}
    held = [client.get("/stream", headers=here, environ_base={"REMOTE_ADDR": "10.0.0.1"}) for _ in range(24)]
    assert {each.status_code for each in held} == {200}
    refused = client.get("/stream", headers=here, environ_base={"REMOTE_ADDR": "10.0.0.1"})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    other = client.get("/stream", headers=here, environ_base={"REMOTE_ADDR": "10.0.0.2"})
    assert other.status_code == 200
    for each in (*held, other):
        each.close()
    again = client.get("/stream", headers=here, environ_base={"REMOTE_ADDR": "10.0.0.1"})
    assert again.status_code == 200
    again.close()
